import anyio
import pytest
from mcp import Client
from mcp.types import ToolListChangedNotification

from mcptui.connections.link import LinkFacts
from mcptui.connections.tap import Recorder
from mcptui.connections.transports.streamable_http import open_transport
from mcptui.contract.target import Http
from tests.connections.http.talking import PATIENCE, refused, talk
from tests.servers.http_mcp import ONE_TOOL, McpScript, by_status
from tests.servers.http_scripted import Feed, HttpServer, Reply, Request, json_reply

MODERN = {**ONE_TOOL, "protocol": "2026-07-28", "capabilities": {"tools": {"listChanged": True}}}


@pytest.mark.parametrize("status", [404, 405, 406])
async def test_without_a_notification_stream_all_else_works(status: int) -> None:
    with HttpServer(McpScript(stream_status=status)) as server:
        async with talk(server.url) as session:
            await server.until(lambda: bool(server.asked("GET")))
            assert len((await session.listed())[0]) == 1
            while session.facts.announces is None:
                await anyio.lowlevel.checkpoint()
            assert session.facts.notes == [
                f"no notification stream (HTTP {status}): list changes will not be announced"
            ]
            assert session.facts.announces is False
            assert session.facts.problem is None


async def test_a_stream_that_is_no_event_stream_is_none() -> None:
    def answer(request: Request) -> Reply | None:
        return json_reply({}) if request.method == "GET" else None

    with HttpServer(McpScript(on_request=answer)) as server:
        async with talk(server.url) as session:
            while session.facts.announces is None:
                await anyio.lowlevel.checkpoint()
            assert "no notification stream (HTTP 200)" in session.facts.notes[0]


async def test_a_stream_that_breaks_is_noted_until_it_is_back() -> None:
    broken = Feed(b": open\r\n\r\n")

    def cut_first(request: Request) -> Reply | None:
        if request.method != "GET" or len(server.asked("GET")) > 1:
            return None
        return Reply(headers={"content-type": "text/event-stream"}, body=broken, cut=True)

    script, heard = McpScript(on_request=cut_first), anyio.Event()

    async def listen(message: object) -> None:
        if isinstance(message, ToolListChangedNotification):
            heard.set()

    with HttpServer(script) as server:
        async with talk(server.url, message_handler=listen) as session:
            await server.until(lambda: bool(server.asked("GET")))
            broken.close()
            while session.facts.announces is not False:
                await anyio.lowlevel.checkpoint()
            assert session.facts.notes == [
                "no notification stream (it broke off): list changes will not be announced"
            ]
            await server.until(lambda: len(server.asked("GET")) == 2)
            script.announce()
            await heard.wait()
            assert session.facts.notes == []
            assert session.facts.announces is True


async def test_a_redirect_on_the_same_origin_is_followed() -> None:
    def moved(request: Request) -> Reply | None:
        return Reply(status=308, headers={"location": "/mcp/"}) if request.path == "/mcp" else None

    with HttpServer(McpScript(on_request=moved)) as server:
        async with talk(server.url) as session:
            assert len((await session.listed())[0]) == 1
            assert session.facts.problem is None
            await server.until(lambda: len(server.asked("GET")) == 2)
            while session.facts.announces is not True:
                await anyio.lowlevel.checkpoint()
            assert session.facts.notes == []


async def test_a_list_change_is_carried_by_the_stream_of_older_revisions() -> None:
    script, heard = McpScript(), anyio.Event()

    async def listen(message: object) -> None:
        if isinstance(message, ToolListChangedNotification):
            heard.set()

    with HttpServer(script) as server:
        async with talk(server.url, message_handler=listen) as session:
            await server.until(lambda: bool(server.asked("GET")))
            while session.facts.announces is None:
                await anyio.lowlevel.checkpoint()
            script.announce()
            with anyio.fail_after(PATIENCE):
                await heard.wait()
            assert session.facts.notes == []


