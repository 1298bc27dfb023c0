"""The raw frames as they crossed the wire, and the operation each belongs to.

A transport hands over bytes and messages in two places:

- `await recorder.arrived(data, answers=ID)` with the exact bytes of one message (a line of standard
  output, a JSON body, the data of one server-sent event), *before* the SDK sees that message.
  `answers` is the id of the request whose HTTP response carried it; it wins over the id written in
  the message, as it does for the SDK. A transport that does this sets `raw_supplied` on its link,
  and the tap adds only what never was on the wire.
- Without bytes (`raw_supplied` false) the tap records the messages as the SDK parsed them.

Correlation: a request is sent in the task that made it, so the `operation()` open in that task
owns the request id, whatever else runs at the same time.
"""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeAlias

from mcptui.contract import wire
from mcptui.contract.definition import MISSING
from mcptui.contract.wire import JsonValue

if TYPE_CHECKING:
    from mcp.shared.message import SessionMessage

RpcId: TypeAlias = int | str

_THREAD_BYTES = 64 * 1024
"""Messages larger than this are read in a thread, so that the event loop is not held."""
_ENVELOPE = ("jsonrpc", "id", "method", "params", "result")


class Direction(StrEnum):
    """Which way a frame went, seen from us."""

    SENT = "sent"
    RECEIVED = "received"


class FrameKind(StrEnum):
    """What a frame is in JSON-RPC."""

    REQUEST = "request"
    RESPONSE = "response"
    ERROR = "error"
    NOTIFICATION = "notification"
    INVALID = "invalid"
    """Not JSON, or no JSON-RPC message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """One message that crossed the wire, or what the SDK made up for one."""

    direction: Direction
    kind: FrameKind
    at: float
    """Seconds since the epoch."""
    clock: float
    """Seconds on `time.perf_counter`."""
    rpc_id: RpcId | None = None
    method: str | None = None
    body: JsonValue = None
    """The whole message as read from its bytes; never changed."""
    raw: bytes | None = None
    """The exact bytes; None where the message came without (the SDK may have made it up)."""
    note: str | None = None
    """Why it is invalid; foreign text."""

    def member(self, name: str) -> Any:
        """A member of the message, or MISSING."""
        return self.body.get(name, MISSING) if isinstance(self.body, dict) else MISSING


@dataclass(slots=True)
class Exchange:
    """What one operation put on the wire and took off it, in order."""

    frames: list[Frame] = field(default_factory=list)

    def requests(self, method: str) -> tuple[Frame, ...]:
        """The requests of that method that were sent."""
        return tuple(
            frame
            for frame in self.frames
            if frame.kind is FrameKind.REQUEST
            and frame.direction is Direction.SENT
            and frame.method == method
        )

    def answer_to(self, request: Frame) -> Frame | None:
        """The response or error for that request, or None while there is none."""
        wanted = correlation(request.rpc_id)
        for frame in self.frames:
            answers = frame.kind in (FrameKind.RESPONSE, FrameKind.ERROR)
            if (
                answers
                and frame.direction is Direction.RECEIVED
                and correlation(frame.rpc_id) == wanted
            ):
                return frame
        return None


_current: ContextVar[Exchange | None] = ContextVar("mcptui_exchange", default=None)


class Recorder:
    """Takes in every frame of one connection and gives each to the operation it belongs to.

    Args:
        on_frame: called on the event loop for every frame, after it was filed.
    """

    def __init__(self, on_frame: Callable[[Frame], None] | None = None) -> None:
        self._on_frame = on_frame
        self._unanswered: dict[RpcId | None, Exchange | None] = {}

    @contextmanager
    def operation(self) -> Iterator[Exchange]:
        """Own the requests that this task sends while the block is open."""
        exchange = Exchange()
        token = _current.set(exchange)
        try:
            yield exchange
        finally:
            _current.reset(token)
            for rpc_id in [key for key, mine in self._unanswered.items() if mine is exchange]:
                del self._unanswered[rpc_id]

    def sent(self, message: "SessionMessage", raw: bytes | None = None) -> None:
        """File a message that the SDK is about to send; call it in the sender's own task."""
        frame = _frame_of(Direction.SENT, message, raw)
        exchange = _current.get()
        if exchange is not None:
            exchange.frames.append(frame)
        if frame.kind is FrameKind.REQUEST:
            self._unanswered[correlation(frame.rpc_id)] = exchange
        self._tell(frame)

    async def arrived(self, data: bytes, answers: RpcId | None = None) -> tuple[Frame, ...]:
        """Read and file the exact bytes of one message; give the frames back.

        More than one frame comes of a JSON-RPC batch. Bytes that are no message give one frame of
        kind `invalid`, with the reason in its note.

        Args:
            data: one whole message, without line end or event framing.
            answers: id of the request whose own response stream carried it.
        """
        if len(data) > _THREAD_BYTES:
            frames = await asyncio.to_thread(frames_of, data, answers)
        else:
            frames = frames_of(data, answers)
        frames = tuple(self._attributed(frame) for frame in frames)
        for frame in frames:
            self._file(frame)
        return frames

    def received(self, item: "SessionMessage | Exception", *, raw_supplied: bool) -> None:
        """File what the SDK's transport delivers to the session.

        Args:
            item: a message, or the SDK's complaint about input that is none.
            raw_supplied: the bytes came through `arrived` already, so that only answers made up
                by the SDK (for an HTTP status, say) are new here.
        """
        if isinstance(item, Exception):
            if not raw_supplied:
                self._file(_invalid(None, str(item).partition("\n")[0]))
            return
        frame = _frame_of(Direction.RECEIVED, item, None)
        is_answer = frame.kind in (FrameKind.RESPONSE, FrameKind.ERROR)
        if not raw_supplied or (is_answer and correlation(frame.rpc_id) in self._unanswered):
            self._file(frame)

    def is_unanswered(self, rpc_id: RpcId | None) -> bool:
        """Whether a request with this id was sent and neither answered nor given up."""
        return correlation(rpc_id) in self._unanswered

    def give_up(self, rpc_id: RpcId) -> None:
        """Wait for no answer to this request any more; one that comes still is told."""
        self._unanswered.pop(correlation(rpc_id), None)

    def only_unanswered(self) -> RpcId | None:
        """The id of the one request that waits for its answer; None where it is not one."""
        return next(iter(self._unanswered)) if len(self._unanswered) == 1 else None

    def _attributed(self, frame: Frame) -> Frame:
        """An error without an id can only mean the one request that waits, if it is one."""
        if frame.kind is FrameKind.ERROR and frame.rpc_id is None:
            return replace(frame, rpc_id=self.only_unanswered())
        return frame

    def _file(self, frame: Frame) -> None:
        if frame.kind in (FrameKind.RESPONSE, FrameKind.ERROR):
            owner = self._unanswered.pop(correlation(frame.rpc_id), None)
            if owner is not None:
                owner.frames.append(frame)
        self._tell(frame)

    def _tell(self, frame: Frame) -> None:
        if self._on_frame is not None:
            self._on_frame(frame)


