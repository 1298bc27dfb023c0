"""Frames, whom they belong to, and the answer for servers silent to the probe."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Any

import anyio
import pytest
from mcp.shared.message import SessionMessage
from mcp.types import JSONRPCError, JSONRPCRequest, JSONRPCResponse

from mcptui.connections.link import Item, Streams
from mcptui.connections.tap import Exchange, Frame, FrameKind, Recorder, frames_of
from mcptui.connections.tapped import PROBE_METHOD, TapTransport


def request(rpc_id: int | str, method: str = "tools/list") -> SessionMessage:
    return SessionMessage(JSONRPCRequest(jsonrpc="2.0", id=rpc_id, method=method))


def response(rpc_id: int | str, **result: Any) -> SessionMessage:
    return SessionMessage(JSONRPCResponse(jsonrpc="2.0", id=rpc_id, result=result))


def as_bytes(**message: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **message}).encode()


def only_answer(exchange: Exchange) -> Frame | None:
    (asked,) = exchange.requests("tools/list")
    return exchange.answer_to(asked)


async def test_answers_go_to_the_task_that_asked_in_whatever_order_they_come() -> None:
    recorder = Recorder()
    asked, answered = asyncio.Barrier(3), asyncio.Event()

    async def ask(rpc_id: int) -> Exchange:
        with recorder.operation() as exchange:
            recorder.sent(request(rpc_id))
            await asked.wait()
            await answered.wait()
        return exchange

    async def answer() -> None:
        await asked.wait()
        await recorder.arrived(as_bytes(id=2, result={"n": 2}))
        await recorder.arrived(as_bytes(id=1, result={"n": 1}))
        answered.set()

    first, second, _ = await asyncio.gather(ask(1), ask(2), answer())
    for exchange, number in ((first, 1), (second, 2)):
        frame = only_answer(exchange)
        assert frame is not None
        assert frame.member("result") == {"n": number}
        assert frame.raw is not None


async def test_ids_are_the_same_as_text_and_as_numbers() -> None:
    recorder = Recorder()
    with recorder.operation() as exchange:
        recorder.sent(request("7"))
        await recorder.arrived(as_bytes(id=7.0, result={}))
        assert only_answer(exchange) is not None


async def test_the_response_stream_names_the_request_it_answers() -> None:
    recorder = Recorder()
    with recorder.operation() as exchange:
        recorder.sent(request(3))
        (frame,) = await recorder.arrived(as_bytes(id=99, result={}), answers=3)
        assert frame.rpc_id == 3
        assert only_answer(exchange) is frame


async def test_only_what_was_never_on_the_wire_is_added_to_raw_frames() -> None:
    frames: list[Frame] = []
    recorder = Recorder(on_frame=frames.append)
    with recorder.operation() as exchange:
        recorder.sent(request(1))
        await recorder.arrived(as_bytes(id=1, result={"tools": []}))
        recorder.received(response(1, tools=[]), raw_supplied=True)
        assert len(frames) == 2
    with recorder.operation() as exchange:
        recorder.sent(request(2))
        made_up = JSONRPCError.model_validate(
            {"jsonrpc": "2.0", "id": 2, "error": {"code": -32603, "message": "HTTP 500"}}
        )
        recorder.received(SessionMessage(made_up), raw_supplied=True)
        frame = only_answer(exchange)
        assert frame is not None
        assert frame.kind is FrameKind.ERROR
        assert frame.raw is None
        assert frame.member("error") == {"code": -32603, "message": "HTTP 500"}


async def test_without_bytes_the_messages_themselves_are_kept() -> None:
    recorder = Recorder()
    with recorder.operation() as exchange:
        recorder.sent(request(1))
        recorder.received(response(1, tools=[], x=1.0), raw_supplied=False)
        frame = only_answer(exchange)
        assert frame is not None
        assert frame.member("result") == {"tools": [], "x": 1.0}


async def test_an_error_without_id_belongs_to_the_one_request_that_waits() -> None:
    recorder = Recorder()
    error = as_bytes(id=None, error={"code": -32700, "message": "?"})
    with recorder.operation() as exchange:
        recorder.sent(request(1))
        await recorder.arrived(error)
        assert only_answer(exchange) is not None
    with recorder.operation() as exchange:
        recorder.sent(request(2))
        recorder.sent(request(3, "ping"))
        await recorder.arrived(error)
        assert only_answer(exchange) is None


async def test_an_operation_that_is_over_owns_nothing_any_more() -> None:
    recorder = Recorder()
    with recorder.operation() as exchange:
        recorder.sent(request(1))
    await recorder.arrived(as_bytes(id=1, result={}))
    assert len(exchange.frames) == 1


@pytest.mark.parametrize(
    ("data", "kinds"),
    [
        (b'{"jsonrpc":"2.0","method":"a"}', [FrameKind.NOTIFICATION]),
        (b'{"jsonrpc":"2.0","method":"a","id":1}', [FrameKind.REQUEST]),
        (b'{"id":1,"result":null}', [FrameKind.RESPONSE]),
        (b'{"id":1,"error":{}}', [FrameKind.ERROR]),
        (b'[{"id":1,"result":1},{"method":"a"}]', [FrameKind.RESPONSE, FrameKind.NOTIFICATION]),
        (b"[]", [FrameKind.INVALID]),
        (b"7", [FrameKind.INVALID]),
        (b"{}", [FrameKind.INVALID]),
        (b"hello", [FrameKind.INVALID]),
        (b"\xff", [FrameKind.INVALID]),
    ],
)
def test_bytes_are_told_apart_by_their_members(data: bytes, kinds: list[FrameKind]) -> None:
    frames = frames_of(data)
    assert [frame.kind for frame in frames] == kinds
    assert all(frame.raw == data for frame in frames)
    assert all(frame.note for frame in frames if frame.kind is FrameKind.INVALID)


async def test_a_large_message_is_read_beside_the_event_loop() -> None:
    recorder = Recorder()
    data = as_bytes(id=1, result={"x": "y" * 200_000})
    turns = 0

    async def count() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0)
            turns += 1

    counting = asyncio.create_task(count())
    (frame,) = await recorder.arrived(data)
    counting.cancel()
    assert turns > 0
    assert frame.kind is FrameKind.RESPONSE


# --- the probe ------------------------------------------------------------------------------------


class Pipe:
    """A link whose server is the test."""

    kind = "stdio"
    raw_supplied = True

    def __init__(self) -> None:
        self.to_us, self._read = anyio.create_memory_object_stream[Item](1)
        self._write, self.from_us = anyio.create_memory_object_stream[SessionMessage](10)

    async def __aenter__(self) -> Streams:
        return self._read, self._write

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> None:
        for stream in (self.to_us, self._read, self._write, self.from_us):
            stream.close()

    def kill(self) -> None:
        raise NotImplementedError


@asynccontextmanager
async def tapped(seconds: float | None) -> AsyncIterator[tuple[Pipe, Streams, list[str]]]:
    pipe, ends = Pipe(), list[str]()
    transport = TapTransport(
        pipe, Recorder(), probe_seconds=seconds, on_end=lambda: ends.append("end")
    )
    async with asyncio.timeout(5), transport as streams:
        yield pipe, streams, ends


async def test_a_silent_probe_is_answered_in_place_of_the_server() -> None:
    async with tapped(0.05) as (_, (read, write), _):
        receiving = asyncio.create_task(read.receive())
        await asyncio.sleep(0)
        await write.send(request(1, PROBE_METHOD))
        item = await receiving
        assert isinstance(item, SessionMessage)
        assert isinstance(item.message, JSONRPCError)
        assert item.message.id == 1


async def test_an_answered_probe_is_left_alone_and_nothing_is_lost() -> None:
    async with tapped(0.05) as (pipe, (read, write), _):
        await write.send(request(1, PROBE_METHOD))
        await pipe.to_us.send(response(1, a=1))
        assert isinstance(await read.receive(), SessionMessage)
        receiving = asyncio.create_task(read.receive())
        done, _ = await asyncio.wait([receiving], timeout=0.15)
        assert not done
        await pipe.to_us.send(response(2, b=2))
        item = await receiving
        assert isinstance(item, SessionMessage)
        assert item.message == response(2, b=2).message


async def test_other_requests_are_not_watched() -> None:
    async with tapped(0.01) as (_, (read, write), _):
        await write.send(request(1))
        receiving = asyncio.create_task(read.receive())
        done, _ = await asyncio.wait([receiving], timeout=0.1)
        assert not done
        receiving.cancel()


async def test_the_end_of_the_stream_is_told() -> None:
    async with tapped(None) as (pipe, (read, _), ends):
        pipe.to_us.close()
        assert [item async for item in read] == []
        assert ends == ["end"]
