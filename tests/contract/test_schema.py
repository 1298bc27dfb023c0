"""What a schema says of its parameters, in words."""

import socket
from typing import Any

import pytest

from mcptui.contract.definition import MISSING, ToolDefinition
from mcptui.contract.schema import (
    Additional,
    Dialect,
    Parameter,
    Parameters,
    ProblemKind,
    parameters_of,
    problems_of,
    references,
    schema_problem,
    walk,
)
from mcptui.contract.wire import loads
from tests.servers.cases import load_case


def _tools(case_id: str) -> dict[str, dict[str, Any]]:
    """The tools of a case's servers, by `connection/tool`."""
    tools = {}
    for connection in load_case(case_id).connections:
        listed = connection.get("tools") or connection["replies"][0]["result"]["tools"]
        for tool in listed:
            if "inputSchema_text" in tool:
                tool["inputSchema"] = loads(tool.pop("inputSchema_text"))
            tools[f"{connection['key']}/{tool['name']}"] = tool
    return tools


def _read(case_id: str, tool: str) -> Parameters:
    return parameters_of(_tools(case_id)[tool].get("inputSchema", MISSING))


def _types(parameters: Parameters) -> dict[str, str]:
    return {row.path: row.type for _, row in parameters.flat()}


def _one(schema: Any, **around: Any) -> Parameter:
    """The row of one parameter."""
    return parameters_of({"type": "object", "properties": {"p": schema}, **around}).rows[0]


def _kinds(parameters: Parameters) -> list[tuple[ProblemKind, str]]:
    return [(problem.kind, problem.pointer) for problem in parameters.problems]


# --- the cases ------------------------------------------------------------------------------


def test_true_and_false_in_place_of_a_schema_are_said_in_words() -> None:
    parameters = _read("schema-boolean-subschemas", "arm/deploy")
    assert _types(parameters) == {
        "template": "any value",
        "legacy": "no value allowed",
        "name": "string",
    }
    assert parameters.additional is Additional.CLOSED
    assert parameters.additional_words == "extra parameters not allowed"


def test_tuples_are_read_by_the_draft_that_is_declared() -> None:
    for tool in ("geo/seven", "geo/twenty"):
        parameters = _read("schema-draft-by-declaration", tool)
        assert _types(parameters) == {"pt": "array of exactly two numbers"}
        assert parameters.problems == ()
    undeclared = _read("schema-draft-by-declaration", "geo/undeclared")
    assert undeclared.dialect is Dialect.DRAFT_2020
    assert _kinds(undeclared) == [(ProblemKind.ITEMS_LIST, "/inputSchema/properties/pt/items")]
    assert "items must not be a list" in undeclared.problems[0].words
    odd = _read("schema-draft-by-declaration", "geo/odd")
    assert _types(odd) == {"pt": "string"}
    assert _kinds(odd) == [(ProblemKind.UNKNOWN_DIALECT, "/inputSchema/$schema")]
    assert "unknown dialect, read as 2020-12" in odd.problems[0].words


def test_two_thousand_parameters_are_all_there() -> None:
    parameters = _read("schema-huge-schema", "big/analyze")
    assert len(parameters.rows) == 2000
    assert parameters.rows[1999].description == "Parameter number 1999 of the analysis request"
    assert parameters.problems == ()


def test_a_default_keeps_the_number_as_it_was_sent() -> None:
    parameters = _read("schema-integral-floats", "num/pick")
    assert [row.note for row in parameters.rows] == ["at least 1 item", ""]
    assert repr(parameters.rows[1].default) == "30.0"


def test_a_shared_definition_is_shown_wherever_it_is_used() -> None:
    parameters = _read("schema-local-defs", "screens/render")
    assert _types(parameters) == {
        "main": "object (Screen)",
        "main.id": "string",
        "main.scale": "number",
        "others": "array of objects (Screen)",
        "others[].id": "string",
        "others[].scale": "number",
    }
    main = parameters.rows[0]
    assert main.description == "first screen"
    assert main.required
    assert [field.required for field in main.children] == [True, False]
    assert main.children[0].pointer == "/inputSchema/$defs/Screen/properties/id"


def test_names_of_any_script_stay_as_they_are() -> None:
    parameters = _read("schema-non-ascii-parameters", "tr/search")
    assert [row.name for row in parameters.rows] == [
        "ad\u0131",
        "uids[]",
        "名前",
        "größe",
    ]


