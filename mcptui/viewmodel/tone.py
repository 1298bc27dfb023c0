"""What a cell means, never its colour; and the signs that say the same without colour.

Themes give each tone its looks. A sign has width 1 in every terminal tried, and an ASCII twin.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from mcptui.contract.connection import ConnectionState
from mcptui.contract.finding import Level
from mcptui.viewmodel.counted import counted


class Tone(StrEnum):
    """What a piece of text means."""

    PLAIN = "plain"
    STRONG = "strong"
    """Names and headings."""
    MUTED = "muted"
    GOOD = "good"
    BUSY = "busy"
    INFO = "info"
    WARN = "warn"
    BAD = "bad"
    ACCENT = "accent"
    """What can be acted on, and what stands out without being good or bad."""
    MARK = "mark"
    """Letters that a filter matched."""
    HIDDEN = "hidden"
    """A control or invisible character made visible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """One sign of the vocabulary."""

    char: str
    ascii: str
    tone: Tone
    word: str
    """The same in words, for places with room and for people who do not know the sign yet."""
    many: str = ""
    """The word for several, where they are counted."""

    def counted(self, number: int) -> str:
        """So many of it: `1 risk`, `2 advisories`."""
        return counted(number, self.word, self.many or self.word)

    def drawn(self, *, ascii_signs: bool = False) -> str:
        """The sign itself, one cell wide."""
        return self.ascii if ascii_signs else self.char


class SignSet(StrEnum):
    """Which characters signs are drawn with."""

    USUAL = "usual"
    ASCII = "ascii"

    def draw(self, sign: Sign) -> str:
        """The sign in this set."""
        return sign.drawn(ascii_signs=self is SignSet.ASCII)


_CONNECTED = Sign(char="●", ascii="*", tone=Tone.GOOD, word="connected")
_PARTLY = Sign(char="◐", ascii="~", tone=Tone.WARN, word="list incomplete")

CONNECTION_SIGNS: Final[Mapping[ConnectionState, Sign]] = MappingProxyType(
    {
        ConnectionState.WAITING: Sign(char="○", ascii="o", tone=Tone.MUTED, word="not started"),
        ConnectionState.CONNECTING: Sign(char="◐", ascii="~", tone=Tone.BUSY, word="connecting"),
        ConnectionState.CONNECTED: _CONNECTED,
        ConnectionState.NO_TOOLS: Sign(char="●", ascii="*", tone=Tone.GOOD, word="offers no tools"),
        ConnectionState.LIST_FAILED: Sign(
            char="✕", ascii="x", tone=Tone.BAD, word="cannot list its tools"
        ),
        ConnectionState.INCOMPLETE: _PARTLY,
        ConnectionState.FAILED: Sign(char="✕", ascii="x", tone=Tone.BAD, word="failed"),
        ConnectionState.CLOSING: Sign(char="◐", ascii="~", tone=Tone.MUTED, word="closing"),
        ConnectionState.CLOSED: Sign(char="○", ascii="o", tone=Tone.MUTED, word="closed"),
    }
)
"""Sign of each state of a connection."""

PIN_SIGNS: Final[Mapping[str, Sign]] = MappingProxyType(
    {
        "pinned": Sign(char="✓", ascii="v", tone=Tone.GOOD, word="pinned"),
        "unpinned": Sign(char="+", ascii="+", tone=Tone.INFO, word="not pinned"),
        "drifted": Sign(char="≠", ascii="#", tone=Tone.WARN, word="drifted"),
        "refused": Sign(char="✕", ascii="x", tone=Tone.BAD, word="refused"),
        "removed": Sign(char="−", ascii="-", tone=Tone.BAD, word="removed"),  # noqa: RUF001  # a minus sign, which is as wide as the plus
        "unknown": Sign(char="?", ascii="?", tone=Tone.MUTED, word="unknown"),
        "unpinnable": Sign(char="⊘", ascii="!", tone=Tone.WARN, word="cannot be pinned"),
    }
)
"""Sign of each pin state, by its value in JSON."""

LEVEL_SIGNS: Final[Mapping[Level, Sign]] = MappingProxyType(
    {
        Level.RISK: Sign(char="▲", ascii="!", tone=Tone.BAD, word="risk", many="risks"),
        Level.ADVISORY: Sign(
            char="△", ascii="^", tone=Tone.WARN, word="advisory", many="advisories"
        ),
        Level.NOTE: Sign(char="·", ascii=".", tone=Tone.MUTED, word="note", many="notes"),
    }
)
"""Sign of each level of a finding, worst first."""

NEW_SIGN: Final = Sign(char="*", ascii="*", tone=Tone.ACCENT, word="new since the last list")
SHORTENED_SIGN: Final = Sign(char="⋯", ascii="~", tone=Tone.MUTED, word="the alias was shortened")
DASH: Final = Sign(char="–", ascii="-", tone=Tone.MUTED, word="none, or not known")  # noqa: RUF001  # a dash for what is not there
CURSOR_MARK: Final = Sign(char="▌", ascii=">", tone=Tone.ACCENT, word="the chosen row")
ELLIPSIS: Final = Sign(char="…", ascii="~", tone=Tone.MUTED, word="cut")
