"""A scripted HTTP server on loopback: says exactly the bytes a test wants said.

It runs in a thread of its own, so that a test may drive it from a coroutine, from plain code or
from a program in another process. What it was asked stands in `requests`.
"""

import asyncio
import json
import ssl
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

_PATIENCE = 5.0
"""Seconds that any wait may take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One request as it arrived; header names in lower case."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes = b""

    @property
    def message(self) -> dict[str, Any]:
        """The JSON-RPC message in the body; empty where there is none."""
        with suppress(ValueError):
            value = json.loads(self.body)
            if isinstance(value, dict):
                return value
        return {}

    @property
    def rpc_method(self) -> str | None:
        """The JSON-RPC method in the body."""
        method = self.message.get("method")
        return method if isinstance(method, str) else None


class NotHttpError(Exception):
    """What came in is no HTTP."""


class Feed:
    """A response body that a test writes while the server sends it; any thread may write."""

    def __init__(self, *parts: bytes) -> None:
        self._parts: deque[bytes | None] = deque(parts)
        self._ring: Callable[[], None] = lambda: None

    def send(self, part: bytes) -> None:
        """Send these bytes."""
        self._parts.append(part)
        self._ring()

    def close(self) -> None:
        """End the body."""
        self._parts.append(None)
        self._ring()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        loop, bell = asyncio.get_running_loop(), asyncio.Event()

        def ring() -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(bell.set)

        self._ring = ring
        while True:
            bell.clear()
            while self._parts:
                part = self._parts.popleft()
                if part is None:
                    return
                yield part
            await bell.wait()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What to answer."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | Iterable[bytes] | Feed = b""
    """Bytes are sent with a content-length; an iterable or a feed in chunks without one."""
    silent: bool = False
    """Never answer; the connection stays open."""
    cut: bool = False
    """Close the connection in the middle of the body."""
    after: float = 0
    """Seconds to wait before answering."""


Answer = Callable[[Request], Reply]


def json_reply(
    value: Any, *, status: int = 200, after: float = 0, headers: Mapping[str, str] | None = None
) -> Reply:
    """A JSON body; a str is sent as it stands."""
    text = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
    body = text.encode("utf-8", "surrogatepass")
    head = {"content-type": "application/json", **(headers or {})}
    return Reply(status=status, headers=head, body=body, after=after)


def events_reply(
    body: Iterable[bytes] | Feed, *, after: float = 0, headers: Mapping[str, str] | None = None
) -> Reply:
    """A stream of server-sent events, sent in chunks."""
    head = {"content-type": "text/event-stream", **(headers or {})}
    return Reply(headers=head, body=body, after=after)


def event(data: str, *, name: str | None = "message", event_id: str | None = None) -> bytes:
    """One server-sent event."""
    lines = [f"event: {name}"] if name is not None else []
    if event_id is not None:
        lines.append(f"id: {event_id}")
    lines.extend(f"data: {line}" for line in data.split("\n"))
    return ("\r\n".join(lines) + "\r\n\r\n").encode("utf-8", "surrogatepass")


class HttpServer:
    """Serves `answer` on a free loopback port while the block is open.

    Args:
        answer: called in the server's thread for each request.
        tls: serve HTTPS with this context.
        tunnel: as a proxy, play every host of `https://` URLs with this context.
    """

    def __init__(
        self,
        answer: Answer,
        *,
        tls: ssl.SSLContext | None = None,
        tunnel: ssl.SSLContext | None = None,
    ) -> None:
        self._answer = answer
        self._tls = tls
        self._tunnel = tunnel
        self._changed = threading.Condition()
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._up = threading.Event()
        self._writers: list[asyncio.StreamWriter] = []
        self.requests: list[Request] = []
        self.open_connections = 0
        self.port = 0

    @property
    def origin(self) -> str:
        """Scheme, host and port."""
        scheme = "http" if self._tls is None else "https"
        host = "127.0.0.1" if self._tls is None else "localhost"
        return f"{scheme}://{host}:{self.port}"

    @property
    def url(self) -> str:
        """The address of the MCP endpoint."""
        return f"{self.origin}/mcp"

    def asked(self, method: str, rpc_method: str | None = None) -> tuple[Request, ...]:
        """The requests of this HTTP method (and JSON-RPC method) so far."""
        return tuple(
            request
            for request in list(self.requests)
            if request.method == method and (rpc_method is None or request.rpc_method == rpc_method)
        )

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until a condition on what arrived holds.

        Raises:
            TimeoutError: it did not within 5 s.
        """
        if not await asyncio.to_thread(self._wait, is_so):
            raise TimeoutError

    def _wait(self, is_so: Callable[[], bool]) -> bool:
        with self._changed:
            return self._changed.wait_for(is_so, _PATIENCE)

    def __enter__(self) -> Self:
        self._thread.start()
        if not self._up.wait(_PATIENCE):
            raise TimeoutError
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(_PATIENCE)

    def _run(self) -> None:
        self._loop.set_exception_handler(lambda _loop, _context: None)
        try:
            self._loop.run_until_complete(self._serve())
        finally:
            self._loop.close()

    async def _serve(self) -> None:
        server = await asyncio.start_server(
            self._accept, "127.0.0.1", 0, ssl=self._tls, limit=1 << 26
        )
        self.port = server.sockets[0].getsockname()[1]
        self._up.set()
        await self._stop.wait()
        self._loop.remove_reader(server.sockets[0].fileno())
        await _some_turns()  # a connection accepted just now begins, which a closed server prevents
        server.close()
        me = asyncio.current_task()
        others = [task for task in asyncio.all_tasks() if task is not me]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        for writer in self._writers:
            writer.transport.abort()
        await _some_turns()  # sockets close

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.append(writer)
        self._count(+1)
        try:
            with suppress(OSError, asyncio.IncompleteReadError):
                await self._talk(reader, writer)
        except NotHttpError:
            writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        finally:
            self._count(-1)
            writer.close()

    def _count(self, step: int) -> None:
        with self._changed:
            self.open_connections += step
            self._changed.notify_all()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        early = b""
        while (request := await _read_request(reader, early)) is not None:
            if request.method == "CONNECT" and self._tunnel is not None:
                writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
                await writer.start_tls(self._tunnel)
                continue
            with self._changed:
                self.requests.append(request)
                self._changed.notify_all()
            reply = self._answer(request)
            gone = asyncio.ensure_future(reader.read(1))
            sending = asyncio.ensure_future(_send(writer, reply))
            try:
                await asyncio.wait({gone, sending}, return_when=asyncio.FIRST_COMPLETED)
                if not sending.done():
                    return
                sending.result()
            finally:
                for task in (gone, sending):
                    task.cancel()
                await asyncio.gather(gone, sending, return_exceptions=True)
            if reply.cut:
                return
            early = b"" if gone.cancelled() else gone.result()


