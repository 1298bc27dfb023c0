"""JSON of any depth, read and written without recursion.

Slower than the accelerated parser and encoder, so `wire` comes here only with what those cannot
take: deep nesting, indentation, and values that are more than plain built-ins.
"""

import re
from collections.abc import Callable, Iterator
from json import JSONDecodeError
from json.decoder import scanstring  # type: ignore[attr-defined]  # left out of its stub
from typing import Any

_BLANK = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_WORD = re.compile(r"true|false|null|NaN|-?Infinity")
_WORDS = {"true": True, "false": False, "null": None}

Pairs = list[tuple[str, Any]]


class TooDeepError(ValueError):
    """The text is nested deeper than asked for; `offset` is where it goes too deep."""

    def __init__(self, offset: int) -> None:
        super().__init__("nested too deeply")
        self.offset = offset


class _Reader:
    """One pass over a text, with the open arrays and objects on a stack of its own."""

    def __init__(
        self,
        text: str,
        *,
        object_of: Callable[[Pairs], Any],
        integer_of: Callable[[str], Any],
        float_of: Callable[[str], Any],
        limit: int,
    ) -> None:
        self._text = text
        self._object_of = object_of
        self._integer_of = integer_of
        self._float_of = float_of
        self._limit = limit
        self._at = 0
        self._open: list[tuple[list[Any], str | None]] = []
        """Each unfinished array or object, and the key it will stand under in the one around."""
        self._key: str | None = None
        """The key that the next value belongs to; None inside an array."""

    def read(self) -> Any:
        """The one value of the text."""
        while True:
            done, value = self._begin()
            while done and self._open:
                done, value = self._add(value)
            if done:
                self._blank()
                if self._at != len(self._text):
                    raise self._error("Extra data")
                return value

    def _begin(self) -> tuple[bool, Any]:
        """Read a scalar or an empty container, or enter one: (is a value complete, which)."""
        sign = self._blank()
        if sign == '"':
            value, self._at = scanstring(self._text, self._at + 1, True)
            return True, value
        if sign in ("{", "["):
            return self._enter(is_object=sign == "{")
        if number := _NUMBER.match(self._text, self._at):
            self._at = number.end()
            is_float = number.group(1) or number.group(2)
            return True, (self._float_of if is_float else self._integer_of)(number.group())
        if word := _WORD.match(self._text, self._at):
            self._at = word.end()
            spelling = word.group()
            known = spelling in _WORDS
            return True, _WORDS[spelling] if known else self._float_of(spelling)
        raise self._error("Expecting value")

    def _enter(self, *, is_object: bool) -> tuple[bool, Any]:
        if len(self._open) >= self._limit:
            raise TooDeepError(self._at)
        self._at += 1
        if self._blank() == ("}" if is_object else "]"):
            self._at += 1
            return True, self._object_of([]) if is_object else []
        self._open.append(([], self._key))
        self._key = self._read_key() if is_object else None
        return False, None

    def _add(self, value: Any) -> tuple[bool, Any]:
        """Put a complete value into the container around it; complete that where it ends."""
        members, outer_key = self._open[-1]
        is_object = self._key is not None
        members.append((self._key, value) if is_object else value)
        sign = self._blank()
        if sign == ",":
            self._at += 1
            if is_object:
                self._key = self._read_key()
            return False, None
        if sign != ("}" if is_object else "]"):
            raise self._error("Expecting ',' delimiter")
        self._at += 1
        self._open.pop()
        self._key = outer_key
        return True, self._object_of(members) if is_object else members

    def _read_key(self) -> str:
        if self._blank() != '"':
            raise self._error("Expecting property name enclosed in double quotes")
        key: str
        key, self._at = scanstring(self._text, self._at + 1, True)
        if self._blank() != ":":
            raise self._error("Expecting ':' delimiter")
        self._at += 1
        return key

    def _blank(self) -> str:
        """Skip white space; the character after it, empty at the end of the text."""
        end = _BLANK.match(self._text, self._at)
        self._at = end.end() if end else self._at
        return self._text[self._at : self._at + 1]

    def _error(self, message: str) -> JSONDecodeError:
        return JSONDecodeError(message, self._text, self._at)


def read(
    text: str,
    *,
    object_of: Callable[[Pairs], Any],
    integer_of: Callable[[str], Any],
    float_of: Callable[[str], Any],
    limit: int,
) -> Any:
    """The value of a JSON text.

    Args:
        text: one JSON value with white space around it.
        object_of: makes an object from its members, in their order.
        integer_of: makes a number from its spelling, which has neither point nor exponent.
        float_of: makes a number from any other spelling, `NaN` and `Infinity` among them.
        limit: how many arrays and objects may stand open at once.

    Raises:
        JSONDecodeError: the text is no JSON.
        TooDeepError: more arrays and objects stand open than the limit allows.
    """
    return _Reader(
        text, object_of=object_of, integer_of=integer_of, float_of=float_of, limit=limit
    ).read()


def _members(
    container: Any,
    pairs_of: Callable[[Any], Any],
    quoted: Callable[[str], str],
    lead: str,
    colon: str,
) -> Iterator[tuple[str, Any]]:
    """Each member of an object or array, with the text that stands before its value."""
    separator = ""
    if isinstance(container, dict):
        for key, value in pairs_of(container):
            yield f"{separator}{lead}{quoted(key)}{colon}", value
            separator = ","
    else:
        for value in container:
            yield separator + lead, value
            separator = ","


def write(
    value: Any,
    *,
    indent: int | None,
    pairs_of: Callable[[Any], Any],
    quoted: Callable[[str], str],
    scalar: Callable[[Any], str],
) -> str:
    """The JSON text of a value.

    Args:
        value: what to write.
        indent: blanks per level, a line per member; None writes everything on one line.
        pairs_of: the members of an object, in the order to write them.
        quoted: the text of a key.
        scalar: the text of what is neither object nor array.
    """
    parts: list[str] = []
    colon = ":" if indent is None else ": "
    open_now: list[tuple[Iterator[tuple[str, Any]], str]] = []
    child = value
    while True:
        if isinstance(child, dict | list | tuple) and child:
            signs = "{}" if isinstance(child, dict) else "[]"
            depth = len(open_now)
            lead = "" if indent is None else "\n" + " " * (indent * (depth + 1))
            tail = "" if indent is None else "\n" + " " * (indent * depth)
            parts.append(signs[0])
            open_now.append((_members(child, pairs_of, quoted, lead, colon), tail + signs[1]))
        else:
            parts.append(scalar(child))
        while open_now:
            members, close = open_now[-1]
            step = next(members, None)
            if step is not None:
                break
            parts.append(close)
            open_now.pop()
        else:
            return "".join(parts)
        before, child = step
        parts.append(before)
