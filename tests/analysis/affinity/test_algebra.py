"""Two schemas side by side: the table of cases, and laws tried with sampled values."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcptui.analysis.affinity.algebra import shared, within
from mcptui.analysis.affinity.answer import Answer
from mcptui.analysis.affinity.branch import Asked
from mcptui.analysis.affinity.shape import shape_of_schema
from tests.analysis.hostile import ANYTHING
from tests.property.strategies import hostile_schemas, schemas

CASES: list[Any] = json.loads((Path(__file__).parent / "gate_cases.json").read_text("utf-8"))
UNDECIDED_WITHIN = {
    "oneOf int/number", "multipleOf 2<=4", "pattern subset", "not string", "string vs not int",
    "if/then", "dep required", "int union cover", "recursive tree wider", "nullable kw (oas30)",
}  # fmt: skip
UNDECIDED_SHARED = {
    "multipleOf 4<=2", "multipleOf 2<=4", "pattern subset", "string vs not int", "if/then",
    "dep required", "propertyNames", "oneOf int/number", "not string", "recursive tree wider",
    "nullable kw (oas30)",
}  # fmt: skip


def asked(schema: Any) -> Asked:
    return shape_of_schema(schema).asked


@pytest.mark.parametrize(("name", "a", "b", "contained", "overlaps"), CASES)
def test_every_case_is_answered_right_or_left_open_where_known(
    name: str, a: Any, b: Any, contained: bool | None, overlaps: bool | None
) -> None:
    inside, common = within(asked(a), asked(b)), shared(asked(a), asked(b))
    if name not in UNDECIDED_WITHIN:
        assert inside is (Answer.YES if contained else Answer.NO), name
    elif contained is not None:
        assert inside is Answer.MAYBE, name
    if name not in UNDECIDED_SHARED:
        assert common is (Answer.YES if overlaps else Answer.NO), name
    elif overlaps is not None:
        assert common is Answer.MAYBE, name


@given(schemas(), schemas())
def test_sharing_a_value_is_the_same_both_ways_round(a: Any, b: Any) -> None:
    assert shared(asked(a), asked(b)) is shared(asked(b), asked(a))


@given(schemas())
def test_a_schema_is_inside_itself(schema: Any) -> None:
    one = asked(schema)
    assert within(one, one) is Answer.YES


VALUES = st.recursive(
    st.sampled_from([None, True, False, 0, 1, 1.0, 1.5, 2, -1, "", "a", "ab", "abc"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
    ),
    max_leaves=5,
)


@settings(max_examples=300)
@given(schemas(), schemas(), st.lists(VALUES, min_size=10, max_size=30))
def test_no_value_gives_the_lie_to_a_firm_answer(a: Any, b: Any, values: list[Any]) -> None:
    fits_a = [jsonschema.Draft202012Validator(a).is_valid(value) for value in values]
    fits_b = [jsonschema.Draft202012Validator(b).is_valid(value) for value in values]
    if shared(asked(a), asked(b)) is Answer.NO:
        assert not any(one and other for one, other in zip(fits_a, fits_b, strict=True))
    if within(asked(a), asked(b)) is Answer.YES:
        assert all(other for one, other in zip(fits_a, fits_b, strict=True) if one)


@given(hostile_schemas() | ANYTHING, hostile_schemas() | ANYTHING)
def test_anything_a_server_sends_gets_an_answer(a: Any, b: Any) -> None:
    assert shared(asked(a), asked(b)) in Answer
    assert within(asked(a), asked(b)) in Answer


def nested(levels: int, keyword: str) -> Any:
    schema: Any = {"type": "string"}
    for _ in range(levels):
        inner: Any = {"a": schema} if keyword == "properties" else [schema, {"type": "object"}]
        schema = {keyword: inner, "required": ["a"]}
    return schema


@pytest.mark.parametrize("keyword", ["properties", "anyOf", "allOf"])
def test_deep_schemas_end_in_an_answer(keyword: str) -> None:
    deep = nested(400, keyword)
    assert shared(asked(deep), asked(nested(399, keyword))) is not Answer.NO


def test_many_alternatives_against_as_many_end_in_an_answer() -> None:
    many = {"anyOf": [{"type": "object", "required": [f"p{at}"]} for at in range(500)]}
    assert shared(asked(many), asked({"allOf": [many, many]})) is Answer.MAYBE


def test_a_reference_that_leads_nowhere_is_maybe() -> None:
    lost = {"$ref": "https://127.0.0.1:1/never-asked"}
    assert shared(asked(lost), asked({"type": "string"})) is Answer.MAYBE
    assert within(asked({"type": "string"}), asked(lost)) is Answer.MAYBE


def test_a_reference_to_itself_in_place_is_maybe() -> None:
    assert shared(asked({"$ref": "#"}), asked({"type": "string"})) is Answer.MAYBE


def test_siblings_of_a_reference_count_only_where_the_dialect_says_so() -> None:
    schema = {
        "$defs": {"s": {"type": "string"}},
        "properties": {"p": {"$ref": "#/$defs/s", "maxLength": 0, "minLength": 1}},
        "required": ["p"],
        "type": "object",
    }
    old = {**schema, "$schema": "http://json-schema.org/draft-07/schema#"}
    fits = {"type": "object", "properties": {"p": {"const": "word"}}, "required": ["p"]}
    assert shared(asked(schema), asked(fits)) is Answer.NO
    assert shared(asked(old), asked(fits)) is Answer.YES


def test_a_list_of_positions_in_items_counts_only_in_older_drafts() -> None:
    schema = {"type": "array", "items": [{"type": "string"}], "minItems": 1}
    old = {**schema, "$schema": "http://json-schema.org/draft-07/schema#"}
    numbers = {"type": "array", "items": {"type": "number"}}
    assert shared(asked(old), asked(numbers)) is Answer.NO
    assert shared(asked(schema), asked(numbers)) is Answer.MAYBE
