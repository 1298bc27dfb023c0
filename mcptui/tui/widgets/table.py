"""A list of any length with columns, of which only the rows in view are ever made and drawn."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import BindingType
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from mcptui.tui.actions import Where, bindings_of
from mcptui.tui.widgets.cells import Styles, drawn_line, fit_line, segments, wrapped
from mcptui.tui.widgets.toned import Toned
from mcptui.viewmodel.span import Line, Span
from mcptui.viewmodel.table import GAP, Column, Row, Rows, column_widths
from mcptui.viewmodel.tone import CURSOR_MARK, ELLIPSIS, SignSet, Tone

_NOTHING = Rows(ids=(), row_at=lambda _: Row())
_GUTTER = 1
"""Cells at the left edge for the cursor's mark."""


class Table(Toned, ScrollView, can_focus=True):
    """Rows under a fixed head; one row has the cursor, and keeps it by what it stands for."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Where.LIST)
    COMPONENT_CLASSES: ClassVar[set[str]] = {"table--head", "table--cursor", "table--mark"}

    DEFAULT_CSS = """
    Table {
        overflow-x: hidden;
        overflow-y: auto;
        scrollbar-size-vertical: 1;
        scrollbar-gutter: stable;
        & > .table--head { color: $foreground 60%; }
        & > .table--cursor { background: $foreground 8%; }
        & > .table--mark { color: $foreground 40%; }
        &:focus > .table--cursor { background: $primary 30%; text-style: bold; }
        &:focus > .table--mark { color: $primary; text-style: bold; }
    }
    """

    @dataclass
    class Moved(Message):
        """The cursor stands on another row."""

        table: "Table"
        id: Hashable

        @property
        def control(self) -> "Table":
            """The table it happened in."""
            return self.table

    @dataclass
    class Opened(Message):
        """The row under the cursor was opened."""

        table: "Table"
        id: Hashable

        @property
        def control(self) -> "Table":
            """The table it happened in."""
            return self.table

    @dataclass
    class HeadClicked(Message):
        """The title of a column was clicked."""

        table: "Table"
        column: int

    def __init__(
        self,
        columns: Sequence[Column],
        *,
        signs: SignSet = SignSet.USUAL,
        id: str | None = None,  # noqa: A002  # Textual's own name
    ) -> None:
        """`signs` are the characters to draw with."""
        super().__init__(id=id)
        self._columns = tuple(columns)
        self._mark = signs.draw(CURSOR_MARK)
        self._ellipsis = signs.draw(ELLIPSIS)
        self._rows = _NOTHING
        self._index_of: dict[Hashable, int] = {}
        self._cursor = 0
        self._chosen: Hashable | None = None
        self._was_touched = False
        self._is_resizing = False
        self._top = 0
        self._room = 1
        self._empty: tuple[Line, ...] = ()
        self._widths: tuple[int, ...] = ()
        self._sorted_by: int | None = None

    @property
    def cursor(self) -> int:
        """The row under the cursor, 0-based."""
        return self._cursor

    @property
    def cursor_id(self) -> Hashable | None:
        """What the row under the cursor stands for; None where there are no rows."""
        return self._rows.ids[self._cursor] if self._rows.ids else None

    @property
    def row_count(self) -> int:
        """How many rows there are."""
        return len(self._rows.ids)

    def show(
        self,
        rows: Rows,
        *,
        empty: tuple[Line, ...] = (),
        sorted_by: int | None = None,
        to_first: bool = False,
    ) -> None:
        """Show other rows; the chosen one stays chosen, and stays where it is on the screen.

        Until the user moves the cursor nothing is chosen, and it stays on the first row.

        Args:
            rows: the new rows.
            empty: said where there are none.
            sorted_by: index of the column whose title is marked.
            to_first: put the cursor on the first row, and come back to the chosen one later.
        """
        before = self.cursor_id
        offset = self._cursor - self.scroll_offset.y
        self._rows = rows
        self._empty = empty
        self._sorted_by = sorted_by
        self._index_of = {id_: index for index, id_ in enumerate(rows.ids)}
        self._measure()
        if to_first:
            self._cursor, offset = 0, 0
        else:
            wanted = self._chosen if self._chosen in self._index_of else before
            nearest = min(self._cursor, max(len(rows.ids) - 1, 0))
            self._cursor = self._index_of.get(wanted, nearest) if self._was_touched else 0
        if self._was_touched:
            self._scroll(self._cursor - offset)
        self._keep_in_view()
        self.refresh()
        if self.cursor_id != before:
            self._say_moved()

    def choose(self, id_: Hashable) -> bool:
        """Put the cursor on a row; False where there is no such row."""
        index = self._index_of.get(id_)
        if index is None:
            return False
        self._move_to(index)
        return True

    def text_of(self, index: int) -> str:
        """A row as it is drawn, for tests and for copying."""
        return "".join(span.text for span in self._line_of(self._rows.row_at(index)))

    def _measure(self) -> None:
        """Share the width among the columns."""
        width = self.scrollable_content_region.width
        natural = self._rows.natural or [column.most for column in self._columns]
        wide = [
            max(cells, len(column.title))
            for cells, column in zip(natural, self._columns, strict=True)
        ]
        self._room = max(width - _GUTTER, 1)
        self._widths = column_widths(self._columns, wide, self._room)
        self.virtual_size = Size(width, len(self._rows.ids) + 1)

    def on_resize(self) -> None:
        """Share the new width; the window stays where the user left it, as far as it can."""
        self._measure()
        self._is_resizing = True
        self._scroll(self._top)
        self._keep_in_view()
        self._is_resizing = False
        self.refresh()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Note where the user wants the window to begin."""
        super().watch_scroll_y(old_value, new_value)
        if not self._is_resizing:
            self._top = round(new_value)

    def notify_style_update(self) -> None:
        """Draw anew with other colours."""
        super().notify_style_update()
        self.refresh()

    def _keep_in_view(self) -> None:
        height = max(self.scrollable_content_region.height - 1, 1)
        top = self.scroll_offset.y
        if self._cursor < top:
            self._scroll(self._cursor)
        elif self._cursor >= top + height:
            self._scroll(self._cursor - height + 1)

    def _scroll(self, top: int) -> None:
        # Forced: there is no scrollbar yet when a short list has just become a long one.
        self.scroll_to(y=top, animate=False, force=True)

    def _move_to(self, index: int) -> None:
        if not self._rows.ids:
            return
        before = self._cursor
        self._cursor = min(max(index, 0), len(self._rows.ids) - 1)
        self._chosen = self.cursor_id
        self._was_touched = True
        self._keep_in_view()
        self.refresh()
        if self._cursor != before:
            self._say_moved()

    def _say_moved(self) -> None:
        if (id_ := self.cursor_id) is not None:
            self.post_message(self.Moved(self, id_))

    def render_line(self, y: int) -> Strip:
        """One line of the window: the head, a row, or what is said of an empty list."""
        width = self.scrollable_content_region.width
        if y == 0 and self._rows.ids:
            return self._drawn(self._head(), self.looks("table--head"), width, " ")
        index = self.scroll_offset.y + y - 1
        if not self._rows.ids:
            return self._empty_line(y, width)
        if index >= len(self._rows.ids):
            return self.blank(width)
        line = self._line_of(self._rows.row_at(index))
        if index != self._cursor:
            return self._drawn(line, self.looks(), width, " ")
        mark = self.look("table--cursor", "table--mark")
        return self._drawn(line, self.looks("table--cursor"), width, self._mark, mark)

    def _drawn(
        self, line: Line, looks: Styles, width: int, mark: str, mark_style: object = None
    ) -> Strip:
        base = looks[Tone.PLAIN]
        first = Segment(mark, base if mark_style is None else mark_style)  # type: ignore[arg-type]  # a rich style
        return drawn_line([first, *segments(line, looks)], width, base)

    def _head(self) -> Line:
        cells: list[Span] = []
        for index, (column, width) in enumerate(zip(self._columns, self._widths, strict=True)):
            if not width:
                continue
            tone = Tone.STRONG if index == self._sorted_by else Tone.PLAIN
            title = (Span(column.title, tone),)
            fitted = fit_line(title, width, right=column.right, ellipsis=self._ellipsis, gap=GAP)
            cells.extend(fitted)
        return fit_line(_without_last_gap(cells), self._room)

    def _line_of(self, row: Row) -> Line:
        if row.whole is not None:
            return fit_line(row.whole, self._room, ellipsis=self._ellipsis)
        cells: list[Span] = []
        for cell, column, room in zip(row.cells, self._columns, self._widths, strict=True):
            if not room:
                continue
            fitted = fit_line(cell, room, right=column.right, ellipsis=self._ellipsis, gap=GAP)
            cells.extend(fitted)
        return fit_line(_without_last_gap(cells), self._room)

    def _empty_line(self, y: int, width: int) -> Strip:
        lines = [part for line in self._empty for part in wrapped(line, max(width - 4, 8))]
        index = y - 2
        if not 0 <= index < len(lines):
            return self.blank(width)
        return self._drawn((Span(" "), *lines[index]), self.looks(), width, " ")

    def on_click(self, event: events.Click) -> None:
        """Choose the row clicked, open it on the second click, or tell of a click on the head."""
        event.stop()
        if event.y == 0:
            self._click_head(event.x)
            return
        index = self.scroll_offset.y + event.y - 1
        if index < len(self._rows.ids):
            self._move_to(index)
            if event.chain > 1:
                self.action_open()

    def _click_head(self, x: int) -> None:
        left = _GUTTER
        for index, width in enumerate(self._widths):
            if not width:
                continue
            if left <= x < left + width + GAP:
                self.post_message(self.HeadClicked(self, index))
                return
            left += width + GAP

    def action_open(self) -> None:
        """Open the row under the cursor."""
        if (id_ := self.cursor_id) is not None:
            self._chosen = id_
            self.post_message(self.Opened(self, id_))

    def action_up(self) -> None:
        """One row up."""
        self._move_to(self._cursor - 1)

    def action_down(self) -> None:
        """One row down."""
        self._move_to(self._cursor + 1)

    def _page(self) -> int:
        return max(self.scrollable_content_region.height - 2, 1)

    def action_page_back(self) -> None:
        """One window up, a row less."""
        self._move_to(self._cursor - self._page())

    def action_page_on(self) -> None:
        """One window down, a row less."""
        self._move_to(self._cursor + self._page())

    def action_first(self) -> None:
        """To the first row."""
        self._move_to(0)

    def action_last(self) -> None:
        """To the last row."""
        self._move_to(len(self._rows.ids) - 1)


def _without_last_gap(cells: list[Span]) -> list[Span]:
    """The blanks after the last column are not part of the row."""
    if not cells:
        return cells
    text, tone = cells[-1]
    return [*cells[:-1], Span(text[:-GAP], tone)]
