"""A page ready to be laid out at any width: headings, prose, facts, tables, code."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias, overload

from mcptui.viewmodel.span import Line, Span, plain
from mcptui.viewmodel.tone import Tone


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """Begins a part of the page."""

    text: Line
    note: Line = ()
    """Stands at the right end of the same line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose:
    """Text that wraps; newlines and white space in it are kept."""

    spans: Line
    indent: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """Labels and what they say."""

    rows: tuple[tuple[str, Line], ...]
    tone: Tone = Tone.MUTED
    """That of the labels."""
    least: int = 0
    """Cells that the labels take at least, so that several tables stand in line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A table; its last column wraps, and goes below the others where there is no room."""

    titles: tuple[str, ...]
    rows: tuple[tuple[Line, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """Lines whose indentation means something; long ones wrap under their own indentation."""

    lines: Sequence[Line]


@dataclass(frozen=True, slots=True)
class MadeLines(Sequence[Line]):
    """Lines that get their tones when they are drawn, for texts of many lines."""

    texts: tuple[str, ...]
    make: Callable[[str], Line]

    def __len__(self) -> int:
        return len(self.texts)

    @overload
    def __getitem__(self, index: int) -> Line: ...

    @overload
    def __getitem__(self, index: slice) -> "MadeLines": ...

    def __getitem__(self, index: int | slice) -> "Line | MadeLines":
        if isinstance(index, slice):
            return MadeLines(self.texts[index], self.make)
        return self.make(self.texts[index])


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """An empty line."""


Block: TypeAlias = Heading | Prose | Facts | Grid | Code | Gap


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A page and its title."""

    title: Line
    blocks: tuple[Block, ...] = ()
    subtitle: Line = ()


def text_of(document: Document) -> str:
    """The page as plain text, unwrapped, for the clipboard and for exports."""
    return "\n".join(_lines_of(document)) + "\n"


def _lines_of(document: Document) -> Iterator[str]:
    for block in document.blocks:
        match block:
            case Heading(text=text, note=note):
                yield " ".join(part for part in (plain(text), plain(note)) if part)
            case Prose(spans=spans, indent=indent):
                yield from (" " * indent + line for line in plain(spans).split("\n"))
            case Facts(rows=rows):
                yield from (f"{label}: {plain(value)}" for label, value in rows)
            case Grid(titles=titles, rows=rows):
                yield "\t".join(titles)
                yield from ("\t".join(plain(cell) for cell in row) for row in rows)
            case Code(lines=lines):
                yield from (plain(line) for line in lines)
            case Gap():
                yield ""


def words(text: str) -> Line:
    """Our own words as a line."""
    return (Span(text),)
