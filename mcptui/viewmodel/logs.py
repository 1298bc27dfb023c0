"""What servers wrote and what happened, as a page that grows."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from mcptui.contract.connection import ConnectionLog, LogLine, LogSource
from mcptui.contract.display import shown
from mcptui.viewmodel.document import Block, Code, Document, Prose
from mcptui.viewmodel.moments import clock
from mcptui.viewmodel.span import Line, Span, spoken
from mcptui.viewmodel.tone import Tone

_COLOUR = re.compile(r"\x1b\[[0-9;:]*m")
"""Colours and weights that a program means for a terminal of its own."""
_SOURCES: Final = {
    LogSource.STDERR: ("stderr", Tone.PLAIN),
    LogSource.STDOUT: ("stdout", Tone.WARN),
    LogSource.EVENT: ("", Tone.MUTED),
    LogSource.SERVER: ("server", Tone.INFO),
}
_SOURCE_CELLS = 6


def log_document(
    logs: Sequence[tuple[str, ConnectionLog]], *, is_merged: bool, follows: bool
) -> Document:
    """The log of one server, or of several, by time.

    Args:
        logs: name and log; the name is a connection key, as sent.
        is_merged: every line says whose it is.
        follows: whether the page stays at its end.
    """
    widest = max((len(shown(name)) for name, _ in logs), default=0)
    lines = sorted(
        (
            (line.at, place, name, line)
            for place, (name, log) in enumerate(logs)
            for line in log.lines
        ),
        key=lambda entry: entry[:2],
    )
    blocks: list[Block] = [
        Prose(spans=(Span(words, Tone.WARN),)) for words in _dropped(logs, is_merged=is_merged)
    ]
    blocks.append(
        Code(
            lines=tuple(_line(line, name, widest if is_merged else 0) for _, _, name, line in lines)
        )
    )
    if not lines:
        blocks.append(Prose(spans=(Span("Nothing was written so far.", Tone.MUTED),)))
    title = "all servers" if is_merged else next((name for name, _ in logs), "")
    return Document(
        title=(Span("Log of ", Tone.MUTED), *spoken(title, Tone.STRONG)),
        subtitle=(Span("following" if follows else "not following, f follows", Tone.MUTED),),
        blocks=tuple(blocks),
    )


def _dropped(logs: Iterable[tuple[str, ConnectionLog]], *, is_merged: bool) -> Iterable[str]:
    for name, log in logs:
        if log.dropped_lines or log.dropped_bytes:
            whose = f"{shown(name)}: " if is_merged else ""
            yield (
                f"{whose}{log.dropped_lines:,} earlier lines ({log.dropped_bytes:,} bytes) "
                "are not kept"
            )


def _line(line: LogLine, name: str, name_cells: int) -> Line:
    source, tone = _SOURCES[line.source]
    whose: Line = (Span(f"{shown(name):<{name_cells}}  ", Tone.ACCENT),) if name_cells else ()
    return (
        Span(f"{clock(line.at)}  ", Tone.MUTED),
        *whose,
        Span(f"{source:<{_SOURCE_CELLS}}  ", Tone.MUTED),
        *spoken(_COLOUR.sub("", line.text), tone),
    )
