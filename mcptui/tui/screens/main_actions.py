"""What the user can ask of the main screen, whatever pane is in front."""

from abc import abstractmethod
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.binding import BindingType
from textual.widgets import ContentSwitcher

from mcptui.contract.connection import ConnectionLog, ConnectionState
from mcptui.contract.target import ConnectionKey
from mcptui.tui.actions import Where, bindings_of
from mcptui.tui.messages import CopyText, Said, ShowConnection, ShowPage
from mcptui.tui.panes import PANES
from mcptui.tui.panes.tools import ToolsPane
from mcptui.tui.screens.connections import ConnectionRequest, ConnectionsScreen
from mcptui.tui.screens.log import LogScreen
from mcptui.tui.screens.opening import Opening
from mcptui.tui.screens.page import PageScreen
from mcptui.tui.widgets.status_line import StatusLine
from mcptui.tui.widgets.tab_bar import TabBar
from mcptui.viewmodel.connection_detail import connection_document
from mcptui.viewmodel.counted import counted
from mcptui.viewmodel.document import Document
from mcptui.viewmodel.findings import findings_document
from mcptui.viewmodel.lock import lock_document
from mcptui.viewmodel.status_line import Part, Place

OWN_NAME = "mcptui"
"""The name under which the app's own log stands among those of the servers."""


class MainActions(Opening):
    """Actions on connections, pages, files and the clipboard."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Where.MAIN)

    @abstractmethod
    def analyse_anew(self) -> None:
        """Run the analysis once more, on what is known now."""

    @property
    def tools(self) -> ToolsPane:
        """The Tools pane."""
        return self.query_one(ToolsPane)

    def show_pane(self, index: int) -> None:
        """Bring a pane to the front."""
        self.query_one(ContentSwitcher).current = PANES[index].id
        self.query_one(TabBar).front = index

    def action_pane_tools(self) -> None:
        """Bring the Tools pane to the front."""
        self.show_pane([entry.id for entry in PANES].index("tools"))
        self.tools.table.focus()

    # --- connections ---------------------------------------------------------------------------

    def _key(self) -> ConnectionKey | None:
        key = self.tools.chosen_key
        if key is None:
            self.say("no server is chosen")
        return key

    def _act(self, request: ConnectionRequest) -> None:
        key = request.key
        match request.what:
            case "info":
                self.show_connection(key)
            case "log":
                self.app.push_screen(LogScreen(self.logs, key))
            case "refresh":
                self.session.connections.refresh(key)
                self.say(f"reading the list of {key} again")
            case "reconnect":
                self.reconnect(key)
            case _:
                self.session.connections.close(key)
                self.say(f"closing {key}")

    def action_info(self) -> None:
        """Open the page about the chosen server."""
        if (key := self._key()) is not None:
            self.show_connection(key)

    @on(ShowConnection)
    def _show_connection(self, message: ShowConnection) -> None:
        message.stop()
        self.show_connection(message.key)

    def show_connection(self, key: ConnectionKey) -> None:
        """Open the page about one connection; it follows what happens."""
        self.app.push_screen(PageScreen(partial(self._about, key), is_live=True))

    def _about(self, key: ConnectionKey) -> Document:
        report = self.workspace.report
        status = next(status for status in self.workspace.statuses if status.key == key)
        return connection_document(
            status,
            report.findings if report is not None else (),
            self.session.now(),
            problems=self.tools.view.catalogue.problems.get(key, 0),
            signs=self.session.signs,
        )

    def action_log(self) -> None:
        """Open the log of the chosen server, or of all where none is chosen."""
        self.app.push_screen(LogScreen(self.logs, self.tools.chosen_key))

    def logs(self, key: str | None) -> Sequence[tuple[str, ConnectionLog]]:
        """The log of one connection, or all logs and our own."""
        keys = [status.key for status in self.session.connections.statuses]
        if key is not None:
            return [(each, self.session.connections.log_of(each)) for each in keys if each == key]
        logs = [(str(each), self.session.connections.log_of(each)) for each in keys]
        return [*logs, (OWN_NAME, self.own_log.snapshot())]

    def action_refresh(self) -> None:
        """Read all lists again."""
        listening = {
            ConnectionState.CONNECTED,
            ConnectionState.INCOMPLETE,
            ConnectionState.LIST_FAILED,
            ConnectionState.NO_TOOLS,
        }
        count = sum(status.state in listening for status in self.workspace.statuses)
        self.session.connections.refresh()
        self.analyse_anew()
        self.say(f"reading {counted(count, 'list')} again")

    def action_reconnect(self) -> None:
        """Connect to the chosen server anew."""
        if (key := self._key()) is not None:
            self.reconnect(key)

    def action_close(self) -> None:
        """Close the connection to the chosen server."""
        if (key := self._key()) is not None:
            self._act(ConnectionRequest("close", key))

    def action_connections(self) -> None:
        """Open the list of all connections."""
        screen = ConnectionsScreen(
            lambda: (self.workspace.statuses, self.session.now()), self._act, self.session.signs
        )
        self.app.push_screen(screen)

    # --- pages ---------------------------------------------------------------------------------

    @on(ShowPage)
    def _show_page(self, message: ShowPage) -> None:
        message.stop()
        self.app.push_screen(PageScreen(message.make, is_large=message.is_large))

    def action_findings(self) -> None:
        """Open the page of all findings."""
        report = self.workspace.report
        findings = report.findings if report is not None else ()
        self.app.push_screen(PageScreen(partial(findings_document, findings, self.session.signs)))

    def action_lockfile(self) -> None:
        """Open the page about the lockfile."""
        self.app.push_screen(PageScreen(lambda: lock_document(self.workspace.lock)))

    def action_links(self) -> None:
        """Number the parts of the status line."""
        self.query_one(StatusLine).number_links()

    @on(StatusLine.Left)
    def _links_left(self, message: StatusLine.Left) -> None:
        message.stop()
        self.tools.table.focus()
        self.post_message(Said(()))

    @on(StatusLine.Followed)
    def _link_followed(self, message: StatusLine.Followed) -> None:
        message.stop()
        self._follow(message.part)

    def _follow(self, part: Part) -> None:
        match part.place:
            case Place.CONNECTION:
                self.show_connection(ConnectionKey(part.value))
            case Place.CONNECTIONS:
                self.action_connections()
            case Place.FINDINGS:
                self.action_findings()
            case Place.LOCKFILE:
                self.action_lockfile()
            case Place.TOOLS:
                self.action_pane_tools()
                self.tools.show_filter(part.value)

    # --- files, clipboard ----------------------------------------------------------------------

    def action_copy(self) -> None:
        """Copy what is chosen."""
        found = self.pane_in_front.copy_text()
        if found is None:
            self.say("nothing is chosen")
        else:
            self.post_message(CopyText(*found))

    @property
    def pane_in_front(self) -> ToolsPane:
        """The pane whose contents are copied and exported."""
        return self.tools

    def action_other_side(self) -> None:
        """From list to detail, or back."""
        self.tools.other_side()

    def action_export(self) -> None:
        """Write the list of tools to a file, as text or JSON by the file's ending."""
        if self.workspace.report is None:
            self.say("nothing is listed yet")
            return
        hint = "A name that ends in .json gets JSON, any other text."
        self.export("tools.json", self._exported, hint)

    def _exported(self, path: Path) -> str:
        # Deferred: the exports are loaded when one is asked for.
        from mcptui.export import tools_json, tools_text  # noqa: PLC0415

        report = self.workspace.report
        if report is None:
            return ""
        return tools_json.render(report) if path.suffix == ".json" else tools_text.render(report)
