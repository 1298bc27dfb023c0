"""All that is known at one moment, as one frozen value; a step takes one and returns the next."""

from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Self

from mcptui.contract.connection import ConnectionStatus
from mcptui.errors import LockfileError
from mcptui.workspace.settings import Settings

if TYPE_CHECKING:  # a workspace is made before the first frame, and before any rule is loaded
    from mcptui.analysis.report import Report
    from mcptui.contract.lockfile import Lockfile


class LockPresence(StrEnum):
    """What was found where the lockfile is looked for."""

    ABSENT = "absent"
    """No file: first use."""
    READ = "read"
    BROKEN = "broken"
    """There is a file, but it cannot be read or is of a newer format: never empty, only unknown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LockState:
    """The lockfile as it was found."""

    path: Path
    presence: LockPresence
    lockfile: "Lockfile | None" = None
    """Set where it was read."""
    error: LockfileError | None = None
    """Set where it is broken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Workspace:
    """Connections, lockfile, settings, and the report on them."""

    settings: Settings
    lock: LockState
    statuses: tuple[ConnectionStatus, ...] = ()
    """In the order the connections were given."""
    report: "Report | None" = None
    """None until the first analysis; it may lag behind `statuses` while one runs."""

    def with_status(self, status: ConnectionStatus) -> Self:
        """The same, with one connection's newest status in its place (or at the end)."""
        if any(known.key == status.key for known in self.statuses):
            statuses = tuple(
                status if known.key == status.key else known for known in self.statuses
            )
        else:
            statuses = (*self.statuses, status)
        return replace(self, statuses=statuses)

    def with_report(self, report: "Report") -> Self:
        """The same, with a newer report."""
        return replace(self, report=report)

    def with_lock(self, lock: LockState) -> Self:
        """The same, with the lockfile as it is now."""
        return replace(self, lock=lock)