def test_a_schema_that_holds_itself_is_shown_once() -> None:
    parameters = _read("schema-recursive-defs", "tree/put")
    assert _types(parameters) == {
        "root": "object (Node)",
        "root.label": "string",
        "root.children": "array of Node (recursive)",
    }


def test_references_to_elsewhere_are_named_and_never_followed() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        tool = _tools("schema-remote-ref-not-fetched")["evil/grab"]
        text = str(tool["inputSchema"]).replace("http://127.0.0.1:8099", address)
        parameters = parameters_of(loads(text.replace("'", '"')))
        listener.settimeout(0.05)
        with pytest.raises(TimeoutError):
            listener.accept()
    assert _kinds(parameters) == [
        (ProblemKind.REMOTE_REFERENCE, "/inputSchema/properties/a/$ref"),
        (ProblemKind.REMOTE_REFERENCE, "/inputSchema/properties/b/$ref"),
        (ProblemKind.UNKNOWN_DIALECT, "/inputSchema/properties/c/$schema"),
        (ProblemKind.REMOTE_REFERENCE, "/inputSchema/properties/d/$dynamicRef"),
    ]
    assert [problem.subject for problem in parameters.problems][1] == "file:///etc/hostname"
    assert [row.type for row in parameters.rows] == ["unknown", "unknown", "string", "unknown"]
    assert "never fetched" in parameters.rows[0].note


def test_a_required_list_among_the_properties_is_no_parameter() -> None:
    parameters = _read("schema-required-inside-properties", "px/price")
    assert [(row.name, row.required) for row in parameters.rows] == [("coin", False)]
    assert _kinds(parameters) == [
        (ProblemKind.REQUIRED_INSIDE_PROPERTIES, "/inputSchema/properties/required")
    ]
    words = "expected a schema, got a list; it was probably meant one level higher"
    assert parameters.problems[0].words == words


@pytest.mark.parametrize(("tool", "ghost"), [("vaultx/patch", "body"), ("vaultx/list", "dir")])
def test_a_ghost_is_required_and_takes_any_value(tool: str, ghost: str) -> None:
    parameters = _read("schema-required-undeclared", tool)
    row = parameters.rows[-1]
    assert (row.name, row.required, row.type) == (ghost, True, "any value")
    assert not row.is_declared
    (problem,) = parameters.problems
    assert problem.kind is ProblemKind.REQUIRED_UNDECLARED
    assert problem.subject == ghost
    assert problem.pointer == row.pointer
    assert "some model APIs refuse" in problem.words


def test_top_level_alternatives_show_what_each_requires() -> None:
    parameters = _read("schema-top-level-anyof", "notes/create_attachment")
    assert parameters.rows == ()
    assert [form.required for form in parameters.alternatives] == [
        ("content",),
        ("source_url",),
        ("file_id",),
    ]
    assert parameters.alternatives[1].pointer == "/inputSchema/anyOf/1"
    assert parameters.alternatives[1].rows[0].note == "format uri"
    assert [row.name for row in parameters.every_row()] == ["content", "source_url", "file_id"]
    assert parameters.problems == ()


def test_both_spellings_of_string_or_null_read_the_same() -> None:
    for tool in ("a/find", "b/find"):
        parameters = _read("schema-type-arrays", tool)
        assert _types(parameters) == {"since": "string or null", "limit": "integer or null"}
        assert parameters.rows[0].default is MISSING
        assert parameters.rows[1].default is None


def test_a_broken_output_schema_is_named() -> None:
    tools = _tools("schema-bad-output-schema")
    orders = ToolDefinition(raw=tools["shop/orders"], position=0)
    said = "outputSchema is collapsed: it holds only description and constrains nothing"
    assert schema_problem(orders, "outputSchema") == said
    order = ToolDefinition(raw=tools["shop/order"], position=1)
    (problem,) = problems_of(order.member("outputSchema"), at="/outputSchema")
    assert problem.kind is ProblemKind.MALFORMED
    assert problem.pointer == "/outputSchema/properties/t/type"
    assert problem.words == "type is an object, not the name of a type"
    healthy = ToolDefinition(raw=tools["shop/healthy"], position=2)
    assert schema_problem(healthy, "outputSchema") is None


