"""Where schemas stand inside a schema, and which dialect each is written in."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, Final

from mcptui.contract.pointer import below
from mcptui.contract.wire import JsonValue

DEPTH_LIMIT: Final = 64
"""Levels of subschemas that are read; what lies deeper is opaque."""
NODE_LIMIT: Final = 20_000
"""Subschemas of one schema that are read; the rest is opaque."""

ONE_SCHEMA: Final = frozenset(
    {
        "additionalItems", "additionalProperties", "contains", "contentSchema", "else", "if",
        "items", "not", "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties",
    }
)  # fmt: skip
"""Keywords whose value is a schema; that of `items` may be a list of them."""
LISTED_SCHEMAS: Final = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
"""Keywords whose value is a list of schemas."""
NAMED_SCHEMAS: Final = frozenset(
    {"$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"}
)
"""Keywords whose value is an object of schemas; in `dependencies` a list of names may stand."""
IN_PLACE: Final = frozenset({"allOf", "anyOf", "oneOf", "then", "else", "dependentSchemas"})
"""Keywords whose schemas speak of the same value as the schema around them."""


class Dialect(StrEnum):
    """Which draft of JSON Schema a schema is read as."""

    DRAFT_04 = "draft-04"
    DRAFT_06 = "draft-06"
    DRAFT_07 = "draft-07"
    DRAFT_2019 = "2019-09"
    DRAFT_2020 = "2020-12"

    @property
    def lists_positions_in_items(self) -> bool:
        """Whether `items` may be a list, one schema a position."""
        return self is not Dialect.DRAFT_2020

    @property
    def keeps_reference_siblings(self) -> bool:
        """Whether the keywords beside a `$ref` count."""
        return self in (Dialect.DRAFT_2019, Dialect.DRAFT_2020)


_DIALECTS: Final = {
    "json-schema.org/draft-04/schema": Dialect.DRAFT_04,
    "json-schema.org/draft-06/schema": Dialect.DRAFT_06,
    "json-schema.org/draft-07/schema": Dialect.DRAFT_07,
    "json-schema.org/draft/2019-09/schema": Dialect.DRAFT_2019,
    "json-schema.org/draft/2020-12/schema": Dialect.DRAFT_2020,
    "json-schema.org/schema": Dialect.DRAFT_2020,
}


def named_dialect(schema: JsonValue) -> Dialect | None:
    """The known dialect that a schema's `$schema` names; None where it names none we know."""
    if not isinstance(schema, dict) or "$schema" not in schema:
        return None
    declared = schema["$schema"]
    if not isinstance(declared, str):
        return None
    address = declared.removeprefix("https://").removeprefix("http://").rstrip("#")
    return _DIALECTS.get(address)


def dialect_of(schema: JsonValue) -> Dialect:
    """The dialect to read a schema in: the one it names, else 2020-12."""
    return named_dialect(schema) or Dialect.DRAFT_2020


def subschemas(schema: dict[str, Any], pointer: str) -> Iterator[tuple[str, str, Any]]:
    """What stands right inside a schema where a schema is expected, whatever it is.

    Returns:
        The keyword, the pointer and the value of each, in the order sent.
    """
    for keyword, value in schema.items():
        at = below(pointer, keyword)
        if isinstance(value, list):
            if keyword in LISTED_SCHEMAS or keyword == "items":
                for index, entry in enumerate(value):
                    yield keyword, below(at, index), entry
            elif keyword in ONE_SCHEMA:
                yield keyword, at, value
        elif keyword in ONE_SCHEMA:
            yield keyword, at, value
        elif keyword in NAMED_SCHEMAS and isinstance(value, dict):
            for name, entry in value.items():
                if not (keyword == "dependencies" and isinstance(entry, list)):
                    yield keyword, below(at, name), entry


def walk(schema: JsonValue, pointer: str = "") -> Iterator[tuple[str, JsonValue]]:
    """Every subschema, the schema itself first, in the order sent; references are not followed.

    Args:
        schema: any JSON value that stands where a schema is expected.
        pointer: where it stands.

    Returns:
        Pointer and value of each; a value may be no schema where a server sent none.
    """
    waiting: list[tuple[str, JsonValue]] = [(pointer, schema)]
    while waiting:
        at, value = waiting.pop()
        yield at, value
        if isinstance(value, dict):
            inner = [(place, each) for _, place, each in subschemas(value, at)]
            waiting.extend(reversed(inner))
