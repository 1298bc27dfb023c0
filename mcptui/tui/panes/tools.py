"""The Tools pane: the merged list, its filter, and the detail of the row under the cursor."""

from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.reactive import reactive
from textual.widgets import Input, Static

from mcptui.contract.connection import ConnectionStatus
from mcptui.contract.target import ConnectionKey
from mcptui.contract.wire import dumps
from mcptui.tui.actions import Where, bindings_of
from mcptui.tui.messages import CopyText, Failed, LayoutChanged, ShowConnection, ShowPage
from mcptui.tui.panes.pane import Pane
from mcptui.tui.panes.tool_filter import ToolFilter
from mcptui.tui.widgets.content import content_of
from mcptui.tui.widgets.filter_input import FilterInput
from mcptui.tui.widgets.side_page import SidePage
from mcptui.tui.widgets.table import Table
from mcptui.viewmodel.arrangement import Entry, arranged
from mcptui.viewmodel.connection_detail import connection_document
from mcptui.viewmodel.document import Document, text_of
from mcptui.viewmodel.layout import Layout
from mcptui.viewmodel.list_words import empty_words, list_note, list_title
from mcptui.viewmodel.matching import Query, query_of
from mcptui.viewmodel.tone import SignSet
from mcptui.viewmodel.tool_detail import raw_document, tool_document
from mcptui.viewmodel.tool_table import (
    COLUMNS,
    SORTED_COLUMN,
    SORTING_OF_COLUMN,
    ToolsView,
    table_of,
)
from mcptui.viewmodel.tools import RowId, ToolRow

_MOMENT = 0.03
"""Seconds after which the detail follows the cursor."""
_LARGE = 60_000
"""Bytes of a contract from which its pages are made in a thread."""
_BESIDE, _THIRD = 108, 180
"""Widths from which the detail stands beside the list, and the raw JSON beside that."""
_BELOW = 20
"""Height from which a narrow pane shows the detail below the list."""


