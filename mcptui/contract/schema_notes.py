"""What a subschema says beside its type, in words that fit a table cell.

Values, bounds, formats: `one of "asc", "desc"`, `1 to 100`, `at most 20 items`. Server text in the
words went through `display.shown`.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

from mcptui.contract.definition import MISSING
from mcptui.contract.schema_problems import cut
from mcptui.contract.schema_view import View, Views
from mcptui.contract.schema_words import is_number, joined
from mcptui.contract.wire import dumps

_VALUES_LENGTH: Final = 200
"""Characters of an enum's values that are said."""
_ALTERNATIVES: Final = 8
_SAFE_INTEGER: Final = 2**53 - 1
"""A bound at or beyond this says only that the number fits a double."""


def literal(value: Any) -> str:
    """A JSON value as one writes it, cut where long."""
    if (
        isinstance(value, float)
        and is_number(value)
        and value.is_integer()
        and abs(value) < _SAFE_INTEGER
    ):
        value = int(value)
    return cut(dumps(value))


def _plural(number: Any, noun: str) -> str:
    return f"{literal(number)} {noun if number == 1 else f'{noun}s'}"


def _bound(view: View, keyword: str) -> Any:
    value = view.value(keyword)
    return value if is_number(value) and abs(value) < _SAFE_INTEGER else None


def _length(view: View, kind: str, noun: str) -> Iterator[str]:
    """How long or how many: `1 to 10 characters`."""
    low, high = _bound(view, f"min{kind}"), _bound(view, f"max{kind}")
    if low is not None and low == high:
        yield f"exactly {_plural(low, noun)}"
    elif low and high is not None:
        yield f"{literal(low)} to {_plural(high, noun)}"
    elif low:
        yield f"at least {_plural(low, noun)}"
    elif high is not None:
        yield f"at most {_plural(high, noun)}"


def _range(view: View) -> Iterator[str]:
    low, high = _bound(view, "minimum"), _bound(view, "maximum")
    above, below = _bound(view, "exclusiveMinimum"), _bound(view, "exclusiveMaximum")
    if view.value("exclusiveMinimum") is True:
        low, above = None, low
    if view.value("exclusiveMaximum") is True:
        high, below = None, high
    if low is not None and high is not None and above is None and below is None:
        yield f"{literal(low)} to {literal(high)}"
        return
    for bound, words in (
        (low, "at least"), (above, "more than"), (high, "at most"), (below, "less than")
    ):  # fmt: skip
        if bound is not None:
            yield f"{words} {literal(bound)}"


def _step(view: View) -> Iterator[str]:
    if (step := _bound(view, "multipleOf")) is not None:
        yield f"a multiple of {literal(step)}"


def _values(view: View) -> Iterator[str]:
    if (only := view.value("const")) is not MISSING:
        yield f"always {literal(only)}"
    values = view.value("enum")
    if not isinstance(values, list) or not values:
        return
    if len(values) == 1:
        yield f"always {literal(values[0])}"
        return
    said: list[str] = []
    length = 0
    for value in values:
        said.append(literal(value))
        length += len(said[-1])
        if length > _VALUES_LENGTH:
            break
    more = f" and {len(values) - len(said)} more" if len(said) < len(values) else ""
    yield f"one of {', '.join(said)}{more}"


def _texts(view: View) -> Iterator[str]:
    for keyword, words in _TEXTS.items():
        if text := view.text(keyword):
            yield f"{words} {cut(text)}"


def _flags(view: View) -> Iterator[str]:
    for keyword, words in _FLAGS.items():
        if view.value(keyword) is True:
            yield words


_TEXTS: Final = {
    "pattern": "matches",
    "format": "format",
    "contentEncoding": "encoded as",
    "contentMediaType": "content is",
}
_FLAGS: Final = {
    "uniqueItems": "no item twice",
    "deprecated": "deprecated",
    "readOnly": "read only",
    "writeOnly": "write only",
}
_SAYING: Final[tuple[tuple[frozenset[str], Callable[[View], Iterator[str]]], ...]] = (
    (frozenset({"const", "enum"}), _values),
    (frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"}), _range),
    (frozenset({"multipleOf"}), _step),
    (
        frozenset({"minLength", "maxLength"}),
        lambda view: _length(view, "Length", "character"),
    ),
    (frozenset(_TEXTS), _texts),
    (frozenset({"minItems", "maxItems"}), lambda view: _length(view, "Items", "item")),
    (
        frozenset({"minProperties", "maxProperties"}),
        lambda view: _length(view, "Properties", "member"),
    ),
    (frozenset(_FLAGS), _flags),
)
"""The keywords that are said, and what says them, in the order they are said."""
_SAID: Final = frozenset().union(*(keywords for keywords, _ in _SAYING))

_LEADING: Final = _SAID | {"items", "anyOf", "oneOf"}
"""Keywords without which there is nothing to say."""


def _own(view: View) -> Iterator[str]:
    """What a view says of the value itself."""
    if not view.keywords.keys().isdisjoint(_SAID):
        for keywords, say in _SAYING:
            if not view.keywords.keys().isdisjoint(keywords):
                yield from say(view)
    if view.nowhere is not None:
        yield f"refers to {cut(view.nowhere)}, which is not here and never fetched"


def note_of(view: View, views: Views) -> str:
    """All that a view says beside its type, joined by `; `; empty where it says nothing."""
    if view.nowhere is None and view.keywords.keys().isdisjoint(_LEADING):
        return ""
    notes = list(_own(view))
    if items := view.schema("items"):
        notes += [f"each {note}" for note in _own(views.view(*items, view.path))]
    members = [*view.schemas("anyOf"), *view.schemas("oneOf")][:_ALTERNATIVES]
    said = ["; ".join(_own(views.view(*member, view.path))) for member in members]
    if either := joined(each for each in said if each):
        notes.append(either)
    return "; ".join(dict.fromkeys(notes))
