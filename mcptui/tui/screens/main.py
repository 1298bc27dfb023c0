"""The one screen that holds the workspace: messages come in, steps are taken, panes are fed."""

from datetime import datetime
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.reactive import reactive
from textual.widgets import ContentSwitcher, Static

from mcptui.contract.connection import ConnectionState, ConnectionStatus
from mcptui.contract.display import shown
from mcptui.tui.analyst import Analysed, Analyst
from mcptui.tui.messages import LayoutChanged, Said, StatusChanged
from mcptui.tui.panes import PANES
from mcptui.tui.panes.pane import Pane
from mcptui.tui.remembered import layout_in, remember
from mcptui.tui.screens.main_actions import MainActions
from mcptui.tui.session import Session, utc_now
from mcptui.tui.widgets.content import content_of
from mcptui.tui.widgets.status_line import StatusLine
from mcptui.tui.widgets.tab_bar import TabBar
from mcptui.viewmodel.connections import news_of_list, state_words
from mcptui.viewmodel.layout import Layout
from mcptui.viewmodel.lock import broken_words
from mcptui.viewmodel.span import Span, spoken
from mcptui.viewmodel.status_line import figures_of, status_view
from mcptui.viewmodel.tone import Tone
from mcptui.viewmodel.tool_table import ToolsView
from mcptui.workspace.state import Workspace

_TICK = 1.0
"""Seconds between two looks at the clock while something connects."""
_MOMENT = 0.05
"""Seconds in which changes of states are gathered."""
_A_WHILE = 0.3
"""Seconds of work after which it is told."""


class MainScreen(MainActions):
    """Status line, tabs, one pane, keys."""

    AUTO_FOCUS: ClassVar[str | None] = "Table"

    DEFAULT_CSS = """
    MainScreen {
        layers: base over;
        & > ContentSwitcher { height: 1fr; }
        & > #banner { display: none; height: auto; max-height: 4; padding: 0 1; }
        &.-broken-lock > #banner { display: block; }
        &.-low > TabBar { display: none; }
    }
    """

    view: reactive[ToolsView] = reactive(ToolsView, init=False)
    statuses: reactive[tuple[ConnectionStatus, ...]] = reactive(tuple, init=False)
    now: reactive[datetime] = reactive(utc_now, init=False)
    layout_memory: reactive[Layout] = reactive(Layout, init=False)
    is_analysing: reactive[bool] = reactive(False, init=False)

    def __init__(self, session: Session) -> None:
        """`session` is what this run stands on."""
        super().__init__(session)
        self.analyst = Analyst(self)
        self._is_stale = False
        placeholders = tuple(
            ConnectionStatus(key=target.key, target=target, state=ConnectionState.WAITING)
            for target in session.targets
        )
        self.set_reactive(
            MainScreen.workspace,
            Workspace(settings=session.settings, lock=session.lock, statuses=placeholders),
        )
        self.set_reactive(MainScreen.statuses, placeholders)
        self.set_reactive(MainScreen.now, session.now())
        if session.state_folder is not None:
            self.set_reactive(MainScreen.layout_memory, layout_in(session.state_folder))

    def compose(self) -> ComposeResult:
        """Status line, tabs, a banner for a broken lockfile, the panes, the keys."""
        yield StatusLine("mcptui demo" if self.session.is_demo else "mcptui")
        yield TabBar([entry.title for entry in PANES])
        yield Static(id="banner", markup=False)
        with ContentSwitcher(initial=PANES[0].id):
            for entry in PANES:
                pane = entry.make(self.session.signs)
                yield pane.data_bind(*(getattr(MainScreen, name) for name in entry.data))
        yield from self.compose_frame()

    @property
    def pane(self) -> Pane:
        """The pane in front."""
        return self.query_one(f"#{self.query_one(ContentSwitcher).current}", Pane)

    def on_mount(self) -> None:
        """Show what is known, and open the targets once the first frame is painted."""
        self._tell_lock()
        self._tell_status()
        self.set_interval(_TICK, self._tick)
        self.call_after_refresh(self.begin)

    def _tell_lock(self) -> None:
        lock = self.workspace.lock
        words = broken_words(lock)
        self.set_class(bool(words), "-broken-lock")
        self.query_one("#banner", Static).update(content_of(words))
        self.query_one(TabBar).note = (Span(shown(lock.path.name), Tone.MUTED),)

    def _tell_status(self) -> None:
        words = {
            status.key: shown(
                state_words(
                    status, self.now, problems=self.view.catalogue.problems.get(status.key, 0)
                )
            )
            for status in self.statuses
        }
        self.query_one(StatusLine).view = status_view(
            self.statuses,
            words,
            figures_of(self.workspace.report, self.workspace.lock),
            self.session.signs,
        )

    def _tick(self) -> None:
        if any(status.state is ConnectionState.CONNECTING for status in self.statuses):
            self.now = self.session.now()
            self._tell_status()

    @on(StatusChanged)
    def _status_changed(self, message: StatusChanged) -> None:
        """One connection is in another state."""
        message.stop()
        before = next((s for s in self.workspace.statuses if s.key == message.status.key), None)
        self.workspace = self.workspace.with_status(message.status)
        if not self._is_stale:
            self._is_stale = True
            self.set_timer(_MOMENT, self._show_statuses)
        if before is None or _matters(before, message.status):
            self.analyse_anew()
        if words := news_of_list(message.status, before):
            self.say(words, Tone.ACCENT)

    def _show_statuses(self) -> None:
        """Show the newest states, however many changes came in a moment."""
        self._is_stale = False
        self.now = self.session.now()
        self.statuses = self.workspace.statuses
        self._tell_status()

    def analyse_anew(self) -> None:
        """Run the analysis once more, on what is known now; say so where it takes a while."""
        self.analyst.request(self.workspace, self.view)
        self.set_timer(_A_WHILE, self._tell_busy)

    def _tell_busy(self) -> None:
        self.is_analysing = self.analyst.is_busy

    @on(Analysed)
    def _analysed(self, message: Analysed) -> None:
        """What the analysis found; the states may be newer by now."""
        message.stop()
        if message.workspace.report is not None:
            self.workspace = self.workspace.with_report(message.workspace.report)
        self.view = message.view
        self._tell_busy()
        self._show_statuses()

    @on(LayoutChanged)
    def _layout_changed(self, message: LayoutChanged) -> None:
        message.stop()
        self.layout_memory = message.layout
        if self.session.state_folder is not None:
            remember(message.layout, self.session.state_folder)

    @on(StatusLine.Chosen)
    def _link_chosen(self, message: StatusLine.Chosen) -> None:
        message.stop()
        self.post_message(Said(spoken(message.part.words, Tone.INFO)))

    @on(TabBar.Picked)
    def _tab_picked(self, message: TabBar.Picked) -> None:
        message.stop()
        self.show_pane(message.index)


def _matters(before: ConnectionStatus, now: ConnectionStatus) -> bool:
    """Whether the analysis could say something else now."""
    return any(
        getattr(before, name) != getattr(now, name)
        for name in (
            "state",
            "lists",
            "order_changed",
            "cursor_repeated",
            "stray_count",
            "invalid_utf8",
            "probe_silent",
            "sdk_objections",
        )
    ) or (before.capture is not now.capture)
