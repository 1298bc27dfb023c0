"""The semantic normal form of a schema: equal for schemas that accept the same values.

Each rewrite keeps what the schema accepts; where that is not certain, nothing is rewritten, so two
spellings of one meaning may keep different forms, but never two meanings one form.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, TypeGuard

from mcptui.contract.jcs import canonical
from mcptui.contract.pointer import tokens_of
from mcptui.contract.schema_references import Resolver
from mcptui.contract.schema_walk import (
    DEPTH_LIMIT,
    IN_PLACE,
    LISTED_SCHEMAS,
    NAMED_SCHEMAS,
    NODE_LIMIT,
    ONE_SCHEMA,
    Dialect,
    dialect_of,
)
from mcptui.contract.wire import JsonValue

_DROPPED: Final = frozenset({"$schema", "$id", "$comment", "$defs", "definitions"})
_ANNOTATIONS: Final = frozenset(
    {"title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly"}
)
_OF_ONE_TYPE: Final = frozenset(
    {
        "additionalProperties", "contains", "exclusiveMaximum", "exclusiveMinimum", "format",
        "items", "maxItems", "maxLength", "maxProperties", "maximum", "minItems", "minLength",
        "minProperties", "minimum", "multipleOf", "pattern", "patternProperties", "prefixItems",
        "properties", "propertyNames", "required", "type", "uniqueItems",
    }
)  # fmt: skip
"""Keywords that say nothing of null."""
_SAY_NOTHING: Final = (("minLength", 0), ("minItems", 0), ("uniqueItems", False))
_MANY: Final = 2

Schema = dict[str, Any]


class OpaqueSchema(ValueError):  # noqa: N818 - reads as the fact it states
    """A schema is too deep or too large to have a normal form."""


def _key(value: Any) -> bytes:
    return canonical(value)


def _sorted_set(values: Iterable[Any]) -> list[Any]:
    unique = {_key(value): value for value in values}
    return [unique[key] for key in sorted(unique)]


def _is_same(one: Any, other: Any) -> bool:
    return _key(one) == _key(other)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Where:
    """What the rewriting of one subschema depends on, beside the subschema."""

    dialect: Dialect
    opened: frozenset[str] = frozenset({""})
    """Pointers of the references being inlined."""
    depth: int = 0
    """Levels above it."""
    watched: bool = False
    """`unevaluatedProperties` around it asks which properties it looked at, so that even a
    keyword that accepts everything counts."""

    def within(self, keyword: str, schema: Schema) -> "_Where":
        """The same for what stands under a keyword of a schema here."""
        watches = self.watched or "unevaluatedProperties" in schema
        return replace(
            self, depth=self.depth + 1, watched=watches and keyword in (*IN_PLACE, "if", "$ref")
        )


class _Normaliser:
    def __init__(self, root: JsonValue) -> None:
        self._resolver = Resolver(root)
        self._nodes = 0

    def form(self, schema: Any, where: _Where) -> Any:
        """The normal form of what stands where a schema is expected."""
        self._nodes += 1
        if where.depth > DEPTH_LIMIT or self._nodes > NODE_LIMIT:
            raise OpaqueSchema
        if isinstance(schema, bool):
            return {} if schema else {"not": {}}
        if not isinstance(schema, dict):
            return schema
        own = {
            keyword: self._inside(keyword, value, where.within(keyword, schema))
            for keyword, value in schema.items()
            if keyword not in _DROPPED and keyword != "$ref"
        }
        target = schema.get("$ref")
        if isinstance(target, str):
            own = self._inlined(target, own, where)
        return _rewritten(own, where)

    def _inside(self, keyword: str, value: Any, where: _Where) -> Any:
        """A keyword's value with the schemas in it in normal form."""
        if isinstance(value, list):
            if keyword in LISTED_SCHEMAS or keyword == "items":
                return [self.form(each, where) for each in value]
        elif keyword in ONE_SCHEMA:
            return self.form(value, where)
        elif keyword in NAMED_SCHEMAS and isinstance(value, dict):
            return {
                name: each if isinstance(each, list) else self.form(each, where)
                for name, each in value.items()
            }
        return value

    def _inlined(self, target: str, own: Schema, where: _Where) -> Schema:
        """The schema with what its reference leads to in place of the reference."""
        siblings = own if where.dialect.keeps_reference_siblings else {}
        others = siblings.get("allOf", [])
        found = self._resolver.resolve(target)
        if found is None or not isinstance(others, list):
            word = "$ref" if self._resolver.is_remote(target) else "$unresolved"
            return {word: target, **siblings}
        pointer, schema = found
        inner = where.within("$ref", siblings)
        referred: Schema = (
            {"$recursive": _lasting_name(pointer)}
            if pointer in where.opened
            else self.form(schema, replace(inner, opened=where.opened | {pointer}))
        )
        return {**siblings, "allOf": [*others, referred]} if siblings else referred


