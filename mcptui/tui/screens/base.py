"""What all full-terminal pages share: the last line, and plain words when there is no room."""

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from mcptui.tui.messages import Said
from mcptui.tui.screens.save import SaveScreen
from mcptui.tui.widgets.key_line import KeyLine
from mcptui.tui.widgets.toned import TONE_CLASSES
from mcptui.viewmodel.span import spoken
from mcptui.viewmodel.tone import Tone

_Result = TypeVar("_Result")

_LEAST_WIDTH, _LEAST_HEIGHT = 24, 7
_LOW = 16
"""Height below which pages leave out what only explains."""


class BaseScreen(Screen[_Result]):
    """A page with a key line; it says so where the terminal is too small to show it."""

    COMPONENT_CLASSES: ClassVar[set[str]] = set(TONE_CLASSES)
    DEFAULT_CSS = """
    BaseScreen {
        layers: base over;
        & > #too-small { display: none; layer: over; }
        &.-too-small > #too-small {
            display: block;
            width: 100%;
            height: 100%;
            content-align: center middle;
            background: $background;
        }
    }
    """
    ENABLE_COMMAND_PALETTE = True

    def compose_frame(self) -> ComposeResult:
        """The parts every page ends with."""
        yield KeyLine()
        yield Static("terminal too small", id="too-small", markup=False)

    def export(self, name: str, text_for: Callable[[Path], str], hint: str = "") -> None:
        """Ask for a file, `name` offered, write to it, and say so."""
        self.app.push_screen(SaveScreen(name, text_for, hint=hint), self._say_written)

    def _say_written(self, path: Path | None) -> None:
        if path is not None:
            self.say(f"written to {path}", Tone.GOOD)

    @on(events.Resize)
    def _mind_the_size(self, event: events.Resize) -> None:
        small = event.size.width < _LEAST_WIDTH or event.size.height < _LEAST_HEIGHT
        self.set_class(small, "-too-small")
        self.set_class(event.size.height < _LOW, "-low")

    def say(self, text: str, tone: Tone = Tone.MUTED) -> None:
        """Answer in the last line; `text` may be foreign."""
        self.post_message(Said(spoken(text, tone)))

    @on(Said)
    def _said(self, message: Said) -> None:
        message.stop()
        for line in self.query(KeyLine):
            line.say(message.line)
