from collections.abc import Mapping
from typing import Any

import pytest

from mcptui.connections.tap import FrameKind
from mcptui.contract.target import Limits, TargetOptions
from tests.connections.http.talking import refused, talk
from tests.servers.http_mcp import McpScript, by_status
from tests.servers.http_scripted import Answer, HttpServer, Reply, Request, json_reply

TOKEN = "tok-EXAMPLE-bad"
BEARER = [("Authorization", f"Bearer {TOKEN}")]
METADATA = "https://crm.example.test/.well-known/oauth-protected-resource"
HTML = {"content-type": "text/html; charset=utf-8"}
JSON = {"content-type": "application/json"}
EVENTS = {"content-type": "text/event-stream"}
FORBIDDEN = ("TaskGroup", "ExceptionGroup", "cancel scope", "tok-EXAMPLE", "\n", "\x1b")


def always(status: int, body: bytes = b"", headers: Mapping[str, str] | None = None) -> Answer:
    return lambda _request: Reply(status=status, body=body, headers=headers or {})


async def cause(answer: Answer, **how: Any) -> str:
    """The cause after a connection that failed, without its place."""
    with HttpServer(answer) as server:
        facts = await refused(server.url, **how)
        assert facts.problem is not None
        assert not any(word in facts.problem for word in FORBIDDEN)
        return facts.problem.replace(f"127.0.0.1:{server.port}", "HOST")


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (always(403, b"not for you"), 'HTTP 403 from HOST: access denied: "not for you"; '),
        (always(404), "HTTP 404 from HOST: no MCP server at this path; "),
        (always(405), "HTTP 405 from HOST: POST is not accepted here; "),
        (always(429, headers={"retry-after": "7"}), "too many requests; reconnect after 7 s"),
        (always(429, headers={"retry-after": "Wed, 21 Oct"}), "too many requests; reconnect later"),
        (always(500, b"boom"), 'HTTP 500 from HOST: "boom"; '),
        (always(502, b"<h1>Bad</h1><p>gate\x1b[2J</p>"), 'HTTP 502 from HOST: "Bad gate␛[2J"; '),
        (always(503, b"x" * 100_000), f'HTTP 503 from HOST: "{"x" * 160}…"; '),
        (always(407), "HTTP 407 from HOST: the proxy named in the environment wants credentials; "),
        (always(403, b"", {"www-authenticate": 'Bearer scope="admin"'}), "scope admin needed; "),
        (always(302), "HTTP 302 from HOST: a redirect that names no address; "),
        (always(421), "HTTP 421 from HOST: request refused; "),
        (always(200, b"<title>Sign in</title>x", HTML), 'html instead of an MCP answer: "Sign in"'),
        (always(200, b"hello"), 'a body without content type instead of an MCP answer: "hello"'),
        (always(200, b"", JSON), "HTTP 200 from HOST: empty answer; "),
        (always(200, b" \n", JSON), "HTTP 200 from HOST: empty answer; "),
        (always(200, b'{"a": 1,\n x}', JSON), "the answer is no message: line 2, column 2: "),
        (always(200, b'"a"', JSON), "the answer is no message: not a JSON object: "),
        (always(200, b'{"error": "bad key"}', JSON), 'names no id: "{"error": "bad key"}"; '),
        (always(202), "HTTP 202 from HOST: accepted initialize without an answer"),
        (always(200, b": hi\n\n", EVENTS), "the event stream ended without an answer; "),
        (always(302, b"", {"location": "https://u:p@login.example.test/x?code=1"}),
         "HTTP 302 from HOST: redirects to https://login.example.test/x, which is not followed; "),
    ],
)  # fmt: skip
async def test_a_status_is_told_with_its_reason(answer: Answer, expected: str) -> None:
    assert expected in await cause(answer)


async def test_rejected_credentials_name_scheme_and_metadata() -> None:
    challenge = f'Bearer error="invalid_token", resource_metadata="{METADATA}"'
    told = await cause(always(401, b"", {"www-authenticate": challenge}), headers=BEARER)
    assert told.startswith("HTTP 401 from HOST: credentials rejected (scheme: bearer)")
    assert f"resource metadata {METADATA}" in told
    assert "Authorization header" in told


