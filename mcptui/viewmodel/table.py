"""Rows and columns ready to be drawn, and how columns share the room there is."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from mcptui.viewmodel.span import Line

GAP = 2
"""Blanks between columns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column of a table."""

    title: str
    least: int
    """Cells it needs to be worth showing."""
    most: int
    """Cells it never takes more than, unless `grows`."""
    rank: int = 0
    """0: always there; else the column of the highest rank goes first where room is short."""
    right: bool = False
    """Figures stand at its right edge."""
    grows: bool = False
    """Takes what room is left over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row: a cell for every column, or one line across them all."""

    cells: tuple[Line, ...] = ()
    whole: Line | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """All rows; each is made when it is drawn."""

    ids: Sequence[Hashable]
    """What each row stands for; unique."""
    row_at: Callable[[int], Row]
    natural: Sequence[int] = ()
    """Characters of the longest cell in each column; where unknown, `most` is used."""


def column_widths(
    columns: Sequence[Column], natural: Sequence[int], available: int
) -> tuple[int, ...]:
    """The cells each column gets; 0 where it is left out.

    Args:
        columns: as they stand from left to right.
        natural: cells of each column's longest content, title included.
        available: cells for all of them and the gaps between.
    """
    shown = list(range(len(columns)))
    least = [min(column.least, cells) for column, cells in zip(columns, natural, strict=True)]
    while len(shown) > 1 and _needed([least[index] for index in shown]) > available:
        last = max(shown, key=lambda index: (columns[index].rank, index))
        if not columns[last].rank:
            break
        shown.remove(last)
    widths = {index: min(natural[index], columns[index].most) for index in shown}
    _shrink(widths, least, columns, available)
    spare = available - _needed(list(widths.values()))
    for index in shown:
        if columns[index].grows:
            more = max(min(spare, natural[index] - widths[index]), 0)
            widths[index] += more
            spare -= more
    return tuple(widths.get(index, 0) for index in range(len(columns)))


def _needed(widths: Sequence[int]) -> int:
    return sum(widths) + GAP * max(len(widths) - 1, 0)


def _shrink(
    widths: dict[int, int], least: Sequence[int], columns: Sequence[Column], available: int
) -> None:
    """Take cells away until all fit: from the columns of high rank first, and never below least.

    Where even that is too much, the widest gives the rest.
    """
    excess = _needed(list(widths.values())) - available
    for index in sorted(widths, key=lambda index: -columns[index].rank):
        less = min(max(excess, 0), max(widths[index] - least[index], 0))
        widths[index] -= less
        excess -= less
    if excess > 0:
        index = max(widths, key=lambda index: widths[index])
        widths[index] = max(widths[index] - excess, 1)
