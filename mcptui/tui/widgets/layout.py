"""A document laid out at one width, line by line and only as far as it is asked for."""

from collections.abc import Iterator
from itertools import chain, zip_longest

from mcptui.tui.widgets.cells import broken, fit, fit_line, width_of, wrapped
from mcptui.viewmodel.document import Block, Code, Document, Facts, Gap, Grid, Heading, Prose
from mcptui.viewmodel.span import Line, Span, plain
from mcptui.viewmodel.tone import DASH, Tone

_LEAST_LAST = 24
"""Cells below which the last column of a table goes under the others."""
_WIDEST = 28
"""Cells of any other column at most."""
_WIDEST_LABEL = 18
_NOTHING = frozenset({"", DASH.char, DASH.ascii})
_LEAST_FACTS = 16
"""Cells below which a value stands under its label."""
_GAP = 2
_DEEPEST = 24
"""Cells of indentation that a wrapped line of code keeps at most."""


def laid_out(document: Document, width: int) -> Iterator[Line]:
    """The lines of a document, each at most `width` cells wide."""
    width = max(width, 4)
    return chain.from_iterable(_lines_of(block, width) for block in document.blocks)


def _lines_of(block: Block, width: int) -> Iterator[Line]:
    match block:
        case Heading(text=text, note=note):
            return _heading(text, note, width)
        case Prose(spans=spans, indent=indent):
            return _prose(spans, indent, width)
        case Facts():
            return _facts(block, width)
        case Grid():
            return _grid(block, width)
        case Code(lines=lines):
            return chain.from_iterable(_code(line, width) for line in lines)
        case Gap():
            return iter(((),))


def _heading(text: Line, note: Line, width: int) -> Iterator[Line]:
    room = width - width_of(plain(note)) - 1
    if not note:
        yield from wrapped(text, width)
    elif width_of(plain(text)) <= room:
        yield (*fit_line(text, room), Span(" "), *note)
    else:
        yield from wrapped(text, width)
        yield from wrapped(note, width)


def _prose(spans: Line, indent: int, width: int) -> Iterator[Line]:
    indent = min(indent, width // 2)
    pad = (Span(" " * indent),) if indent else ()
    lines = broken(spans) if any("\n" in span.text for span in spans) else (spans,)
    for line in lines:
        for part in wrapped(line, width - indent):
            yield (*pad, *part)


def _facts(facts: Facts, width: int) -> Iterator[Line]:
    widest = max((facts.least, *(width_of(label) for label, _ in facts.rows)))
    label_width = min(widest, _WIDEST_LABEL, max(width // 3, 6))
    if width < _LEAST_FACTS:
        for label, value in facts.rows:
            yield from wrapped((Span(label, facts.tone),), width)
            yield from _prose(value, _GAP, width)
        return
    for label, value in facts.rows:
        head: Line = (Span(fit(label, label_width), facts.tone), Span(" " * _GAP))
        blank = (Span(" " * (label_width + _GAP)),)
        for line in _prose(value, 0, width - label_width - _GAP):
            yield (*head, *line)
            head = blank


def _grid(grid: Grid, width: int) -> Iterator[Line]:
    widths = [
        min(max(width_of(title), *(width_of(plain(row[index])) for row in grid.rows)), _WIDEST)
        if grid.rows
        else width_of(title)
        for index, title in enumerate(grid.titles[:-1])
    ]
    rest = width - sum(widths) - _GAP * len(widths)
    titles = tuple((Span(title, Tone.MUTED),) for title in grid.titles)
    if rest >= _LEAST_LAST:
        return chain.from_iterable(_row(row, [*widths, rest]) for row in (titles, *grid.rows))
    if sum(widths) + _GAP * len(widths) <= width:
        head = (*titles[:-1], ())
        return chain.from_iterable(_stacked(row, widths, width) for row in (head, *grid.rows))
    return chain.from_iterable(_listed(row, width) for row in grid.rows)


def _row(row: tuple[Line, ...], widths: list[int]) -> Iterator[Line]:
    """One row, as many lines as its highest cell; a cell that is too wide wraps."""
    columns = [list(_prose(cell, 0, column)) for cell, column in zip(row, widths, strict=True)]
    for parts in zip_longest(*columns, fillvalue=()):
        line: list[Span] = []
        for index, (part, column) in enumerate(zip(parts, widths, strict=True)):
            is_last = index == len(widths) - 1
            line.extend(part if is_last else (*fit_line(part, column), Span(" " * _GAP)))
        yield tuple(line)


def _stacked(row: tuple[Line, ...], widths: list[int], width: int) -> Iterator[Line]:
    """One row with its last cell under the others."""
    yield from _row(row[:-1], widths)
    if plain(row[-1]):
        yield from _prose(row[-1], _GAP * 2, width)


def _listed(row: tuple[Line, ...], width: int) -> Iterator[Line]:
    """One row as a short list: the first cell, the middle ones in one line, the last one."""
    first, *middle, last = row
    yield from _prose(first, 0, width)
    joined: list[Span] = []
    for cell in middle:
        if plain(cell) not in _NOTHING:
            joined.extend((*((Span(" · ", Tone.MUTED),) if joined else ()), *cell))
    for line in (tuple(joined), last):
        if plain(line):
            yield from _prose(line, _GAP, width)


def _code(line: Line, width: int) -> Iterator[Line]:
    text = plain(line)
    own = len(text) - len(text.lstrip(" "))
    return wrapped(line, width, min(own + 2, _DEEPEST, width // 2))
