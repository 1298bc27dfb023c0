"""Connections that say what they are told to say: for looks, where no moment may differ."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path

from mcptui.contract.connection import ConnectionLog, ConnectionStatus, LogLine, LogSource
from mcptui.contract.target import ConnectionKey, Target
from mcptui.tui.app import Bridge, McptuiApp, make_app
from mcptui.tui.session import Session
from mcptui.workspace.offers import Offer
from mcptui.workspace.settings import Settings
from mcptui.workspace.state import LockState
from tests.viewmodel.building import ABSENT, NOW

LATER = NOW + timedelta(seconds=7)


class StagedConnections:
    """Stands in for the connections: each opens to the status prepared for it."""

    def __init__(
        self, prepared: Sequence[ConnectionStatus], on_status: Callable[[ConnectionStatus], None]
    ) -> None:
        self._prepared = {status.key: status for status in prepared}
        self._on_status = on_status
        self.statuses: tuple[ConnectionStatus, ...] = ()

    def open(self, target: Target) -> None:
        status = self._prepared[target.key]
        self.statuses = (*self.statuses, status)
        self._on_status(status)

    def log_of(self, key: ConnectionKey) -> ConnectionLog:
        texts = (
            (LogSource.EVENT, "started, process 4242"),
            (LogSource.STDERR, f"{key}: 3 tools, ready"),
            (LogSource.STDOUT, "debug: list requested"),
            (LogSource.EVENT, "listed 3 tools, 1 page"),
        )
        return ConnectionLog(
            lines=tuple(
                LogLine(at=NOW + timedelta(seconds=at), source=source, text=text)
                for at, (source, text) in enumerate(texts)
            )
        )


def staged(
    *statuses: ConnectionStatus,
    lock: LockState = ABSENT,
    settings: Settings | None = None,
    is_demo: bool = False,
    offered: Sequence[Offer] = (),
) -> McptuiApp:
    """The app on prepared connections, its clock stopped, nothing blinking."""
    bridge = Bridge()
    connections = StagedConnections(statuses, bridge)
    session = Session(
        connections=connections,  # type: ignore[arg-type]  # as much of them as the looks need
        settings=settings or Settings(),
        lock=lock,
        targets=tuple(status.target for status in statuses),
        now=lambda: LATER,
        cwd=Path(),
        is_demo=is_demo,
        offered=offered,
    )
    app = make_app(session, bridge)
    app.animation_level = "none"
    return app