async def test_missing_credentials_are_called_missing() -> None:
    challenge = {"www-authenticate": 'Basic realm="the \x1b[1mstaff"'}
    told = await cause(always(401, b"", challenge))
    assert told.startswith("HTTP 401 from HOST: credentials required (scheme: basic)")
    assert "realm the ␛[1mstaff" in told


async def test_a_body_that_echoes_the_token_is_masked() -> None:
    told = await cause(always(500, f"bad header Bearer {TOKEN}".encode()), headers=BEARER)
    assert "bad header" in told


async def test_a_challenge_that_echoes_the_token_is_masked() -> None:
    challenge = {"www-authenticate": f'Bearer error_description="{TOKEN} has expired"'}
    assert "has expired" in await cause(always(401, b"", challenge), headers=BEARER)


async def test_the_words_of_a_json_rpc_error_are_the_reason() -> None:
    def answer(_request: Request) -> Reply:
        error = {"code": -32600, "message": "no room"}
        return json_reply({"jsonrpc": "2.0", "id": None, "error": error}, status=400)

    assert 'HTTP 400 from HOST: request refused: "no room" (-32600); ' in await cause(answer)


@pytest.mark.parametrize("status", [401, 403, 500])
async def test_failures_that_are_no_sign_of_an_older_server_call_for_no_fallback(
    status: int,
) -> None:
    with HttpServer(always(status)) as server:
        assert not (await refused(server.url, mode="auto")).fallback
        assert not server.asked("GET")


@pytest.mark.parametrize("status", [400, 404, 405])
async def test_a_refused_handshake_calls_for_the_older_transport(status: int) -> None:
    with HttpServer(always(status)) as server:
        assert (await refused(server.url, mode="auto")).fallback


@pytest.mark.parametrize("code", [-32020, -32021, -32022])
async def test_an_error_of_the_modern_revision_does_not(code: int) -> None:
    def answer(_request: Request) -> Reply:
        error = {"code": code, "message": "no", "data": {"supported": ["2027-01-01"]}}
        return json_reply({"jsonrpc": "2.0", "id": None, "error": error}, status=400)

    with HttpServer(answer) as server:
        assert not (await refused(server.url, mode="auto")).fallback


async def test_a_probe_that_is_refused_before_a_handshake_that_works_calls_for_nothing() -> None:
    def refuse_probe(request: Request) -> Reply | None:
        return Reply(status=400) if request.rpc_method == "server/discover" else None

    with HttpServer(McpScript(on_request=refuse_probe)) as server:
        async with talk(server.url, mode="auto") as session:
            assert not session.facts.fallback
            assert session.facts.problem is None


async def test_an_answer_with_a_foreign_id_is_refused_at_once_and_kept() -> None:
    def swap(request: Request) -> Reply | None:
        if request.rpc_method != "tools/list":
            return None
        return json_reply('{"jsonrpc":"2.0","id":99,"result":{"tools":[]}}')

    with HttpServer(McpScript(on_request=swap)) as server:
        async with talk(server.url) as session:
            tools, objections = await session.listed()
            assert tools == []
            assert "names id 99" in objections[0]


async def test_an_id_given_back_as_text_is_the_same_id() -> None:
    def quote_id(request: Request) -> Reply | None:
        if request.rpc_method != "tools/list":
            return None
        return json_reply(
            f'{{"jsonrpc":"2.0","id":"{request.message["id"]}","result":{{"tools":[]}}}}'
        )

    with HttpServer(McpScript(on_request=quote_id)) as server:
        async with talk(server.url) as session:
            assert await session.listed() == ([], [])
            assert session.facts.problem is None


async def test_a_rejected_key_in_another_header_is_not_called_authorization() -> None:
    told = await cause(always(401), headers=[("X-Api-Key", TOKEN)])
    assert "credentials rejected (scheme: not named)" in told
    assert "correct the header that holds them" in told


