"""Columns of plain text that stand straight, wide characters included."""

from collections.abc import Iterable, Sequence

from rich.cells import cell_len

_WIDEST = 64
"""Cells a column grows to; a longer cell stands whole and pushes only its own row."""
_GAP = "  "


def aligned(rows: Iterable[Sequence[str]], *, right: frozenset[int] = frozenset()) -> list[str]:
    """One line a row, its cells padded to columns, no blanks at its end.

    Args:
        rows: shown text, the same number of cells in each.
        right: columns whose cells stand at their right edge.
    """
    sized = [[(cell, cell_len(cell)) for cell in row] for row in rows]
    if not sized:
        return []
    widths = [
        max((width for _, width in column if width <= _WIDEST), default=0)
        for column in zip(*sized, strict=True)
    ]
    return [
        _GAP.join(
            " " * (widths[at] - width) + cell if at in right else cell + " " * (widths[at] - width)
            for at, (cell, width) in enumerate(row)
        ).rstrip()
        for row in sized
    ]
