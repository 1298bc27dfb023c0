"""When to list again: after announcements, in the rhythm of `--watch`, and never in a frenzy."""

import math
from dataclasses import dataclass
from typing import Final

QUIET: Final = 0.3
"""Seconds without a further announcement after which the list is fetched."""
LONGEST: Final = 1.0
"""Seconds after the first announcement at which it is fetched in any case."""
SLOWEST: Final = 10.0
"""Seconds between lists of a server that announces and changes nothing."""


@dataclass(slots=True, kw_only=True)
class ChangeWatch:
    """The times at which one connection's list is due; all times in seconds on one clock."""

    watch_seconds: float | None = None
    """Fetch so long after the last list; None: only when announced or asked for."""
    polls: bool = True
    """Whether `watch_seconds` counts: not for a server that announces its changes."""
    _first: float | None = None
    _last: float = 0.0
    _listed: float = 0.0
    _pause: float = 0.0

    def announced(self, now: float) -> bool:
        """A change was announced; whether it is the first since the last list."""
        if now - self._last > 2 * max(self._pause, LONGEST):
            self._pause = 0.0
        is_first = self._first is None
        if self._first is None:
            self._first = now
        self._last = now
        return is_first

    def asked(self, now: float) -> None:
        """Someone asked for the list: it is due at once."""
        self._first = self._last = now - LONGEST
        self._pause = 0.0

    def due(self) -> float:
        """When the list is to be fetched next; infinity: not until something happens."""
        watches = self.polls and self.watch_seconds
        polled = self._listed + watches if watches else math.inf
        if self._first is None:
            return polled
        announced = min(self._last + QUIET, self._first + LONGEST)
        return min(polled, max(announced, self._listed + self._pause))

    def begins(self) -> None:
        """The list is being fetched: what is announced from now on asks for another."""
        self._first = None

    def listed(self, now: float, *, changed: bool) -> None:
        """The list was fetched; one that brought nothing new is not asked for as soon again."""
        self._listed = now
        self._pause = 0.0 if changed else min(SLOWEST, max(QUIET, 2 * self._pause))