def _lasting_name(pointer: str) -> str:
    """A pointer that is the same under either name of the definitions."""
    tokens = tokens_of(pointer)
    if tokens and tokens[0] == "definitions":
        tokens = ("$defs", *tokens[1:])
    return "/".join(("#", *tokens))


# --- the rewrites, in the order they are applied ---------------------------------------------


def _positions(schema: Schema, dialect: Dialect) -> None:
    """Array-form `items`, where the dialect has it, becomes `prefixItems`."""
    if isinstance(schema.get("items"), list) and dialect.lists_positions_in_items:
        schema["prefixItems"] = schema.pop("items")
        if "additionalItems" in schema:
            schema["items"] = schema.pop("additionalItems")


def _type_names(schema: Any) -> list[str]:
    """The types that a schema names; none where it names none, or not by strings."""
    named = schema.get("type") if isinstance(schema, dict) else None
    names: list[Any] = named if isinstance(named, list) else [named]
    return names if all(isinstance(name, str) for name in names) else []


def _type_value(names: list[str]) -> str | list[str]:
    unique = sorted(set(names))
    return unique[0] if len(unique) == 1 else unique


def _values(schema: Schema) -> None:
    """`const` becomes `enum`; what is a set is sorted, each entry once."""
    if "const" in schema and "enum" not in schema:
        schema["enum"] = [schema.pop("const")]
    if names := _type_names(schema):
        schema["type"] = _type_value(names)
    for keyword in ("required", "enum"):
        if isinstance(schema.get(keyword), list):
            schema[keyword] = _sorted_set(schema[keyword])
    if schema.get("required") == []:
        del schema["required"]
    dependent = schema.get("dependentRequired")
    if isinstance(dependent, dict):
        schema["dependentRequired"] = {
            name: _sorted_set(each) if isinstance(each, list) else each
            for name, each in dependent.items()
        }


def _with_null(schema: Schema) -> Schema | None:
    """The schema with null allowed too, where its type says so; else None."""
    names = _type_names(schema)
    if not names or not schema.keys() <= _OF_ONE_TYPE | _ANNOTATIONS | {"enum"}:
        return None
    widened = {**schema, "type": sorted({*names, "null"})}
    if isinstance(schema.get("enum"), list):
        widened["enum"] = _sorted_set([*schema["enum"], None])
    return widened


def _nullable(schema: Schema) -> None:
    """`nullable`, as OpenAPI has it, becomes a type where one is named."""
    allows = schema.get("nullable")
    if allows is False:
        del schema["nullable"]
    elif allows is True:
        rest = {keyword: value for keyword, value in schema.items() if keyword != "nullable"}
        if (widened := _with_null(rest)) is not None:
            del schema["nullable"]
            schema.update(widened)


def _merge_alternatives(schema: Schema) -> bool:
    """`anyOf` and `oneOf` of null and another, of bare types, of pure values: merged."""
    merged_any = False
    for keyword in ("anyOf", "oneOf"):
        members = schema.get(keyword)
        if isinstance(members, list) and members:
            merged = (
                _null_or(members) or _bare_types(members, keyword) or _pure_values(members, keyword)
            )
            if merged is not None and _fits(schema, merged, keyword):
                del schema[keyword]
                schema.update(merged)
                merged_any = True
    return merged_any


def _null_or(members: list[Any]) -> Schema | None:
    null = {"type": "null"}
    if len(members) != _MANY or null not in members:
        return None
    other = members[1] if members[0] == null else members[0]
    return None if "null" in _type_names(other) else _with_null(other)


def _bare_types(members: list[Any], keyword: str) -> Schema | None:
    names: list[str] = []
    for member in members:
        each = _type_names(member)
        if not each or len(member) != 1:
            return None
        names += each
    overlap = len(set(names)) < len(names) or {"integer", "number"} <= set(names)
    return None if keyword == "oneOf" and overlap else {"type": _type_value(names)}


def _pure_values(members: list[Any], keyword: str) -> Schema | None:
    values: list[Any] = []
    types: list[Any] = []
    for member in members:
        if not isinstance(member, dict) or not isinstance(member.get("enum"), list):
            return None
        if member.keys() - {"enum", "type"}:
            return None
        values += member["enum"]
        types.append(member.get("type"))
    if any(not _is_same(each, types[0]) for each in types):
        return None
    unique = _sorted_set(values)
    if keyword == "oneOf" and len(unique) < len(values):
        return None
    return {"enum": unique} if types[0] is None else {"type": types[0], "enum": unique}