def test_a_missing_input_schema_is_said() -> None:
    tools = _tools("schema-missing-input-schema")
    assert schema_problem(ToolDefinition(raw=tools["mix/bare"], position=1)) == (
        "inputSchema is missing"
    )
    assert schema_problem(ToolDefinition(raw=tools["mix/healthy"], position=0)) is None
    assert _read("schema-missing-input-schema", "mix/bare") == Parameters()


# --- usable or not --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("schema", "says"),
    [
        ({"type": "object"}, None),
        ({"properties": {"a": {}}}, None),
        ({"$ref": "#/definitions/A", "definitions": {"A": {"type": "object"}}}, None),
        ({"type": ["object", "null"]}, None),
        ([], "inputSchema is a list, not an object"),
        (None, "inputSchema is null, not an object"),
        (True, "inputSchema is true, not an object"),
        ({}, "inputSchema is collapsed: it is empty and constrains nothing"),
        (
            {"$schema": "http://json-schema.org/draft-07/schema#"},
            "inputSchema is collapsed: it holds only $schema and constrains nothing",
        ),
        ({"type": "array"}, "inputSchema has the type array, not object"),
        ({"type": "str\x1b"}, "inputSchema has the type str␛, not object"),
        ({"type": {"oops": 1}}, "inputSchema has the type an object, not object"),
    ],
)
def test_whether_an_input_schema_can_be_used(schema: Any, says: str | None) -> None:
    tool = ToolDefinition(raw={"name": "t", "inputSchema": schema}, position=0)
    assert schema_problem(tool) == says


def test_an_entry_that_is_no_tool_has_no_schema() -> None:
    assert schema_problem(ToolDefinition(raw=[1], position=0)) == "the entry is a list, not a tool"
    assert schema_problem(ToolDefinition(raw=[1], position=0), "outputSchema") is None


# --- types in words -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "integer"}, "integer"),
        ({"type": ["null", "string", "integer"]}, "string, integer or null"),
        ({"type": "string", "nullable": True}, "string or null"),
        ({"anyOf": [{"type": "null"}, {"type": "integer", "minimum": 1}]}, "integer or null"),
        ({"oneOf": [{"type": "string"}, {"type": "number"}]}, "string or number"),
        ({"type": "string", "anyOf": [{"format": "uri"}, {"pattern": "x"}]}, "string"),
        ({"anyOf": [{"type": "string"}, {}]}, "any value"),
        ({"enum": ["a", "b", None]}, "string or null"),
        ({"const": 1.5}, "number"),
        ({"const": 2.0}, "integer"),
        ({"enum": [True, [], {}]}, "boolean, array or object"),
        ({"enum": []}, "no value allowed"),
        ({"not": {}}, "no value allowed"),
        ({"not": True}, "no value allowed"),
        ({"not": {"type": "string"}}, "any value"),
        ({"allOf": [{"type": "string"}, {"minLength": 1}]}, "string"),
        ({"allOf": [False]}, "no value allowed"),
        ({"type": "array"}, "array"),
        ({"type": "array", "items": True}, "array"),
        ({"type": "array", "items": []}, "array"),
        (
            {"prefixItems": [{"const": n} for n in range(9)], "items": False},
            f"array of exactly nine: {'integer, ' * 8}…",
        ),
        ({"type": "array", "items": False}, "empty array"),
        ({"items": {"type": "string"}}, "array of strings"),
        (
            {"type": "array", "items": {"type": ["string", "number"]}},
            "array of (strings or numbers)",
        ),
        (
            {"type": "array", "items": {"type": "array", "items": {"type": "object"}}},
            "array of arrays of objects",
        ),
        (
            {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
            "array of exactly two numbers",
        ),
        ({"type": "array", "minItems": 12, "maxItems": 12}, "array of exactly 12 values"),
        ({"prefixItems": [{"type": "number"}], "items": False}, "array of exactly one number"),
        (
            {"prefixItems": [{"type": "string"}, {"type": "number"}], "maxItems": 2},
            "array of exactly two: string, number",
        ),
        ({"prefixItems": [{"type": "string"}, {}]}, "array that begins with string, any value"),
        ({"properties": {"x": {}}}, "object"),
        ({"type": "object", "additionalProperties": {"type": "string"}}, "object of strings"),
        ({"type": "object", "additionalProperties": True}, "object"),
        ({"type": "strin"}, "any value"),
        ({"type": {"oops": 1}}, "any value"),
        ([], "not a schema (a list)"),
        (7, "not a schema (a number)"),
        ({"$ref": "#/nope"}, "unknown"),
        ({"$ref": "#/nope", "type": "string"}, "string"),
        ({"minItems": float("inf"), "maxItems": float("inf"), "type": "array"}, "array"),
    ],
)
def test_types_are_said_in_words(schema: Any, words: str) -> None:
    assert _one(schema).type == words


