"""The behaviour cases on HTTP, with the manager and scripted servers."""

import itertools
import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mcptui.contract.connection import ConnectionState, ConnectionStatus
from mcptui.contract.target import ConnectionKey, Era, Http, Target, TargetOptions, VariableSyntax
from tests.connections.http.managing import QUICK, Managed, http_target, managed
from tests.servers.cases import load_case
from tests.servers.http_mcp import McpScript, SseScript, by_status
from tests.servers.http_scripted import HttpServer, Reply, Request
from tests.servers.http_tls import of_private_authority, self_signed

_PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")
LIST = "tools/list"


class Hosts:
    """A proxy that plays every host under example.test; `scripts` holds who answers for which."""

    def __init__(self, folder: Path) -> None:
        made = of_private_authority(folder, "*.example.test")
        self.options = TargetOptions(limits=QUICK, ca_file=str(made.ca_file))
        self.scripts: dict[str, McpScript] = {}
        self.server = HttpServer(self._answer, tunnel=made.server)

    def _answer(self, request: Request) -> Reply:
        return self.scripts[request.headers["host"]](request)

    def asked(self, host: str, rpc_method: str) -> list[Request]:
        """The requests of that method to this host."""
        asked = self.server.asked("POST", rpc_method)
        return [request for request in asked if request.headers["host"] == host]

    def target(self, entry: dict[str, Any]) -> Target:
        """The target that a case means."""
        headers = entry.get("headers", {}).items()
        return http_target(entry["key"], entry["url"], headers=headers, options=self.options)


@pytest.fixture
def hosts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hosts]:
    for name in (*_PROXIES, *(name.lower() for name in _PROXIES)):
        monkeypatch.delenv(name, raising=False)
    played = Hosts(tmp_path)
    with played.server as server:
        monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{server.port}")
        monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{server.port}")
        yield played


def names(status: ConnectionStatus) -> list[str | None]:
    assert status.capture is not None
    return [tool.name for tool in status.capture.tools]


def everything(connections: Managed) -> str:
    """All that the manager tells of its connections."""
    logs = [connections.manager.log_of(status.key) for status in connections.manager.statuses]
    return repr([connections.history, connections.manager.statuses, logs])


async def test_transport_http_401(hosts: Hosts) -> None:
    entry = load_case("transport-http-401").connection("crm")
    hosts.scripts["crm.example.test"] = McpScript(on_request=by_status(*entry["http"]))
    async with managed(hosts.target(entry)) as connections:
        status = connections.status("crm")
        assert status.state is ConnectionState.FAILED
        cause = status.cause or ""
        assert cause.startswith(
            "HTTP 401 from crm.example.test: credentials rejected (scheme: bearer)"
        )
        assert "https://crm.example.test/.well-known/oauth-protected-resource" in cause
        for word in ("tok-EXAMPLE", "TaskGroup", "ExceptionGroup", "cancel scope"):
            assert word not in everything(connections)
        attempts = len(hosts.server.requests)
        assert attempts <= 2
        connections.manager.reconnect(ConnectionKey("crm"))
        await connections.manager.settled()
        assert len(hosts.server.requests) == 2 * attempts
        assert connections.status("crm").cause == cause


@pytest.mark.parametrize(("status", "told"), [(500, "boom"), (401, "credentials"), (403, "denied")])
async def test_transport_no_fallback_on_500(status: int, told: str) -> None:
    (entry,) = load_case("transport-no-fallback-on-500").connections
    answers = [{**answer, "status": status} for answer in entry["http"][:1]] + entry["http"][1:]
    with HttpServer(McpScript(on_request=by_status(*answers))) as server:
        async with managed(http_target("api", server.url)) as connections:
            now = connections.status("api")
            assert now.state is ConnectionState.FAILED
            assert f"HTTP {status}" in (now.cause or "")
            assert told in (now.cause or "")
            assert not server.asked("GET")


