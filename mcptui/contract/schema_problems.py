"""What is wrong with a schema as it was sent: facts with their place, judged elsewhere."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Any, Final, NamedTuple

from mcptui.contract.display import shown
from mcptui.contract.pointer import below, kind_of, tokens_of
from mcptui.contract.schema_references import REFERENCE_KEYWORDS, Resolver, references_in
from mcptui.contract.schema_walk import (
    DEPTH_LIMIT,
    IN_PLACE,
    LISTED_SCHEMAS,
    NAMED_SCHEMAS,
    NODE_LIMIT,
    Dialect,
    dialect_of,
    named_dialect,
    subschemas,
)
from mcptui.contract.wire import JsonValue, dumps

PROBLEM_LIMIT: Final = 200
"""Problems of one schema that are told."""
_SHOWN_NAMES: Final = 80
"""Characters of a server's text inside a message."""


class ProblemKind(StrEnum):
    """What kind of thing is wrong."""

    REQUIRED_INSIDE_PROPERTIES = "required_inside_properties"
    REQUIRED_UNDECLARED = "required_undeclared"
    ITEMS_LIST = "items_list"
    """`items` is a list where the dialect wants a schema."""
    UNRESOLVED_REFERENCE = "unresolved_reference"
    """A reference within the schema leads nowhere."""
    REMOTE_REFERENCE = "remote_reference"
    """A reference to another document, which is never fetched."""
    UNKNOWN_DIALECT = "unknown_dialect"
    MALFORMED = "malformed"
    """Something stands where a schema, or a keyword's value, of another kind is expected."""
    OVER_LIMIT = "over_limit"
    """Too deep or too large to be read to its end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing that is wrong, and where."""

    kind: ProblemKind
    pointer: str
    """JSON pointer of the place."""
    words: str
    """What is wrong, one line, ready to show."""
    subject: str = ""
    """What it is about, as sent: the name, the target, the dialect."""


def cut(text: str, limit: int = _SHOWN_NAMES) -> str:
    """Foreign text for a message: shown, and no longer than this."""
    text = shown(text)
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


_TYPES: Final = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})


def _type_fault(value: Any, _dialect: Dialect) -> str | None:
    names = value if isinstance(value, list) else [value]
    if not names:
        return "an empty list, which allows nothing"
    for name in names:
        if not isinstance(name, str):
            return f"{_said(name)}, not the name of a type"
        if name not in _TYPES:
            return f"{cut(name)}, which is no type"
    return None


def _said(value: Any) -> str:
    return cut(dumps(value)) if _is_number(value) else kind_of(value)


def _required_fault(value: Any, _dialect: Dialect) -> str | None:
    if not isinstance(value, list):
        return f"{_said(value)}, not a list of names"
    others = (each for each in value if not isinstance(each, str))
    return next((f"a list in which {_said(other)} is no name" for other in others), None)


def _unless(expected: str, is_right: Callable[[Any], bool]) -> Callable[[Any, Dialect], str | None]:
    def fault(value: Any, _dialect: Dialect) -> str | None:
        return None if is_right(value) else f"{_said(value)}, not {expected}"

    return fault


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_count(value: Any) -> bool:
    return _is_number(value) and value >= 0 and (isinstance(value, int) or value.is_integer())


def _exclusive_fault(value: Any, dialect: Dialect) -> str | None:
    if _is_number(value) or (isinstance(value, bool) and dialect is Dialect.DRAFT_04):
        return None
    return f"{_said(value)}, not a number"


