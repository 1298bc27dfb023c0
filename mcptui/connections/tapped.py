"""The tap around a transport's streams, and the answer to servers that ignore the era probe.

The SDK waits ten seconds for `server/discover`; a server that knows only `initialize` may leave it
unanswered. After `probe_seconds` the tap answers in the server's place with an error, whereupon
the SDK falls back to `initialize` on the same connection. Pages with very many tools reach the SDK
without them (`verdict.py` says why); the recorder has them all.
"""

import math
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any

import anyio

from mcptui.connections.link import Item, Link, ReadStream, Streams, WriteStream
from mcptui.connections.streams import Receiving, Wrapping
from mcptui.connections.tap import Recorder, RpcId, correlation
from mcptui.connections.verdict import LARGE_PAGE

if TYPE_CHECKING:
    from mcp.shared.message import SessionMessage

PROBE_METHOD = "server/discover"
_LIST_METHOD = "tools/list"
PROBE_UNANSWERED = "no answer to the probe"
"""Message of the error that stands in for the missing answer."""


def _nothing() -> None:
    """Nobody needs to be told."""


class _Probe:
    """The request under watch, and when its time is up (seconds on the loop's clock)."""

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self._rpc_id: RpcId | None = None
        self._scope: anyio.CancelScope | None = None
        self.deadline = math.inf

    def begins(self, rpc_id: RpcId) -> None:
        if self._seconds is not None:
            self._rpc_id = rpc_id
            self._move(anyio.current_time() + self._seconds)

    def ends(self) -> RpcId | None:
        """Stop watching; give back the id that was watched."""
        rpc_id, self._rpc_id = self._rpc_id, None
        self._move(math.inf)
        return rpc_id

    def watches(self, rpc_id: RpcId | None) -> bool:
        return self._rpc_id is not None and rpc_id == self._rpc_id

    def waits_in(self, scope: anyio.CancelScope | None) -> None:
        """Name the scope whose deadline is this probe's."""
        self._scope = scope

    def _move(self, deadline: float) -> None:
        self.deadline = deadline
        if self._scope is not None:
            self._scope.deadline = deadline


class _Pages:
    """The pages of tools that were asked for and not answered yet."""

    def __init__(self) -> None:
        self._open: set[RpcId | None] = set()

    def asked(self, item: "SessionMessage") -> None:
        """Take notice of what is sent."""
        if getattr(item.message, "method", None) == _LIST_METHOD:
            self._open.add(correlation(getattr(item.message, "id", None)))

    def lighten(self, item: "SessionMessage") -> None:
        """Take the tools out of an answer with very many of them."""
        rpc_id = correlation(getattr(item.message, "id", None))
        if rpc_id not in self._open:
            return
        self._open.discard(rpc_id)
        result: Any = getattr(item.message, "result", None)
        tools = result.get("tools") if isinstance(result, dict) else None
        if isinstance(tools, list) and len(tools) > LARGE_PAGE:
            item.message.result = {**result, "tools": []}  # type: ignore[union-attr]  # a response


class _Read(Wrapping[ReadStream], Receiving):
    def __init__(
        self,
        inner: ReadStream,
        recorder: Recorder,
        probe: _Probe,
        *,
        pages: _Pages,
        raw_supplied: bool,
        on_end: Callable[[], None],
    ) -> None:
        super().__init__(inner)
        self._pages = pages
        self._recorder = recorder
        self._probe = probe
        self._raw_supplied = raw_supplied
        self._on_end = on_end

    async def receive(self) -> Item:
        while True:
            with anyio.CancelScope(deadline=self._probe.deadline) as scope:
                self._probe.waits_in(scope)
                try:
                    return self._seen(await self._inner.receive())
                except (anyio.EndOfStream, anyio.ClosedResourceError):
                    self._on_end()
                    raise
                finally:
                    self._probe.waits_in(None)
            rpc_id = self._probe.ends()
            if rpc_id is not None:
                self._recorder.give_up(rpc_id)
                return _unanswered(rpc_id)

    def _seen(self, item: Item) -> Item:
        self._recorder.received(item, raw_supplied=self._raw_supplied)
        if not isinstance(item, Exception):
            if self._probe.watches(getattr(item.message, "id", None)):
                self._probe.ends()
            self._pages.lighten(item)
        return item

    @property
    def last_context(self) -> object:
        """The sender's context, which the SDK asks a read stream for by name."""
        return getattr(self._inner, "last_context", None)


class _Write(Wrapping[WriteStream]):
    def __init__(
        self, inner: WriteStream, recorder: Recorder, probe: _Probe, pages: _Pages
    ) -> None:
        super().__init__(inner)
        self._pages = pages
        self._recorder = recorder
        self._probe = probe

    async def send(self, item: "SessionMessage", /) -> None:
        self._recorder.sent(item)
        rpc_id = getattr(item.message, "id", None)
        if rpc_id is not None and getattr(item.message, "method", None) == PROBE_METHOD:
            self._probe.begins(rpc_id)
        self._pages.asked(item)
        await self._inner.send(item)


class TapTransport:
    """A link as the SDK's client wants it, with every frame told to the recorder.

    Args:
        link: the transport, not yet entered.
        recorder: takes the frames.
        probe_seconds: how long `server/discover` may stay unanswered; None: as long as the SDK
            waits.
        on_end: called when nothing more will come from the server.
    """

    def __init__(
        self,
        link: Link,
        recorder: Recorder,
        *,
        probe_seconds: float | None = None,
        on_end: Callable[[], None] = _nothing,
    ) -> None:
        self._link = link
        self._recorder = recorder
        self._probe = _Probe(probe_seconds)
        self._pages = _Pages()
        self._on_end = on_end

    async def __aenter__(self) -> Streams:
        read, write = await self._link.__aenter__()
        tapped = _Read(
            read,
            self._recorder,
            self._probe,
            pages=self._pages,
            raw_supplied=self._link.raw_supplied,
            on_end=self._on_end,
        )
        return tapped, _Write(write, self._recorder, self._probe, self._pages)

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> bool | None:
        return await self._link.__aexit__(exc_type, exc_val, exc_tb)


def _unanswered(rpc_id: RpcId) -> Item:
    # mcp is heavy; whoever holds a stream of it has loaded it
    from mcp.shared.message import SessionMessage  # noqa: PLC0415
    from mcp.types import REQUEST_TIMEOUT, ErrorData, JSONRPCError  # noqa: PLC0415

    error = ErrorData(code=REQUEST_TIMEOUT, message=PROBE_UNANSWERED)
    return SessionMessage(JSONRPCError(jsonrpc="2.0", id=rpc_id, error=error))
