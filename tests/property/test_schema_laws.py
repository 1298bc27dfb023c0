"""Laws of reading schemas: whatever a server sends, it is read."""

from typing import Any

from hypothesis import given

from mcptui.contract.canonical import NotCanonical, canonical, semantic_form
from mcptui.contract.definition import ToolDefinition
from mcptui.contract.display import is_hidden
from mcptui.contract.pointer import tokens_of, value_at
from mcptui.contract.schema import (
    Parameters,
    parameters_of,
    problems_of,
    references,
    schema_problem,
    walk,
)
from mcptui.contract.wire import dumps
from tests.property.strategies import hostile_schemas, json_values, schemas


def _is_shown(*texts: str) -> bool:
    return not any(is_hidden(char) or char == "\n" for text in texts for char in text)


def _check(parameters: Parameters) -> None:
    for _, row in parameters.flat():
        assert row.type
        assert _is_shown(row.type, row.note)
    assert _is_shown(parameters.additional_words)
    for problem in parameters.problems:
        assert _is_shown(problem.words)


@given(hostile_schemas())
def test_anything_in_the_place_of_a_schema_is_read(schema: Any) -> None:
    before = dumps(schema)
    _check(parameters_of(schema))
    for each in references(schema):
        assert each.resolved is None or not each.is_remote
    for member in ("inputSchema", "outputSchema"):
        said = schema_problem(ToolDefinition(raw={member: schema}, position=0), member)
        assert said is None or _is_shown(said)
    assert dumps(schema) == before


@given(json_values())
def test_any_json_value_is_read_as_a_schema(value: Any) -> None:
    _check(parameters_of(value))


@given(hostile_schemas())
def test_every_place_that_is_named_is_there(schema: Any) -> None:
    for pointer, each in walk(schema):
        assert value_at(schema, tokens_of(pointer)) == each
    for problem in problems_of(schema, at="/inputSchema"):
        tokens = tokens_of(problem.pointer)[1:]
        assert problem.pointer.startswith("/inputSchema")
        assert dumps(value_at(schema, tokens))  # type: ignore[arg-type]  # fails where it is missing
    for _, row in parameters_of(schema).flat():
        assert dumps(value_at(schema, tokens_of(row.pointer)[1:]))  # type: ignore[arg-type]  # as above


@given(hostile_schemas())
def test_any_schema_has_a_semantic_form_that_is_stable(schema: Any) -> None:
    contract = {"name": "t", "inputSchema": schema}
    try:
        canonical(contract)
    except NotCanonical:
        return
    form = semantic_form(contract)
    assert canonical(semantic_form(form)) == canonical(form)


@given(schemas())
def test_a_valid_schema_has_no_malformed_part(schema: Any) -> None:
    kinds = {problem.kind.value for problem in problems_of(schema)}
    assert kinds <= {"required_undeclared"}
