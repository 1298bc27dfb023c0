"""What a hostile or broken server may send, as strategies."""

from typing import Any

from hypothesis import strategies as st

from mcptui.contract.wire import RepeatedKeys, WireNumber

KEYWORDS = (
    "$defs", "$dynamicRef", "$id", "$ref", "$schema", "additionalProperties", "allOf", "anyOf",
    "const", "default", "definitions", "dependentRequired", "dependentSchemas", "description",
    "enum", "exclusiveMaximum", "if", "items", "maxItems", "maxLength", "maximum", "minimum",
    "multipleOf", "not", "oneOf", "pattern", "patternProperties", "prefixItems", "properties",
    "required", "then", "title", "type",
)  # fmt: skip
MEMBERS = (
    "_meta", "annotations", "description", "icons", "inputSchema", "name", "outputSchema", "title",
)  # fmt: skip
WORDS = (
    "", "a", "getUser", "list_bugs", "get_bug", "object", "string", "#", "#/$defs/a", "#/%zz",
    "http://127.0.0.1:1/x", "https://json-schema.org/draft/2020-12/schema", "(a+)+$", "[",
    "default: 10", "max 5, at least 2 (1-9)", "one of 'a', 'b'", "\x1b[2J", "\u202e", "\U000e0041",
)  # fmt: skip

TEXTS = st.sampled_from(WORDS) | st.text(
    alphabet=st.characters() | st.characters(categories=["Cs", "Cc", "Cf"]), max_size=8
)
NUMBERS = (
    st.integers()
    | st.just(10**400)
    | st.floats()
    | st.sampled_from(["NaN", "-Infinity", "1e400", "-0", "0.1000000000000000055"]).map(WireNumber)
)
SCALARS = st.none() | st.booleans() | NUMBERS | TEXTS


def _objects(
    names: st.SearchStrategy[str], values: st.SearchStrategy[Any]
) -> st.SearchStrategy[Any]:
    return st.lists(st.tuples(names, values), max_size=5).map(_object)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object as it is read: one that names a member twice keeps them all."""
    return dict(pairs) if len(dict(pairs)) == len(pairs) else RepeatedKeys(pairs)


ANYTHING: st.SearchStrategy[Any] = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | _objects(st.sampled_from(KEYWORDS) | TEXTS, inner),
    max_leaves=25,
)
DEFINITIONS = ANYTHING | _objects(st.sampled_from(MEMBERS) | TEXTS, ANYTHING)
SERVERS = st.fixed_dictionaries(
    {}, optional={"serverInfo": ANYTHING, "instructions": ANYTHING, "capabilities": ANYTHING}
)
