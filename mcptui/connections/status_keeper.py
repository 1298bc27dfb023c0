"""The newest status of one connection, and who is told how often."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from mcptui.connections.link import LinkFacts
from mcptui.contract.capture import Capture
from mcptui.contract.connection import ConnectionState, ConnectionStatus
from mcptui.contract.target import Target

_BETWEEN: Final = 0.05
"""Seconds between two tellings at least."""


class StatusKeeper:
    """Keeps the status; tells of changes at once, but not more often than a person can read.

    Args:
        target: of the connection.
        tell: called on the event loop with the newest status.
        changed: called at once after every change, to wake those who wait for a state.
    """

    def __init__(
        self,
        target: Target,
        tell: Callable[[ConnectionStatus], None],
        changed: Callable[[], None],
    ) -> None:
        self.status = ConnectionStatus(key=target.key, target=target, state=ConnectionState.WAITING)
        self._tell = tell
        self._changed = changed
        self._told_at = -_BETWEEN
        self._timer: asyncio.TimerHandle | None = None

    def update(self, **members: Any) -> None:
        """Change members of the status."""
        if any(self._is_news(name, value) for name, value in members.items()):
            self.status = replace(self.status, **members)
            self._changed()
            self.touch()

    def _is_news(self, name: str, value: Any) -> bool:
        known = getattr(self.status, name)
        if isinstance(known, Capture):  # as deep and as large as a server likes
            return known is not value
        return bool(known != value)

    def take_facts(self, facts: LinkFacts) -> None:
        """Take over what the transport learned."""
        self.update(
            origin=facts.origin,
            pid=facts.pid,
            exit_code=facts.exit_code,
            passed_env=facts.passed_env,
            withheld_env=facts.withheld_env,
            stray_lines=facts.stray_lines,
            stray_count=facts.stray_count,
            invalid_utf8=facts.invalid_utf8,
            verified=facts.verified,
            notes=tuple(facts.notes),
        )

    def touch(self) -> None:
        """Tell again, although only the log grew."""
        if self._timer is not None:
            return
        loop = asyncio.get_running_loop()
        wait = self._told_at + _BETWEEN - loop.time()
        if wait <= 0:
            self._tell_now()
        else:
            self._timer = loop.call_later(wait, self._tell_now)

    def flush(self) -> None:
        """Tell at once what still waits to be told."""
        if self._timer is not None:
            self._tell_now()

    def _tell_now(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._told_at = asyncio.get_running_loop().time()
        self._tell(self.status)
