"""What the SDK's typed models say of a very long page, a few tools at a time.

The SDK checks a page as a whole, on the event loop: with thousands of tools nothing else would
move meanwhile. The tap (`tapped.py`) gives it such a page without its tools, and they are checked
here instead. The SDK then knows none of them, so that it asks for the list again before a call.
"""

import asyncio
from typing import Any, Final

from mcptui.connections.envelope import objection_text
from mcptui.contract.wire import JsonValue

LARGE_PAGE: Final = 250
"""A page with more tools than this is checked here."""
_AT_ONCE: Final = 50
_LIST_METHOD: Final = "tools/list"


async def objections_to(result: dict[str, Any], version: str) -> str | None:
    """The first objection of the SDK's models to a page, as `objection_text` puts it.

    Args:
        result: the result that holds the page.
        version: the revision spoken.
    """
    # mcp is heavy; whoever has a page has loaded it
    from mcp.types import ListToolsResult, methods  # noqa: PLC0415

    tools: list[JsonValue] = result["tools"]
    for first in range(0, len(tools), _AT_ONCE):
        part = {**result, "tools": tools[first : first + _AT_ONCE]}
        try:
            methods.validate_server_result(_LIST_METHOD, version, part)
            ListToolsResult.model_validate(part, by_name=False)
        except ValueError as problem:  # pydantic's own kind is one
            return objection_text(problem, first_tool=first)
        await asyncio.sleep(0)
    return None
