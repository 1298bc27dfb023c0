"""How findings speak: names in backticks, few of many, counts with their noun."""

from collections.abc import Sequence
from typing import Final

from mcptui.contract.display import shown

_LONGEST_NAME: Final = 80
"""Characters of a name in a message at most."""
_FEW: Final = 5
"""Names in a message at most, unless it must name all."""
_LONGEST_EVIDENCE: Final = 200
"""Characters of evidence at most."""


def named(text: str) -> str:
    """A name as it stands in a sentence: shown, bounded, in backticks."""
    return f"`{clipped(shown(text[: _LONGEST_NAME + 1]), _LONGEST_NAME)}`"


def clipped(text: str, length: int = _LONGEST_EVIDENCE) -> str:
    """The text, cut to a length with `…` as its last character."""
    return text if len(text) <= length else f"{text[: length - 1]}…"


def few(names: Sequence[str], most: int = _FEW) -> str:
    """The first few names, and how many more there are."""
    listed = ", ".join(named(name) for name in names[:most])
    more = len(names) - most
    return f"{listed} and {more} more" if more > 0 else listed


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun: `1 tool`, `2,000 tools`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {plural or noun + 's'}"


def verb(number: int, one: str, many: str) -> str:
    """The form of a verb that goes with a number."""
    return one if number == 1 else many
