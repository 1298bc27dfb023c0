"""Pieces of text with a tone: what every row, table and page is made of."""

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple, TypeAlias

from mcptui.contract.display import is_hidden, shown
from mcptui.viewmodel.tone import Sign, SignSet, Tone


class Span(NamedTuple):
    """Display text and what it means; safe to write to a terminal as plain text."""

    text: str
    tone: Tone = Tone.PLAIN


Line: TypeAlias = tuple[Span, ...]
"""Spans that stand on one line."""


def spoken(text: str, tone: Tone = Tone.PLAIN, *, lines: bool = False) -> Line:
    """Foreign text as spans: hidden characters stand apart, in a tone of their own.

    Args:
        text: any string, lone surrogates included.
        tone: the tone of what can be seen.
        lines: keep newlines and tabs; else they too are made visible.
    """
    if shown(text, lines=lines) == text:
        return (Span(text, tone),) if text else ()

    def hidden(char: str) -> bool:
        return is_hidden(char) or (char in "\t\n" and not lines)

    return tuple(
        Span(shown(run, lines=lines), Tone.HIDDEN if is_run_hidden else tone)
        for is_run_hidden, run in (
            (flag, "".join(chars)) for flag, chars in groupby(text, key=hidden)
        )
    )


def sign_span(sign: Sign, signs: SignSet, after: str = "") -> Span:
    """A sign in its tone, with what stands right after it."""
    return Span(f"{signs.draw(sign)}{after}", sign.tone)


def plain(line: Iterable[Span]) -> str:
    """The text of spans, tones left out."""
    return "".join(span.text for span in line)


def marked(line: Line, ranges: Iterable[tuple[int, int]]) -> Line:
    """The same text with the characters of `ranges` in the tone of a match.

    Args:
        line: spans; positions are counted over their joined text.
        ranges: half-open, ascending, apart from each other.
    """
    pieces: list[Span] = []
    todo = list(ranges)
    start = 0
    for span in line:
        end = start + len(span.text)
        at = start
        for first, last in todo:
            low, high = max(first, at), min(last, end)
            if low >= high:
                continue
            if low > at:
                pieces.append(Span(span.text[at - start : low - start], span.tone))
            pieces.append(Span(span.text[low - start : high - start], Tone.MARK))
            at = high
        if at < end:
            pieces.append(Span(span.text[at - start :], span.tone))
        start = end
    return tuple(pieces)
