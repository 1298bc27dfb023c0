"""The panes there are, by number and name, and a note at the right end."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from mcptui.tui.widgets.cells import cut, fit_line, segments, width_of
from mcptui.tui.widgets.toned import Toned
from mcptui.viewmodel.span import Line, Span, plain
from mcptui.viewmodel.tone import Tone

_GAP = 3


class TabBar(Toned):
    """Names every pane; the one in front stands out in weight, not in colour alone."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"tab-bar--front"}

    DEFAULT_CSS = """
    TabBar {
        height: 1;
        & > .tab-bar--front { text-style: bold underline; color: $primary; }
    }
    """

    front: reactive[int] = reactive(0)
    note: reactive[Line] = reactive[Line](())

    @dataclass
    class Picked(Message):
        """A tab was clicked."""

        index: int

    def __init__(self, titles: Sequence[str], *, id: str | None = None) -> None:  # noqa: A002  # Textual's own name
        """`titles` in order; their numbers are their keys."""
        super().__init__(id=id)
        self._titles = tuple(titles)

    def render_line(self, y: int) -> Strip:
        """The tabs, and the note where there is room for it."""
        width = self.size.width
        if y:
            return self.blank(width)
        line: list[Span] = [Span(" ")]
        for index, title in enumerate(self._titles):
            tone = Tone.MARK if index == self.front else Tone.MUTED
            line += [Span(f"{index + 1} {title}", tone), Span(" " * _GAP)]
        left = width_of(plain(line))
        note = cut(plain(self.note), max(width - left - 1, 0))
        looks = dict(self.looks())
        looks[Tone.MARK] = self.look("tab-bar--front")
        room = width - width_of(note) - 1
        strip = Strip(
            [
                *segments(fit_line(line, room), looks),
                *segments((Span(f"{note} ", Tone.MUTED),), looks),
            ]
        )
        return strip.adjust_cell_length(width, self.looks()[Tone.PLAIN])

    def on_click(self, event: events.Click) -> None:
        """Tell which tab was clicked."""
        event.stop()
        left = 1
        for index, title in enumerate(self._titles):
            end = left + width_of(f"{index + 1} {title}")
            if left <= event.x < end:
                self.post_message(self.Picked(index))
            left = end + _GAP
