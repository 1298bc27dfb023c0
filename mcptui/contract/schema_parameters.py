"""Reading the parameters of a schema: total over anything a server sends."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from mcptui.contract.definition import Missing
from mcptui.contract.parameter import Additional, Alternative, Parameter, Parameters
from mcptui.contract.pointer import below
from mcptui.contract.schema_notes import note_of
from mcptui.contract.schema_problems import DeclaredNames, Problem, ProblemKind, cut, problems_of
from mcptui.contract.schema_references import Resolver
from mcptui.contract.schema_view import View, Views
from mcptui.contract.schema_walk import DEPTH_LIMIT, Dialect, dialect_of
from mcptui.contract.schema_words import Words, joined
from mcptui.contract.wire import JsonValue

ROW_LIMIT: Final = 20_000
"""Parameters that are read of one schema."""
FIELD_LIMIT: Final = 5_000
"""Fields inside parameters that are read of one schema."""
_STEPS: Final = 4
"""Lists and forms inside one another that are looked through for the fields of one row."""
_FORMS: Final = 8
"""Forms, or positions, of one value whose fields are read."""
_FORMS_AT_TOP: Final = 50
_INNER: Final = frozenset({"anyOf", "oneOf", "prefixItems", "items", "additionalProperties"})
"""Keywords that may lead to fields."""
_CONDITIONS: Final = (
    "if", "not", "dependentRequired", "dependentSchemas", "dependencies", "propertyNames",
    "minProperties", "maxProperties",
)  # fmt: skip
"""Root keywords that bind several parameters together, which no row can say."""


@dataclass(slots=True, kw_only=True)
class _Row:
    """A parameter whose fields are still being read."""

    values: dict[str, Any]
    view: View
    depth: int
    children: list["_Row"] = field(default_factory=list)

    def frozen(self) -> Parameter:
        return Parameter(**self.values, children=frozen(self.children))


def frozen(rows: list[_Row]) -> tuple[Parameter, ...]:
    """Finished parameters."""
    return tuple(row.frozen() for row in rows)


class _Reading:
    """One pass over a schema: top-level rows first, then fields level by level."""

    def __init__(self, root: JsonValue, dialect: Dialect, at: str) -> None:
        self.views = Views(root, dialect)
        self.words = Words(self.views)
        self.cut = 0
        """Rows left out at a limit."""
        self._at = at
        self._names = DeclaredNames(Resolver(root))
        self._room = {True: ROW_LIMIT, False: FIELD_LIMIT}
        """Rows that may still be made, at the top and below."""
        self._waiting: deque[_Row] = deque()

    def rows(self, view: View, prefix: str = "", depth: int = 0) -> list[_Row]:
        """A row for each property of a view, then one for each ghost."""
        rows = []
        for name, (pointer, schema) in view.properties.items():
            if name == "required" and isinstance(schema, list):
                continue  # meant one level higher: a problem says so
            if self._takes_room(at_top=depth == 0):
                inner = self.views.view(pointer, schema, view.path)
                values = {
                    "name": name,
                    "path": prefix + name,
                    "required": name in view.required_at,
                    "pointer": self._at + pointer,
                }
                rows.append(self._row(values, inner, depth))
        ghosts = [name for name in view.required_at if name not in view.properties]
        if ghosts:
            around = {keyword: value for keyword, (_, value) in view.keywords.items()}
            elsewhere = self._names.declared(around)
            ghosts = [
                name
                for name in ghosts
                if name not in elsewhere and self._takes_room(at_top=depth == 0)
            ]
        return rows + [self._ghost(name, prefix, view, depth) for name in ghosts]

    def _takes_room(self, *, at_top: bool) -> bool:
        if self._room[at_top] > 0:
            self._room[at_top] -= 1
            return True
        self.cut += 1
        return False

    def _row(self, values: dict[str, Any], view: View, depth: int) -> _Row:
        values |= {
            "type": self.words.type_of(view),
            "default": view.value("default"),
            "description": view.text("description"),
            "note": note_of(view, self.views),
        }
        row = _Row(values=values, view=view, depth=depth)
        if view.properties or view.required_at or not view.keywords.keys().isdisjoint(_INNER):
            self._waiting.append(row)
        return row

    def _ghost(self, name: str, prefix: str, view: View, depth: int) -> _Row:
        at, names = view.required_at[name]
        values = {
            "name": name,
            "path": prefix + name,
            "type": self.extras(view)[1],
            "required": True,
            "note": "required, but not declared",
            "pointer": self._at + below(at, "required", names),
            "is_declared": False,
        }
        return _Row(values=values, view=View(), depth=depth)

    def extras(self, view: View) -> tuple[Additional, str]:
        """Whether a view allows properties it does not declare, and of what type, in words."""
        found = view.schema("additionalProperties") or view.schema("unevaluatedProperties")
        if found is None:
            return Additional.OPEN, "any value"
        inner = self.views.view(*found, view.path)
        words = self.words.type_of(inner)
        if words == "any value":
            return Additional.OPEN, words
        return Additional.CLOSED if inner.never else Additional.TYPED, words

    def read_fields(self) -> None:
        """Give the waiting rows their fields, level by level."""
        while self._waiting:
            row = self._waiting.popleft()
            seen: set[str] = set()
            for prefix, view in self._objects(row.view, row.values["path"]):
                if row.depth + 1 > DEPTH_LIMIT:
                    self.cut += len(view.properties)
                    continue
                for child in self.rows(view, f"{prefix}.", row.depth + 1):
                    if child.values["path"] not in seen:
                        seen.add(child.values["path"])
                        row.children.append(child)

    def _objects(self, view: View, path: str) -> Iterator[tuple[str, View]]:
        """The objects with fields inside a value, each with the path to it."""
        waiting = [(path, view, 0)]
        while waiting:
            place, each, steps = waiting.pop()
            if each.recursive is not None or each.never:
                continue
            if each.properties or each.required:
                yield place, each
            if steps < _STEPS:
                inner = [
                    (place + step, self.views.view(*found, each.path), steps + 1)
                    for step, found in _steps(each)
                ]
                waiting.extend(reversed(inner))


def _steps(view: View) -> Iterator[tuple[str, tuple[str, Any]]]:
    """The schemas one step into a value, with how the step is written in a path."""
    for keyword in ("anyOf", "oneOf"):
        for found in islice(view.schemas(keyword), _FORMS):
            yield "", found
    for keyword in ("prefixItems", "items"):
        for index, found in enumerate(islice(view.schemas(keyword), _FORMS)):
            yield f"[{index}]", found
    if isinstance((items := view.schema("items") or ("", None))[1], dict):
        yield "[]", items
    extras = view.schema("additionalProperties") or ("", None)
    if isinstance(extras[1], dict) and not view.properties:
        yield ".*", extras


def parameters_of(
    schema: JsonValue | Missing, root: JsonValue | None = None, *, at: str = "/inputSchema"
) -> Parameters:
    """The parameters that a schema declares.

    Args:
        schema: an `inputSchema` or `outputSchema` as sent; anything, MISSING among it.
        root: the document that `#` means in references; the schema itself where None.
        at: where the schema stands in its tool; goes before every pointer.

    Returns:
        Rows and problems; no rows where there is no schema to read. Nothing is ever fetched.
    """
    if isinstance(schema, Missing):
        return Parameters()
    dialect = dialect_of(schema)
    reading = _Reading(schema if root is None else root, dialect, at)
    view = reading.views.view("", schema)
    rows = reading.rows(view)
    forms = [
        (pointer, reading.views.view(pointer, member, view.path))
        for keyword in ("anyOf", "oneOf")
        for pointer, member in islice(view.schemas(keyword), _FORMS_AT_TOP)
    ]
    form_rows = [reading.rows(form) for _, form in forms]
    additional, words = reading.extras(view)
    reading.read_fields()
    return Parameters(
        rows=frozen(rows),
        alternatives=tuple(
            Alternative(
                title=form.text("title"),
                pointer=at + pointer,
                required=tuple(form.required),
                rows=frozen(inner),
            )
            for (pointer, form), inner in zip(forms, form_rows, strict=True)
        ),
        additional=additional,
        additional_words=_extras_in_words(additional, words, view),
        conditions=tuple(keyword for keyword in _CONDITIONS if keyword in view.keywords),
        problems=(*problems_of(schema, at=at), *_over_limit(reading, at)),
        dialect=dialect,
        rows_cut=reading.cut,
    )


def _extras_in_words(additional: Additional, words: str, view: View) -> str:
    patterns = view.value("patternProperties")
    if isinstance(patterns, dict) and patterns:
        names = joined(cut(pattern) for pattern in islice(patterns, _FORMS))
        return f"extra parameters whose names match {names}"
    if additional is Additional.TYPED:
        return f"extra parameters allowed, each {words}"
    allowed = "allowed" if additional is Additional.OPEN else "not allowed"
    return f"extra parameters {allowed}"


def _over_limit(reading: _Reading, at: str) -> Iterator[Problem]:
    if reading.cut or reading.views.exhausted:
        words = f"{reading.cut:,} parameters are not shown" if reading.cut else "not all is read"
        words = f"the schema is over the limit; {words}"
        yield Problem(kind=ProblemKind.OVER_LIMIT, pointer=at, words=words)
