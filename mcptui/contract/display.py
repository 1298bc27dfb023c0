"""The one door through which server text becomes display text.

Everything a server can write (names, descriptions, schema text, results, stderr, errors, and
config keys too) is foreign. What passes here holds no control, direction, tag or otherwise
invisible character: each is shown as a printable stand-in. Whoever draws it must still pass it as
plain text, never as markup.
"""

import re
import unicodedata

_LOOKS_EMPTY = frozenset(
    {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x2800, 0x3164, 0xFFA0}
)
"""Characters that Unicode calls letters, marks or symbols although they draw nothing."""
_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
_FIRST_TAG, _LAST_TAG = 0xE0000, 0xE007F
_SPACE, _DELETE = 0x20, 0x7F
_PRINTABLE = range(_SPACE, _DELETE)
_SELECTORS = range(0xE0100, 0xE01F0)
_NONCHARACTERS = range(0xFDD0, 0xFDF0)
_LAST_OF_PLANE = 0xFFFE
_PLAIN = re.compile(r"[\x20-\x7e]*\Z")
_PLAIN_LINES = re.compile(r"[\t\n\x20-\x7e]*\Z")


def is_hidden(char: str) -> bool:
    """Whether a reader cannot see this character, or it steers a terminal.

    Tab and newline are not hidden; where they may not stand, `shown` replaces them.
    """
    code = ord(char)
    if code in _PRINTABLE or char in "\t\n":
        return False
    return (
        code in _LOOKS_EMPTY
        or code in _SELECTORS
        or code in _NONCHARACTERS
        or code & _LAST_OF_PLANE == _LAST_OF_PLANE
        or unicodedata.category(char) in _HIDDEN_CATEGORIES
    )


def stand_in(char: str) -> str:
    """The printable sign for one hidden character: `␛` for a control, else `⟨U+202E⟩`."""
    code = ord(char)
    if code < _SPACE:
        return chr(0x2400 + code)
    if code == _DELETE:
        return "␡"
    return f"⟨U+{code:04X}⟩"


def _tags_decoded(run: str) -> str:
    codes = [ord(char) - _FIRST_TAG for char in run]
    return f"⟨tags:{''.join(chr(code) if code in _PRINTABLE else '·' for code in codes)}⟩"


_TAG_RUN = re.compile(f"[{chr(_FIRST_TAG)}-{chr(_LAST_TAG)}]+")
_STRAY_SELECTORS = re.compile("[\ufe00-\ufe0f]{2,}|(?:^|(?<=\\s))[\ufe00-\ufe0f]")
"""Variation selectors that change no character before them, and can carry data."""
_PRINTABLE_YET_HIDDEN = re.compile(
    f"[{''.join(map(chr, sorted(_LOOKS_EMPTY)))}\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
"""What Python calls printable although it may draw nothing."""


def shown(text: str, *, lines: bool = False) -> str:
    """Display text for foreign text.

    Args:
        text: any string, lone surrogates included.
        lines: keep newlines and tabs; else the result is one line, with `␊` and `␉` for them.

    Returns:
        Text without hidden characters, safe to write to a terminal as plain text. Invisible
        characters stand as `⟨U+XXXX⟩`, runs of tag characters decoded as `⟨tags:…⟩`.
    """
    if (_PLAIN_LINES if lines else _PLAIN).match(text):
        return text
    if text.isprintable() and not _PRINTABLE_YET_HIDDEN.search(text):
        return text
    text = _TAG_RUN.sub(lambda match: _tags_decoded(match.group()), text)
    text = _STRAY_SELECTORS.sub(lambda run: "".join(map(stand_in, run.group())), text)
    return "".join(
        stand_in(char) if is_hidden(char) or (char in "\t\n" and not lines) else char
        for char in text
    )
