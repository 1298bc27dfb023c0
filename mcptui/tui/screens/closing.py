"""Says that the program is ending, and for whom it waits."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from mcptui.tui.actions import Where, bindings_of


class ClosingScreen(ModalScreen[None]):
    """Stays until all is closed; the quit key ends everything at once."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Where.APP)

    def __init__(self, keys: Sequence[str]) -> None:
        """`keys` are the connections still open, ready to show."""
        super().__init__()
        self._keys = keys

    def compose(self) -> ComposeResult:
        """The words."""
        with VerticalScroll(id="dialog"):
            yield Static("closing…", classes="title", markup=False)
            yield Static(id="waiting", markup=False)
            yield Static("q ends it at once", classes="muted", markup=False)

    def on_mount(self) -> None:
        """Say for whom."""
        self.tell(self._keys)

    def tell(self, keys: Sequence[str]) -> None:
        """The connections still open, ready to show."""
        self._keys = keys
        for line in self.query("#waiting").results(Static):
            line.update(f"waiting for {', '.join(keys)}")

    async def action_quit(self) -> None:
        """End everything at once."""
        await self.app.run_action("quit")
