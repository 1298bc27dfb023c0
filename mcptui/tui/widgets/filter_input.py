"""The line in which a filter is typed."""

from dataclasses import dataclass
from typing import ClassVar

from textual.binding import BindingType
from textual.message import Message
from textual.widgets import Input

from mcptui.tui.actions import Where, bindings_of


class FilterInput(Input):
    """An input that is left by `enter`, keeping the filter, or by `escape`, clearing it."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Where.FILTER)

    @dataclass
    class Done(Message):
        """The user is done typing."""

        keeps: bool
        """Whether the filter stays."""

    def action_done(self) -> None:
        """Leave it as it is."""
        self.post_message(self.Done(keeps=True))

    def action_clear(self) -> None:
        """Leave it, and clear it."""
        self.post_message(self.Done(keeps=False))
