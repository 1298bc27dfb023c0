"""The line in which a filter is typed."""

from typing import ClassVar

from textual.binding import BindingType
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input

from mcptui.tui.actions import Where, bindings_of


class FilterInput(Input):
    """An input that is left by `enter`, keeping the filter, or by `escape`, clearing it."""

    following: Widget | None = None
    """What has the keys once it is left."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Where.FILTER)

    class Cleared(Message):
        """The filter shall go."""

    def action_done(self) -> None:
        """Leave it as it is."""
        self.screen.set_focus(self.following)

    def action_clear(self) -> None:
        """Leave it, and clear it."""
        self.post_message(self.Cleared())
        self.screen.set_focus(self.following)
