"""What a subschema allows, in words that fit a table cell.

Server text in the words went through `display.shown`.
"""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from mcptui.contract.definition import MISSING
from mcptui.contract.schema_problems import cut
from mcptui.contract.schema_view import View, Views

_NESTING: Final = 5
"""Arrays of arrays, or alternatives of alternatives, that are said."""
_ALTERNATIVES: Final = 8
_NAMED_LENGTH: Final = 40
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@dataclass(frozen=True, slots=True)
class Phrase:
    """What is allowed: of one value, of several."""

    one: str
    many: str


_ANY = Phrase("any value", "any values")
_NEVER = Phrase("no value allowed", "values that are never allowed")
_MORE = Phrase("…", "…")
_SIMPLE: Final = {
    "string": Phrase("string", "strings"),
    "number": Phrase("number", "numbers"),
    "integer": Phrase("integer", "integers"),
    "boolean": Phrase("boolean", "booleans"),
    "object": Phrase("object", "objects"),
    "array": Phrase("array", "arrays"),
    "null": Phrase("null", "nulls"),
}
_SCALARS: Final = ("string", "number", "integer", "boolean", "null")
_ADDING: Final = frozenset({"anyOf", "oneOf", "not", "nullable", "enum"})
"""Keywords that may add a type to the one named, or take it away."""
_ARRAY_KEYWORDS: Final = ("items", "prefixItems", "contains")
_OBJECT_KEYWORDS: Final = ("patternProperties", "propertyNames")


def counted(number: int) -> str:
    """A number in a sentence: `two`, `12`."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def joined(words: Iterable[str], last: str = "or") -> str:
    """`a`, `a or b`, `a, b or c`; each word once."""
    unique = list(dict.fromkeys(words))
    if len(unique) < 2:  # noqa: PLR2004 - one word needs no joining
        return "".join(unique)
    return f"{', '.join(unique[:-1])} {last} {unique[-1]}"


class Words:
    """Says what views allow."""

    def __init__(self, views: Views) -> None:
        self._views = views

    def type_of(self, view: View) -> str:
        """The type in words: `string or null`, `array of exactly two numbers`."""
        return self._phrase(view, _NESTING).one

    def _phrase(self, view: View, depth: int) -> Phrase:
        if (plain := _plain(view)) is not None:
            return plain
        if view.never or view.value("enum") == [] or _is_anything(view.value("not")):
            return _NEVER
        if view.cut_short or depth == 0:
            return _MORE
        phrases = list(self._alternatives(view, depth))
        if view.null or view.value("nullable") is True:
            phrases.append(_SIMPLE["null"])
        return _either(phrases)

    def _alternatives(self, view: View, depth: int) -> Iterator[Phrase]:
        if view.recursive is not None:
            words = f"{cut(view.recursive, _NAMED_LENGTH)} (recursive)"
            yield Phrase(words, words)
            return
        own = list(self._typed(view, depth))
        members = [*view.schemas("anyOf"), *view.schemas("oneOf")]
        if not members:
            yield from own or [_untyped(view)]
            return
        for pointer, schema in members[:_ALTERNATIVES]:
            member = self._views.view(pointer, schema, view.path)
            phrase = self._phrase(member, depth - 1)
            yield from own if phrase is _ANY and own else [phrase]
        if len(members) > _ALTERNATIVES:
            yield _MORE

    def _typed(self, view: View, depth: int) -> Iterator[Phrase]:
        """A phrase for each type that a view names, or that its keywords mean."""
        for name in _types(view):
            if name == "array":
                yield self._array(view, depth)
            elif name == "object":
                yield self._object(view, depth)
            else:
                yield _SIMPLE[name]

    def _object(self, view: View, depth: int) -> Phrase:
        if view.name:
            name = cut(view.name, _NAMED_LENGTH)
            return Phrase(f"object ({name})", f"objects ({name})")
        values = view.schema("additionalProperties")
        if values is None or view.properties or isinstance(values[1], bool) or values[1] == {}:
            return _SIMPLE["object"]
        phrase = self._phrase(self._views.view(*values, view.path), depth - 1)
        return Phrase(f"object of {phrase.many}", f"objects of {phrase.many}")

    def _array(self, view: View, depth: int) -> Phrase:
        positions, rest = self._positions(view)
        if positions:
            is_closed = rest is False or view.value("maxItems") == len(positions)
            return self._tuple(view, positions, depth, is_closed=is_closed)
        if rest is None or _is_anything(rest):
            return _sized(view, "values") or _SIMPLE["array"]
        if rest is False:
            return Phrase("empty array", "empty arrays")
        items = view.schema("items")
        if items is None:
            return _SIMPLE["array"]
        many = self._phrase(self._views.view(*items, view.path), depth - 1).many
        return _sized(view, many) or Phrase(f"array of {many}", f"arrays of {many}")

    def _positions(self, view: View) -> tuple[list[tuple[str, Any]], Any]:
        """The schemas of an array's first positions, and the schema of those after them."""
        if positions := list(view.schemas("prefixItems")):
            return positions, _given(view.value("items"))
        if isinstance(view.value("items"), list):
            is_older = self._views.dialect.lists_positions_in_items
            rest = _given(view.value("additionalItems")) if is_older else None
            return list(view.schemas("items")), rest
        return [], _given(view.value("items"))

    def _tuple(
        self, view: View, positions: list[tuple[str, Any]], depth: int, *, is_closed: bool
    ) -> Phrase:
        phrases = [
            self._phrase(self._views.view(*each, view.path), depth - 1)
            for each in positions[:_ALTERNATIVES]
        ]
        if len(positions) > _ALTERNATIVES:
            phrases.append(_MORE)
        if len(set(phrases)) == 1:
            noun = phrases[0].one if len(positions) == 1 else phrases[0].many
            content = f"{counted(len(positions))} {noun}"
            opening = "of exactly" if is_closed else "that begins with"
        else:
            content = ", ".join(phrase.one for phrase in phrases)
            exactly = f"of exactly {counted(len(positions))}:"
            opening = exactly if is_closed else "that begins with"
        return Phrase(f"array {opening} {content}", f"arrays {opening} {content}")


