"""Characters of a text that a reader cannot see, save those that writing needs."""

import re
import unicodedata
from functools import lru_cache
from typing import Final

from mcptui.contract.display import is_hidden

_ESCAPE: Final = re.compile(r"\\[bfru]|\x7f")
"""In compact JSON: an escape that may stand for a hidden character, and the one left as it is."""
_JOINERS: Final = "\u200c\u200d"
_ZERO_WIDTH: Final = "\u200b\u200c\u200d\u2060\ufeff"
_DIRECTION_MARKS: Final = "\u061c\u200e\u200f"
_DIRECTIONS: Final = frozenset({"LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"})
_LINE_ENDS: Final = "\u2028\u2029"
_TAGS: Final = range(0xE0000, 0xE0080)
_FLAG: Final = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f")
"""The flag of a region: a black flag, its code in tag characters, the cancel tag."""
_SELECTORS: Final = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
_BRAILLE: Final = range(0x2801, 0x2900)
_BLANK_BRAILLE: Final = "\u2800"
_MONGOLIAN: Final = "\u180b\u180c\u180d\u180e"
"""Selectors and the separator of Mongolian vowels."""
_MODIFIERS: Final = "\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
"""What may stand between a pictograph and its joiner."""
_DRAWN: Final = (
    "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"
)
"""Format characters that have a sign of their own."""
_JOINING_SCRIPTS: Final = (
    "ARABIC", "BALINESE", "BENGALI", "DEVANAGARI", "GUJARATI", "GURMUKHI", "JAVANESE", "KANNADA",
    "KHMER", "LAO", "MALAYALAM", "MANDAIC", "MANICHAEAN", "MONGOLIAN", "MYANMAR", "NKO", "ORIYA",
    "SINHALA", "SYRIAC", "TAMIL", "TELUGU", "THAI", "TIBETAN",
)  # fmt: skip
"""Scripts in which joiners shape words, as the names of their characters begin."""
_NEAR: Final = 8
"""Characters around one that tell what it belongs to."""


def hidden_characters(text: str) -> str:
    """The characters of a text that a reader cannot see, in order.

    Not counted, since writing needs them: line ends of any kind, joiners in emoji and in scripts
    that shape words with them, direction marks in a text with right-to-left letters, the tags of
    a region's flag, one variation selector after a character, blank cells within braille, and the
    private use area, whose signs are drawn.
    """
    odd = "".join(sorted(char for char in set(text) if _is_odd(char)))
    if not odd:
        return ""
    in_flags = {at for flag in _FLAG.finditer(text) for at in range(*flag.span())}
    marks = _DIRECTION_MARKS if _has_right_to_left(text) else ""
    return "".join(
        met.group()
        for met in re.finditer(f"[{re.escape(odd)}]", text)
        if met.group() not in marks
        and met.start() not in in_flags
        and not _is_needed(text, met.start())
    )


def may_hide(json_text: str) -> bool:
    """False: no text in this compact JSON holds a hidden character, for sure."""
    if _ESCAPE.search(json_text):
        return True
    return not json_text.isascii() and any(map(_is_odd, set(json_text)))


def kind_of_hidden(char: str) -> str:
    """What sort of hidden character this is, in words."""
    if ord(char) in _TAGS:
        return "tag character"
    if _selects(char):
        return "variation selector"
    if char in _ZERO_WIDTH:
        return "zero-width character"
    if unicodedata.bidirectional(char) in _DIRECTIONS:
        return "direction character"
    kinds = {"Cc": "control character", "Cs": "lone surrogate"}
    return kinds.get(unicodedata.category(char), "invisible character")


def spelt_by_tags(text: str) -> str:
    """What the tag characters of a text spell; empty where there are none."""
    spelt = (chr(ord(char) - _TAGS.start) for char in text if ord(char) in _TAGS)
    return "".join(char for char in spelt if char.isprintable())


@lru_cache(maxsize=4096)
def _is_odd(char: str) -> bool:
    if char == "\r" or _selects(char):
        return True
    needs_no_look = char in _LINE_ENDS or char in _DRAWN
    return is_hidden(char) and not needs_no_look and unicodedata.category(char) != "Co"


def _has_right_to_left(text: str) -> bool:
    return any(
        unicodedata.bidirectional(char) in {"R", "AL"} for char in set(text) - {*"\u200f\u061c"}
    )


def _is_needed(text: str, at: int) -> bool:
    """Whether writing needs the odd character at this place."""
    char, before = text[at], text[at - 1 : at]
    if char == "\r":
        return text[at + 1 : at + 2] == "\n"
    if char in _JOINERS:
        return _joins(text, at)
    if _selects(char):
        return before.isprintable() and bool(before.strip()) and not _selects(before)
    if char in _MONGOLIAN:
        return _script(before) == "MONGOLIAN"
    near = text[max(0, at - _NEAR) : at + _NEAR]
    return char == _BLANK_BRAILLE and any(ord(other) in _BRAILLE for other in near)


def _selects(char: str) -> bool:
    return any(ord(char) in selectors for selectors in _SELECTORS)


def _joins(text: str, at: int) -> bool:
    """Whether a joiner stands in an emoji sequence or in a word of a script that needs it."""
    before = text[max(0, at - _NEAR) : at].rstrip(_MODIFIERS)[-1:]
    after = text[at + 1 : at + 2]
    if text[at] == "\u200d" and _is_pictograph(before) and _is_pictograph(after):
        return True
    return _script(before) in _JOINING_SCRIPTS


def _is_pictograph(char: str) -> bool:
    return bool(char) and unicodedata.category(char) in {"So", "Sk", "Sm"}


def _script(char: str) -> str:
    """The first word of a character's name, which is its script for letters; empty for none."""
    return unicodedata.name(char, "").partition(" ")[0] if char else ""
