"""Places in a JSON value: pointers (RFC 6901), and words for what stands there."""

from collections.abc import Iterable
from typing import Final

from mcptui.contract.definition import MISSING, Missing
from mcptui.contract.wire import JsonValue


def below(pointer: str, *tokens: str | int) -> str:
    """The pointer of what stands under these member names or list indexes."""
    for token in tokens:
        text = str(token)
        if "~" in text or "/" in text:
            text = text.replace("~", "~0").replace("/", "~1")
        pointer = f"{pointer}/{text}"
    return pointer


def tokens_of(pointer: str) -> tuple[str, ...]:
    """The member names and indexes that a pointer is made of; empty for the whole.

    Raises:
        ValueError: it neither is empty nor begins with `/`.
    """
    if not pointer:
        return ()
    if not pointer.startswith("/"):
        raise ValueError("a JSON pointer begins with /")
    return tuple(token.replace("~1", "/").replace("~0", "~") for token in pointer[1:].split("/"))


def value_at(document: JsonValue, tokens: Iterable[str]) -> JsonValue | Missing:
    """What stands in a document at these member names and indexes, or MISSING."""
    value = document
    for token in tokens:
        if isinstance(value, dict) and token in value:
            value = value[token]
        elif isinstance(value, list) and _is_index(token) and int(token) < len(value):
            value = value[int(token)]
        else:
            return MISSING
    return value


def _is_index(token: str) -> bool:
    short_enough = len(token) <= len("4294967295")
    return short_enough and token.isascii() and token.isdecimal() and str(int(token)) == token


_KINDS: Final[tuple[tuple[type | tuple[type, ...], str], ...]] = (
    (Missing, "missing"),
    (type(None), "null"),
    ((int, float), "a number"),
    (str, "a string"),
    (list, "a list"),
    (dict, "an object"),
)


def kind_of(value: JsonValue | Missing) -> str:
    """What kind of JSON value this is, in words: `a list`, `true`, `null`, `missing`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return next(words for kind, words in _KINDS if isinstance(value, kind))
