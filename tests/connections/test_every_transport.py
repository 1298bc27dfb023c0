"""One suite for every transport, both forms of answer and both eras: what is listed is the same."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest

from mcptui.contract.connection import ConnectionState, ConnectionStatus
from mcptui.contract.target import Target
from mcptui.contract.wire import JsonValue, dumps
from tests.connections.http.managing import Managed, http_target, managed
from tests.servers.cases import scripted
from tests.servers.http_mcp import LIST_CHANGED, McpScript, SseScript
from tests.servers.http_scripted import Answer, HttpServer

KEY = "s"
REVISIONS = ("2024-11-05", "2025-11-25", "2026-07-28")
TRANSPORTS = ("stdio", "streamable_http", "streamable_http_events", "sse")
TOOL: dict[str, JsonValue] = {"name": "a", "inputSchema": {"type": "object", "properties": {}}}
ODD = (
    '{"x-vendor":{"z":1,"a":[1.0,1e400,12345678901234567890123,-0.0]},"name":"odd",'
    '"future":null,"inputSchema":{"type":"object","properties":{"b":{"const":0.1},"a":true}},'
    '"annotations":{"unknown":"kept","readOnlyHint":"yes"},"x-vendor":"again",'
    '"description":"caf\\u00e9 \\ud83d \\u202e"}'
)
"""A tool that a typed model would change in nine ways; compact but for its escapes."""
AS_READ = ODD.replace("\\u00e9", "é").replace("\\u202e", "\u202e")


@contextmanager
def served(transport: str, entry: dict[str, Any], folder: Path) -> Iterator[Target]:
    """A target that reaches a scripted server over this transport."""
    entry = {"key": KEY, **entry}
    if transport == "stdio":
        yield scripted(entry, folder).target
        return
    answers: dict[str, Callable[[], Answer]] = {
        "streamable_http": lambda: McpScript(given=entry),
        "streamable_http_events": lambda: McpScript(given=entry, events=True),
        "sse": lambda: SseScript(given=entry),
    }
    with HttpServer(answers[transport]()) as server:
        yield http_target(KEY, server.url, transport=transport.removesuffix("_events"))


Open = Callable[[dict[str, Any]], Any]


@pytest.fixture(params=[(way, revision) for way in TRANSPORTS for revision in REVISIONS], ids=str)
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Open:
    transport, revision = request.param

    @asynccontextmanager
    async def open_entry(entry: dict[str, Any]) -> AsyncIterator[Managed]:
        with served(transport, {"protocol": revision, **entry}, tmp_path) as target:
            async with managed(target) as connections:
                status = connections.status(KEY)
                assert status.capture is None or status.capture.profile.transport == (
                    transport.removesuffix("_events")
                )
                yield connections

    return open_entry


def names(status: ConnectionStatus) -> list[str | None]:
    assert status.capture is not None
    return [tool.name for tool in status.capture.tools]


def paged(*pages: str) -> dict[str, Any]:
    """An entry whose list has these pages; each cursor but the last is empty or a word."""
    cursors = [None, "", *(f"c{n}" for n in range(len(pages)))][: len(pages)]
    replies = []
    for number, (page, cursor) in enumerate(zip(pages, cursors, strict=True)):
        following = cursors[number + 1] if number + 1 < len(pages) else None
        more = "" if following is None else f',"nextCursor":"{following}"'
        result = (
            f'{{"tools":[{page}]{more},"resultType":"complete","ttlMs":0,"cacheScope":"private"}}'
        )
        replies.append(
            {
                "to": "tools/list",
                "when": {"cursor": cursor},
                "raw": f'{{"jsonrpc":"2.0","id":{{id}},"result":{result}}}',
            }
        )
    return {"replies": replies}


async def test_every_page_is_read_and_the_empty_cursor_goes_on(opened: Open) -> None:
    pages = [dumps({**TOOL, "name": name}) for name in ("a", "b", "c")]
    async with opened(paged(*pages)) as connections:
        status = connections.status(KEY)
        assert status.state is ConnectionState.CONNECTED
        assert status.cause is None
        assert names(status) == ["a", "b", "c"]
        assert status.capture is not None
        assert status.capture.pages == 3
        assert [tool.position for tool in status.capture.tools] == [0, 1, 2]


async def test_a_tool_comes_back_member_for_member_as_it_was_sent(opened: Open) -> None:
    async with opened(paged(dumps(TOOL), ODD)) as connections:
        status = connections.status(KEY)
        assert status.state is ConnectionState.CONNECTED
        assert status.capture is not None
        assert [dumps(tool.raw) for tool in status.capture.tools] == [dumps(TOOL), AS_READ]


async def test_what_the_sdk_refuses_is_listed_with_its_objection(opened: Open) -> None:
    entries = [dumps(TOOL), '{"name":"b","inputSchema":true}', '{"name":7}', "null"]
    async with opened(paged(",".join(entries))) as connections:
        status = connections.status(KEY)
        assert status.state is ConnectionState.CONNECTED
        assert status.capture is not None
        assert [dumps(tool.raw) for tool in status.capture.tools] == entries
        assert status.sdk_objections


async def test_what_a_server_says_of_itself_is_kept_as_sent(opened: Open) -> None:
    info = {"name": "n", "version": "1", "x": [1.0]}
    entry = {"tools": [TOOL], "server_info": info, "instructions": "read \u202e me"}
    async with opened(entry) as connections:
        capture = connections.status(KEY).capture
        assert capture is not None
        assert capture.server_info == info
        assert capture.instructions == "read \u202e me"


async def test_a_page_that_fails_leaves_an_incomplete_list(opened: Open) -> None:
    entry = paged(dumps(TOOL), dumps(TOOL))
    entry["replies"][1] = {"to": "tools/list", "error": {"code": -32603, "message": "no\x1b[2J"}}
    async with opened(entry) as connections:
        status = connections.status(KEY)
        assert status.state is ConnectionState.INCOMPLETE
        assert names(status) == ["a"]
        assert status.cause == "list incomplete: page 2 failed, -32603 no␛[2J"


async def test_a_first_page_that_fails_is_no_empty_list(opened: Open) -> None:
    entry = {"replies": [{"to": "tools/list", "error": {"code": -32603, "message": "no"}}]}
    async with opened(entry) as connections:
        status = connections.status(KEY)
        assert status.state is ConnectionState.LIST_FAILED
        assert status.capture is None


async def test_a_server_without_tools_is_connected_and_has_none(opened: Open) -> None:
    async with opened({"capabilities": {}}) as connections:
        assert connections.status(KEY).state is ConnectionState.NO_TOOLS


async def test_an_announced_change_is_followed(opened: Open) -> None:
    more = [TOOL, {**TOOL, "name": "b"}]
    entry = {
        "capabilities": {"tools": {"listChanged": True}},
        "replies": [
            {
                "to": "tools/list",
                "nth": 1,
                "result": {"tools": [TOOL]},
                "then_notify": [LIST_CHANGED],
            },
            {"to": "tools/list", "nth": 2, "result": {"tools": more}},
        ],
    }
    async with opened(entry) as connections:
        await connections.until(lambda: connections.status(KEY).lists == 2)
        status = connections.status(KEY)
        assert names(status) == ["a", "b"]
        assert status.previous_names == {"a"}
        assert status.list_changed == 1


async def test_a_list_that_is_asked_for_again_is_fetched_again(opened: Open) -> None:
    hints = {"ttlMs": 600_000, "cacheScope": "private"}
    async with opened({"tools": [TOOL], "list_hints": hints}) as connections:
        connections.manager.refresh()
        await connections.until(lambda: connections.status(KEY).lists == 2)
        assert names(connections.status(KEY)) == ["a"]
