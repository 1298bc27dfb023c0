"""A demo server, served over stdio by the official SDK: a server like any other.

This module imports the SDK, which takes most of a server's start; only a server process loads it.
"""

import json
import sys
from collections.abc import Mapping
from typing import Any

import anyio
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp.types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
)

from mcptui.demo.tool import DemoServer, DemoTool, Json, RefusedError


def built(demo: DemoServer) -> Server[Any]:
    """The SDK server for a demo server; it speaks both eras."""
    listed = [Tool.model_validate(tool.definition) for tool in demo.tools]
    by_name = {tool.definition["name"]: tool for tool in demo.tools}

    async def list_tools(
        _context: ServerRequestContext[Any], _params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        return ListToolsResult(tools=listed)

    async def call_tool(
        _context: ServerRequestContext[Any], params: CallToolRequestParams
    ) -> CallToolResult:
        tool = by_name.get(params.name)
        if tool is None:
            raise MCPError(INVALID_PARAMS, f"Unknown tool: {params.name}")
        return answered(tool, params.arguments or {})

    return Server(
        demo.name,
        version=demo.version,
        title=demo.title,
        instructions=demo.instructions,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def answered(tool: DemoTool, arguments: Mapping[str, Any]) -> CallToolResult:
    """The result of one call: refused arguments and refused acts are tool errors."""
    objection = _objection(tool.definition["inputSchema"], arguments)
    if objection is not None:
        return _error(f"Invalid arguments for {tool.definition['name']}: {objection}")
    try:
        answer = tool.answer(arguments)
    except RefusedError as refusal:
        return _error(str(refusal))
    if isinstance(answer, str):
        return CallToolResult(content=[TextContent(text=answer)])
    spelled = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
    return CallToolResult(content=[TextContent(text=spelled)], structured_content=answer)


def _error(reason: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(text=reason)], is_error=True)


def _objection(schema: Json, arguments: Mapping[str, Any]) -> str | None:
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - listing does without it

    errors = sorted(
        Draft202012Validator(schema).iter_errors(dict(arguments)),
        key=lambda error: (list(map(str, error.absolute_path)), error.message),
    )
    if not errors:
        return None
    place = "/".join(map(str, errors[0].absolute_path))
    return f"{place}: {errors[0].message}" if place else errors[0].message


async def _serve(demo: DemoServer) -> None:
    server = built(demo)
    async with stdio_server() as (read_stream, write_stream):
        print(f"{demo.title}: {len(demo.tools)} tools, ready", file=sys.stderr)  # noqa: T201 - a server's log
        await server.run(read_stream, write_stream, server.create_initialization_options())


def serve(demo: DemoServer) -> None:
    """Serve over standard input and output until the input ends."""
    anyio.run(_serve, demo)
