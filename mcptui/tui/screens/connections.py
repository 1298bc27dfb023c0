"""All connections in one list, with their state and what can be done about it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message

from mcptui.contract.connection import ConnectionStatus
from mcptui.contract.target import ConnectionKey
from mcptui.tui.actions import Where, bindings_of
from mcptui.tui.screens.base import BaseScreen
from mcptui.tui.widgets.content import content_of
from mcptui.tui.widgets.table import Table
from mcptui.viewmodel.connections import CONNECTION_COLUMNS, connection_rows, table_of
from mcptui.viewmodel.span import Span
from mcptui.viewmodel.tone import SignSet, Tone

_EVERY = 0.5
"""Seconds between two looks at the connections."""


@dataclass
class ConnectionRequest(Message):
    """Something is to be done about one connection."""

    what: str
    """`info`, `log`, `refresh`, `reconnect`, `close`."""
    key: ConnectionKey


class ConnectionsScreen(BaseScreen[ConnectionRequest | None]):
    """The list; `enter` opens the page about one of them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings_of(Where.CONNECTIONS),
    ]

    DEFAULT_CSS = """
    ConnectionsScreen > Table { height: 1fr; border: round $border; }
    """

    def __init__(
        self,
        read: Callable[[], tuple[Sequence[ConnectionStatus], datetime]],
        act: Callable[[ConnectionRequest], None],
        signs: SignSet,
    ) -> None:
        """`read` gives the newest states and the time; `act` does what is asked."""
        super().__init__()
        self._read = read
        self._act = act
        self._signs = signs

    def compose(self) -> ComposeResult:
        """The list and the keys."""
        yield Table(CONNECTION_COLUMNS, id="connections", signs=self._signs)
        yield from self.compose_frame()

    def on_mount(self) -> None:
        """Show the list, and keep it new."""
        self._show()
        self.set_interval(_EVERY, self._show)

    def _show(self) -> None:
        statuses, now = self._read()
        table = self.query_one(Table)
        table.border_title = content_of((Span("Connections", Tone.STRONG),))
        table.border_subtitle = content_of((Span(f"{len(statuses):,}", Tone.MUTED),))
        table.show(table_of(connection_rows(statuses, now), self._signs))

    def _ask(self, what: str) -> None:
        statuses, _ = self._read()
        index = self.query_one(Table).cursor
        if index < len(statuses):
            self._act(ConnectionRequest(what, statuses[index].key))

    @on(Table.Opened)
    def _opened(self, event: Table.Opened) -> None:
        event.stop()
        self._ask("info")

    def action_back(self) -> None:
        """Back to where one came from."""
        self.dismiss(None)

    def action_reconnect(self) -> None:
        """Connect anew."""
        self._ask("reconnect")

    def action_close(self) -> None:
        """Close the connection."""
        self._ask("close")

    def action_log(self) -> None:
        """Show its log."""
        self._ask("log")

    def action_refresh(self) -> None:
        """Read its list again."""
        self._ask("refresh")
