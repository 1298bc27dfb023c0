"""Schemas taken apart into branches (analysis.md 8.2); total over anything a server sends."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from mcptui.analysis.affinity.branch import (
    EVERYTHING,
    Asked,
    Bound,
    Branch,
    Document,
    Kind,
    TooDeepError,
    kind_of_value,
    meet,
    tagged,
)
from mcptui.contract.schema_walk import DEPTH_LIMIT

BRANCH_LIMIT: Final = 64
"""Branches of one schema that are told apart; more are taken for everything, opaque."""
STEP_LIMIT: Final = 5_000
"""Schemas read and branches put together for one set; what goes beyond is opaque."""
_MEMBERS_A_STEP: Final = 16
"""Members of two objects that are put together in one step."""

_OPAQUE: Final = tuple(replace(each, opaque=True) for each in EVERYTHING)
_NOT_UNDERSTOOD: Final = {
    "not": None, "if": None, "$dynamicRef": None, "$recursiveRef": None,
    "contains": Kind.ARRAY, "unevaluatedItems": Kind.ARRAY,
    "dependencies": Kind.OBJECT, "dependentRequired": Kind.OBJECT, "dependentSchemas": Kind.OBJECT,
    "patternProperties": Kind.OBJECT, "propertyNames": Kind.OBJECT,
    "unevaluatedProperties": Kind.OBJECT,
}  # fmt: skip
"""Keywords that narrow in ways not followed, and the kind they narrow; None is every kind."""
_SIZES: Final = {Kind.STRING: "Length", Kind.ARRAY: "Items", Kind.OBJECT: "Properties"}


class Steps:
    """How much work is left for one question."""

    def __init__(self, left: int = STEP_LIMIT) -> None:
        self._left = left

    @property
    def left(self) -> int:
        """Steps that are left; below zero where there were too few."""
        return self._left

    def take(self, steps: int = 1) -> bool:
        """Use up so many steps; whether there were that many."""
        self._left -= steps
        return self._left >= 0


def branches_of(asked: Asked, steps: Steps | None = None) -> tuple[Branch, ...]:
    """The branches of what fits all of these schemas; none where nothing does."""
    steps = steps or Steps()
    found: Sequence[Branch] = EVERYTHING
    for document, schema in asked:
        found = _meet_all(found, _expanded(document, schema, steps), steps)
    return tuple(found)


def _expanded(document: Document, schema: Any, steps: Steps) -> Sequence[Branch]:
    """The branches of one schema, kept with its document and paid for each time."""
    if (kept := document.expanded.get(id(schema))) is not None and kept[1] <= steps.left:
        steps.take(kept[1])
        return kept[0]
    before = steps.left
    found = _expand(document, schema, steps, frozenset())
    if steps.left >= 0 and isinstance(schema, dict):
        document.expanded[id(schema)] = found, before - steps.left
    return found


def _meet_all(a: Sequence[Branch], b: Sequence[Branch], steps: Steps) -> Sequence[Branch]:
    if a is EVERYTHING:
        return b
    if b is EVERYTHING:
        return a
    met: list[Branch] = []
    for one in a:
        for other in b:
            if one.kind is not other.kind:
                continue
            members = len(one.properties) + len(other.properties)
            if len(met) >= BRANCH_LIMIT or not steps.take(1 + members // _MEMBERS_A_STEP):
                return _OPAQUE
            if not (both := meet(one, other)).is_empty:
                met.append(both)
    return met


def _expand(
    document: Document, schema: Any, steps: Steps, opened: frozenset[int]
) -> Sequence[Branch]:
    """The branches of one schema; `opened` are those that speak of the same value around it."""
    if schema is True:
        return EVERYTHING
    if schema is False:
        return ()
    if not isinstance(schema, dict) or id(schema) in opened or len(opened) >= DEPTH_LIMIT:
        return _OPAQUE
    if not steps.take():
        return _OPAQUE
    inside = opened | {id(schema)}
    found: Sequence[Branch] = EVERYTHING
    if isinstance(reference := schema.get("$ref"), str):
        resolved = document.resolver.resolve(reference)
        target = _OPAQUE if resolved is None else _expand(document, resolved[1], steps, inside)
        if not document.dialect.keeps_reference_siblings:
            return target
        found = target
    found = _meet_all(_own(document, schema), found, steps)
    for each in _listed(schema, "allOf"):
        found = _meet_all(found, _expand(document, each, steps, inside), steps)
    for keyword in ("anyOf", "oneOf"):
        if members := _listed(schema, keyword):
            parts = [_expand(document, each, steps, inside) for each in members]
            found = _meet_all(found, _united(parts, one_only=keyword == "oneOf"), steps)
    return found


def _listed(schema: dict[str, Any], keyword: str) -> list[Any]:
    value = schema.get(keyword)
    return value if isinstance(value, list) else []


def _united(parts: list[Sequence[Branch]], *, one_only: bool) -> Sequence[Branch]:
    flat = [branch for part in parts for branch in part]
    if len(flat) > BRANCH_LIMIT:
        return _OPAQUE
    if one_only and not _all_apart(parts):
        return [replace(each, opaque=True) for each in flat]
    return flat


def _all_apart(parts: list[Sequence[Branch]]) -> bool:
    """Whether no value can fit two of the parts, as far as a short look tells."""
    return all(
        _plainly_apart(a, b)
        for index, part in enumerate(parts)
        for other in parts[index + 1 :]
        for a in part
        for b in other
    )


def _plainly_apart(a: Branch, b: Branch) -> bool:
    if a.kind is not b.kind or meet(a, b).is_empty:
        return True
    for name in a.required & b.required:
        one, other = _only_values(a.member(name)), _only_values(b.member(name))
        if one is not None and other is not None and one.isdisjoint(other):
            return True
    return False


def _only_values(asked: Asked) -> set[Any] | None:
    """The values that a schema written out as `const` or `enum` allows."""
    schema = asked[0][1] if len(asked) == 1 else None
    if not isinstance(schema, dict):
        return None
    values = [schema["const"]] if "const" in schema else schema.get("enum")
    try:
        return {tagged(value) for value in values} if isinstance(values, list) else None
    except TooDeepError:
        return None


def _own(document: Document, schema: dict[str, Any]) -> Sequence[Branch]:
    """The branches by the keywords of a schema itself, those that combine others left out."""
    found = list(_by_type(schema))
    for keyword, kind in _NOT_UNDERSTOOD.items():
        if keyword in schema:
            if keyword == "not" and schema[keyword] in ({}, True):
                return ()
            found = [
                replace(each, opaque=True) if kind in (None, each.kind) else each for each in found
            ]
    found = [_constrained(document, schema, each) for each in found]
    for values in _listings(schema):
        found = [_limited(each, values) for each in found]
    return [each for each in found if not each.is_empty]


def _by_type(schema: dict[str, Any]) -> Iterator[Branch]:
    if "type" not in schema:
        yield from EVERYTHING
        return
    declared = schema["type"]
    names: list[Any] = declared if isinstance(declared, list) else [declared]
    known = {"integer", *map(str, Kind)}
    if not all(isinstance(name, str) and name in known for name in names):
        yield from _OPAQUE
        return
    if schema.get("nullable") is True:
        names = [*names, "null"]
    for each in EVERYTHING:
        if each.kind in names:
            yield each
        elif each.kind is Kind.NUMBER and "integer" in names:
            yield replace(each, integer=True)


def _listings(schema: dict[str, Any]) -> Iterator[list[Any]]:
    if "const" in schema:
        yield [schema["const"]]
    if isinstance(values := schema.get("enum"), list):
        yield values


def _limited(branch: Branch, values: list[Any]) -> Branch:
    """A branch of which only these values remain; too deep ones make it opaque."""
    of_kind = tuple(value for value in values if kind_of_value(value) is branch.kind)
    try:
        for value in of_kind:
            tagged(value)
    except TooDeepError:
        return replace(branch, opaque=True)
    return meet(branch, Branch(kind=branch.kind, values=of_kind))


def _constrained(document: Document, schema: dict[str, Any], branch: Branch) -> Branch:
    if branch.kind in _SIZES:
        branch = _sized(schema, branch)
    match branch.kind:
        case Kind.NUMBER:
            return _bounded(schema, branch)
        case Kind.STRING:
            pattern = schema.get("pattern")
            if isinstance(pattern, str):
                return replace(branch, patterns=frozenset([pattern]))
            return branch
        case Kind.ARRAY:
            return _itemised(document, schema, branch)
        case Kind.OBJECT:
            return _membered(document, schema, branch)
        case _:
            return branch


def _sized(schema: dict[str, Any], branch: Branch) -> Branch:
    what = _SIZES[branch.kind]
    least, most = _number(schema.get(f"min{what}")), _number(schema.get(f"max{what}"))
    if least is None and most is None:
        return branch
    return replace(
        branch,
        least=0 if least is None else max(0, math.ceil(least)),
        most=None if most is None else math.floor(most),
    )


def _number(value: Any) -> int | float | None:
    """A finite number as it stands, else None."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return value if isinstance(value, int) or math.isfinite(value) else None


