"""What the app itself has to report: failed jobs with their details, bounded."""

from collections import deque
from collections.abc import Callable
from datetime import datetime

from mcptui.contract.connection import ConnectionLog, LogLine, LogSource

_KEPT = 1_000
"""Lines kept at most."""


class OwnLog:
    """A log like that of a server, for what goes wrong on our side."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        """`now` tells the time."""
        self._now = now
        self._lines: deque[LogLine] = deque(maxlen=_KEPT)
        self._dropped = 0

    def add(self, text: str) -> None:
        """Note a text, line by line."""
        for line in text.splitlines():
            self._dropped += len(self._lines) == _KEPT
            self._lines.append(LogLine(at=self._now(), source=LogSource.EVENT, text=line))

    def snapshot(self) -> ConnectionLog:
        """The log as it is now."""
        return ConnectionLog(lines=tuple(self._lines), dropped_lines=self._dropped)
