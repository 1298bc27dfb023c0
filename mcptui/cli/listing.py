"""Asking all chosen servers for their lists, and what that means for a command's end."""

from collections.abc import Iterable, Sequence

from mcptui.cli import streams
from mcptui.contract.connection import ConnectionState, ConnectionStatus
from mcptui.contract.display import shown
from mcptui.contract.target import ConnectionKey, Target
from mcptui.errors import ExitCode
from mcptui.export.connections import cause_of, is_left_out, is_whole
from mcptui.viewmodel.tone import SignSet
from mcptui.workspace.settings import Settings


def list_all(targets: Sequence[Target]) -> tuple[ConnectionStatus, ...]:
    """One status a target, in the order given; progress shows on a terminal meanwhile.

    Raises:
        Interrupted: a signal came; every server is closed.
    """
    # reaching servers is the dearest import of all: commands that fail before pay nothing
    from mcptui.workspace.connecting import capture_all, run_interruptible  # noqa: PLC0415

    progress = _Progress(targets)
    try:
        return run_interruptible(capture_all(targets, on_status=progress.told))
    finally:
        progress.line.clear()


def signs_of(settings: Settings) -> SignSet:
    """The characters that signs are written with."""
    return SignSet.ASCII if settings.ascii_signs else SignSet.USUAL


def complain_of(statuses: Iterable[ConnectionStatus]) -> None:
    """Say on standard error why servers gave no full list, a line each."""
    for status in statuses:
        if (cause := cause_of(status)) is not None:
            streams.complain(f"{status.key}: {cause}")


def code_of(statuses: Iterable[ConnectionStatus]) -> ExitCode:
    """What the lists say of a command's end; a server that its host switches off is fine."""
    if all(is_whole(status) or is_left_out(status) for status in statuses):
        return ExitCode.FINE
    return ExitCode.UNREACHABLE


class _Progress:
    """Which servers have answered, on one line."""

    def __init__(self, targets: Sequence[Target]) -> None:
        self.line = streams.ProgressLine()
        self._stages: dict[ConnectionKey, str] = {target.key: "" for target in targets}
        self._total = len(targets)

    def told(self, status: ConnectionStatus) -> None:
        """Take note of a change."""
        if status.state is ConnectionState.CONNECTING:
            self._stages[status.key] = status.stage
        else:
            self._stages.pop(status.key, None)
        waiting = ", ".join(
            f"{key} ({stage})" if stage else key for key, stage in self._stages.items()
        )
        done = self._total - len(self._stages)
        self.line.show(shown(f"{done} of {self._total} answered; waiting for {waiting}"))