async def test_a_list_change_is_carried_by_a_modern_subscription() -> None:
    script = McpScript(given=MODERN)
    with HttpServer(script) as server:
        async with talk(server.url, mode="auto") as session:
            with anyio.fail_after(PATIENCE):
                async with session.client.listen(tools_list_changed=True) as changes:
                    script.announce()
                    async for change in changes:
                        assert type(change).__name__ == "ToolsListChanged"
                        break
        assert not server.asked("GET")


async def test_a_forgotten_session_is_told_apart_from_a_wrong_path() -> None:
    script = McpScript()
    with HttpServer(script) as server:
        async with talk(server.url) as session:
            await session.listed()
            before = session.facts.session_lost
            script.forget_sessions()
            with pytest.raises(Exception, match="Session"):
                await session.client.list_tools(cache_mode="bypass")
            assert (before, session.facts.session_lost) == (False, True)
            assert "the server forgot the session" in (session.facts.problem or "")
            assert len(server.asked("POST", "initialize")) == 1


async def test_a_404_without_a_session_is_no_lost_session() -> None:
    answer = by_status({"request": "POST any", "status": 404})
    with HttpServer(McpScript(on_request=answer)) as server:
        assert not (await refused(server.url)).session_lost


async def test_an_unknown_method_answered_with_404_is_no_lost_session() -> None:
    def answer(request: Request) -> Reply | None:
        if request.rpc_method != "tools/list":
            return None
        error = {"code": -32601, "message": "Method not found"}
        body = {"jsonrpc": "2.0", "id": request.message["id"], "error": error}
        return json_reply(body, status=404)

    with HttpServer(McpScript(on_request=answer)) as server:
        async with talk(server.url) as session:
            with pytest.raises(Exception, match="Method not found"):
                await session.client.list_tools(cache_mode="bypass")
            assert not session.facts.session_lost


async def test_closing_ends_the_session() -> None:
    script = McpScript()
    with HttpServer(script) as server:
        async with talk(server.url):
            assert script.live_sessions == {"s1"}
        assert script.live_sessions == set()
        assert [request.headers["mcp-session-id"] for request in server.asked("DELETE")] == ["s1"]


async def test_closing_is_bounded_when_the_server_ignores_it() -> None:
    def ignore(request: Request) -> Reply | None:
        return Reply(silent=True) if request.method == "DELETE" else None

    with HttpServer(McpScript(on_request=ignore)) as server:
        async with talk(server.url):
            pass
        assert len(server.asked("DELETE")) == 1
        await server.until(lambda: server.open_connections == 0)


async def test_a_killed_connection_says_no_goodbye() -> None:
    def ignore(request: Request) -> Reply | None:
        return Reply(silent=True) if request.rpc_method == "tools/list" else None

    with HttpServer(McpScript(on_request=ignore)) as server, anyio.fail_after(PATIENCE):
        recorder, facts = Recorder(), LinkFacts()
        async with (
            open_transport(Http(url=server.url), recorder, facts) as link,
            Client(link, mode="legacy", cache=None) as client,
            anyio.create_task_group() as tasks,
        ):
            tasks.start_soon(_listed_in_vain, client)
            await server.until(lambda: bool(server.asked("POST", "tools/list")))
            link.kill()
        assert not server.asked("DELETE")
        assert facts.problem is None
        await server.until(lambda: server.open_connections == 0)


async def _listed_in_vain(client: Client) -> None:
    with pytest.raises(Exception, match=r"."):
        await client.list_tools(cache_mode="bypass")


async def test_the_choice_of_transport_is_noted_where_it_was_ours() -> None:
    with HttpServer(McpScript()) as server:
        async with talk(server.url) as session:
            assert "transport auto: Streamable HTTP was taken" not in session.facts.notes
        async with talk(server.url, transport="auto") as session:
            assert "transport auto: Streamable HTTP was taken" in session.facts.notes
