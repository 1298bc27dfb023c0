"""Descriptions: those that are missing, and those that say other than the schema."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from mcptui.analysis.lint.places import place_of_schema
from mcptui.analysis.lint.rule import Seen
from mcptui.analysis.lint.subject import Tool
from mcptui.analysis.lint.wording import clipped, counted, few, named
from mcptui.contract.definition import MISSING
from mcptui.contract.display import shown
from mcptui.contract.finding import Level
from mcptui.contract.pointer import below
from mcptui.contract.schema import dialect_of
from mcptui.contract.schema_view import Views
from mcptui.contract.wire import dumps

_MAY_CONTRADICT: Final = re.compile(
    r'"(?:default|enum|(?:exclusiveM|m)(?:ax|in)imum|m(?:ax|in)(?:Length|Items))":'
)
"""In compact JSON: a keyword that prose may contradict."""
_LONGEST: Final = 10_000
"""Characters of one description that are read."""
_LONGEST_VALUE: Final = 60
_NUMBER: Final = r"(-?\d{1,20}(?:,\d{3}){0,6}(?:\.\d{1,20})?)(?![\w.,%]*[\w%])"
_UNIT: Final = (
    r"(?!\s?-?\s?(?:%|percent|bytes?|[kmg]i?b\b|kilo|mega|giga|ms\b|s\b|secs?\b|second|mins?\b"
    r"|minute|h\b|hours?|days?|weeks?|months?|years?))"
)
"""Not before a unit: the schema may count in another."""
_WORD: Final = r"[`'\"]([^`'\"\n]{1,60})[`'\"]"
_DEFAULT: Final = re.compile(
    r"\bdefaults?(?: value)?(?: to| is| of)?\s?[:=]?\s?"
    rf"(?:{_NUMBER}{_UNIT}|(true|false)\b|{_WORD})|{_WORD} \(default\)",
    re.IGNORECASE,
)
_WHAT: Final = r"(?: value| length| items)?(?: is| of)?\s?[:=]?\s?"
_MOST: Final = re.compile(
    rf"\b(?:max(?:imum)?|at most|no more than){_WHAT}{_NUMBER}{_UNIT}", re.IGNORECASE
)
_LEAST: Final = re.compile(
    rf"\b(?:min(?:imum)?|at least|no less than){_WHAT}{_NUMBER}{_UNIT}", re.IGNORECASE
)
_RANGE: Final = re.compile(
    rf"\({_NUMBER}\s?(?:-|\u2013|to|\.\.)\s?{_NUMBER}[,;)]"
    rf"|\bbetween {_NUMBER} and {_NUMBER}{_UNIT}",
    re.IGNORECASE,
)
_ONE_OF: Final = re.compile(
    r"\b(?:one of|must be either|allowed values(?: are)?|valid values(?: are)?)\s?:?\s?"
    rf"((?:{_WORD}(?:\s?,\s?(?:or |and )?| or | and |\s?/\s?|\s?\|\s?)?){{2,50}})",
    re.IGNORECASE,
)
_QUOTED: Final = re.compile(_WORD)
_UPPER: Final = ("maximum", "exclusiveMaximum", "maxLength", "maxItems")
_LOWER: Final = ("minimum", "exclusiveMinimum", "minLength", "minItems")


def no_description(tool: Tool) -> Iterator[Seen]:
    """The tool or one of its parameters has no text that says what it means."""
    if tool.name is None:
        return
    text = tool.definition.member("description")
    if not isinstance(text, str) or not text.strip():
        yield Seen(
            message=f"{named(tool.name)} has no description; a model has only its name to go by.",
            path="" if text is MISSING else "/description",
        )
    bare = dict(_without_text(tool.input_schema))
    for required in (True, False):
        names = [name for name, is_required in bare.items() if is_required is required]
        if names:
            kind = "required parameter" if required else "optional parameter"
            yield Seen(
                message=f"{counted(len(names), kind)} without a description: {few(names)}.",
                path="/inputSchema/properties",
                level=None if required else Level.NOTE,
                evidence=clipped(", ".join(names)),
            )


def _without_text(schema: Any) -> Iterator[tuple[str, bool]]:
    """The declared parameters without a description of their own or behind a reference.

    Returns:
        The name of each, and whether it is required.
    """
    views = Views(schema, dialect_of(schema))
    whole = views.view("", schema)
    required = frozenset(whole.required)
    for name, (pointer, value) in whole.properties.items():
        if not isinstance(value, dict | bool):
            continue  # no schema, which is said elsewhere
        own = value.get("description") if isinstance(value, dict) else None
        is_said = isinstance(own, str) and own.strip()
        if not is_said and not views.view(pointer, value).text("description").strip():
            yield name, name in required


def prose_against_schema(tool: Tool) -> Iterator[Seen]:
    """A description gives another default, bound or set of values than the schema beside it."""
    if not _MAY_CONTRADICT.search(tool.text):
        return
    for pointer, schema in tool.subschemas:
        text = schema.get("description") if isinstance(schema, dict) else None
        if isinstance(schema, dict) and isinstance(text, str):
            for said, sent in _contradictions(text[:_LONGEST], schema):
                yield Seen(
                    message=(
                        f"{place_of_schema(pointer)} is described with {named(said)}, but its "
                        f"schema says {sent}; a model reads both."
                    ),
                    path=below(pointer, "description"),
                    evidence=said,
                )


def _contradictions(text: str, schema: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """What the text says and what the schema says instead."""
    if "default" in schema:
        yield from _other_default(text, schema["default"])
    if most := _bounds(schema, _UPPER):
        yield from _other_bound(most, [*_told(_MOST, text, 1), *_told(_RANGE, text, 2, 4)])
    if least := _bounds(schema, _LOWER):
        yield from _other_bound(least, [*_told(_LEAST, text, 1), *_told(_RANGE, text, 1, 3)])
    if isinstance(values := schema.get("enum"), list):
        yield from _other_values(text, values)


def _told(pattern: re.Pattern[str], text: str, *groups: int) -> Iterator[tuple[str, str]]:
    """Each place of a text where the pattern stands, and the number in one of its groups."""
    for met in pattern.finditer(text):
        yield met.group(), next(met.group(at) for at in groups if met.group(at))


def _bounds(schema: dict[str, Any], keywords: Sequence[str]) -> dict[str, int | float]:
    """The keywords among these that bound the schema by a number."""
    return {
        keyword: bound
        for keyword in keywords
        if isinstance(bound := schema.get(keyword), int | float) and not isinstance(bound, bool)
    }


def _other_default(text: str, default: Any) -> Iterator[tuple[str, str]]:
    said = [met for met in _DEFAULT.finditer(text) if _is_comparable(met, default)]
    if said and not any(_is_default(met, default) for met in said):
        yield said[0].group(), f"`default: {_value(default)}`"


def _is_comparable(met: re.Match[str], default: Any) -> bool:
    number, flag, *quoted = met.groups()
    if isinstance(default, bool):
        return flag is not None
    if isinstance(default, int | float):
        return number is not None
    return isinstance(default, str) and any(quoted)


def _is_default(met: re.Match[str], default: Any) -> bool:
    number, flag, *quoted = met.groups()
    if flag is not None:
        return (flag.lower() == "true") is default
    if number is not None:
        return _is_number(number, default)
    return any(word and word.casefold() == default.casefold() for word in quoted)


def _is_number(spelt: str, value: Any) -> bool:
    """Whether a number in prose is this number."""
    return bool(float(spelt.replace(",", "")) == value)


def _other_bound(
    bounds: dict[str, int | float], said: Sequence[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    if said and not any(
        _is_number(number, bound) for _, number in said for bound in bounds.values()
    ):
        sent = ", ".join(f"`{name}: {_value(bound)}`" for name, bound in bounds.items())
        yield said[0][0], sent


def _other_values(text: str, values: list[Any]) -> Iterator[tuple[str, str]]:
    if not all(isinstance(value, str) for value in values):
        return
    known = {value.casefold() for value in values}
    for met in _ONE_OF.finditer(text):
        strange = [word for word in _QUOTED.findall(met.group(1)) if word.casefold() not in known]
        if strange:
            yield f"one of … {strange[0]}", f"`enum: {_value(values)}`"
            return


def _value(value: Any) -> str:
    return clipped(shown(dumps(value)), _LONGEST_VALUE)
