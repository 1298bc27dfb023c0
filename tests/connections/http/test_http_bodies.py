import gzip
import json
import tracemalloc

import anyio
import pytest

from mcptui.contract.target import Limits, TargetOptions
from tests.connections.http.talking import talk
from tests.servers.http_mcp import ONE_TOOL, McpScript, in_chunks
from tests.servers.http_scripted import Feed, HttpServer, Reply, Request, event, events_reply

MANY = {
    "tools": [
        {"name": f"tool_{n}", "description": "x" * 2_000, "inputSchema": {"type": "object"}}
        for n in range(1_000)
    ]
}


def answered(request: Request, script: McpScript) -> bytes:
    return (script.replies.to(request.message).text or "").encode()


async def test_a_compressed_body_is_read_as_what_it_says() -> None:
    script = McpScript()

    def packed(request: Request) -> Reply | None:
        if request.rpc_method != "tools/list":
            return None
        headers = {"content-type": "application/json", "content-encoding": "gzip"}
        return Reply(headers=headers, body=gzip.compress(answered(request, script)))

    script.on_request = packed
    with HttpServer(script) as server:
        async with talk(server.url) as session:
            assert (await session.listed())[0] == ONE_TOOL["tools"]


async def test_broken_compression_costs_one_request() -> None:
    def packed(request: Request) -> Reply | None:
        if request.rpc_method != "tools/list":
            return None
        headers = {"content-type": "application/json", "content-encoding": "gzip"}
        return Reply(headers=headers, body=b"not gzip")

    with HttpServer(McpScript(on_request=packed)) as server:
        async with talk(server.url) as session:
            with pytest.raises(Exception, match="compression is broken"):
                await session.client.list_tools(cache_mode="bypass")


async def test_a_json_body_in_chunks_needs_no_content_length() -> None:
    script = McpScript()

    def chunked(request: Request) -> Reply | None:
        if request.rpc_method != "tools/list":
            return None
        body = in_chunks(answered(request, script), 5)
        return Reply(headers={"content-type": "application/json"}, body=body)

    script.on_request = chunked
    with HttpServer(script) as server:
        async with talk(server.url) as session:
            assert (await session.listed())[0] == ONE_TOOL["tools"]


async def test_an_answer_streamed_in_five_chunks_is_read_whole() -> None:
    script = McpScript()
    text = "ab" * 2_500

    def streamed(request: Request) -> Reply | None:
        if request.rpc_method != "tools/call":
            return None
        result = {"content": [{"type": "text", "text": text}]}
        message = {"jsonrpc": "2.0", "id": request.message["id"], "result": result}
        return events_reply(in_chunks(event(json.dumps(message)), 5))

    script.on_request = streamed
    with HttpServer(script) as server:
        async with talk(server.url) as session:
            await session.listed()
            with session.recorder.operation() as exchange:
                await session.client.call_tool("a", {})
            (request,) = exchange.requests("tools/call")
            answer = exchange.answer_to(request)
            assert answer is not None
            assert answer.member("result")["content"][0]["text"] == text
            assert answer.raw is not None


async def test_progress_before_the_answer_is_no_answer() -> None:
    script = McpScript(events=True)

    def streamed(request: Request) -> Reply | None:
        if request.rpc_method != "tools/list":
            return None
        log = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info"}}
        parts = [b": hello\r\n\r\n", event(json.dumps(log)), event("{}", name="other")]
        return events_reply([*parts, event(answered(request, script).decode())])

    script.on_request = streamed
    with HttpServer(script) as server:
        async with talk(server.url) as session:
            tools, _objections = await session.listed()
            assert tools == ONE_TOOL["tools"]


@pytest.mark.parametrize("events", [False, True])
async def test_a_list_of_two_megabytes_is_read(events: bool) -> None:
    with HttpServer(McpScript(given=MANY, events=events)) as server:
        async with talk(server.url) as session:
            tools, objections = await session.listed()
            assert tools == MANY["tools"]
            assert objections == []


async def test_fifty_megabytes_of_json_do_not_fail() -> None:
    size = 50_000_000
    limits = Limits(connect=5.0, request=5.0)

    def big(request: Request) -> Reply | None:
        if request.rpc_method != "tools/list":
            return None
        head = f'{{"jsonrpc":"2.0","id":{request.message["id"]},"result":{{"tools":['
        tool = f'{{"name":"a","description":"{"x" * size}","inputSchema":{{"type":"object"}}}}]}}}}'
        return Reply(headers={"content-type": "application/json"}, body=(head + tool).encode())

    with HttpServer(McpScript(on_request=big)) as server:
        async with talk(server.url, options=TargetOptions(limits=limits)) as session:
            (tool,), _objections = await session.listed()
            assert len(tool["description"]) == size


async def test_a_long_lived_stream_keeps_nothing() -> None:
    """Eight megabytes of notifications pass, and nothing like it stays."""
    feed = Feed(b": open\r\n\r\n")
    note = {"jsonrpc": "2.0", "method": "notifications/message"}
    note["params"] = {"level": "info", "data": "x" * 100_000}  # type: ignore[assignment]  # JSON
    heard: list[None] = []
    seen = anyio.Event()

    async def count(_message: object) -> None:
        heard.append(None)
        if len(heard) == 80:
            seen.set()

    def stream(request: Request) -> Reply | None:
        return events_reply(feed) if request.method == "GET" else None

    with HttpServer(McpScript(on_request=stream)) as server:
        async with talk(server.url, message_handler=count) as session:
            del session.frames[:]
            session.recorder._on_frame = None
            await server.until(lambda: bool(server.asked("GET")))
            tracemalloc.start()
            try:
                for _ in range(80):
                    feed.send(event(json.dumps(note)))
                with anyio.fail_after(5):
                    await seen.wait()
                kept, _peak = tracemalloc.get_traced_memory()
            finally:
                tracemalloc.stop()
            assert kept < 3_000_000
