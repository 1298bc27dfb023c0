"""Which servers leave the era probe unanswered, so that the wait is paid once.

Kept in a small file in the state folder, since the wait hurts most in the next run. A server is
named there by a digest of how it is reached, without environment, headers and secrets. What was
merely answered with an error is remembered for this run only.
"""

import hashlib
import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from mcptui.contract.secrets import masked_args, masked_url, origin
from mcptui.contract.target import Http, Stdio, Target

FILE_NAME: Final = "silent_servers.json"
_KEPT_DAYS: Final = 30
_MOST: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """What is known of a server that has to be greeted with `initialize` at once."""

    day: str
    """When it was found out, `YYYY-MM-DD`."""
    silent: bool
    """It left the probe unanswered."""
    ended: bool = False
    """It ended when it was probed; if neither, it answered with an error."""


def _today() -> date:
    return datetime.now(UTC).date()


class EraMemory:
    """Remembers servers by how they are reached.

    Args:
        file: where silent servers are kept; None keeps them for this run only.
        today: the day, for tests.
    """

    def __init__(self, file: Path | None = None, *, today: Callable[[], date] = _today) -> None:
        self._file = file
        self._today = today
        self._known: dict[str, Remembered] | None = None
        self.problem: str | None = None
        """Why the file is not used, if so; told once to the log of whoever asks."""

    def recall(self, target: Target) -> Remembered | None:
        """What is remembered of this server; nothing where it is too long ago."""
        remembered = self._all().get(fingerprint(target))
        if remembered is not None and remembered.day < self._oldest():
            return None
        return remembered

    def remember(self, target: Target, *, silent: bool, ended: bool = False) -> Remembered:
        """Keep that this server wants `initialize`."""
        entry = Remembered(day=self._today().isoformat(), silent=silent, ended=ended)
        self._all()[fingerprint(target)] = entry
        if silent:
            self._write()
        return entry

    def forget(self, target: Target) -> None:
        """Drop what is remembered of this server."""
        entry = self._all().pop(fingerprint(target), None)
        if entry is not None and entry.silent:
            self._write()

    def _oldest(self) -> str:
        return (self._today() - timedelta(days=_KEPT_DAYS)).isoformat()

    def _all(self) -> dict[str, Remembered]:
        if self._known is None:
            self._known = self._read()
        return self._known

    def _read(self) -> dict[str, Remembered]:
        if self._file is None:
            return {}
        try:
            days = json.loads(self._file.read_bytes())["silent"]
            return {
                str(name): Remembered(day=date.fromisoformat(day).isoformat(), silent=True)
                for name, day in days.items()
            }
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            self.problem = f"{self._file.name} in the state folder cannot be read and is ignored"
            return {}

    def _write(self) -> None:
        if self._file is None:
            return
        oldest = self._oldest()
        silent = {
            name: entry.day
            for name, entry in self._all().items()
            if entry.silent and entry.day >= oldest
        }
        newest = sorted(silent, key=lambda name: silent[name], reverse=True)[:_MOST]
        content: dict[str, Any] = {"silent": {name: silent[name] for name in sorted(newest)}}
        temporary = self._file.with_name(f"{self._file.name}.{os.getpid()}")
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
            temporary.replace(self._file)
        except OSError as problem:
            why = (problem.strerror or "it cannot be written").lower()
            self.problem = f"{self._file.name} in the state folder is not kept: {why}"


def fingerprint(target: Target) -> str:
    """A digest of how a server is reached; no secret goes into it."""
    match target.how:
        case Stdio(command=command, args=args, cwd=cwd):
            parts = ["stdio", command, *masked_args(args, target.variables), cwd or ""]
        case Http(url=url):
            path = masked_url(url, target.variables).partition("?")[0].partition("://")[2]
            parts = ["http", origin(url) or "", path.rpartition("@")[2].partition("/")[2]]
        case _:
            parts = ["none", str(target.key)]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]
