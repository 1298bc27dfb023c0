"""Text measured in terminal cells: fitting, wrapping, and drawing spans as strips.

Nothing here ever splits a grapheme: a wide or combined character is drawn whole or not at all.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rich.cells import cell_len, split_graphemes
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from mcptui.viewmodel.span import Line, Span
from mcptui.viewmodel.tone import Tone

Styles = Mapping[Tone, Style]
"""The looks of each tone, on one background."""

_TAB = 4
_STANDING_OUT = frozenset({Tone.MARK, Tone.HIDDEN})
"""Tones that show on blanks too."""
_PIECE = re.compile(r"\s+(?![\u0300-\u036f\u20d0-\u20f0\ufe0f])|\s?\S{1,2000}")
"""Blanks, or a word; a very long word comes in several pieces. A blank that carries a mark is part
of a word."""
_SINGLE = re.compile(r"[\x20-\x7e]*\Z")


def width_of(text: str) -> int:
    """How many cells a text takes."""
    return len(text) if _SINGLE.match(text) else cell_len(text)


def cut(text: str, width: int, ellipsis: str = "…") -> str:
    """The text in at most `width` cells; where something is cut off, an ellipsis ends it."""
    if width_of(text) <= width:
        return text
    if width <= 0:
        return ""
    room = width - 1
    kept, taken = 0, 0
    for _, end, cells in split_graphemes(text[: room * 8 + 8])[0]:
        if taken + cells > room:
            break
        kept, taken = end, taken + cells
    return text[:kept] + ellipsis


def fit(text: str, width: int, *, right: bool = False, ellipsis: str = "…") -> str:
    """The text in exactly `width` cells: cut with an ellipsis, or padded with blanks."""
    text = cut(text, width, ellipsis)
    pad = " " * (width - width_of(text))
    return pad + text if right else text + pad


def fit_line(
    line: Sequence[Span], width: int, *, right: bool = False, ellipsis: str = "…", gap: int = 0
) -> Line:
    """Spans in exactly `width` cells, and `gap` blanks after them.

    Blanks at the end join the last span where nobody can tell, so that less is drawn.
    """
    pieces: list[Span] = []
    room = width
    for index, span in enumerate(line):
        cells = width_of(span.text)
        if cells > room or (cells == room and any(later.text for later in line[index + 1 :])):
            text = cut(span.text if cells > room else span.text + ellipsis, room, ellipsis)
            pieces.append(Span(text, span.tone))
            room -= width_of(text)
            break
        pieces.append(span)
        room -= cells
    if right and room:
        pieces.insert(0, Span(" " * room))
        room = 0
    blanks = " " * (room + gap)
    if not blanks:
        return tuple(pieces)
    if pieces and pieces[-1].tone not in _STANDING_OUT:
        pieces[-1] = Span(pieces[-1].text + blanks, pieces[-1].tone)
    else:
        pieces.append(Span(blanks))
    return tuple(pieces)


def wrap(text: str, width: int, rest: int | None = None) -> Iterator[tuple[int, int]]:
    """Where one line of text breaks to fit: half-open ranges, in order.

    Lines break at blanks where there are any, else between graphemes; the blanks at a break hang
    over the edge and are left out. An empty text is one empty line. Work is done as it is asked
    for, so that a very long text can be laid out in slices.

    Args:
        text: no newlines.
        width: cells of the first line.
        rest: cells of all others; the same if None.
    """
    width = max(1, width)
    rest = width if rest is None else max(1, rest)
    start, end, taken = 0, 0, 0
    in_word = False
    for match in _PIECE.finditer(text):
        cells = width_of(match.group())
        is_blank = match.group().isspace()
        if taken + cells <= width:
            end, taken = match.end(), taken + cells
        elif is_blank:
            if taken:
                yield start, end
                width = rest
            start, end, taken = match.end(), match.end(), 0
        else:
            if taken and not in_word:
                yield start, _without_blanks(text, start, end)
                start, taken, width = match.start(), 0, rest
            end, taken = match.end(), taken + cells
            while taken > width:
                stop = _room_for(text, start, end, width)
                yield start, stop
                taken -= width_of(text[start:stop])
                start, width = stop, rest
        in_word = not is_blank
    if end > start or not text:
        yield start, end


def _without_blanks(text: str, start: int, end: int) -> int:
    return max(start + len(text[start:end].rstrip()), start + 1)


def _room_for(text: str, start: int, end: int, width: int) -> int:
    """Where a word that is too long is broken; at least one grapheme stays before."""
    if _SINGLE.match(text[start : start + width + 1]):
        return min(end, start + width)
    taken = 0
    stop = start
    for _, last, cells in split_graphemes(text[start : min(end, start + width * 8)])[0]:
        if taken + cells > width and stop > start:
            break
        taken += cells
        stop = start + last
    return stop


def wrapped(line: Line, width: int, hang: int = 0) -> Iterator[Line]:
    """One line of spans as the lines it takes; tabs become blanks first.

    Args:
        line: spans without newlines.
        width: cells of a line.
        hang: blanks before every line but the first.
    """
    line = tuple(
        Span(span.text.expandtabs(_TAB), span.tone) if "\t" in span.text else span for span in line
    )
    text = "".join(span.text for span in line)
    if width_of(text) <= width:
        yield line
        return
    take = _Reading(line)
    pad: Line = ()
    for start, end in wrap(text, width, width - hang):
        yield (*pad, *take.between(start, end))
        pad = (Span(" " * hang),) if hang else ()


class _Reading:
    """Spans read from front to back, a part at a time."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._index = 0
        self._before = 0

    def between(self, start: int, end: int) -> Line:
        """The spans of a part; parts are asked for in ascending order."""
        pieces: list[Span] = []
        while self._index < len(self._line):
            text, tone = self._line[self._index]
            low, high = max(start - self._before, 0), min(end - self._before, len(text))
            if low < high:
                pieces.append(Span(text[low:high], tone))
            if self._before + len(text) > end:
                break
            self._before += len(text)
            self._index += 1
        return tuple(pieces)


def broken(spans: Iterable[Span]) -> Iterator[Line]:
    """Spans that hold newlines, as lines without them."""
    line: list[Span] = []
    for text, tone in spans:
        head, *rest = text.split("\n")
        if head:
            line.append(Span(head, tone))
        for part in rest:
            yield tuple(line)
            line = [Span(part, tone)] if part else []
    yield tuple(line)


def drawn_line(pieces: list[Segment], width: int, base: Style) -> Strip:
    """Pieces as one line of exactly `width` cells; measured here, where it is cheap."""
    cells = sum(width_of(piece.text) for piece in pieces)
    if cells < width:
        pieces = [*pieces, Segment(" " * (width - cells), base)]
    strip = Strip(pieces, max(cells, width))
    return strip if cells <= width else strip.crop(0, width)


def segments(line: Iterable[Span], styles: Styles) -> list[Segment]:
    """Spans ready to be drawn; never markup."""
    return [Segment(text, styles[tone]) for text, tone in line if text]
