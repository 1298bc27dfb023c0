"""A page of any length: laid out in slices, drawn a window at a time."""

from collections.abc import Iterator
from time import perf_counter
from typing import ClassVar

from rich.segment import Segment
from textual.binding import BindingType
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip

from mcptui.tui.actions import Where, bindings_of
from mcptui.tui.widgets.cells import segments
from mcptui.tui.widgets.layout import laid_out
from mcptui.tui.widgets.toned import Toned
from mcptui.viewmodel.document import Document
from mcptui.viewmodel.span import Line, plain

_SLICE = 0.008
"""Seconds of layout before everybody else gets a turn."""
_PAUSE = 0.004
_EVERY = 16
"""Lines between two looks at the clock."""


class Reader(Toned, ScrollView, can_focus=True):
    """Shows a document; scrolls by keys and mouse."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Where.READER)

    DEFAULT_CSS = """
    Reader {
        overflow-x: hidden;
        overflow-y: auto;
        scrollbar-size-vertical: 1;
    }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  # Textual's own name
        super().__init__(id=id)
        self._document: Document | None = None
        self._lines: list[Line] = []
        self._pending: Iterator[Line] | None = None
        self._width = 0
        self._wants_end = False

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
        self.virtual_size = Size(self._width, len(self._lines))
        if self._wants_end:
            self.scroll_end(animate=False, immediate=True)
            self._wants_end = self._pending is not None

    def _go_on(self) -> None:
        before = len(self._lines)
        self._take(_SLICE)
        if before < self.scroll_offset.y + self.size.height:
            self.refresh()

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
            return Strip.blank(width, self.rich_style)
        drawn = Strip(segments(self._lines[index], looks))
        selection = self.text_selection
        if selection is not None and (span := selection.get_span(index)) is not None:
            drawn = _selected(drawn, span, self)
        return drawn.adjust_cell_length(width, self.rich_style).apply_offsets(0, index)

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


def _selected(strip: Strip, span: tuple[int, int], reader: Reader) -> Strip:
    """The same line with a part of it, by character positions, in the selection's looks."""
    start, end = span
    text = strip.text
    end = len(text) if end == -1 else min(end, len(text))
    style = reader.screen.get_component_rich_style("screen--selection")
    pieces: list[Segment] = []
    at = 0
    for segment in strip:
        for part, is_in in (
            (segment.text[: max(start - at, 0)], False),
            (segment.text[max(start - at, 0) : max(end - at, 0)], True),
            (segment.text[max(end - at, 0) :], False),
        ):
            if part and is_in:
                pieces.append(Segment(part, (segment.style or style) + style))
            elif part:
                pieces.append(Segment(part, segment.style))
        at += len(segment.text)
    return Strip(pieces)