async def _some_turns() -> None:
    """Let the event loop do what it has put off."""
    for _ in range(10):
        await asyncio.sleep(0)


async def _read_request(reader: asyncio.StreamReader, early: bytes) -> Request | None:
    try:
        early = early or await reader.readexactly(1)
        if not early.isalpha():  # as TLS begins
            raise NotHttpError
        head = early + await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return None
    first, *lines = head.decode("latin-1").rstrip("\r\n").split("\r\n")
    method, path, _version = first.split(" ")
    headers = {
        name.strip().lower(): value.strip()
        for name, _colon, value in (line.partition(":") for line in lines)
    }
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    if path.startswith("http://"):  # as a proxy is asked
        path = "/" + path.split("/", 3)[3]
    return Request(method=method, path=path, headers=headers, body=body)


async def _send(writer: asyncio.StreamWriter, reply: Reply) -> None:
    if reply.silent:
        await asyncio.Event().wait()
    await asyncio.sleep(reply.after)
    headers = dict(reply.headers)
    if isinstance(reply.body, bytes):
        headers["content-length"] = str(len(reply.body))
    else:
        headers["transfer-encoding"] = "chunked"
    lines = [f"HTTP/1.1 {reply.status} X", *(f"{name}: {text}" for name, text in headers.items())]
    writer.write("\r\n".join([*lines, "", ""]).encode("latin-1"))
    if isinstance(reply.body, bytes):
        writer.write(reply.body[: len(reply.body) // 2] if reply.cut else reply.body)
        await writer.drain()
        return
    async for part in _parts(reply.body):
        writer.write(b"%x\r\n%b\r\n" % (len(part), part))
        await writer.drain()
    if not reply.cut:
        writer.write(b"0\r\n\r\n")
        await writer.drain()


async def _parts(body: Iterable[bytes] | Feed) -> AsyncIterator[bytes]:
    if isinstance(body, Feed):
        async for part in body:
            yield part
        return
    for part in body:
        yield part
