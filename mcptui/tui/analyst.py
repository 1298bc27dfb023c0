"""Runs the analysis in a thread, one at a time, and once more where things changed meanwhile."""

from collections.abc import Callable
from dataclasses import dataclass

from textual.message import Message
from textual.screen import Screen

from mcptui.tui.collector import nothing_collected
from mcptui.tui.messages import Failed
from mcptui.viewmodel.tool_table import ToolsView, tools_view
from mcptui.workspace.state import Workspace


@dataclass
class Analysed(Message):
    """The analysis of a workspace is done."""

    workspace: Workspace
    """The one analysed, with its report."""
    view: ToolsView


def analysed(workspace: Workspace, earlier: ToolsView) -> Analysed:
    """Analyse a workspace and make its rows; meant for a thread, since it may take seconds."""
    # Deferred: the analyses are loaded in the thread, after the first frame.
    from mcptui.workspace.analysing import analyse  # noqa: PLC0415

    report = analyse(
        workspace.statuses, workspace.lock, workspace.settings, previous=workspace.report
    )
    done = workspace.with_report(report)
    return Analysed(done, tools_view(done, earlier))


class Analyst:
    """Takes requests from one screen and posts `Analysed`, or `Failed`, to it."""

    def __init__(
        self,
        screen: Screen[None],
        analyse: Callable[[Workspace, ToolsView], Analysed] = analysed,
    ) -> None:
        """`analyse` is what runs in the thread."""
        self._screen = screen
        self._analyse = analyse
        self._is_busy = False
        self._waiting: tuple[Workspace, ToolsView] | None = None

    @property
    def is_busy(self) -> bool:
        """Whether an analysis runs."""
        return self._is_busy

    def request(self, workspace: Workspace, earlier: ToolsView) -> None:
        """Analyse this workspace, at once or after the analysis that runs now."""
        if self._is_busy:
            self._waiting = (workspace, earlier)
            return
        self._is_busy = True
        self._screen.run_worker(
            lambda: self._run(workspace, earlier),
            thread=True,
            group="analysis",
        )

    def _run(self, workspace: Workspace, earlier: ToolsView) -> None:
        answer: Message
        try:
            with nothing_collected():
                answer = self._analyse(workspace, earlier)
        except Exception as error:  # noqa: BLE001  # whatever a server's list makes fail, the app goes on
            answer = Failed.of("analysing the tool lists", error)
        self._screen.app.call_from_thread(self._done, answer)

    def _done(self, answer: Message) -> None:
        self._is_busy = False
        self._screen.post_message(answer)
        if self._waiting is not None:
            workspace, earlier = self._waiting
            self._waiting = None
            self.request(workspace, earlier)