async def test_a_request_that_breaks_costs_that_request_alone() -> None:
    broken: list[Request] = []

    def cut_first(request: Request) -> Reply | None:
        if request.rpc_method == "tools/list" and not broken:
            broken.append(request)
            return Reply(headers=JSON, body=b'{"jsonrpc":"2.0","id":2}', cut=True)
        return None

    with HttpServer(McpScript(on_request=cut_first)) as server:
        async with talk(server.url) as session:
            with pytest.raises(Exception, match="broke off in the middle of an answer"):
                await session.client.list_tools(cache_mode="bypass")
            assert "broke off" in (session.facts.problem or "")
            tools, objections = await session.listed()
            assert len(tools) == 1
            assert objections == []
            assert session.facts.problem is None


async def test_a_message_over_the_limit_is_refused_by_name() -> None:
    limits = Limits(connect=3.0, request=3.0, message_bytes=10_000)
    given = {"tools": [{"name": "x" * 20_000, "inputSchema": {"type": "object"}}]}
    for events in (False, True):
        with HttpServer(McpScript(given=given, events=events)) as server:
            async with talk(server.url, options=TargetOptions(limits=limits)) as session:
                with pytest.raises(Exception, match=r"."):
                    await session.client.list_tools(cache_mode="bypass")
                assert "raise limits.message_bytes" in (session.facts.problem or "")


async def test_a_refused_notification_harms_nothing() -> None:
    def refuse(request: Request) -> Reply | None:
        return Reply(status=400) if request.rpc_method == "notifications/initialized" else None

    with HttpServer(McpScript(on_request=refuse)) as server:
        async with talk(server.url) as session:
            assert len((await session.listed())[0]) == 1
            assert session.facts.problem is None


async def test_a_notification_that_is_never_answered_holds_nothing_up() -> None:
    def ignore(request: Request) -> Reply | None:
        return Reply(silent=True) if request.rpc_method == "notifications/initialized" else None

    limits = Limits(connect=3.0, request=0.5)
    with HttpServer(McpScript(on_request=ignore)) as server:
        async with talk(server.url, options=TargetOptions(limits=limits)) as session:
            await session.client.list_tools(cache_mode="bypass")


@pytest.mark.parametrize("url", ["ftp://a.example.test/", "http:///x", "nonsense", "http://[::1/x"])
async def test_a_url_that_http_cannot_reach_is_told_without_quoting_it(url: str) -> None:
    problem = (await refused(url)).problem or ""
    assert problem.startswith("the URL ")
    assert url not in problem


async def test_a_header_that_http_forbids_is_named_without_its_value() -> None:
    facts = await refused("http://127.0.0.1:9/mcp", headers=[("X-Key", f"{TOKEN}\nx")])
    assert "the header x-key for 127.0.0.1:9 holds a character that HTTP forbids" in (
        facts.problem or ""
    )
    assert TOKEN not in (facts.problem or "")


async def test_blanks_around_a_header_value_are_dropped() -> None:
    with HttpServer(McpScript()) as server:
        async with talk(server.url, headers=[("Authorization", f"Bearer {TOKEN}\n")]):
            pass
        assert server.requests[0].headers["authorization"] == f"Bearer {TOKEN}"


async def test_one_scripted_answer_for_all_is_what_the_cases_mean() -> None:
    answer = by_status({"request": "POST any", "status": 500, "body": "boom"})
    reply = answer(Request(method="POST", path="/mcp", headers={}))
    assert reply is not None
    assert reply.body == b"boom"


async def test_messages_are_recorded_as_sent() -> None:
    text = '{"jsonrpc":"2.0", "id":%s, "result":{"tools":[{"name":"a","n":1.0,"n":1e400}]}}'

    def answer(request: Request) -> Reply | None:
        if request.rpc_method != "tools/list":
            return None
        return json_reply(text % request.message["id"])

    with HttpServer(McpScript(on_request=answer)) as server:
        async with talk(server.url) as session:
            await session.listed()
            frame = [f for f in session.frames if f.kind is FrameKind.RESPONSE][-1]
            (asked,) = server.asked("POST", "tools/list")
            assert frame.raw == (text % asked.message["id"]).encode()
