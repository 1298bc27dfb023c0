"""The least SDK script that lists one stdio server: `bare_sdk.py PROGRAM ARG ...`."""

import asyncio
import json
import sys

from mcp import Client, StdioServerParameters


async def main() -> None:
    """Connect, list every page, print."""
    program, *arguments = sys.argv[1:]
    tools = []
    async with Client(StdioServerParameters(command=program, args=arguments)) as client:
        cursor = None
        while True:
            page = await client.list_tools(cursor=cursor)
            tools += [tool.model_dump(by_alias=True, exclude_unset=True) for tool in page.tools]
            cursor = page.next_cursor
            if cursor is None:
                break
    print(json.dumps(tools, indent=2))


asyncio.run(main())
