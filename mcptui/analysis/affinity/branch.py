"""One kind of value and what is asked of it: the parts that a schema is taken apart into."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final, TypeAlias

from mcptui.contract.schema_references import Resolver
from mcptui.contract.schema_walk import DEPTH_LIMIT, Dialect


class Kind(StrEnum):
    """What a JSON value is; an integer is a number."""

    NULL = "null"
    BOOLEAN = "boolean"
    NUMBER = "number"
    STRING = "string"
    ARRAY = "array"
    OBJECT = "object"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Document:
    """A whole schema: what the references inside it are resolved in."""

    resolver: Resolver
    dialect: Dialect
    expanded: "dict[int, tuple[Sequence[Branch], int]]" = field(default_factory=dict)
    """Branches of the schemas inside it, by identity, and the steps they cost."""


Asked: TypeAlias = tuple[tuple[Document, Any], ...]
"""Schemas that a value must fit all of, each with its document; empty asks for nothing."""
Bound: TypeAlias = tuple[int | float, bool] | None
"""A limit and whether it is itself excluded; None is no limit."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Branch:
    """The values of one kind that a schema allows; where `opaque`, it allows at most these."""

    kind: Kind
    values: tuple[Any, ...] | None = None
    """The only values, where they are few; they meet the other demands as far as known."""
    opaque: bool = False
    """Something that narrows was not understood."""
    integer: bool = False
    lower: Bound = None
    upper: Bound = None
    multiples: frozenset[int | float] = frozenset()
    patterns: frozenset[str] = frozenset()
    least: int = 0
    """Fewest characters, items or members."""
    most: int | None = None
    """Most of them; None is no limit."""
    positions: tuple[Asked, ...] = ()
    """What the first items must be."""
    others: Asked = ()
    """What further items or members must be."""
    unique: bool = False
    properties: dict[str, Asked] = field(default_factory=dict)
    required: frozenset[str] = frozenset()

    def item(self, index: int) -> Asked:
        """What the item at this place must be."""
        return self.positions[index] if index < len(self.positions) else self.others

    def member(self, name: str) -> Asked:
        """What the member of this name must be."""
        return self.properties.get(name, self.others)

    @property
    def is_empty(self) -> bool:
        """Whether it plainly allows nothing."""
        if self.values is not None:
            return not self.values
        if self.most is not None and self.least > self.most:
            return True
        if self.lower is None or self.upper is None:
            return False
        lower, upper = self.lower[0], self.upper[0]
        return lower > upper or (lower == upper and (self.lower[1] or self.upper[1]))


EVERYTHING: Final = tuple(
    Branch(kind=kind, values={Kind.NULL: (None,), Kind.BOOLEAN: (False, True)}.get(kind))
    for kind in Kind
)
"""What a schema allows that says nothing."""


def meet(a: Branch, b: Branch) -> Branch:
    """What both allow; they are of one kind."""
    integer = a.integer or b.integer
    lower, upper = _tighter(a.lower, b.lower, 1), _tighter(a.upper, b.upper, -1)
    met = replace(
        a,
        values=_shared(a.values, b.values),
        opaque=a.opaque or b.opaque,
        integer=integer,
        lower=_whole(lower, 1) if integer else lower,
        upper=_whole(upper, -1) if integer else upper,
        multiples=a.multiples | b.multiples,
        patterns=a.patterns | b.patterns,
        least=max(a.least, b.least),
        most=min((each for each in (a.most, b.most) if each is not None), default=None),
        unique=a.unique or b.unique,
        required=a.required | b.required,
    )
    if a.kind is Kind.ARRAY:
        longest = max(len(a.positions), len(b.positions))
        places = tuple(both(a.item(at), b.item(at)) for at in range(longest))
        return replace(met, positions=places, others=both(a.others, b.others))
    if a.kind is Kind.OBJECT:
        names = {**a.properties, **b.properties}
        members = {name: both(a.member(name), b.member(name)) for name in names}
        return replace(met, properties=members, others=both(a.others, b.others))
    return met


def both(a: Asked, b: Asked) -> Asked:
    """All that either asks, each schema once."""
    known = {id(schema) for _, schema in a}
    return (*a, *(each for each in b if id(each[1]) not in known))


def _shared(a: tuple[Any, ...] | None, b: tuple[Any, ...] | None) -> tuple[Any, ...] | None:
    if a is None or b is None:
        return b if a is None else a
    marks = {tagged(value) for value in b}
    return tuple(value for value in a if tagged(value) in marks)


def _tighter(a: Bound, b: Bound, sign: int) -> Bound:
    if a is None or b is None:
        return b if a is None else a
    if a[0] == b[0]:
        return a[0], a[1] or b[1]
    return a if (a[0] > b[0]) == (sign > 0) else b


def _whole(bound: Bound, sign: int) -> Bound:
    """The bound moved inwards to the nearest integer that is allowed."""
    if bound is None or (isinstance(bound[0], float) and not math.isfinite(bound[0])):
        return bound
    value, excluded = bound
    rounded = math.ceil(value) if sign > 0 else math.floor(value)
    return (rounded + sign if excluded and rounded == value else rounded), False


class TooDeepError(ValueError):
    """A value is nested deeper than the limit."""


def tagged(value: Any, depth: int = 0) -> Any:
    """A hashable that is equal for equal JSON: `1` is `1.0`, and `true` is not `1`.

    Raises:
        TooDeepError: the value is nested deeper than `DEPTH_LIMIT`.
    """
    if depth > DEPTH_LIMIT:
        raise TooDeepError
    if isinstance(value, bool):
        return "true" if value else "false", None
    if isinstance(value, int | float):
        return "number", value
    if isinstance(value, list):
        return "list", tuple(tagged(each, depth + 1) for each in value)
    if isinstance(value, dict):
        members = ((name, tagged(each, depth + 1)) for name, each in value.items())
        return "object", frozenset(members)
    return "text" if isinstance(value, str) else "null", value


def kind_of_value(value: Any) -> Kind:
    """The kind of a JSON value."""
    if value is None:
        return Kind.NULL
    if isinstance(value, bool):
        return Kind.BOOLEAN
    if isinstance(value, int | float):
        return Kind.NUMBER
    if isinstance(value, str):
        return Kind.STRING
    return Kind.ARRAY if isinstance(value, list) else Kind.OBJECT
