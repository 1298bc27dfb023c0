"""From a frame to the message the SDK works with, and what stands in for one it cannot take.

The SDK drops what it cannot parse, and the request then waits for its time limit. Here the
envelope is checked around the value that `wire.loads` read, so depth, size and spelling of the
content do not matter; a malformed answer becomes an error for its request at once.
"""

import re
from typing import TYPE_CHECKING, Any, Final

from mcptui.connections.tap import Frame, FrameKind, Recorder, RpcId
from mcptui.contract.display import shown

if TYPE_CHECKING:
    from mcp.shared.message import SessionMessage

_ID: Final = re.compile(rb'"id"\s*:\s*(?:(-?\d{1,18})\b|"((?:[^"\\]|\\.){0,200})")')
MALFORMED: Final = "malformed response: "
"""Begins the message of an error that stands in for an answer that is none."""
_ENDS: Final = 512
"""Bytes at each end of an unreadable answer that are searched for its id."""


def message_of(frame: Frame, recorder: Recorder) -> "SessionMessage | None":
    """What the SDK is given for a received frame; None where it concerns nobody.

    Args:
        frame: any frame that came off the wire.
        recorder: knows which requests wait.
    """
    if frame.kind is FrameKind.INVALID:
        rpc_id = _likely_id(frame, recorder)
        return None if rpc_id is None else _malformed(rpc_id, frame.note or "")
    try:
        return _validated(frame)
    except ValueError as problem:  # pydantic's own kind is one
        if frame.kind in (FrameKind.RESPONSE, FrameKind.ERROR) and frame.rpc_id is not None:
            return _malformed(frame.rpc_id, objection_text(problem))
        return None


def objection_text(problem: Exception, *, first_tool: int = 0) -> str:
    """What a validation found wrong, on one line: the first places, never the values.

    Args:
        problem: of pydantic, or any other.
        first_tool: the place in the page of the first tool that was looked at.
    """
    errors = getattr(problem, "errors", None)
    if not callable(errors):
        return shown(str(problem).partition("\n")[0])
    found: list[dict[str, Any]] = errors(
        include_url=False, include_input=False, include_context=False
    )
    told = [f"{_place(error['loc'], first_tool)}: {error['msg']}" for error in found[:3]]
    more = f" (and {len(found) - 3} more)" if len(found) > 3 else ""  # noqa: PLR2004  # as above
    return shown("; ".join(told)) + more


def _place(loc: tuple[int | str, ...], first_tool: int) -> str:
    if len(loc) > 1 and loc[0] == "tools" and isinstance(loc[1], int):
        loc = ("tools", loc[1] + first_tool, *loc[2:])
    # a union names its candidate models in the place; those are ours, not the server's
    return ".".join(str(part) for part in loc if not str(part).startswith("JSONRPC")) or "message"


def _validated(frame: Frame) -> "SessionMessage":
    # mcp is heavy; whoever gets frames has loaded it
    from mcp.shared.message import SessionMessage  # noqa: PLC0415
    from mcp.types import jsonrpc  # noqa: PLC0415

    models: dict[FrameKind, Any] = {
        FrameKind.REQUEST: jsonrpc.JSONRPCRequest,
        FrameKind.NOTIFICATION: jsonrpc.JSONRPCNotification,
        FrameKind.RESPONSE: jsonrpc.JSONRPCResponse,
        FrameKind.ERROR: jsonrpc.JSONRPCError,
    }
    if not isinstance(frame.body, dict):
        raise TypeError("not a JSON object")
    envelope = dict(frame.body)
    if frame.rpc_id is not None:
        envelope["id"] = frame.rpc_id
    return SessionMessage(models[frame.kind].model_validate(envelope))


def _malformed(rpc_id: RpcId, reason: str) -> "SessionMessage":
    from mcp.shared.message import SessionMessage  # noqa: PLC0415  # as above
    from mcp.types import PARSE_ERROR, ErrorData, JSONRPCError  # noqa: PLC0415  # as above

    error = ErrorData(code=PARSE_ERROR, message=f"{MALFORMED}{reason}")
    return SessionMessage(JSONRPCError(jsonrpc="2.0", id=rpc_id, error=error))


def _likely_id(frame: Frame, recorder: Recorder) -> RpcId | None:
    """The request that unreadable bytes seem to answer, if they seem to answer any."""
    raw = (frame.raw or b"").lstrip(b"\xef\xbb\xbf \t")
    if not raw.startswith((b"{", b"[")) or b'"jsonrpc"' not in raw:
        return None
    for match in _ID.finditer(raw[:_ENDS] + b"\n" + raw[-_ENDS:]):
        number, text = match.groups()
        rpc_id = int(number) if number else text.decode("utf-8", "replace")
        if recorder.is_unanswered(rpc_id):
            return rpc_id
    return recorder.only_unanswered()