def test_references_are_found_by_pointer_anchor_and_id() -> None:
    definitions = {
        "a b": {"type": "string"},
        "x": {"$anchor": "here", "type": "number"},
        "y": {"$id": "https://example.test/y", "type": "boolean"},
        "z": {"$dynamicAnchor": "node", "type": "integer"},
        "old": {"$id": "#old", "type": "null"},
        "odd": True,
    }
    for target, words in (
        ("#/$defs/a%20b", "string"),
        ("#here", "number"),
        ("#old", "null"),
        ("https://example.test/y", "boolean"),
        ("#nowhere", "unknown"),
        ("other.json#/a", "unknown"),
    ):
        assert _one({"$ref": target}, **{"$defs": definitions}).type == words, target
    assert _one({"$dynamicRef": "#node"}, **{"$defs": definitions}).type == "integer"


def test_what_stands_beside_a_reference_counts_by_draft() -> None:
    around = {"$defs": {"A": {"type": "string"}}}
    beside = {"$ref": "#/$defs/A", "description": "mine", "minLength": 3}
    new = _one(beside, **around)
    assert (new.type, new.note, new.description) == ("string", "at least 3 characters", "mine")
    old = _one(beside, **around, **{"$schema": "http://json-schema.org/draft-07/schema#"})
    assert (old.type, old.note, old.description) == ("string", "", "mine")


def test_recursion_is_marked_however_it_comes_about() -> None:
    root = _one({"$ref": "#"})
    assert (root.type, root.children) == ("the whole schema (recursive)", ())
    by_pointer = _one({"type": "object", "properties": {"child": {"$ref": "#/properties/p"}}})
    assert by_pointer.children[0].type == "p (recursive)"
    mutual = parameters_of(
        {
            "type": "object",
            "properties": {"a": {"$ref": "#/$defs/A"}},
            "$defs": {
                "A": {"type": "object", "properties": {"b": {"$ref": "#/$defs/B"}}},
                "B": {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}},
            },
        }
    )
    assert _types(mutual) == {"a": "object (A)", "a.b": "object (B)", "a.b.a": "A (recursive)"}
    loop = {"A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"}}
    assert _one({"$ref": "#/$defs/A"}, **{"$defs": loop}).type == "any value"


def test_many_alternatives_are_said_in_part() -> None:
    forms = [{"prefixItems": [{}] * n, "maxItems": n} for n in range(2, 12)]
    words = _one({"anyOf": forms}).type
    assert words.startswith("array of exactly two any values, array of exactly three any values")
    assert words.endswith(" or …")


def test_names_that_look_like_a_template_are_only_names() -> None:
    row = _one(
        {"items": {"$ref": "#/$defs/{x}"}, "minItems": 2, "maxItems": 2},
        **{"$defs": {"{x}": {"type": "object"}}},
    )
    assert row.type == "array of exactly two objects ({x})"


def test_a_name_from_the_server_cannot_steer_the_terminal() -> None:
    name = "Node\x1b[2J\u202e"
    row = _one({"$ref": f"#/$defs/{name}"}, **{"$defs": {name: {"type": "object"}}})
    assert row.type == "object (Node␛[2J⟨U+202E⟩)"
    assert _one({"pattern": "\x1b]0;x"}).note == "matches ␛]0;x"


