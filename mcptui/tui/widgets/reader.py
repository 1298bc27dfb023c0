"""A page of any length: laid out in slices, drawn a window at a time."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate
from time import perf_counter
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import BindingType
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip

from mcptui.tui.actions import Where, bindings_of
from mcptui.tui.widgets.cells import drawn_line, segments
from mcptui.tui.widgets.layout import laid_out
from mcptui.tui.widgets.toned import Toned
from mcptui.viewmodel.document import Document
from mcptui.viewmodel.span import Line, marked, plain
from mcptui.viewmodel.tone import Tone

_SLICE = 0.008
"""Seconds of layout before everybody else gets a turn."""
_PAUSE = 0.004
_EVERY = 16
"""Lines between two looks at the clock."""
Place = tuple[tuple[int, int, int], ...]
"""Where a text was found: line, first character, character after; one part a line."""


def places_of(sought: str, lines: Sequence[str]) -> list[Place]:
    """Where a text stands, case aside; blanks in it also match the end of a wrapped line."""
    words = sought.split()
    if not words:
        return []
    text = "\n".join(lines)
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    found = re.finditer(r"\s+".join(re.escape(word) for word in words), text, re.IGNORECASE)
    return [_place_of(match.start(), match.end(), starts) for match in found]


def _place_of(first: int, last: int, starts: list[int]) -> Place:
    parts = []
    line = bisect_right(starts, first) - 1
    while starts[line] < last:
        end = min(last, starts[line + 1] - 1)
        parts.append((line, max(first, starts[line]) - starts[line], end - starts[line]))
        line += 1
    return tuple(parts)


class Reader(Toned, ScrollView, can_focus=True):
    """Shows a document; scrolls by keys and mouse."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Where.READER)
    COMPONENT_CLASSES: ClassVar[set[str]] = {"reader--found"}

    DEFAULT_CSS = """
    Reader {
        overflow-x: hidden;
        overflow-y: auto;
        scrollbar-size-vertical: 1;
        scrollbar-gutter: stable;
        & > .reader--found { text-style: reverse bold; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  # Textual's own name
        super().__init__(id=id)
        self._document: Document | None = None
        self._lines: list[Line] = []
        self._pending: Iterator[Line] | None = None
        self._width = 0
        self._wants_end = False
        self._sought = ""
        self._places: list[Place] = []
        self._place = 0
        self._ranges: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)

    @property
    def document(self) -> Document | None:
        """What is shown."""
        return self._document

    @property
    def is_whole(self) -> bool:
        """Whether the last line is laid out."""
        return self._pending is None

    @property
    def lines(self) -> tuple[str, ...]:
        """The text of all lines laid out so far."""
        return tuple(plain(line) for line in self._lines)

    def show(self, document: Document, *, keep: bool = False, follow: bool = False) -> None:
        """Show a document, from its top, from where the reader is, or from its end.

        Args:
            document: what to show.
            keep: the same page in a newer state: stay at the same line.
            follow: stay at the end if the reader is there.
        """
        at_end = self.is_vertical_scroll_end
        self._document = document
        self._wants_end = follow and at_end
        self._lay_out()
        if not keep and not follow:
            self.scroll_to(y=0, animate=False)

    def _lay_out(self) -> None:
        self._width = self.scrollable_content_region.width
        self._lines = []
        self._pending = None
        if self._document is not None and self._width:
            self._pending = laid_out(self._document, self._width)
            self._take(_SLICE)
        self.clear_selection()
        self._seek()
        self.refresh()

    def clear_selection(self) -> None:
        """Forget what was selected: its lines are others now."""
        self.screen.selections = {
            widget: part for widget, part in self.screen.selections.items() if widget is not self
        }

    def _take(self, seconds: float) -> None:
        """Lay out for so long, then let others have their turn."""
        if self._pending is None:
            return
        until = perf_counter() + seconds
        for count, line in enumerate(self._pending, 1):
            self._lines.append(line)
            if count % _EVERY == 0 and perf_counter() > until:
                self.set_timer(_PAUSE, self._go_on)
                break
        else:
            self._pending = None
            self._seek()
        self.virtual_size = Size(self._width, len(self._lines))
        if self._wants_end:
            self.scroll_end(animate=False, immediate=True)
            self._wants_end = self._pending is not None

    def _go_on(self) -> None:
        before = len(self._lines)
        self._take(_SLICE)
        if before < self.scroll_offset.y + self.size.height:
            self.refresh()

    def find(self, text: str) -> tuple[int, int] | None:
        """Go to the first place at or below the window's top where a text stands.

        Returns:
            Which place of how many, 1-based; None where nothing is sought.
        """
        self._sought = text
        self._seek()
        top = self.scroll_offset.y
        below = (index for index, place in enumerate(self._places) if place[0][0] >= top)
        self._place = next(below, 0)
        return self._show_place()

    def find_again(self, step: int) -> tuple[int, int] | None:
        """Go to the next place (1) or the one before (-1), around the end if need be."""
        self._seek()
        if self._places:
            self._place = (self._place + step) % len(self._places)
        return self._show_place()

    def _seek(self) -> None:
        self._places = places_of(self._sought, self.lines) if self._sought else []
        self._place = min(self._place, max(len(self._places) - 1, 0))
        self._ranges = defaultdict(list)
        for place in self._places:
            for at, start, end in place:
                self._ranges[at].append((start, end))

    def _show_place(self) -> tuple[int, int] | None:
        self.refresh()
        if not self._sought:
            return None
        if not self._places:
            return 0, 0
        line = self._places[self._place][0][0]
        top, height = self.scroll_offset.y, self.size.height
        if not top <= line < top + height:
            self.scroll_to(y=max(line - height // 3, 0), animate=False)
        return self._place + 1, len(self._places)

    def on_resize(self) -> None:
        """Lay the page out again when its width changes, the same part in view."""
        if self.scrollable_content_region.width == self._width:
            return
        share = self.scroll_offset.y / max(len(self._lines), 1)
        self._lay_out()
        self.scroll_to(y=round(share * len(self._lines)), animate=False)

    def notify_style_update(self) -> None:
        """Draw anew with other colours."""
        super().notify_style_update()
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line of the window."""
        width = self.scrollable_content_region.width
        index = self.scroll_offset.y + y
        looks = self.looks()
        if index >= len(self._lines):
            return self.blank(width)
        drawn = drawn_line(segments(self._marked(index), looks), width, looks[Tone.PLAIN])
        if self._places:
            for at, start, end in self._places[self._place]:
                if at == index:
                    look = self.get_component_rich_style("reader--found")
                    drawn = _restyled(drawn, (start, end), look)
        selection = self.text_selection
        if selection is not None and (span := selection.get_span(index)) is not None:
            look = self.screen.get_component_rich_style("screen--selection")
            drawn = _restyled(drawn, span, look)
        return drawn.apply_offsets(0, index)

    def _marked(self, index: int) -> Line:
        """A line with what was sought marked."""
        line = self._lines[index]
        return marked(line, self._ranges[index]) if index in self._ranges else line

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The text that the mouse selected."""
        return selection.extract("\n".join(self.lines)), "\n"

    def selection_updated(self, selection: Selection | None) -> None:
        """Show what is selected now."""
        del selection
        self.refresh()

    def action_line_up(self) -> None:
        """One line up."""
        self.scroll_relative(y=-1, animate=False)

    def action_line_down(self) -> None:
        """One line down."""
        self.scroll_relative(y=1, animate=False)

    def action_page_back(self) -> None:
        """One window up, a line less."""
        self.scroll_relative(y=-max(self.size.height - 1, 1), animate=False)

    def action_page_on(self) -> None:
        """One window down, a line less."""
        self.scroll_relative(y=max(self.size.height - 1, 1), animate=False)

    def action_first(self) -> None:
        """To the top."""
        self._wants_end = False
        self.scroll_to(y=0, animate=False)

    def action_last(self) -> None:
        """To the end, also where it is not laid out yet."""
        self._wants_end = self._pending is not None
        self.scroll_end(animate=False)


def _restyled(strip: Strip, span: tuple[int, int], look: Style) -> Strip:
    """The same line with a part of it, by character positions, in another look."""
    start, end = span
    end = len(strip.text) if end == -1 else end
    pieces: list[Segment] = []
    at = 0
    for text, style, _ in strip:
        low, high = max(start - at, 0), max(end - at, 0)
        inside = look if style is None else style + look
        parts = ((text[:low], style), (text[low:high], inside), (text[high:], style))
        pieces.extend(Segment(part, part_style) for part, part_style in parts if part)
        at += len(text)
    return Strip(pieces, strip.cell_length)
