"""What small forms share: a frame that scrolls, the first field focused, a way out."""

from typing import ClassVar, TypeVar

from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen

from mcptui.tui.actions import Where, bindings_of

_Result = TypeVar("_Result")


class Dialog(ModalScreen[_Result]):
    """A form over the screen; `esc` leaves it without doing anything."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Where.FORM)
    AUTO_FOCUS: ClassVar[str | None] = "Input"

    def frame(self) -> VerticalScroll:
        """What the fields and buttons stand in; it follows the focus, and never takes it."""
        return VerticalScroll(id="dialog", can_focus=False)
