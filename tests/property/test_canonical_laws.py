"""Laws of the canonical form, the digests and the semantic form."""

from typing import Any

import jsonschema
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from mcptui.contract import jcs, wire_deep
from mcptui.contract.canonical import NotCanonical, canonical, digest, faults_of, semantic_schema
from mcptui.contract.wire import dumps, is_plain, loads, quoted
from tests.property.strategies import json_values, odd_values, plain_texts, respelled, schemas


@given(st.data(), json_values())
def test_the_canonical_form_ignores_order_blanks_and_escapes(
    data: st.DataObject, value: Any
) -> None:
    try:
        text = data.draw(respelled(value))
    except ValueError:  # Python refuses to write so long an integer
        assume(False)
    assert canonical(loads(text)) == canonical(value)
    assert digest(loads(text)) == digest(value)


@given(json_values())
def test_the_canonical_form_is_read_back_as_itself(value: Any) -> None:
    form = canonical(value)
    assert canonical(loads(form)) == form


@given(json_values())
@example(["see:1.5", {"\ue000": 1, "\U0001f600": 2}])
@example([1e16, -0.0, 5e-324, {"a": ",-1e5"}])
def test_the_fast_way_gives_the_same_bytes_as_the_careful_one(value: Any) -> None:
    careful = wire_deep.write(
        value, indent=None, pairs_of=jcs._sorted_pairs, quoted=quoted, scalar=jcs.scalar_text
    )
    assert canonical(value) == careful.encode()


@given(odd_values())
def test_a_value_has_a_canonical_form_or_a_fault(value: Any) -> None:
    faults = list(faults_of(value))
    if not faults:
        assert canonical(loads(canonical(value))) == canonical(value)
        return
    assert not is_plain(value)
    with pytest.raises(NotCanonical) as caught:
        canonical(value)
    assert caught.value.path == faults[0].path


@given(json_values(plain_texts()), json_values(plain_texts()))
def test_different_values_have_different_digests(one: Any, other: Any) -> None:
    assert (digest(one) == digest(other)) == (canonical(one) == canonical(other))


@given(schemas())
@example({"oneOf": [{"type": "integer"}, {"type": "number"}]})
@example({"anyOf": [{"type": "null"}, {"enum": [1]}]})
def test_the_semantic_form_is_stable(schema: Any) -> None:
    form = semantic_schema(schema)
    assert canonical(semantic_schema(form)) == canonical(form)


SAMPLES: list[Any] = [
    None, True, False, 0, 1, 2, -1, 1.5, 10, "", "a", "ab", [], [1], [1, "a"], ["a", "a"], [None],
    {}, {"a": 1}, {"a": "a"}, {"b": None}, {"a": 1, "b": "ab"}, {"c": [1]}, {"a": {"a": 1}},
]  # fmt: skip


@given(schemas())
def test_the_semantic_form_accepts_what_the_schema_accepts(schema: Any) -> None:
    before = jsonschema.Draft202012Validator(schema)
    form: Any = loads(dumps(semantic_schema(schema)))
    after = jsonschema.Draft202012Validator(form)
    for sample in SAMPLES:
        assert before.is_valid(sample) == after.is_valid(sample), (sample, form)