_text = _unless("a string", lambda value: isinstance(value, str))
_number = _unless("a number", _is_number)
_count = _unless("a whole number, zero or more", _is_count)
_flag = _unless("true or false", lambda value: isinstance(value, bool))
_FAULTS: Final[dict[str, Callable[[Any, Dialect], str | None]]] = {
    "type": _type_fault,
    "required": _required_fault,
    "enum": _unless("a list of values", lambda value: isinstance(value, list)),
    **dict.fromkeys(NAMED_SCHEMAS, _unless("an object", lambda value: isinstance(value, dict))),
    **dict.fromkeys(LISTED_SCHEMAS, _unless("a list", lambda value: isinstance(value, list))),
    **dict.fromkeys(("title", "description", "pattern", "format", "$ref", "$schema"), _text),
    **dict.fromkeys(("minimum", "maximum", "multipleOf"), _number),
    **dict.fromkeys(("exclusiveMinimum", "exclusiveMaximum"), _exclusive_fault),
    **dict.fromkeys(("minLength", "maxLength", "minItems", "maxItems"), _count),
    **dict.fromkeys(("minProperties", "maxProperties"), _count),
    "uniqueItems": _flag,
}


class _Place(NamedTuple):
    """A subschema on its way to be looked at."""

    pointer: str
    value: Any
    dialect: Dialect
    outermost: Any
    """The outermost schema around it that speaks of the same value; itself where there is none."""
    depth: int = 0
    keyword: str = ""
    """What it stands under."""
    judges_names: bool = True
    """False under `not` and `if`, where `required` asks a question."""


class _Inspection:
    def __init__(self, root: JsonValue, at: str) -> None:
        self._root = root
        self._at = at
        self._resolver = Resolver(root)
        self._names = DeclaredNames(self._resolver)

    def problems(self) -> Iterator[Problem]:
        root = self._root
        waiting = [_Place(pointer="", value=root, dialect=dialect_of(root), outermost=root)]
        seen = 0
        told_of_depth = False
        while waiting:
            place = waiting.pop()
            seen += 1
            if seen > NODE_LIMIT:
                yield self._over(place.pointer, f"has more than {NODE_LIMIT:,} subschemas")
                return
            if place.depth > DEPTH_LIMIT:
                if not told_of_depth:
                    yield self._over(place.pointer, f"is more than {DEPTH_LIMIT} levels deep")
                told_of_depth = True
            elif isinstance(place.value, dict):
                yield from self._own(place)
                waiting.extend(reversed(list(self._inner(place))))
            elif not isinstance(place.value, bool):
                yield self._no_schema(place)

    def _over(self, pointer: str, size: str) -> Problem:
        words = f"the schema {size}; what lies beyond is not analysed"
        return self._problem(ProblemKind.OVER_LIMIT, pointer, words)

    def _problem(self, kind: ProblemKind, pointer: str, words: str, subject: str = "") -> Problem:
        return Problem(kind=kind, pointer=self._at + pointer, words=words, subject=subject)

    def _no_schema(self, place: _Place) -> Problem:
        words = f"expected a schema, got {kind_of(place.value)}"
        name = tokens_of(place.pointer)[-1] if place.keyword == "properties" else place.keyword
        kind = ProblemKind.MALFORMED
        if place.keyword == "properties" and name == "required" and isinstance(place.value, list):
            kind = ProblemKind.REQUIRED_INSIDE_PROPERTIES
            words = f"{words}; it was probably meant one level higher"
        return self._problem(kind, place.pointer, words, name)

    def _own(self, place: _Place) -> Iterator[Problem]:
        """What is wrong with the keywords of one schema."""
        schema, at = place.value, place.pointer
        for keyword, value in schema.items():
            if (fault := _FAULTS.get(keyword)) and (said := fault(value, place.dialect)):
                words = f"{keyword} is {said}"
                yield self._problem(ProblemKind.MALFORMED, below(at, keyword), words, keyword)
        if isinstance(schema.get("items"), list) and not place.dialect.lists_positions_in_items:
            words = f"items must not be a list in {place.dialect}; there, prefixItems holds one"
            yield self._problem(ProblemKind.ITEMS_LIST, below(at, "items"), words, "items")
        if "$schema" in schema:
            yield from self._dialect(schema, place)
        if not schema.keys().isdisjoint(REFERENCE_KEYWORDS):
            yield from self._references(schema, at)
        if place.judges_names and isinstance(required := schema.get("required"), list):
            yield from self._undeclared(required, place)

    def _dialect(self, schema: dict[str, Any], place: _Place) -> Iterator[Problem]:
        declared = schema.get("$schema")
        if isinstance(declared, str) and named_dialect(schema) is None:
            words = f"unknown dialect, read as {place.dialect}: {cut(declared)}"
            at = below(place.pointer, "$schema")
            yield self._problem(ProblemKind.UNKNOWN_DIALECT, at, words, declared)

    def _references(self, schema: dict[str, Any], at: str) -> Iterator[Problem]:
        for keyword, target in references_in(schema):
            if self._resolver.is_remote(target):
                words = f"refers outside this schema, which is never fetched: {cut(target)}"
                kind = ProblemKind.REMOTE_REFERENCE
            elif self._resolver.resolve(target) is None:
                words = f"refers to what is not there: {cut(target)}"
                kind = ProblemKind.UNRESOLVED_REFERENCE
            else:
                continue
            yield self._problem(kind, below(at, keyword), words, target)

    def _undeclared(self, required: list[Any], place: _Place) -> Iterator[Problem]:
        if place.value.get("patternProperties"):
            return
        known = self._names.declared(place.outermost)
        at = below(place.pointer, "required")
        for index, name in enumerate(required):
            if isinstance(name, str) and name not in known and not self._names.gave_up:
                words = f"{cut(name)} is required but not declared; some model APIs refuse this"
                kind = ProblemKind.REQUIRED_UNDECLARED
                yield self._problem(kind, below(at, index), words, name)

    def _inner(self, place: _Place) -> Iterator[_Place]:
        for keyword, pointer, value in subschemas(place.value, place.pointer):
            in_place = keyword in IN_PLACE
            yield _Place(
                pointer=pointer,
                value=value,
                dialect=named_dialect(value) or place.dialect,
                outermost=place.outermost if in_place else value,
                depth=place.depth + 1,
                keyword=keyword,
                judges_names=place.judges_names if in_place else keyword not in ("not", "if"),
            )