def _plain(view: View) -> Phrase | None:
    """The phrase of a view that names one simple type and nothing that adds to it."""
    name = view.value("type")
    if name not in _SCALARS or view.null or view.never or view.recursive is not None:
        return None
    return _SIMPLE[name] if view.keywords.keys().isdisjoint(_ADDING) else None


def _given(value: Any) -> Any:
    return None if value is MISSING else value


def _sized(view: View, many: str) -> Phrase | None:
    """An array with its length, where that is fixed at more than one."""
    least, most = view.value("minItems"), view.value("maxItems")
    if not (is_number(least) and least == most and least > 1):
        return None
    content = f"exactly {counted(int(least))} {many}"
    return Phrase(f"array of {content}", f"arrays of {content}")


def _either(phrases: list[Phrase]) -> Phrase:
    """Any of several, null last."""
    unique = list(dict.fromkeys(phrases))
    null = _SIMPLE["null"]
    if null in unique:
        unique = [phrase for phrase in unique if phrase is not null] + [null]
    if _ANY in unique:
        return _ANY
    if len(unique) == 1:
        return unique[0]
    return Phrase(
        joined(phrase.one for phrase in unique), f"({joined(phrase.many for phrase in unique)})"
    )


def _types(view: View) -> list[str]:
    """The types that a view names; where it names none, those of its values or keywords."""
    named = view.value("type")
    names = named if isinstance(named, list) else [named]
    if known := [name for name in names if isinstance(name, str) and name in _SIMPLE]:
        return known
    if named is not MISSING:
        return []
    values = view.value("enum")
    if view.value("const") is not MISSING:
        values = [view.value("const")]
    if isinstance(values, list):
        return list(dict.fromkeys(_type_of_value(value) for value in values))
    if view.properties or any(keyword in view.keywords for keyword in _OBJECT_KEYWORDS):
        return ["object"]
    return ["array"] if any(keyword in view.keywords for keyword in _ARRAY_KEYWORDS) else []


def _type_of_value(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "integer" if isinstance(value, int) or value.is_integer() else "number"
    if isinstance(value, str):
        return "string"
    return "array" if isinstance(value, list) else "object"


def _untyped(view: View) -> Phrase:
    """What a view without a type says of itself."""
    if view.not_a_schema is not None:
        words = f"not a schema ({view.not_a_schema})"
        return Phrase(words, words)
    if view.nowhere is not None:
        return Phrase("unknown", "unknown values")
    return _ANY


def _is_anything(schema: Any) -> bool:
    return schema is True or schema == {}


def is_number(value: Any) -> bool:
    """Whether a JSON value is a number that can be said: one a double can hold, and no boolean."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value) <= sys.float_info.max  # exact for integers of any length, false for NaN