# --- notes ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("schema", "note"),
    [
        ({"type": "integer", "minimum": 1, "maximum": 100}, "1 to 100"),
        ({"minimum": 1.0}, "at least 1"),
        ({"maximum": 0.5}, "at most 0.5"),
        ({"exclusiveMinimum": 0}, "more than 0"),
        ({"exclusiveMinimum": 0, "maximum": 1}, "more than 0; at most 1"),
        ({"minimum": 3, "exclusiveMinimum": True}, "more than 3"),
        ({"maximum": 3, "exclusiveMaximum": True}, "less than 3"),
        ({"minimum": -(2**53) + 1, "maximum": 2**53 - 1}, ""),
        ({"minimum": True, "maximum": "x"}, ""),
        ({"multipleOf": 5}, "a multiple of 5"),
        ({"multipleOf": "5"}, ""),
        ({"minLength": 0}, ""),
        ({"minLength": 1}, "at least 1 character"),
        ({"minLength": 2, "maxLength": 9}, "2 to 9 characters"),
        ({"maxLength": 1}, "at most 1 character"),
        ({"minLength": 4, "maxLength": 4}, "exactly 4 characters"),
        ({"pattern": "^a"}, "matches ^a"),
        ({"format": "date", "contentEncoding": "base64"}, "format date; encoded as base64"),
        ({"minItems": 1, "maxItems": 3, "uniqueItems": True}, "1 to 3 items; no item twice"),
        ({"minProperties": 1}, "at least 1 member"),
        ({"const": "v1"}, 'always "v1"'),
        ({"enum": [None]}, "always null"),
        ({"enum": ["asc", "desc"]}, 'one of "asc", "desc"'),
        ({"enum": [f"value {n:05}" for n in range(60)]}, ...),
        ({"type": "array", "items": {"enum": ["a", "b"]}}, 'each one of "a", "b"'),
        ({"anyOf": [{"format": "uri"}, {"format": "email"}]}, "format uri or format email"),
        ({"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}]}, "at least 1"),
        ({"deprecated": True, "readOnly": True, "writeOnly": True},
         "deprecated; read only; write only"),
        ({"enum": "ab", "pattern": 1, "minLength": float("nan")}, ""),
    ],
)  # fmt: skip
def test_values_and_bounds_are_said_in_a_line(schema: Any, note: Any) -> None:
    said = _one(schema).note
    if note is ...:
        assert said.startswith('one of "value 00000", "value 00001"')
        assert said.endswith(" more")
        assert len(said) < 400
    else:
        assert said == note


# --- fields and forms -----------------------------------------------------------------------


def test_fields_are_found_through_lists_forms_and_maps() -> None:
    inner: Any = {"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"]}
    parameters = parameters_of(
        {
            "properties": {
                "list": {"type": "array", "items": {"type": "array", "items": inner}},
                "either": {"anyOf": [inner, {"properties": {"x": {}, "y": {"type": "null"}}}]},
                "map": {"type": "object", "additionalProperties": inner},
                "pair": {"prefixItems": [{"type": "string"}, inner]},
                "ghostly": {"type": "object", "required": ["q"]},
            }
        }
    )
    assert [row.path for _, row in parameters.flat()] == [
        "list", "list[][].x", "either", "either.x", "either.y", "map", "map.*.x",
        "pair", "pair[1].x", "ghostly", "ghostly.q",
    ]  # fmt: skip
    assert parameters.rows[2].type == "object of objects"


@pytest.mark.parametrize(
    ("around", "state", "words"),
    [
        ({}, Additional.OPEN, "extra parameters allowed"),
        ({"additionalProperties": {}}, Additional.OPEN, "extra parameters allowed"),
        ({"additionalProperties": False}, Additional.CLOSED, "extra parameters not allowed"),
        ({"unevaluatedProperties": False}, Additional.CLOSED, "extra parameters not allowed"),
        (
            {"additionalProperties": {"type": "number"}},
            Additional.TYPED,
            "extra parameters allowed, each number",
        ),
        (
            {"additionalProperties": False, "patternProperties": {"^x\x00": {}}},
            Additional.CLOSED,
            "extra parameters whose names match ^x␀",
        ),
    ],
)
def test_extra_parameters_are_open_closed_or_typed(
    around: dict[str, Any], state: Additional, words: str
) -> None:
    parameters = parameters_of({"type": "object", **around})
    assert (parameters.additional, parameters.additional_words) == (state, words)


def test_a_ghost_takes_what_extra_parameters_take() -> None:
    schema: dict[str, Any] = {"required": ["g"], "additionalProperties": False}
    assert parameters_of(schema).rows[0].type == "no value allowed"
    schema["additionalProperties"] = {"type": "integer"}
    assert parameters_of(schema).rows[0].type == "integer"


def test_conditions_that_no_row_can_say_are_named() -> None:
    parameters = parameters_of({"type": "object", "if": {}, "dependentRequired": {"a": ["b"]}})
    assert parameters.conditions == ("if", "dependentRequired")


