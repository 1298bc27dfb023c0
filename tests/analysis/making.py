"""Values for tests, made in one line each."""

from typing import Any

from mcptui.contract.capture import Capture, Profile
from mcptui.contract.connection import ConnectionState, ConnectionStatus
from mcptui.contract.definition import ToolDefinition
from mcptui.contract.target import ConnectionKey, Recorded, Source, Target

OBJECT_SCHEMA: dict[str, Any] = {"type": "object", "properties": {}}


def tool(name: str, description: str | None = None, /, **members: Any) -> dict[str, Any]:
    """A raw tool object; parameters that take nothing unless `inputSchema` says otherwise."""
    raw: dict[str, Any] = {"name": name}
    if description is not None:
        raw["description"] = description
    return {**raw, "inputSchema": OBJECT_SCHEMA, **members}


def capture_of(*tools: Any, complete: bool = True, **server: Any) -> Capture:
    """A capture of these raw entries; a text stands for a plain tool of that name."""
    return Capture(
        server=server,
        profile=Profile(protocol_version="2025-11-25", transport="recorded"),
        complete=complete,
        tools=tuple(
            ToolDefinition(raw=tool(raw) if isinstance(raw, str) else raw, position=position)
            for position, raw in enumerate(tools)
        ),
    )


def status_of(
    key: str, state: ConnectionState, capture: Capture | None = None, **facts: Any
) -> ConnectionStatus:
    """A connection in this state."""
    target = Target(
        key=ConnectionKey(key),
        how=Recorded(path=f"{key}.json"),
        source=Source(dialect="capture", file=f"{key}.json"),
    )
    return ConnectionStatus(key=target.key, target=target, state=state, capture=capture, **facts)


def listed(
    key: str, *tools: Any, facts: dict[str, Any] | None = None, **server: Any
) -> ConnectionStatus:
    """A connection whose list is complete; `facts` are further members of its status."""
    capture = capture_of(*tools, **server)
    return status_of(key, ConnectionState.CONNECTED, capture, **(facts or {}))


def incomplete(key: str, *tools: Any, cause: str = "page 2 failed") -> ConnectionStatus:
    """A connection of which later pages are missing."""
    capture = capture_of(*tools, complete=False)
    return status_of(key, ConnectionState.INCOMPLETE, capture, cause=cause)


def failed(key: str, cause: str = "not found") -> ConnectionStatus:
    """A connection that was not reached."""
    return status_of(key, ConnectionState.FAILED, cause=cause)
