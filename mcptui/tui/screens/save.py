"""Asks for a file and writes to it; a file that is there is replaced only when said so."""

from collections.abc import Callable
from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Button, Input, Static

from mcptui.contract.display import shown
from mcptui.errors import FileError
from mcptui.tui.screens.dialog import Dialog
from mcptui.workspace.files import write_atomically


class SaveScreen(Dialog[Path | None]):
    """A small form: the file's name, and a button; its result is the file written."""

    def __init__(self, name: str, text_for: Callable[[Path], str], *, hint: str = "") -> None:
        """`name` is offered; `text_for` makes the text for the path chosen."""
        super().__init__()
        self._name = name
        self._text_for = text_for
        self._hint = hint
        self._agreed: Path | None = None

    def compose(self) -> ComposeResult:
        """The form."""
        with self.frame():
            yield Static("Write to file", classes="title", markup=False)
            yield Input(self._name, id="file")
            yield Static(self._hint, id="hint", markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Write", variant="primary", id="write", compact=True)
                yield Button("Cancel", id="cancel", compact=True)

    @on(Input.Submitted)
    @on(Button.Pressed, "#write")
    def _write(self) -> None:
        path = Path(self.query_one("#file", Input).value.strip()).expanduser()
        if not path.name:
            self._say("a file name is needed")
            return
        if path.exists() and path != self._agreed:
            self._agreed = path
            self._say(f"{shown(str(path))} is there already; press again to replace it")
            self.query_one("#write", Button).label = "Replace"
            return
        try:
            write_atomically(path, self._text_for(path))
        except FileError as error:
            self._say(shown(str(error)))
            return
        self.dismiss(path)

    @on(Input.Changed)
    def _forget_agreement(self) -> None:
        self._agreed = None
        self.query_one("#write", Button).label = "Write"

    def _say(self, text: str) -> None:
        self.query_one("#hint", Static).update(text)

    @on(Button.Pressed, "#cancel")
    def action_cancel(self) -> None:
        """Go back without writing."""
        self.dismiss(None)
