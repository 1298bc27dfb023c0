"""Against real servers of the SDK: both transports, both forms of answer, both eras."""

import pytest

from mcptui.connections.tap import FrameKind
from mcptui.contract.connection import ConnectionState
from mcptui.contract.target import Era, TargetOptions
from tests.connections.http.managing import QUICK, http_target, managed
from tests.connections.http.talking import talk
from tests.servers.http_sdk import library, serving

ERAS = {Era.AUTO: "2026-07-28", Era.LEGACY: "2025-11-25", Era.MODERN: "2026-07-28"}


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize(
    ("over", "json_response"),
    [("streamable_http", False), ("streamable_http", True), ("sse", False)],
)
async def test_a_server_of_the_sdk_is_listed(over: str, json_response: bool, era: Era) -> None:
    with serving(library(), over=over, json_response=json_response) as url:
        options = TargetOptions(limits=QUICK, era=era)
        async with managed(http_target("lib", url, transport=over, options=options)) as connections:
            status = connections.status("lib")
            assert status.state is ConnectionState.CONNECTED
            assert status.capture is not None
            assert [tool.name for tool in status.capture.tools] == ["find", "lend"]
            assert status.capture.profile.protocol_version == ERAS[era]
            assert status.capture.profile.transport == over
            assert status.capture.server_info is not None
            assert status.capture.server_info["version"] == "1.2.3"
            assert status.capture.instructions == "Ask the library."
            assert status.sdk_objections == ()


@pytest.mark.parametrize("over", ["streamable_http", "sse"])
async def test_a_call_to_a_server_of_the_sdk_is_recorded_as_sent(over: str) -> None:
    with serving(library(), over=over) as url:
        async with talk(url, over=over) as session:
            await session.listed()
            with session.recorder.operation() as exchange:
                await session.client.call_tool("find", {"title": "b"})
            (request,) = exchange.requests("tools/call")
            answer = exchange.answer_to(request)
            assert answer is not None
            assert answer.kind is FrameKind.RESPONSE
            assert answer.raw is not None
            assert answer.member("result")["content"][0]["text"] == "b: 10"


async def test_where_only_sse_is_served_it_is_found_and_noted() -> None:
    with serving(library(), over="sse") as url:
        async with managed(http_target("lib", url)) as connections:
            status = connections.status("lib")
            assert status.state is ConnectionState.CONNECTED
            assert status.capture is not None
            assert status.capture.profile.transport == "sse"
            assert "transport auto: SSE was taken, since POST to the URL was refused" in (
                status.notes
            )


async def test_a_wrong_path_of_a_real_server_is_told() -> None:
    with serving(library(), over="streamable_http") as url:
        async with managed(http_target("lib", url.replace("/mcp", "/wrong"))) as connections:
            status = connections.status("lib")
            assert status.state is ConnectionState.FAILED
            assert "no MCP server at this path" in (status.cause or "")