def frames_of(data: bytes, answers: RpcId | None = None) -> tuple[Frame, ...]:
    """Read the bytes of one message; see `Recorder.arrived`. Files nothing, so any thread may."""
    try:
        value = wire.loads(data)
    except wire.WireError as problem:
        return (_invalid(data, problem.reason),)
    if isinstance(value, list) and value:
        return tuple(_received(part, data, answers) for part in value)
    return (_received(value, data, answers),)


def _received(value: JsonValue, data: bytes, answers: RpcId | None) -> Frame:
    if not isinstance(value, dict):
        return replace(_invalid(data, "not a JSON object"), body=value)
    kind, note = _kind_of(value)
    rpc_id = _id_of(value.get("id"))
    if answers is not None and kind in (FrameKind.RESPONSE, FrameKind.ERROR):
        rpc_id = answers
    method = value.get("method")
    return Frame(
        direction=Direction.RECEIVED,
        kind=kind,
        at=time.time(),
        clock=time.perf_counter(),
        rpc_id=rpc_id,
        method=method if isinstance(method, str) else None,
        body=value,
        raw=data,
        note=note,
    )


def _kind_of(value: dict[str, JsonValue]) -> tuple[FrameKind, str | None]:
    if isinstance(value.get("method"), str):
        return (FrameKind.REQUEST if "id" in value else FrameKind.NOTIFICATION), None
    if "result" in value:
        return FrameKind.RESPONSE, None
    if "error" in value:
        return FrameKind.ERROR, None
    return FrameKind.INVALID, "a JSON object without method, result or error"


def _invalid(data: bytes | None, reason: str) -> Frame:
    return Frame(
        direction=Direction.RECEIVED,
        kind=FrameKind.INVALID,
        at=time.time(),
        clock=time.perf_counter(),
        raw=data,
        note=reason,
    )


def _frame_of(direction: Direction, item: "SessionMessage", raw: bytes | None) -> Frame:
    message = item.message
    body: dict[str, JsonValue] = {
        name: getattr(message, name) for name in _ENVELOPE if name in message.model_fields_set
    }
    error = getattr(message, "error", None)
    if error is not None:
        body["error"] = {name: getattr(error, name) for name in error.model_fields_set}
    kind, note = _kind_of(body)
    return Frame(
        direction=direction,
        kind=kind,
        at=time.time(),
        clock=time.perf_counter(),
        rpc_id=getattr(message, "id", None),
        method=getattr(message, "method", None),
        body=body,
        raw=raw,
        note=note,
    )


def _id_of(value: JsonValue) -> RpcId | None:
    """The id as JSON-RPC means it: 2.0 is 2; a boolean, a list or an object is none."""
    if isinstance(value, bool):
        return None
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    return value if isinstance(value, int | str) else None


def correlation(rpc_id: RpcId | None) -> RpcId | None:
    """The form in which ids are compared: the SDK takes "7" for 7."""
    if isinstance(rpc_id, str):
        try:
            return int(rpc_id)
        except ValueError:
            return rpc_id
    return rpc_id
