"""The log of one server or of all, as a page that follows its end."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.binding import BindingType

from mcptui.contract.connection import ConnectionLog
from mcptui.tui.actions import Where, bindings_of
from mcptui.tui.screens.page import PageScreen
from mcptui.viewmodel.document import Document
from mcptui.viewmodel.logs import log_document

Logs = Sequence[tuple[str, ConnectionLog]]


class LogScreen(PageScreen):
    """Follows what is written; `f` stops that, `m` merges all servers' logs."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Where.LOG)

    def __init__(self, read: Callable[[str | None], Logs], key: str | None) -> None:
        """`read` gives the log of one key, or all logs for None; begin with that of `key`."""
        super().__init__(self._document, is_live=True)
        self._read = read
        self._key = key
        self._is_merged = key is None
        self._follows = True

    @property
    def follows(self) -> bool:
        """Whether the page stays at its end while it grows."""
        return self._follows

    def _document(self) -> Document:
        logs = self._read(None if self._is_merged else self._key)
        return log_document(logs, is_merged=self._is_merged, follows=self._follows)

    def action_follow(self) -> None:
        """Follow, or stop following."""
        self._follows = not self._follows
        self.reload(keep=True)
        if self._follows:
            self.reader.action_last()

    def action_merge(self) -> None:
        """One server, or all."""
        if self._key is not None:
            self._is_merged = not self._is_merged
            self.reload()
            if self._follows:
                self.reader.action_last()
