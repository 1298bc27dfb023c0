"""The rows of the Tools pane as cells."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from unicodedata import east_asian_width

from mcptui.contract.connection import ConnectionStatus
from mcptui.contract.display import shown
from mcptui.viewmodel.arrangement import Entry, Sorting
from mcptui.viewmodel.connections import state_line, tools_listed
from mcptui.viewmodel.counted import counted
from mcptui.viewmodel.matching import Hit
from mcptui.viewmodel.span import Line, Span, marked, sign_span
from mcptui.viewmodel.table import Column, Row, Rows
from mcptui.viewmodel.tone import LEVEL_SIGNS, NEW_SIGN, SHORTENED_SIGN, SignSet, Tone
from mcptui.viewmodel.tools import Catalogue, ToolRow, catalogue_of
from mcptui.workspace.state import Workspace

COLUMNS = (
    Column(title="", least=1, most=1),
    Column(title="alias", least=28, most=66),
    Column(title="connection", least=12, most=36, rank=4),
    Column(title="upstream name", least=18, most=40, rank=5),
    Column(title="parameters", least=14, most=30, rank=3, grows=True),
    Column(title="bytes", least=9, most=9, rank=1, right=True),
    Column(title="~tokens", least=8, most=8, rank=6, right=True),
    Column(title="flags", least=10, most=14, rank=2),
)
SORTED_COLUMN = {Sorting.NAME: 1, Sorting.SIZE: 5, Sorting.FINDINGS: 7}
"""The column whose title is marked, by the order shown."""
SORTING_OF_COLUMN = {column: sorting for sorting, column in SORTED_COLUMN.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolsView:
    """All that the Tools pane shows of the tools."""

    catalogue: Catalogue = field(default_factory=Catalogue)
    natural: tuple[int, ...] = (0,) * len(COLUMNS)
    """Cells of the longest content in each column."""


def tools_view(workspace: Workspace, earlier: ToolsView | None = None) -> ToolsView:
    """The view of a workspace; `earlier` is the one before, whose order is kept."""
    catalogue = catalogue_of(workspace, earlier.catalogue if earlier is not None else None)
    return ToolsView(catalogue=catalogue, natural=_natural(catalogue.rows))


def table_of(
    view: ToolsView,
    entries: Sequence[Entry],
    statuses: Sequence[ConnectionStatus],
    now: datetime,
    *,
    signs: SignSet = SignSet.USUAL,
    is_grouped: bool = False,
) -> Rows:
    """The list, ready to be drawn; each row is made when it comes into view."""
    by_key = {status.key: status for status in statuses}
    catalogue = view.catalogue

    def row_at(index: int) -> Row:
        entry = entries[index]
        if entry.place is None:
            status = by_key[entry.id.key]
            problems = catalogue.problems.get(status.key, 0)
            line = state_line(status, now, problems=problems, signs=signs)
            count = tools_listed(status)
            if is_grouped and count:
                line = (*line, Span(f"  {counted(count, 'tool')}", Tone.MUTED))
            return Row(whole=line)
        return Row(cells=_cells(catalogue.rows[entry.place], entry.hit, signs))

    return Rows(
        ids=tuple(entry.id for entry in entries),
        row_at=row_at,
        natural=view.natural,
    )


def _cells(row: ToolRow, hit: Hit | None, signs: SignSet) -> tuple[Line, ...]:
    name_tone = Tone.MUTED if row.report is None else Tone.PLAIN
    alias: Line = (Span(row.alias, name_tone),)
    upstream: Line = (Span(row.name, Tone.MUTED),)
    if hit is not None:
        alias, upstream = marked(alias, hit.alias), marked(upstream, hit.name)
    if row.is_shortened:
        alias = (*alias, sign_span(SHORTENED_SIGN, signs))
    is_listed = row.report is not None
    return (
        (sign_span(row.pin, signs),),
        alias,
        _connection(row),
        upstream,
        _parameters(row, hit),
        (Span(f"{row.contract_bytes:,}" if is_listed else ""),),
        (Span(f"{row.report.estimated_tokens:,}" if row.report else "", Tone.MUTED),),
        _flags(row, signs),
    )


def _connection(row: ToolRow) -> Line:
    """The key, and the host where there is one: equal servers at two hosts must not look alike."""
    return (Span(connection_words(row.status), Tone.MUTED),)


def connection_words(status: ConnectionStatus) -> str:
    """The connection of a row, ready to show."""
    host = (status.origin or "").partition("://")[2]
    return f"{shown(status.key)} {shown(host)}" if host else shown(status.key)


def _parameters(row: ToolRow, hit: Hit | None) -> Line:
    if row.problem is not None:
        return (Span(row.problem, Tone.BAD),)
    if row.report is None:
        return (Span(row.pin.word, row.pin.tone),)
    found = dict(hit.parameters) if hit is not None else {}
    line: list[Span] = []
    for index, (name, required) in enumerate(row.parameters):
        own: Line = (Span(name, Tone.PLAIN if required else Tone.MUTED),)
        line += marked(own, found.get(index, ()))
        line.append(Span(" " if required else "? ", Tone.MUTED))
    return tuple(line[:-1]) + ((Span("?", Tone.MUTED),) if line and line[-1].text == "? " else ())


def _flags(row: ToolRow, signs: SignSet) -> Line:
    line: list[Span] = []
    if row.is_new:
        line.append(Span("new", NEW_SIGN.tone))
    for level, sign in LEVEL_SIGNS.items():
        if count := row.levels.get(level, 0):
            line += [Span(" ")] if line else []
            line.append(sign_span(sign, signs, str(count)))
    return tuple(line)


def _natural(rows: Sequence[ToolRow]) -> tuple[int, ...]:
    """Cells of the longest content in each column."""

    def widest(texts: Sequence[str]) -> int:
        return max((_cells_of(text) for text in texts), default=0)

    return (
        1,
        widest([row.alias for row in rows]) + 1,
        widest(
            [
                connection_words(status)
                for status in {row.id.key: row.status for row in rows}.values()
            ]
        ),
        widest([row.name for row in rows]),
        max((_parameter_cells(row) for row in rows), default=0),
        max((len(f"{row.contract_bytes:,}") for row in rows), default=0),
        8,
        max(
            (sum(len(span.text) for span in _flags(row, SignSet.USUAL)) for row in rows), default=0
        ),
    )


def _parameter_cells(row: ToolRow) -> int:
    if row.problem is not None:
        return len(row.problem)
    return sum(_cells_of(name) + (1 if required else 2) for name, required in row.parameters)


def _cells_of(text: str) -> int:
    """About how many cells a text takes: enough for sharing out room."""
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)