def test_a_required_name_is_no_ghost_where_something_about_the_object_declares_it() -> None:
    base = {"a": {"type": "string"}, "b": {"type": "string"}}
    schemas: list[Any] = [
        {"properties": base, "anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
        {"required": ["a"], "oneOf": [{"properties": base}, {"properties": {"a": {}}}]},
        {"required": ["a"], "allOf": [{"$ref": "#/$defs/B"}], "$defs": {"B": {"properties": base}}},
        {"required": ["a"], "if": {"required": ["zz"]}, "then": {"properties": base}},
        {"properties": base, "not": {"required": ["zz"]}},
        {"required": ["a"], "dependentSchemas": {"b": {"properties": base}}},
        {"required": ["x-a"], "patternProperties": {"^x-": {}}},
    ]
    for schema in schemas:
        assert problems_of(schema) == (), schema
    nested: Any = {"properties": {"o": {"type": "object", "required": ["deep"]}}}
    (problem,) = problems_of(nested)
    assert problem.pointer == "/properties/o/required/0"


# --- problems -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("schema", "pointer", "words"),
    [
        (5, "", "expected a schema, got a number"),
        ({"properties": []}, "/properties", "properties is a list, not an object"),
        ({"properties": {"a": "string"}}, "/properties/a", "expected a schema, got a string"),
        ({"required": True}, "/required", "required is true, not a list of names"),
        ({"required": ["a", 1]}, "/required", "required is a list in which 1 is no name"),
        ({"type": "strin"}, "/type", "type is strin, which is no type"),
        ({"type": []}, "/type", "type is an empty list, which allows nothing"),
        ({"type": ["string", None]}, "/type", "type is null, not the name of a type"),
        ({"anyOf": {}}, "/anyOf", "anyOf is an object, not a list"),
        ({"enum": "a"}, "/enum", "enum is a string, not a list of values"),
        ({"minimum": "1"}, "/minimum", "minimum is a string, not a number"),
        ({"minLength": 1.5}, "/minLength", "minLength is 1.5, not a whole number, zero or more"),
        ({"exclusiveMinimum": True}, "/exclusiveMinimum", "exclusiveMinimum is true, not a number"),
        ({"uniqueItems": 1}, "/uniqueItems", "uniqueItems is 1, not true or false"),
        ({"description": 1}, "/description", "description is 1, not a string"),
        ({"$schema": 1}, "/$schema", "$schema is 1, not a string"),
        ({"$ref": 1}, "/$ref", "$ref is 1, not a string"),
        ({"items": [[]], "$schema": "http://json-schema.org/draft-07/schema#"}, "/items/0",
         "expected a schema, got a list"),
        ({"$ref": "#/nope\x1b"}, "/$ref", "refers to what is not there: #/nope␛"),
        ({"$defs": {"a/b": {"not": []}}}, "/$defs/a~1b/not", "expected a schema, got a list"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(schema: Any, pointer: str, words: str) -> None:
    problem = next(each for each in problems_of(schema) if each.pointer == pointer)
    assert problem.words == words


@pytest.mark.parametrize(
    "schema",
    [
        True,
        {"type": "integer", "minLength": 1.0},
        {"exclusiveMinimum": True, "$schema": "http://json-schema.org/draft-04/schema#"},
        {"dependencies": {"a": ["b"]}, "$schema": "http://json-schema.org/draft-07/schema#"},
        {"properties": {"required": {"type": "string"}, "$ref": {"type": "string"}}},
        {"$schema": "https://json-schema.org/draft/2019-09/schema", "items": [{}]},
    ],
)
def test_what_is_right_is_left_in_peace(schema: Any) -> None:
    assert problems_of(schema) == ()


def test_endless_problems_are_cut_with_a_word() -> None:
    found = problems_of({"required": [f"n{n}" for n in range(5000)]})
    assert len(found) == 201
    assert found[-1].kind is ProblemKind.OVER_LIMIT


# --- limits ---------------------------------------------------------------------------------


def _nested(levels: int, wrap: str) -> Any:
    schema: Any = {"type": "string"}
    for _ in range(levels):
        if wrap == "properties":
            schema = {"type": "object", "properties": {"a": schema}}
        elif wrap == "items":
            schema = {"type": "array", wrap: schema}
        else:
            schema = {wrap: [schema, {"type": "integer"}, {"type": "boolean"}]}
    return {"type": "object", "properties": {"x": schema}}


@pytest.mark.parametrize("wrap", ["properties", "items", "anyOf", "allOf"])
@pytest.mark.parametrize("levels", [400, 3000])
def test_a_deep_schema_is_read_to_its_limit(levels: int, wrap: str) -> None:
    schema = _nested(levels, wrap)
    parameters = parameters_of(schema)
    assert [row.name for row in parameters.rows] == ["x"]
    assert ProblemKind.OVER_LIMIT in [problem.kind for problem in parameters.problems]
    if wrap == "properties":
        assert sum(1 for _ in parameters.flat()) == 65
        assert parameters.rows_cut == 1
    assert sum(1 for _ in walk(schema)) > levels


@pytest.mark.parametrize("keyword", ["properties", "anyOf", "allOf"])
def test_references_that_multiply_are_stopped(keyword: str) -> None:
    def level(n: int) -> Any:
        many = [{"$ref": f"#/$defs/d{n + 1}"} for _ in range(3)]
        named = {f"f{index}": each for index, each in enumerate(many)}
        return {keyword: named if keyword == "properties" else many}

    schema: Any = {
        "properties": {"a": {"$ref": "#/$defs/d0"}, "z": {"type": "string"}},
        "$defs": {f"d{n}": level(n) for n in range(40)},
    }
    parameters = parameters_of(schema)
    assert [row.name for row in parameters.rows] == ["a", "z"]
    assert parameters.rows[1].type == "string"
    assert sum(1 for _ in parameters.flat()) <= 5_002


def test_more_parameters_than_can_be_shown_are_counted() -> None:
    schema: Any = {"properties": {f"p{n}": {"type": "string"} for n in range(20_005)}}
    parameters = parameters_of(schema)
    assert len(parameters.rows) == 20_000
    assert parameters.rows_cut == 5
    assert "5 parameters are not shown" in parameters.problems[-1].words


def test_walking_goes_in_the_order_sent() -> None:
    schema = loads(
        '{"properties":{"b":{"items":{}},"a":true},"allOf":[{"not":{}}],"$defs":{"d":1}}'
    )
    assert [pointer for pointer, _ in walk(schema)] == [
        "", "/properties/b", "/properties/b/items", "/properties/a", "/allOf/0", "/allOf/0/not",
        "/$defs/d",
    ]  # fmt: skip


def test_a_name_that_two_forms_share_is_told_once() -> None:
    form: Any = {"properties": {"a": {}}, "required": ["a", 5]}
    parameters = parameters_of({"oneOf": [form, form]})
    assert [form.required for form in parameters.alternatives] == [("a",), ("a",)]
    assert [row.name for row in parameters.every_row()] == ["a"]


def test_references_say_where_they_lead() -> None:
    schema: Any = {"$defs": {"A": True}, "anyOf": [{"$ref": "#/$defs/A"}, {"$ref": "x.json"}]}
    found = list(references(schema, "/inputSchema"))
    assert [(each.pointer, each.resolved, each.is_remote) for each in found] == [
        ("/inputSchema/anyOf/0/$ref", "/$defs/A", False),
        ("/inputSchema/anyOf/1/$ref", None, True),
    ]


def test_a_part_of_a_schema_is_read_with_the_references_of_the_whole() -> None:
    whole = loads('{"$defs":{"A":{"type":"string"}},"properties":{"o":{}}}')
    part = loads('{"properties":{"x":{"$ref":"#/$defs/A"}}}')
    assert parameters_of(part, whole).rows[0].type == "string"


@pytest.mark.parametrize(
    "keyword",
    [
        *("minimum", "maximum", "exclusiveMinimum", "multipleOf", "const", "default"),
        *("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxContains"),
        *("type", "title", "description", "format", "enum", "items", "required"),
    ],
)
@pytest.mark.parametrize("number", ["9" * 5000, "-" + "9" * 5000, "1e999", "NaN", "1e-999"])
def test_a_number_beyond_all_measure_is_read_wherever_it_stands(keyword: str, number: str) -> None:
    schema = loads(f'{{"type": "object", "properties": {{"x": {{"{keyword}": {number}}}}}}}')
    parameters = parameters_of(schema)
    assert [row.name for row in parameters.rows] == ["x"]
    assert len(parameters.rows[0].type) < 1000
    list(problems_of(schema))


def test_a_fixed_length_beyond_all_measure_is_read() -> None:
    size = "9" * 5000
    schema = loads(
        '{"type": "object", "properties": {"x": '
        f'{{"type": "array", "minItems": {size}, "maxItems": {size}}}}}}}'
    )
    assert parameters_of(schema).rows[0].type.startswith("array")