def _bounded(schema: dict[str, Any], branch: Branch) -> Branch:
    lower, upper = _bound(schema, "inimum"), _bound(schema, "aximum")
    multiple = _number(schema.get("multipleOf"))
    steps = frozenset([multiple]) if multiple is not None and multiple > 0 else frozenset()
    whole = branch.integer or any(step == int(step) for step in steps)
    if lower == upper and lower is None and not steps:
        return branch
    asked = Branch(kind=Kind.NUMBER, integer=whole, lower=lower, upper=upper, multiples=steps)
    return meet(branch, asked)


def _bound(schema: dict[str, Any], stem: str) -> Bound:
    """The limit of one side; a boolean `exclusive…` speaks of the plain one, as in draft 4."""
    exclusive = schema.get(f"exclusiveM{stem}")
    plain = _number(schema.get(f"m{stem}"))
    told = None if plain is None else (plain, exclusive is True)
    if (alone := _number(exclusive)) is None:
        return told
    if told is None:
        return alone, True
    if stem == "inimum":
        return told if told[0] > alone else (alone, True)
    return told if told[0] < alone else (alone, True)


def _itemised(document: Document, schema: dict[str, Any], branch: Branch) -> Branch:
    items = schema.get("items")
    listed = schema.get("prefixItems")
    rest = items
    if isinstance(items, list):
        listed = items if document.dialect.lists_positions_in_items else None
        rest = schema.get("additionalItems")
        branch = branch if listed is not None else replace(branch, opaque=True)
    places = listed if isinstance(listed, list) else []
    return replace(
        branch,
        positions=tuple(((document, each),) for each in places[:BRANCH_LIMIT]),
        others=() if rest is None or len(places) > BRANCH_LIMIT else ((document, rest),),
        opaque=branch.opaque or len(places) > BRANCH_LIMIT,
        unique=schema.get("uniqueItems") is True,
    )


def _membered(document: Document, schema: dict[str, Any], branch: Branch) -> Branch:
    properties = schema.get("properties")
    members = properties if isinstance(properties, dict) else {}
    required = [name for name in _listed(schema, "required") if isinstance(name, str)]
    extra = schema.get("additionalProperties")
    by_pattern = bool(schema.get("patternProperties"))
    return replace(
        branch,
        properties={name: ((document, each),) for name, each in members.items()},
        required=frozenset(required),
        others=() if extra is None or extra is True or by_pattern else ((document, extra),),
    )