class ToolsPane(Pane):
    """List and detail."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Where.TOOLS)

    DEFAULT_CSS = """
    ToolsPane {
        layout: horizontal;
        & > #list-side {
            width: 1fr;
            height: 1fr;
            border: round $foreground 30%;
            border-title-color: $foreground;
            border-subtitle-color: $foreground 60%;
            &:focus-within { border: round $primary; }
        }
        & > SidePage { display: none; }
        & #filter-line { height: 1; padding: 0 1; }
        & #filter-line > Static { width: auto; }
        & #filter-line > Input { width: 1fr; background: transparent; }
        & Table { height: 1fr; }
        &.-beside > #detail, &.-third > #raw { display: block; height: 1fr; }
        &.-below { layout: vertical; }
        &.-below > #detail { display: block; width: 1fr; }
        &.-empty > #detail, &.-empty > #raw { display: none; }
    }
    """

    view: reactive[ToolsView] = reactive(ToolsView, init=False)
    statuses: reactive[tuple[ConnectionStatus, ...]] = reactive(tuple, init=False)
    now: reactive[datetime] = reactive(datetime.now(UTC), init=False)
    layout_memory: reactive[Layout] = reactive(Layout, init=False)
    is_analysing: reactive[bool] = reactive(False, init=False)

    def __init__(self, signs: SignSet) -> None:
        """`signs` are the characters to draw with."""
        super().__init__(id="tools")
        self.filter = ToolFilter()
        self._signs = signs
        self._entries: tuple[Entry, ...] = ()
        self.detail_is_due = False
        """Whether the detail is about to follow the cursor."""

    def compose(self) -> ComposeResult:
        """List, detail, raw JSON."""
        with Vertical(id="list-side"):
            with Horizontal(id="filter-line"):
                yield Static("/ ", markup=False)
                yield FilterInput(
                    id="filter",
                    compact=True,
                    placeholder="filter: name, text, parameter, is:drifted, on:server",
                    select_on_focus=False,
                )
            yield Table(COLUMNS, id="list", signs=self._signs)
        yield SidePage(id="detail")
        yield SidePage(id="raw")

    @property
    def table(self) -> Table:
        """The list."""
        return self.query_one("#list", Table)

    @property
    def detail(self) -> SidePage:
        """The detail beside or below the list."""
        return self.query_one("#detail", SidePage)

    @property
    def raw(self) -> SidePage:
        """The raw JSON beside the detail."""
        return self.query_one("#raw", SidePage)

    @property
    def filter_input(self) -> Input:
        """Where the filter is typed."""
        return self.query_one("#filter", Input)

    @property
    def chosen(self) -> ToolRow | None:
        """The tool under the cursor; None on a line about a connection."""
        entry = self._entry()
        if entry is None or entry.place is None:
            return None
        return self.filter.view.catalogue.rows[entry.place]

    @property
    def chosen_key(self) -> ConnectionKey | None:
        """The connection of the row under the cursor."""
        entry = self._entry()
        return None if entry is None else entry.id.key

    def _entry(self) -> Entry | None:
        return self._entries[self.table.cursor] if self._entries else None

    def on_mount(self) -> None:
        """Draw what there is so far."""
        self.query_one(FilterInput).following = self.table
        self._arrange()

    def on_resize(self, event: events.Resize) -> None:
        """Put detail and raw JSON where there is room for them."""
        width, height = event.size
        beside = width >= _BESIDE
        self.set_class(beside, "-beside")
        self.set_class(width >= _THIRD, "-third")
        self.set_class(not beside and height >= _BELOW, "-below")
        self._share_room()
        self._detail_soon()

    def _share_room(self) -> None:
        share = self.layout_memory.detail_share
        detail, raw = self.detail.styles, self.raw.styles
        if self.has_class("-below"):
            detail.width, detail.height = "1fr", f"{share}%"
            return
        detail.height = "1fr"
        if self.has_class("-third"):
            detail.width, raw.width = f"{share * 2 // 3}%", f"{share * 4 // 7}%"
        else:
            detail.width = f"{share}%"

    def watch_view(self, before: ToolsView, view: ToolsView) -> None:
        """Other tools: filter them anew, the chosen one stays chosen."""
        del before
        if self.filter.hits is None:
            self.filter.show_all(view)
            self._arrange()
        else:
            self._search_soon(is_new=False)

    def watch_statuses(self) -> None:
        """Other states: the lines about connections change."""
        if self.is_mounted:
            self._arrange()

    def watch_now(self) -> None:
        """A second went by: running seconds are drawn anew."""
        if any(entry.place is None for entry in self._entries):
            self._show_rows(self.table)
            if self.chosen is None:
                self._detail_soon()

    def watch_layout_memory(self) -> None:
        """Grouping, order or shares are others now."""
        if self.is_mounted:
            self._share_room()
            self._arrange()

    def watch_is_analysing(self) -> None:
        """The analysis takes a while, or is done."""
        if self.is_mounted:
            self._arrange()

    def _arrange(self, *, to_first: bool = False) -> None:
        layout = self.layout_memory
        self._entries = arranged(
            self.filter.view.catalogue,
            self.statuses,
            sorting=layout.sorting,
            is_grouped=layout.is_grouped,
            hits=self.filter.hits,
        )
        self._show_rows(self.table, to_first=to_first)
        self.set_class(not self._entries and not self.statuses, "-empty")
        self._say_counts()
        self.refresh_bindings()
        self._detail_soon()

    def _show_rows(self, table: Table, *, to_first: bool = False) -> None:
        layout = self.layout_memory
        rows = table_of(
            self.filter.view,
            self._entries,
            self.statuses,
            self.now,
            signs=self._signs,
            is_grouped=layout.is_grouped,
        )
        table.show(
            rows,
            empty=empty_words(
                self.statuses,
                is_filtered=self.filter.hits is not None,
                is_analysing=self.is_analysing,
            ),
            sorted_by=SORTED_COLUMN.get(layout.sorting),
            to_first=to_first,
        )

    def _say_counts(self) -> None:
        side = self.query_one("#list-side")
        hits = self.filter.hits
        title = list_title(
            self.filter.view.catalogue,
            self.statuses,
            found=None if hits is None else len(hits),
            is_alike=self.filter.is_alike,
            is_analysing=self.is_analysing,
        )
        note = list_note(
            self.layout_memory.sorting,
            is_grouped=self.layout_memory.is_grouped,
            is_filtered=hits is not None,
            is_analysing=self.is_analysing,
        )
        side.border_title, side.border_subtitle = content_of(title), content_of(note)

    def _detail_soon(self) -> None:
        """Show the detail a moment later, in a frame of its own, however often the cursor moved."""
        if not self.detail_is_due:
            self.detail_is_due = True
            self.set_timer(_MOMENT, self._show_detail)

    def _show_detail(self) -> None:
        self.detail_is_due = False
        row, key = self.chosen, self.chosen_key
        for side, make in ((self.detail, self._tool_page), (self.raw, raw_document)):
            if not side.display:
                continue
            if row is None:
                side.show_made(partial(self._about, key))
            else:
                side.show_made(partial(make, row), is_large=row.contract_bytes > _LARGE)

    def _about(self, key: ConnectionKey | None) -> Document:
        """What the detail says while a line about a connection is chosen."""
        status = next((status for status in self.statuses if status.key == key), None)
        if status is None:
            return Document(title=())
        return connection_document(
            status,
            self.filter.view.catalogue.findings,
            self.now,
            problems=self.filter.view.catalogue.problems.get(status.key, 0),
            signs=self._signs,
        )

    def _tool_page(self, row: ToolRow) -> Document:
        return tool_document(row, self._signs)

    @on(Table.Moved)
    def _moved(self, event: Table.Moved) -> None:
        event.stop()
        self._detail_soon()

    @on(Table.Opened)
    def _opened(self, event: Table.Opened) -> None:
        event.stop()
        row, key = self.chosen, self.chosen_key
        if row is not None:
            is_large = row.contract_bytes > _LARGE
            self.post_message(ShowPage(partial(self._tool_page, row), is_large=is_large))
        elif key is not None:
            self.post_message(ShowConnection(key))

    @on(Table.HeadClicked)
    def _head_clicked(self, event: Table.HeadClicked) -> None:
        event.stop()
        sorting = SORTING_OF_COLUMN.get(event.column, Layout().sorting)
        self.post_message(LayoutChanged(replace(self.layout_memory, sorting=sorting)))

    @on(Input.Changed, "#filter")
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self._search_soon(is_new=True)

    @on(FilterInput.Cleared)
    def _filter_cleared(self, event: FilterInput.Cleared) -> None:
        event.stop()
        self._clear()

    def show_filter(self, text: str) -> None:
        """Filter by a text; an empty one shows everything."""
        self.filter_input.value = text
        self.table.focus()

    def choose(self, id_: RowId) -> bool:
        """Put the cursor on a tool, the filter cleared if it hides it."""
        if not self.table.choose(id_) and self.filter.hits is not None:
            self._clear()
        return self.table.choose(id_)

    def _clear(self) -> None:
        """Take the filter away."""
        with self.prevent(Input.Changed):
            self.filter_input.value = ""
        self._show_all()

    def _show_all(self) -> None:
        """Show everything, whatever is typed so far."""
        self.workers.cancel_group(self, "filter")
        self.filter.show_all(self.view)
        self._arrange()

    def _search_soon(self, *, is_new: bool) -> None:
        """Begin to look for what is typed; an earlier search that still runs is given up."""
        query = query_of(self.filter_input.value)
        if not query.is_empty:
            work = partial(self._search, query, is_new=is_new)
            self.run_worker(work, exclusive=True, group="filter")  # type: ignore[arg-type]  # mypy sees no kind of work in a partial
        elif self.filter.hits is not None:
            self._show_all()

    async def _search(self, query: Query, *, is_new: bool) -> None:
        try:
            await self.filter.search(query, self.view)
        except Exception as error:  # noqa: BLE001  # whatever a server's text makes fail, the app goes on
            self.post_message(Failed.of("filtering the list", error))
        else:
            self._arrange(to_first=is_new)

    def action_filter(self) -> None:
        """Go to the filter."""
        self.screen.set_focus(self.filter_input)

    def action_leave(self) -> None:
        """One step out: of the filter, of the detail, and nothing more."""
        if self.filter.hits is not None:
            self._clear()
        self.table.focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A step out leads from a filter or another part than the list; `/` is also typed."""
        del parameters
        if action == "filter":
            return self.screen.focused is not self.filter_input
        return action != "leave" or self.filter.hits is not None or not self.table.has_focus

    def action_raw(self) -> None:
        """Open the definition as raw JSON."""
        row = self.chosen
        if row is not None:
            self.post_message(
                ShowPage(partial(raw_document, row), is_large=row.contract_bytes > _LARGE)
            )

    def action_group(self) -> None:
        """Group by connection, or merge."""
        layout = self.layout_memory
        self.post_message(LayoutChanged(replace(layout, is_grouped=not layout.is_grouped)))

    def action_sort(self) -> None:
        """The next order."""
        layout = self.layout_memory
        self.post_message(LayoutChanged(replace(layout, sorting=layout.sorting.following)))

    def action_widen(self) -> None:
        """More room for the detail."""
        self._resize_detail(5)

    def action_narrow(self) -> None:
        """Less room for the detail."""
        self._resize_detail(-5)

    def _resize_detail(self, by: int) -> None:
        layout = self.layout_memory
        self.post_message(LayoutChanged(layout.with_share(layout.detail_share + by)))

    def other_side(self) -> None:
        """From the list to the detail, to the raw JSON, and around."""
        sides = [self.table, self.detail, self.raw]
        seen = [side for side in sides if side.display]
        at = next((place for place, side in enumerate(seen) if side.has_focus), -1)
        seen[(at + 1) % len(seen)].focus()

    def copy_text(self) -> tuple[str, str] | None:
        """The alias of the chosen tool, or the whole text of the side that has the keys."""
        row = self.chosen
        side = next((side for side in (self.detail, self.raw) if side.has_focus), None)
        if side is not None and side.document is not None:
            return text_of(side.document), "the text of this side"
        return (row.alias, "the alias") if row is not None else None

    def action_copy_definition(self) -> None:
        """Copy the raw JSON of the chosen tool."""
        row = self.chosen
        if row is not None and row.report is not None:
            text = dumps(row.report.definition.raw, indent=2)
            self.post_message(CopyText(text, "the definition"))
