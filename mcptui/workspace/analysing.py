"""Captures and lockfile in, report out: the one place where both front doors ask for analysis."""

from collections.abc import Sequence

from mcptui.analysis.report import Report, report_of
from mcptui.contract.connection import ConnectionStatus
from mcptui.workspace.settings import Settings
from mcptui.workspace.state import LockPresence, LockState


def analyse(
    statuses: Sequence[ConnectionStatus],
    lock: LockState,
    settings: Settings,
    *,
    previous: Report | None = None,
) -> Report:
    """All that the analyses say of these connections under this lockfile.

    A broken lockfile makes every pin state unknown; an absent one makes every tool unpinned.
    With the `previous` report only what changed since is worked out again.
    """
    return report_of(
        statuses,
        lockfile=lock.lockfile,
        lockfile_known=lock.presence is not LockPresence.BROKEN,
        alias_rules=settings.alias_rules,
        previous=previous,
    )
