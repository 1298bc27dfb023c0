"""JSON as it was sent: every value and every order, indented, with tones."""

import re
from collections.abc import Iterator

from mcptui.contract.wire import JsonValue, dumps
from mcptui.viewmodel.document import Block, Code, MadeLines, Prose
from mcptui.viewmodel.span import Line, Span, spoken
from mcptui.viewmodel.tone import Tone

MOST_SHOWN = 200_000
"""Characters drawn at most; the rest is named, and can be written to a file."""
_TOKEN = re.compile(
    r'(?P<string>"(?:[^"\\]|\\.)*")(?P<colon>:?)|(?P<word>[\w.+-]+)|(?P<rest>[^"\w]+|")'
)


def raw_blocks(value: JsonValue) -> tuple[Block, ...]:
    """The JSON text of a value; a very long one is cut, and says so."""
    text = dumps(value, indent=2)
    lines = MadeLines(tuple(text[:MOST_SHOWN].split("\n")), _line)
    if len(text) <= MOST_SHOWN:
        return (Code(lines=lines),)
    return (cut_note(len(text)), Code(lines=lines))


def cut_note(size: int) -> Prose:
    """Says that only the beginning of a text is shown, how long it is, and how to get it all."""
    words = (
        f"The first {MOST_SHOWN:,} of {size:,} characters are shown; "
        "e writes all of it to a file, y copies it."
    )
    return Prose(spans=(Span(words, Tone.WARN),))


def _line(text: str) -> Line:
    return tuple(_spans(text))


def _spans(text: str) -> Iterator[Span]:
    for match in _TOKEN.finditer(text):
        if string := match["string"]:
            is_name = bool(match["colon"])
            yield from spoken(string, Tone.INFO if is_name else Tone.PLAIN)
            if is_name:
                yield Span(":", Tone.MUTED)
        elif word := match["word"]:
            yield from spoken(word, Tone.ACCENT)
        else:
            yield from spoken(match["rest"], Tone.MUTED)


def one_line(value: JsonValue, most: int) -> str:
    """The compact JSON text of a small value, cut with an ellipsis; as sent, not yet shown."""
    text = dumps(value)
    return text if len(text) <= most else f"{text[: most - 1]}…"