@pytest.mark.parametrize("stream_status", [404, 405, 406])
async def test_transport_optional_stream_404(stream_status: int) -> None:
    entry = load_case("transport-optional-stream-404").connection("post-only")
    answers = [{"request": "GET any", "status": stream_status}, *entry["http"][1:]]
    with HttpServer(McpScript(given=entry, on_request=by_status(*answers))) as server:
        async with managed(http_target("post-only", server.url)) as connections:
            note = (
                f"no notification stream (HTTP {stream_status}): list changes will not be announced"
            )
            await connections.until(lambda: note in connections.status("post-only").notes)
            status = connections.status("post-only")
            assert status.state is ConnectionState.CONNECTED
            assert names(status) == ["a"]
            assert status.notifications.startswith("changes are not announced")


async def test_transport_session_404_renews_once_and_lists_again() -> None:
    (entry,) = load_case("transport-session-404").connections
    script = McpScript(given=entry)
    with HttpServer(script) as server:
        async with managed(http_target("s", server.url)) as connections:
            script.forget_sessions()
            connections.manager.refresh()
            await server.until(lambda: len(server.asked("POST", LIST)) == 3)
            await connections.until(
                lambda: connections.status("s").state is ConnectionState.CONNECTED
            )
            sessions = [
                request.headers.get("mcp-session-id") for request in server.asked("POST", LIST)
            ]
            assert sessions == ["s1", "s1", "s2"]
            assert len(server.asked("POST", "initialize")) == 2
            assert "mcp-session-id" not in server.asked("POST", "initialize")[1].headers
            assert names(connections.status("s")) == ["a"]
            assert connections.status("s").cause is None


async def test_a_server_that_forgets_every_session_is_not_asked_for_ever() -> None:
    def forget(request: Request) -> Reply | None:
        return Reply(status=404) if request.rpc_method == LIST else None

    with HttpServer(McpScript(on_request=forget)) as server:
        async with managed(http_target("s", server.url)) as connections:
            status = connections.status("s")
            assert status.state is ConnectionState.LIST_FAILED
            assert "the server forgot the session" in (status.cause or "")
            assert len(server.asked("POST", "initialize")) == 1


async def test_transport_self_signed(tmp_path: Path) -> None:
    (entry,) = load_case("transport-self-signed").connections
    made = self_signed(tmp_path)
    with HttpServer(McpScript(given=entry), tls=made.server) as server:
        target = http_target("tls", server.url)
        async with managed(target) as connections:
            status = connections.status("tls")
            assert status.state is ConnectionState.FAILED
            told = f"certificate not trusted (self-signed) for localhost:{server.port}; "
            assert (status.cause or "").startswith(told)
            assert "ca_file" in (status.cause or "")
            assert status.verified
        trusting = replace(target.options, ca_file=str(made.ca_file))
        async with managed(replace(target, options=trusting)) as connections:
            assert names(connections.status("tls")) == ["a"]
            assert connections.status("tls").verified
        careless = replace(target.options, verify=False)
        async with managed(replace(target, options=careless)) as connections:
            assert connections.status("tls").state is ConnectionState.CONNECTED
            assert not connections.status("tls").verified


async def test_transport_secrets_masked(hosts: Hosts, caplog: pytest.LogCaptureFixture) -> None:
    (entry,) = load_case("transport-secrets-masked").connections
    caplog.set_level(logging.DEBUG)

    def echo(request: Request) -> Reply | None:
        """Fail, and say everything that was heard."""
        if request.rpc_method != LIST or not failing:
            return None
        return Reply(status=500, body=f"{request.path} {dict(request.headers)}".encode())

    failing: list[None] = []
    hosts.scripts["api.example.test"] = McpScript(given=entry, on_request=echo)
    async with managed(hosts.target(entry)) as connections:
        assert names(connections.status("s")) == ["a"]
        heard = hosts.asked("api.example.test", LIST)[0]
        assert heard.headers["authorization"] == "Bearer tok-EXAMPLE-h"
        assert heard.headers["x-trace"] == "on"
        assert heard.path == "/mcp?apikey=tok-EXAMPLE-q&page=2"
        failing.append(None)
        connections.manager.refresh()
        await connections.until(
            lambda: connections.status("s").state is ConnectionState.LIST_FAILED
        )
        assert "HTTP 500 from api.example.test" in (connections.status("s").cause or "")
        assert "tok-EXAMPLE" not in everything(connections)
        assert "tok-EXAMPLE" not in caplog.text
        assert connections.status("s").origin == "https://api.example.test"


