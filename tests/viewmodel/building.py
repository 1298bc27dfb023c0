"""Workspaces in one line, for view models and for the app."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mcptui.contract.capture import Capture, Profile
from mcptui.contract.connection import ConnectionState, ConnectionStatus
from mcptui.contract.definition import ToolDefinition
from mcptui.contract.lockfile import Lockfile, Pin, ServerPin, pin_of
from mcptui.contract.target import ConnectionKey, Source, Stdio, Target
from mcptui.errors import LockfileError
from mcptui.viewmodel.tool_table import ToolsView, tools_view
from mcptui.viewmodel.tools import ToolRow
from mcptui.workspace.analysing import analyse
from mcptui.workspace.settings import Settings
from mcptui.workspace.state import LockPresence, LockState, Workspace

NOW = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)
PLACE = Path("project/mcptui.lock.json")


def tool(name: object, description: str | None = None, **properties: str) -> dict[str, Any]:
    """A raw tool object: parameter and type; a trailing `_` makes a parameter optional."""
    raw: dict[str, Any] = {"name": name}
    if description is not None:
        raw["description"] = description
    raw["inputSchema"] = {
        "type": "object",
        "properties": {each.rstrip("_"): {"type": kind} for each, kind in properties.items()},
        "required": [each for each in properties if not each.endswith("_")],
    }
    return raw


def target(key: str) -> Target:
    return Target(
        key=ConnectionKey(key),
        how=Stdio(command="serve", args=(key,)),
        source=Source(dialect="command_line"),
    )


def capture(tools: Sequence[Any], **server: Any) -> Capture:
    return Capture(
        server=server,
        profile=Profile(protocol_version="2025-11-25", transport="stdio"),
        complete=True,
        tools=tuple(ToolDefinition(raw=raw, position=at) for at, raw in enumerate(tools)),
    )


def status(
    key: str,
    tools: Sequence[Any] | None = (),
    state: ConnectionState = ConnectionState.CONNECTED,
    **members: Any,
) -> ConnectionStatus:
    """One connection; `tools` None means that it has no list."""
    server = members.pop("server", {})
    return ConnectionStatus(
        key=ConnectionKey(key),
        target=target(key),
        state=state,
        capture=None if tools is None else capture(tools, **server),
        started_at=NOW,
        listed_at=None if tools is None else NOW,
        lists=0 if tools is None else 1,
        **members,
    )


def lock(**pinned: Iterable[dict[str, Any]]) -> LockState:
    """A lockfile that was read: raw tools by connection key."""
    servers = {
        key: ServerPin(tools={raw["name"]: pin(raw) for raw in tools})
        for key, tools in pinned.items()
    }
    return LockState(path=PLACE, presence=LockPresence.READ, lockfile=Lockfile(connections=servers))


def pin(raw: dict[str, Any]) -> Pin:
    return pin_of(raw, pinned="2026-11-27")


ABSENT = LockState(path=PLACE, presence=LockPresence.ABSENT)
BROKEN = LockState(
    path=PLACE,
    presence=LockPresence.BROKEN,
    error=LockfileError("expected ',' in line 3", place=f"{PLACE}:3:7", remedy="mend it"),
)


def workspace(
    *statuses: ConnectionStatus, lock: LockState = ABSENT, settings: Settings | None = None
) -> Workspace:
    """A workspace with its report."""
    settings = settings or Settings()
    bare = Workspace(settings=settings, lock=lock, statuses=statuses)
    return bare.with_report(analyse(statuses, lock, settings))


def view(
    *statuses: ConnectionStatus, lock: LockState = ABSENT, earlier: ToolsView | None = None
) -> ToolsView:
    return tools_view(workspace(*statuses, lock=lock), earlier)


def rows(*statuses: ConnectionStatus, lock: LockState = ABSENT) -> tuple[ToolRow, ...]:
    return view(*statuses, lock=lock).catalogue.rows


def later(before: ConnectionStatus, tools: Sequence[Any]) -> ConnectionStatus:
    """The same connection after one more list."""
    assert before.capture is not None
    names = frozenset(each.name for each in before.capture.tools if each.name is not None)
    return replace(before, capture=capture(tools), lists=before.lists + 1, previous_names=names)
