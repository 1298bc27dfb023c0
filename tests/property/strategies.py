"""Values that laws are tried on: JSON as servers send it, plain and odd."""

import json
from typing import Any

from hypothesis import strategies as st

from mcptui.contract.wire import RepeatedKeys, WireNumber


def _pairs_joined(text: str) -> str:
    """The text with each surrogate pair joined to its character, as any JSON reader does."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def foreign_texts() -> st.SearchStrategy[str]:
    """Any string a server can send: controls, direction marks, tags, lone surrogates."""
    telling = st.sampled_from('\x00\x1b\x7f\x9b\u202e\u200b\U000e0041\ud83d\ue000\U0001f600"\\/:')
    return st.text(st.one_of(st.characters(categories=None), telling), max_size=8).map(
        _pairs_joined
    )


def plain_texts() -> st.SearchStrategy[str]:
    """Strings without lone surrogates."""
    return st.text(max_size=8)


def numbers() -> st.SearchStrategy[int | float]:
    """Numbers that JSON and Python both hold."""
    floats = st.floats(allow_nan=False, allow_infinity=False)
    long_integers = st.integers(min_value=1, max_value=6000).map(lambda digits: -(10**digits) + 1)
    return st.one_of(st.integers(), st.integers(-3, 3).map(float), floats, long_integers)


def json_values(
    texts: st.SearchStrategy[str] | None = None,
    leaves: st.SearchStrategy[Any] | None = None,
) -> st.SearchStrategy[Any]:
    """JSON values of plain types."""
    strings = texts if texts is not None else foreign_texts()
    scalars = st.one_of(st.none(), st.booleans(), numbers(), strings)
    return st.recursive(
        scalars if leaves is None else st.one_of(scalars, leaves),
        lambda inner: st.one_of(
            st.lists(inner, max_size=4), st.dictionaries(strings, inner, max_size=4)
        ),
        max_leaves=12,
    )


def odd_values() -> st.SearchStrategy[Any]:
    """JSON values that may hold what Python's own types cannot."""
    spellings = ("NaN", "Infinity", "-Infinity", "1e400", "-1e999", "1e-400", "-0", "0." + "3" * 30)
    repeated = st.tuples(foreign_texts(), numbers(), numbers()).map(
        lambda drawn: RepeatedKeys([(drawn[0], drawn[1]), (drawn[0], drawn[2])])
    )
    return json_values(leaves=st.one_of(st.sampled_from(spellings).map(WireNumber), repeated))


@st.composite
def respelled(draw: st.DrawFn, value: Any) -> str:
    """Another JSON text of a value: members in another order, other blanks, other escapes."""
    return json.dumps(
        _shuffled(draw, value),
        ensure_ascii=draw(st.booleans()),
        indent=draw(st.sampled_from((None, 0, 3))),
    )


def _shuffled(draw: st.DrawFn, value: Any) -> Any:
    if isinstance(value, dict):
        keys = draw(st.permutations(list(value)))
        return {key: _shuffled(draw, value[key]) for key in keys}
    if isinstance(value, list):
        return [_shuffled(draw, each) for each in value]
    return value


def exact(value: Any) -> Any:
    """A value that is equal only for the same JSON: `1`, `1.0` and `true` differ, order counts."""
    if isinstance(value, RepeatedKeys):
        return "repeated", [(key, exact(each)) for key, each in value.pairs]
    if isinstance(value, dict):
        return "object", [(key, exact(each)) for key, each in value.items()]
    if isinstance(value, list):
        return "array", [exact(each) for each in value]
    if isinstance(value, float):
        return type(value).__name__, float.__repr__(value), getattr(value, "spelling", "")
    return type(value).__name__, value


def schemas() -> st.SearchStrategy[Any]:
    """Valid schemas of 2020-12 without references, over few names and values."""
    names = st.sampled_from("ab")
    values = st.sampled_from([None, True, 0, 1, 1.0, 2, "a", "ab"])
    types = st.sampled_from(["null", "boolean", "integer", "number", "string", "array", "object"])
    small = st.integers(0, 2)
    plain = st.fixed_dictionaries(
        {},
        optional={
            "type": st.one_of(types, st.lists(types, min_size=1, max_size=3, unique=True)),
            "enum": st.lists(values, min_size=1, max_size=3),
            "const": values,
            "minimum": small,
            "exclusiveMinimum": small,
            "exclusiveMaximum": st.sampled_from([1, 1.5, 2.0]),
            "minLength": small,
            "minItems": small,
            "uniqueItems": st.booleans(),
            "required": st.lists(names, max_size=3, unique=True),
            "title": st.sampled_from(["t", "u"]),
            "$comment": st.just("c"),
        },
    ).map(_sparse)

    def around(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        several = st.lists(inner, min_size=1, max_size=3)
        named = st.dictionaries(names, inner, max_size=2)
        nested = st.fixed_dictionaries(
            {},
            optional={
                "anyOf": several,
                "oneOf": several,
                "allOf": several,
                "not": inner,
                "properties": named,
                "additionalProperties": inner,
                "unevaluatedProperties": inner,
                "prefixItems": several,
                "items": inner,
                "contains": inner,
                "if": inner,
                "then": inner,
                "dependentSchemas": named,
            },
        ).map(_sparse)
        return st.tuples(plain, nested).map(lambda parts: {**parts[0], **parts[1]})

    return st.recursive(st.one_of(st.booleans(), plain), around, max_leaves=8)


def _sparse(schema: dict[str, Any]) -> dict[str, Any]:
    """The first few keywords only: a schema with all of them accepts nothing."""
    return dict(list(schema.items())[:3])


def hostile_schemas() -> st.SearchStrategy[Any]:
    """What stands where a schema is expected and may be anything: keywords with any value."""
    keywords = st.sampled_from(
        ["type", "properties", "required", "items", "prefixItems", "anyOf", "oneOf", "allOf", "not",
         "$ref", "$defs", "definitions", "$schema", "$id", "$anchor", "enum", "const", "default",
         "additionalProperties", "patternProperties", "minimum", "exclusiveMinimum", "minItems",
         "maxItems", "nullable", "dependentSchemas", "dependencies", "if", "description"]
    )  # fmt: skip
    texts = st.sampled_from(
        ["#", "#/properties/a", "#/$defs/a", "#a", "object", "string", "array", "null", "strin",
         "http://json-schema.org/draft-07/schema#", "https://example.test/x", "a", "\x1b[2J",
         "#/$defs/{x}"]
    )  # fmt: skip
    scalars = st.one_of(
        st.none(), st.booleans(), st.integers(-2, 3), texts,
        st.sampled_from(["1e400", "NaN", "-0"]).map(WireNumber),
    )  # fmt: skip
    return st.recursive(
        scalars,
        lambda inner: st.one_of(
            st.lists(inner, max_size=3),
            st.dictionaries(keywords, inner, max_size=4),
            st.dictionaries(st.sampled_from(["a", "b", "required", "{x}"]), inner, max_size=3),
        ),
        max_leaves=20,
    )