async def test_headers_take_their_values_from_variables(
    hosts: Hosts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CRM_TOKEN", "tok-EXAMPLE-env")
    monkeypatch.setenv("CRM_TEAM", "tok-EXAMPLE-team")
    hosts.scripts["crm.example.test"] = McpScript()
    target = hosts.target({"key": "crm", "url": "https://crm.example.test/mcp"})
    how = Http(
        url="https://crm.example.test/mcp",
        headers=(("X-Note", "${CRM_TEAM} x"),),
        header_env=(("X-Team", "CRM_TEAM"),),
        bearer_env="CRM_TOKEN",
    )
    target = replace(target, how=how, variables=VariableSyntax.BRACED)
    async with managed(target) as connections:
        assert names(connections.status("crm")) == ["a"]
        heard = hosts.asked("crm.example.test", LIST)[-1].headers
        assert heard["authorization"] == "Bearer tok-EXAMPLE-env"
        assert (heard["x-team"], heard["x-note"]) == ("tok-EXAMPLE-team", "tok-EXAMPLE-team x")
        assert "tok-EXAMPLE" not in everything(connections)


@pytest.mark.parametrize("turn", [0, 1])
async def test_lists_per_user_lists(hosts: Hosts, turn: int) -> None:
    case = load_case("lists-per-user-lists")
    users = {
        entry["headers"]["Authorization"]: McpScript(
            given={**entry, "list_hints": case.given["list_hints"], "protocol": "2026-07-28"}
        )
        for entry in case.connections
    }

    def by_user(request: Request) -> Reply | None:
        return users[request.headers["authorization"]](request)

    hosts.scripts["crm.example.test"] = McpScript(on_request=by_user)
    targets = [hosts.target(entry) for entry in case.connections]
    async with managed(*(targets if turn == 0 else reversed(targets))) as connections:
        for lists in (1, 2):
            await connections.until(
                lambda lists=lists: all(  # type: ignore[misc]  # bound at once
                    status.lists == lists for status in connections.manager.statuses
                )
            )
            assert names(connections.status("crm-admin")) == ["read", "purge"]
            assert names(connections.status("crm-guest")) == ["read"]
            connections.manager.refresh()


async def test_names_identical_server_info(hosts: Hosts) -> None:
    case = load_case("names-identical-server-info")
    for entry in case.connections:
        host = entry["url"].split("/")[2]
        hosts.scripts[host] = McpScript(given=entry)
    async with managed(*map(hosts.target, case.connections)) as connections:
        dev, prod = connections.status("orders-dev"), connections.status("orders-prod")
        assert dev.origin == "https://dev.example.test"
        assert prod.origin == "https://prod.example.test"
        assert names(dev) == names(prod) == ["drop_table"]
        connections.manager.refresh(ConnectionKey("orders-prod"))
        await connections.until(lambda: connections.status("orders-prod").lists == 2)
        assert len(hosts.asked("prod.example.test", LIST)) == 2
        assert len(hosts.asked("dev.example.test", LIST)) == 1


@pytest.mark.parametrize("refusal", [400, 404, 405])
async def test_the_older_transport_is_found_where_post_is_refused(refusal: int) -> None:
    def refuse(request: Request) -> Reply | None:
        is_post = request.method == "POST" and request.path == "/mcp"
        return Reply(status=refusal) if is_post else None

    with HttpServer(SseScript(on_request=refuse)) as server:
        async with managed(http_target("s", server.url)) as connections:
            status = connections.status("s")
            assert status.state is ConnectionState.CONNECTED
            assert names(status) == ["a"]
            assert status.capture is not None
            assert status.capture.profile.transport == "sse"
            assert any("SSE was taken" in note for note in status.notes)
        async with managed(http_target("s", server.url, transport="streamable_http")) as fixed:
            assert fixed.status("s").state is ConnectionState.FAILED


async def test_a_tool_that_hosts_leave_out_for_its_header_stays_visible() -> None:
    bad = {"type": "object", "properties": {"a": {"type": "object", "x-mcp-header": "bad name"}}}
    tools = [{"name": "good", "inputSchema": {"type": "object"}}, {"name": "b", "inputSchema": bad}]
    given = {"key": "s", "tools": tools, "protocol": "2026-07-28"}
    with HttpServer(McpScript(given=given)) as server:
        async with managed(http_target("s", server.url)) as connections:
            status = connections.status("s")
            assert names(status) == ["good", "b"]
            (objection,) = status.sdk_objections
            assert "b" in objection
            assert "x-mcp-header" in objection


async def test_a_server_that_ignores_the_goodbye_is_left_within_five_seconds() -> None:
    def ignore(request: Request) -> Reply | None:
        return Reply(silent=True) if request.method == "DELETE" else None

    with HttpServer(McpScript(on_request=ignore)) as server:
        async with managed(*(http_target(f"s{n}", server.url) for n in range(5))) as connections:
            assert len(connections.manager.statuses) == 5
        await server.until(lambda: server.open_connections == 0)
        assert len(server.asked("DELETE")) == 5


@pytest.mark.parametrize("silent", ["server/discover", "initialize", LIST])
async def test_a_server_that_falls_silent_is_left_at_any_time(silent: str) -> None:
    def ignore(request: Request) -> Reply | None:
        return Reply(silent=True) if request.rpc_method == silent else None

    limits = replace(QUICK, connect=1.0, request=0.6, probe=0.2)
    with HttpServer(McpScript(on_request=ignore)) as server:
        target = http_target("s", server.url, options=TargetOptions(limits=limits))
        async with managed(target) as connections:
            status = connections.status("s")
            if silent == "server/discover":
                assert status.state is ConnectionState.CONNECTED
                assert status.probe_silent
            else:
                assert status.state in (ConnectionState.FAILED, ConnectionState.LIST_FAILED)
                assert "no answer within" in (status.cause or "")
        await server.until(lambda: server.open_connections == 0)


@pytest.mark.parametrize(
    ("era", "first"), [(Era.MODERN, "server/discover"), (Era.LEGACY, "initialize")]
)
async def test_the_era_set_by_the_user_is_the_one_spoken(era: Era, first: str) -> None:
    given = {"key": "s", "tools": [], "eras": "both", "protocol": "2026-07-28"}
    with HttpServer(McpScript(given=given)) as server:
        options = TargetOptions(limits=QUICK, era=era)
        async with managed(http_target("s", server.url, options=options)) as connections:
            assert connections.status("s").state is ConnectionState.CONNECTED
        assert server.requests[0].rpc_method == first


async def test_the_end_of_an_event_stream_is_the_cause_of_a_lost_connection() -> None:
    script = SseScript()
    with HttpServer(script) as server:
        async with managed(http_target("s", server.url, transport="sse")) as connections:
            script.feeds[0].close()
            await connections.until(lambda: connections.status("s").state is ConnectionState.FAILED)
            assert "ended the event stream" in (connections.status("s").cause or "")
            assert names(connections.status("s")) == ["a"]


async def test_silence_after_a_refused_probe_is_not_blamed_on_the_probe() -> None:
    def answer(request: Request) -> Reply | None:
        if request.rpc_method == "initialize":
            return Reply(silent=True)
        return Reply(status=400) if request.rpc_method == "server/discover" else None

    limits = replace(QUICK, connect=4.0, request=0.4)
    with HttpServer(McpScript(on_request=answer)) as server:
        target = http_target("s", server.url, options=TargetOptions(limits=limits))
        async with managed(target) as connections:
            assert "no answer within 0.4 s" in (connections.status("s").cause or "")


async def test_a_dead_server_costs_the_others_nothing() -> None:
    with HttpServer(McpScript()) as gone:
        pass
    with HttpServer(McpScript()) as alive:
        keys = itertools.count()
        targets = [http_target(f"s{next(keys)}", url) for url in (gone.url, alive.url, gone.url)]
        async with managed(*targets) as connections:
            states = [status.state for status in connections.manager.statuses]
            assert states == [
                ConnectionState.FAILED,
                ConnectionState.CONNECTED,
                ConnectionState.FAILED,
            ]
            assert "connection refused by 127.0.0.1" in (connections.status("s0").cause or "")
