import anyio
import pytest
from mcp.types import ToolListChangedNotification

from mcptui.contract.target import Limits, TargetOptions
from tests.connections.http.talking import PATIENCE, refused, talk
from tests.servers.http_mcp import ONE_TOOL, SseScript
from tests.servers.http_scripted import Feed, HttpServer, Reply, Request, event, events_reply

BIG = {
    "tools": [
        {"name": f"t{n}", "description": "x" * 4_000, "inputSchema": {"type": "object"}}
        for n in range(600)
    ]
}


async def test_an_event_of_more_than_a_megabyte_is_a_message_like_others() -> None:
    with HttpServer(SseScript(given=BIG)) as server:
        async with talk(server.url, over="sse") as session:
            tools, objections = await session.listed()
            assert tools == BIG["tools"]
            assert objections == []


async def test_an_event_over_the_limit_ends_the_stream_by_name() -> None:
    limits = Limits(connect=3.0, request=3.0, message_bytes=10_000)
    with HttpServer(SseScript(given=BIG)) as server:
        async with talk(server.url, over="sse", options=TargetOptions(limits=limits)) as session:
            with pytest.raises(Exception, match="closed"):
                await session.client.list_tools(cache_mode="bypass")
            assert "raise limits.message_bytes" in (session.facts.problem or "")


async def test_a_list_change_comes_over_the_one_stream() -> None:
    script, heard = SseScript(), anyio.Event()

    async def listen(message: object) -> None:
        if isinstance(message, ToolListChangedNotification):
            heard.set()

    with HttpServer(script) as server:
        async with talk(server.url, over="sse", message_handler=listen) as session:
            assert session.facts.announces is True
            script.announce()
            with anyio.fail_after(PATIENCE):
                await heard.wait()


@pytest.mark.parametrize("reply", [Reply(status=500, body=b"boom"), Reply(silent=True)])
async def test_a_refused_post_is_answered_at_once(reply: Reply) -> None:
    def refuse(request: Request) -> Reply | None:
        return reply if request.rpc_method == "tools/list" else None

    limits = Limits(connect=3.0, request=1.0)
    with HttpServer(SseScript(on_request=refuse)) as server:
        async with talk(server.url, over="sse", options=TargetOptions(limits=limits)) as session:
            with pytest.raises(Exception, match=r"."):
                await session.client.list_tools(cache_mode="bypass")
            told = session.facts.problem or ""
            assert ("boom" in told) if reply.status == 500 else ("timed out" in told)


async def test_a_malformed_answer_is_an_error_for_its_request_at_once() -> None:
    script = SseScript(
        given={
            **ONE_TOOL,
            "replies": [{"to": "tools/list", "raw": '{"jsonrpc":"2.0","id":{id},"result":[1]}'}],
        }
    )
    with HttpServer(script) as server:
        async with talk(server.url, over="sse") as session:
            with pytest.raises(Exception, match="malformed"):
                await session.client.list_tools(cache_mode="bypass")


@pytest.mark.parametrize(
    ("endpoint", "named"),
    [
        ("https://elsewhere.example.test/messages", "https://elsewhere.example.test"),
        ("//elsewhere.example.test/messages", "http://elsewhere.example.test"),
        ("http://u:p@127.0.0.1/messages", "http://127.0.0.1"),
    ],
)
async def test_an_endpoint_elsewhere_gets_nothing(endpoint: str, named: str) -> None:
    with HttpServer(SseScript(endpoint=endpoint)) as server:
        facts = await refused(server.url, over="sse")
        assert f"names an endpoint elsewhere ({named})" in (facts.problem or "")
        assert not server.asked("POST")


async def test_the_end_of_the_stream_is_the_end_of_the_connection() -> None:
    script = SseScript()
    with HttpServer(script) as server:
        async with talk(server.url, over="sse") as session:
            script.feeds[0].close()
            with pytest.raises(Exception, match="closed"):
                await session.client.list_tools(cache_mode="bypass")
            assert "ended the event stream" in (session.facts.problem or "")


async def test_a_stream_that_names_no_endpoint_is_told() -> None:
    feed = Feed(event('{"jsonrpc":"2.0","method":"x"}'))
    feed.close()
    with HttpServer(lambda _request: events_reply(feed)) as server:
        facts = await refused(server.url, over="sse")
        assert "has named no endpoint" in (facts.problem or "")


async def test_a_redirect_on_the_same_origin_is_followed() -> None:
    def moved(request: Request) -> Reply | None:
        if request.path == "/mcp":
            return Reply(status=307, headers={"location": "/sse/"})
        return None

    with HttpServer(SseScript(on_request=moved)) as server:
        async with talk(server.url, over="sse") as session:
            assert len((await session.listed())[0]) == 1
            assert session.facts.problem is None


async def test_a_redirect_elsewhere_is_not_followed() -> None:
    target = "https://elsewhere.example.test/sse?code=tok-EXAMPLE-q"
    with HttpServer(lambda _request: Reply(status=307, headers={"location": target})) as server:
        facts = await refused(server.url, over="sse", headers=[("Authorization", "Bearer tok-E")])
        assert "redirects to https://elsewhere.example.test/sse, which" in (facts.problem or "")
        assert len(server.requests) == 1


async def test_headers_of_the_connection_go_with_every_request() -> None:
    with HttpServer(SseScript()) as server:
        async with talk(server.url, over="sse", headers=[("X-Team", "a")]) as session:
            await session.listed()
        assert {request.headers["x-team"] for request in server.requests} == {"a"}


async def test_leaving_closes_the_stream() -> None:
    with HttpServer(SseScript()) as server:
        async with talk(server.url, over="sse"):
            pass
        await server.until(lambda: server.open_connections == 0)
