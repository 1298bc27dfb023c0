"""Spans for the places where Textual wants a text of its own; never markup."""

from textual.content import Content

from mcptui.viewmodel.span import Line
from mcptui.viewmodel.tone import Tone

_LOOKS = {
    Tone.STRONG: "bold",
    Tone.MUTED: "$foreground 60%",
    Tone.GOOD: "$text-success",
    Tone.BUSY: "$text-warning",
    Tone.INFO: "$text-primary",
    Tone.WARN: "$text-warning",
    Tone.BAD: "$text-error",
    Tone.ACCENT: "$text-accent",
    Tone.MARK: "bold underline",
    Tone.HIDDEN: "$text-error reverse",
}


def content_of(line: Line) -> Content:
    """The spans as Textual's own text."""
    return Content.assemble(
        *((text, _LOOKS[tone]) if tone in _LOOKS else text for text, tone in line)
    )
