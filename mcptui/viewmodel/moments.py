"""Times and spans of time in words."""

from datetime import UTC, datetime
from typing import Any

from mcptui.contract.connection import ConnectionStatus

_MINUTE, _HOUR, _DAY = 60, 3600, 86400


def moment(at: datetime) -> str:
    """A moment in UTC, to the second."""
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def clock(at: datetime) -> str:
    """The time of day in UTC, to the second."""
    return at.astimezone(UTC).strftime("%H:%M:%S")


def duration(seconds: float) -> str:
    """About how long: `40 s`, `5 min`, `2 h`, `3 days`."""
    if seconds < _MINUTE:
        return f"{seconds:g} s"
    if seconds < _HOUR:
        return f"{seconds / _MINUTE:.3g} min"
    if seconds < _DAY:
        return f"{seconds / _HOUR:.3g} h"
    return f"{seconds / _DAY:.3g} days"


def ttl_words(status: ConnectionStatus) -> str:
    """How long the server says its list is good for; empty where it says nothing usable."""
    results = status.capture.list_results if status.capture is not None else ()
    given: Any = results[0].get("ttlMs") if results else None
    if isinstance(given, bool) or not isinstance(given, int | float) or given < 0:
        return ""
    return f"ttl {duration(given / 1000)}"