class DeclaredNames:
    """The properties that schemas declare, themselves or by what speaks of the same object."""

    def __init__(self, resolver: Resolver) -> None:
        self._resolver = resolver
        self._steps = 0
        self._known: dict[int, frozenset[str]] = {}

    @property
    def gave_up(self) -> bool:
        """Whether too much was asked, so that names may be missing from the answers."""
        return self._steps > 10 * NODE_LIMIT

    def declared(self, schema: dict[str, Any]) -> frozenset[str]:
        """The names, whether or not each is always declared; the schema must stay alive."""
        if (known := self._known.get(id(schema))) is not None:
            return known
        names: set[str] = set()
        seen: set[int] = set()
        waiting: list[Any] = [schema]
        while waiting and not self.gave_up:
            each = waiting.pop()
            if not isinstance(each, dict) or id(each) in seen:
                continue
            self._steps += 1
            seen.add(id(each))
            if isinstance(properties := each.get("properties"), dict):
                names.update(properties)
            waiting.extend(self._same_object(each))
        known = self._known[id(schema)] = frozenset(names)
        return known

    def _same_object(self, schema: dict[str, Any]) -> Iterator[Any]:
        for _, target in references_in(schema):
            if found := self._resolver.resolve(target):
                yield found[1]
        for keyword in ("allOf", "anyOf", "oneOf"):
            if isinstance(members := schema.get(keyword), list):
                yield from members
        for keyword in ("if", "then", "else"):
            yield schema.get(keyword)
        if isinstance(dependent := schema.get("dependentSchemas"), dict):
            yield from dependent.values()


def problems_of(schema: JsonValue, *, at: str = "") -> tuple[Problem, ...]:
    """What is wrong with a schema, in the order of its text; told up to a limit.

    Args:
        schema: any JSON value that stands where a schema is expected.
        at: where it stands; goes before every pointer.
    """
    found = tuple(islice(_Inspection(schema, at).problems(), PROBLEM_LIMIT + 1))
    if len(found) <= PROBLEM_LIMIT:
        return found
    words = f"more than {PROBLEM_LIMIT} problems; the rest is not told"
    return (*found[:PROBLEM_LIMIT], Problem(kind=ProblemKind.OVER_LIMIT, pointer=at, words=words))