def _fits(schema: Schema, merged: Schema, replaced: str) -> bool:
    """Whether a schema can take over another's keywords without changing either."""
    for keyword, value in merged.items():
        if keyword != replaced and keyword in schema and not _is_same(schema[keyword], value):
            return False
    return not _leans_on(schema, merged, replaced)


_NEIGHBOURS: Final = (
    frozenset({"properties", "patternProperties", "additionalProperties"}),
    frozenset({"prefixItems", "items", "additionalItems"}),
    frozenset({"if", "then", "else"}),
    frozenset({"contains", "minContains", "maxContains"}),
)
"""Keywords whose meaning hangs on one another within one schema."""
_LOOK_AROUND: Final = frozenset({"unevaluatedProperties", "unevaluatedItems", "nullable"})
"""Keywords whose meaning hangs on any keyword beside them."""


def _leans_on(schema: Schema, merged: Schema, replaced: str) -> bool:
    own, other = schema.keys() - {replaced}, merged.keys()
    if not other - _ANNOTATIONS or not own - _ANNOTATIONS:
        return False
    if (own | other) & _LOOK_AROUND:
        return True
    return any(own & group and other & group for group in _NEIGHBOURS)


def _merge_single(schema: Schema) -> bool:
    """A list of one schema becomes part of the schema around it."""
    for keyword in ("allOf", "anyOf", "oneOf"):
        members = schema.get(keyword)
        if not isinstance(members, list) or len(members) != 1:
            continue
        member = members[0]
        if isinstance(member, dict) and _fits(schema, member, keyword):
            del schema[keyword]
            schema.update(member)
            return True
    return False


def _merge_annotations(schema: Schema) -> bool:
    """Members of `allOf` that only annotate become part of the schema around them."""
    members = schema.get("allOf")
    if not isinstance(members, list):
        return False
    kept = []
    for member in members:
        is_text = isinstance(member, dict) and member.keys() <= _ANNOTATIONS
        if is_text and _fits(schema, member, "allOf"):
            schema.update(member)
        else:
            kept.append(member)
    if kept:
        schema["allOf"] = kept
    else:
        del schema["allOf"]
    return len(kept) < len(members)


def _bounds(schema: Schema, *, watched: bool) -> None:
    """Drop what says nothing; exclusive bounds of integers become plain ones."""
    watched = watched or "unevaluatedProperties" in schema
    if schema.get("additionalProperties") == {} and not watched:
        del schema["additionalProperties"]
    for keyword, nothing in _SAY_NOTHING:
        if keyword in schema and _is_same(schema[keyword], nothing):
            del schema[keyword]
    for plain, exclusive, step in (
        ("minimum", "exclusiveMinimum", 1),
        ("maximum", "exclusiveMaximum", -1),
    ):
        if schema.get(exclusive) is False:
            del schema[exclusive]
        elif schema.get(exclusive) is True and _is_number(schema.get(plain)):
            schema[exclusive] = schema.pop(plain)
        bound = schema.get(exclusive)
        names = _type_names(schema)
        only_integers = "integer" in names and "number" not in names
        if only_integers and plain not in schema and _is_whole(bound):
            del schema[exclusive]
            schema[plain] = int(bound) + step


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_whole(value: Any) -> TypeGuard[int | float]:
    return _is_number(value) and (isinstance(value, int) or value.is_integer())


def _rewritten(schema: Schema, where: _Where) -> Schema:
    """One schema, whose inner schemas are in normal form, in normal form."""
    _positions(schema, where.dialect)
    merged = True
    while merged:
        _values(schema)
        _nullable(schema)
        _bounds(schema, watched=where.watched)
        merged = _merge_alternatives(schema) or _merge_single(schema) or _merge_annotations(schema)
    for keyword in ("allOf", "anyOf", "oneOf"):
        if isinstance(schema.get(keyword), list):
            schema[keyword] = sorted(schema[keyword], key=_key)
    return schema


def semantic_schema(schema: JsonValue) -> JsonValue:
    """The normal form of a whole schema; the schema is left as it is.

    Raises:
        OpaqueSchema: it is too deep or too large.
        NotCanonical: it has no canonical form either.
    """
    where = _Where(dialect=dialect_of(schema))
    form: JsonValue = _Normaliser(schema).form(schema, where)
    return form
