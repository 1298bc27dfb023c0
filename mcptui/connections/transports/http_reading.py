"""Answers read before the SDK reads them: each message goes to the recorder as it was sent."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing

import anyio
import httpx2

from mcptui.connections.tap import Frame, FrameKind, Recorder, RpcId, frames_of
from mcptui.connections.transports.http_challenge import challenges
from mcptui.connections.transports.http_events import EventReader, EventTooLargeError
from mcptui.connections.transports.http_exchange import HttpExchange
from mcptui.contract.definition import MISSING
from mcptui.contract.display import shown
from mcptui.contract.wire import WireError, loads

_EXCERPT_BYTES = 64 * 1024
_EXCERPT_SECONDS = 2.0
_ID_CHARACTERS = 80
_ACCEPTED = 202
_FIRST_REDIRECT, _FIRST_FAILURE = 300, 400
_JSON = "application/json"
_FRAMING = frozenset({"content-encoding", "content-length", "transfer-encoding"})
"""Headers that say how the body travelled; it is passed on decoded."""


class AnswerTooLargeError(Exception):
    """A message is larger than one may be."""


class AnswerReader:
    """Reads the answers of one connection.

    Args:
        recorder: takes the bytes of each message.
        tell: called with an exchange whenever more of it is known.
        message_bytes: how large one message may be.
    """

    def __init__(
        self, recorder: Recorder, tell: Callable[[HttpExchange], None], message_bytes: int
    ) -> None:
        self._recorder = recorder
        self._tell = tell
        self._message_bytes = message_bytes

    async def read(self, response: httpx2.Response, exchange: HttpExchange) -> httpx2.Response:
        """Read an answer, as far as it is no stream, and give one for the SDK to read.

        Raises:
            AnswerTooLargeError: the body is.
            httpx2.HTTPError: it broke off, or its compression is broken.
        """
        _take_head(response, exchange)
        if exchange.is_stream:
            if exchange.method == "GET":
                self._tell(exchange)
            return _passed_on(response, _EventBody(self, response, exchange))
        try:
            body = await self._body(response, exchange)
        finally:
            await response.aclose()
        self._tell(exchange)
        return _passed_on(response, httpx2.ByteStream(body))

    async def _body(self, response: httpx2.Response, exchange: HttpExchange) -> bytes:
        status = response.status_code
        is_json = exchange.content_type.startswith(_JSON)
        if exchange.rpc_id is None or not is_json or status in range(_ACCEPTED, _FIRST_FAILURE):
            body = await _beginning(response)
            exchange.take_excerpt(body)
            return body
        body = await self._whole(response)
        if status >= _FIRST_FAILURE:
            await self._take_error(body, exchange)
        elif body and not body.isspace():
            _weigh(await self._recorder.arrived(body, exchange.rpc_id), exchange)
            if exchange.complaint:
                exchange.take_excerpt(body)
        return body

    async def _whole(self, response: httpx2.Response) -> bytes:
        body = bytearray()
        async with aclosing(response.aiter_bytes()) as chunks:
            async for chunk in chunks:
                body += chunk
                if len(body) > self._message_bytes:
                    raise AnswerTooLargeError
        return bytes(body)

    async def _take_error(self, body: bytes, exchange: HttpExchange) -> None:
        """Beside a status of failure a body is the answer only if it is a JSON-RPC error."""
        exchange.take_excerpt(body)
        for frame in frames_of(body, exchange.rpc_id) if len(body) <= _EXCERPT_BYTES else ():
            error = frame.member("error")
            if frame.kind is FrameKind.ERROR and isinstance(error, dict):
                code, message = error.get("code"), error.get("message")
                if isinstance(code, int) and isinstance(message, str):
                    exchange.rpc_error = code, exchange.manner.masked(message)
                    await self._recorder.arrived(body, exchange.rpc_id)
                    return

    async def events(
        self, response: httpx2.Response, exchange: HttpExchange
    ) -> AsyncIterator[bytes]:
        """The stream as it comes; a message is recorded before its last byte goes on.

        Whoever reads the one stream of SSE records it there.
        """
        reader: EventReader | None = None
        if exchange.manner.answers_in_post:
            reader = EventReader(self._message_bytes)
        try:
            async with aclosing(response.aiter_bytes()) as chunks:
                async for chunk in chunks:
                    if reader is not None and not await self._take_events(reader, chunk, exchange):
                        reader = None
                    yield chunk
        except httpx2.HTTPError as error:
            exchange.error = error
            self._tell(exchange)
            raise
        if exchange.rpc_id is not None and not exchange.is_answered:
            self._tell(exchange)

    async def _take_events(self, reader: EventReader, chunk: bytes, exchange: HttpExchange) -> bool:
        """Record the messages this chunk completes; False: give up reading this stream."""
        try:
            for event in reader.feed(chunk):
                if event.name == "message" and event.data:
                    _weigh(await self._recorder.arrived(event.data, exchange.rpc_id), exchange)
        except EventTooLargeError:
            exchange.error = AnswerTooLargeError()
            self._tell(exchange)
            return False
        if exchange.is_answered:
            self._tell(exchange)
        return True


class _EventBody(httpx2.AsyncByteStream):
    """An event stream on its way to the SDK."""

    def __init__(
        self, reader: AnswerReader, response: httpx2.Response, exchange: HttpExchange
    ) -> None:
        self._reader = reader
        self._response = response
        self._exchange = exchange

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._reader.events(self._response, self._exchange)

    async def aclose(self) -> None:
        """Let go of the socket."""
        await self._response.aclose()


async def _beginning(response: httpx2.Response) -> bytes:
    """As much of a body as a cause may quote; bounded in size and time."""
    body = bytearray()
    with anyio.move_on_after(_EXCERPT_SECONDS):
        async with aclosing(response.aiter_bytes()) as chunks:
            async for chunk in chunks:
                body += chunk
                if len(body) >= _EXCERPT_BYTES:
                    break
    return bytes(body)


def _take_head(response: httpx2.Response, exchange: HttpExchange) -> None:
    kind: str = response.headers.get("content-type", "")
    exchange.status = response.status_code
    exchange.content_type = kind.partition(";")[0].strip().lower()
    exchange.challenges = challenges(response.headers.get_list("www-authenticate"))
    exchange.retry_after = response.headers.get("retry-after", "")
    if _FIRST_REDIRECT <= response.status_code < _FIRST_FAILURE and response.next_request:
        target = response.next_request.url.copy_with(userinfo=b"", query=None, fragment=None)
        exchange.location = exchange.manner.masked(str(target))


def _weigh(frames: tuple[Frame, ...], exchange: HttpExchange) -> None:
    """Whether these frames answer the request, and what is wrong where they only look like it."""
    for frame in frames:
        if frame.kind in (FrameKind.RESPONSE, FrameKind.ERROR):
            exchange.is_answered = True
            if not exchange.is_stream:
                exchange.complaint = _wrong_id(frame.member("id"), exchange.rpc_id)
        elif frame.kind is FrameKind.INVALID and not exchange.is_stream:
            exchange.complaint = f"the answer is no message: {_fault(frame)}"


def _wrong_id(named: object, rpc_id: RpcId | None) -> str:
    """What is wrong with the id of an answer; the SDK takes "7" for 7, and so do we."""
    if named == rpc_id or (isinstance(named, str) and named == str(rpc_id)):
        return ""
    if named is MISSING:
        return f"the answer to request {rpc_id} names no id"
    told = shown(json.dumps(named, default=str)[:_ID_CHARACTERS])
    return f"the answer to request {rpc_id} names id {told}"


def _fault(frame: Frame) -> str:
    """Why the bytes of an invalid frame are no message, with the place where JSON breaks."""
    try:
        loads(frame.raw or b"")
    except WireError as problem:
        return f"line {problem.line}, column {problem.column}: {shown(problem.reason)}"
    return shown(frame.note or "")


def _passed_on(response: httpx2.Response, stream: httpx2.AsyncByteStream) -> httpx2.Response:
    headers = [
        (name, text) for name, text in response.headers.multi_items() if name not in _FRAMING
    ]
    return httpx2.Response(
        response.status_code, headers=headers, stream=stream, extensions=response.extensions
    )
