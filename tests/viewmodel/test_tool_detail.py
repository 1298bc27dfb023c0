from typing import Any

import pytest

from mcptui.contract.wire import JsonValue, loads
from mcptui.viewmodel.document import Grid, text_of
from mcptui.viewmodel.raw import MOST_SHOWN, one_line, raw_blocks
from mcptui.viewmodel.span import plain
from mcptui.viewmodel.tool_detail import raw_document, tool_document
from mcptui.viewmodel.tools import ToolRow
from tests.servers.cases import load_case
from tests.viewmodel.building import lock, rows, status, tool


def row(raw: Any, **members: Any) -> ToolRow:
    (made,) = rows(status("k", [raw], **members))
    return made


def detail(raw: Any, **members: Any) -> str:
    return text_of(tool_document(row(raw, **members)))


def case_detail(case_id: str, name: str) -> str:
    case = load_case(case_id)
    for entry in case.connections:
        for made in rows(status(entry["key"], entry["tools"])):
            if made.id.name == name:
                return text_of(tool_document(made))
    raise AssertionError(name)


def table(text: str) -> list[list[str]]:
    """The rows of all tables, a list of cells each."""
    return [line.split("\t") for line in text.splitlines() if "\t" in line]


def test_every_string_a_model_reads_is_there_with_its_white_space() -> None:
    raw = tool("t", "First.\n\n  indented\tand tabbed\n", q="string") | {
        "title": "A title",
        "annotations": {"title": "Another", "readOnlyHint": True},
    }
    text = detail(raw, server={"instructions": "Read me\nfirst."})
    for words in ("A title", "First.\n\n  indented\tand tabbed\n", "Another", "Read me\nfirst."):
        assert words in text


def test_parameters_are_a_table() -> None:
    raw = {
        "name": "t",
        "inputSchema": {
            "type": "object",
            "properties": {
                "path": {"type": "string", "description": "Where"},
                "tail": {"type": ["integer", "null"], "default": None},
            },
            "required": ["path"],
        },
    }
    assert table(detail(raw))[:3] == [
        ["parameter", "type", "need", "default", "meaning"],
        ["path", "string", "required", "–", "Where"],  # noqa: RUF001  # a dash
        ["tail", "integer or null", "optional", "null", ""],
    ]


def test_fields_of_an_object_stand_below_it() -> None:
    text = case_detail("schema-local-defs", "render")
    names = [cells[0].strip() for cells in table(text)]
    assert names[:6] == ["parameter", "main", "└ id", "└ scale", "others", "└ id"]
    assert "first screen" in text


def test_a_recursive_field_says_so() -> None:
    assert "Node (recursive)" in case_detail("schema-recursive-defs", "put")


def test_alternatives_stand_one_by_one() -> None:
    text = case_detail("schema-top-level-anyof", "create_attachment")
    assert "Alternative 1 of 3  needs content" in text
    assert "Alternative 2 of 3  needs source_url" in text
    assert "Alternative 3 of 3  needs file_id" in text


def test_ghosts_are_required_and_take_any_value() -> None:
    cells = table(case_detail("schema-required-undeclared", "patch"))
    assert ["body", "any value", "required"] in [row[:3] for row in cells]


def test_strange_names_are_exact() -> None:
    names = [cells[0] for cells in table(case_detail("schema-non-ascii-parameters", "search"))]
    assert names[1:] == ["adı", "uids[]", "名前", "größe"]  # noqa: RUF001  # as sent


@pytest.mark.parametrize(
    ("claimed", "lines"),
    [
        ({}, ["read-only: no  (not claimed; default)", "destructive: yes  (not claimed; default)"]),
        ({"readOnlyHint": True, "destructiveHint": False}, ["read-only: yes", "destructive: no"]),
        ({"readOnlyHint": "yes"}, ['read-only: "yes"  not a boolean']),
        ({"strange": [1]}, ["strange: [1]"]),
    ],
)
def test_hints_are_claims_and_defaults_are_marked(claimed: Any, lines: list[str]) -> None:
    text = detail(tool("t") | {"annotations": claimed}).splitlines()
    for line in lines:
        assert line in text


def test_unknown_members_stand_as_sent() -> None:
    text = detail(tool("t") | {"_meta": {"a/b": 1}, "icons": [{"src": "data:x"}], "odd\x1b": None})
    assert '"a/b": 1' in text
    assert '"src": "data:x"' in text
    assert "odd␛" in text


def test_a_bad_output_schema_is_told() -> None:
    text = case_detail("schema-bad-output-schema", "orders")
    assert "outputSchema is collapsed" in text


def test_a_broken_entry_can_be_looked_at() -> None:
    text = detail({"name": "bare", "description": "No schema at all"})
    assert "Broken: inputSchema is missing." in text
    assert "neither called nor pinned" in text
    assert "No schema at all" in text
    assert "17" in detail(17)


def test_findings_stand_with_level_rule_and_place() -> None:
    lines = detail({"name": "bare"}).splitlines()
    assert any(line.startswith("▲ risk") and "inputSchema is missing" in line for line in lines)
    text = case_detail("schema-required-undeclared", "patch")
    assert "    at /inputSchema/required" in text.splitlines()


def test_the_pin_is_told_with_its_day_and_both_digests_where_they_differ() -> None:
    pinned = lock(k=[tool("a"), tool("b", "old"), tool("gone")])
    same, changed, gone = rows(status("k", [tool("a"), tool("b", "new")]), lock=pinned)
    assert "pin: ✓ pinned since 2026-11-27" in text_of(tool_document(same))
    text = text_of(tool_document(changed))
    assert "pin: ≠ drifted, pinned on 2026-11-27" in text
    assert "pinned digest: sha256:" in text
    assert "does not have it any more" in text_of(tool_document(gone))


def test_when_the_list_was_read_is_told() -> None:
    assert "listed: entry 1, read 2026-11-30 12:00:00 UTC" in detail(tool("a"))


def test_a_long_description_is_cut_with_its_true_size() -> None:
    text = detail(tool("t", "x" * (MOST_SHOWN + 7)))
    assert f"The first {MOST_SHOWN:,} of {MOST_SHOWN + 7:,} characters are shown" in text
    assert len(text) < MOST_SHOWN + 3_000


def test_bracket_texts_stand_literally() -> None:
    text = case_detail("tui-markup-crash", "t[b")
    assert "Closing [/] and path [/some/path] and unclosed [b + " in text
    assert "[/bold] [#fff" in text
    assert "[red]x" in text


def test_raw_json_is_exact_and_keeps_every_order() -> None:
    sent = '{"z":1.0,"a":{"\\u0000":[],"é":"\\u202e"},"name":"t","big":123456789012345678901}'
    text = text_of(raw_document(row(loads(sent))))
    assert text.index('"z": 1.0') < text.index('"a"') < text.index('"name"')
    assert "123456789012345678901" in text
    assert "\\u0000" in text
    assert "⟨U+202E⟩" in text


def test_raw_json_reads_back_as_the_same_value() -> None:
    raw: JsonValue = {"a": [1, {"b": "c"}], "d": None, "e": [], "f": {}}
    (block,) = raw_blocks(raw)
    assert loads("\n".join(plain(line) for line in block.lines)) == raw  # type: ignore[union-attr]  # it is code


def test_raw_json_of_a_huge_value_says_its_true_size() -> None:
    note, _ = raw_blocks(["x" * MOST_SHOWN])
    assert f"of {MOST_SHOWN + 8:,} characters" in plain(note.spans)  # type: ignore[union-attr]  # it is prose


def test_the_raw_json_of_a_removed_tool_is_that_of_its_pin() -> None:
    (gone,) = rows(status("k", []), lock=lock(k=[tool("gone", "was here")]))
    assert '"description": "was here"' in text_of(raw_document(gone))


def test_two_thousand_parameters_are_two_thousand_rows() -> None:
    (big,) = load_case("schema-huge-schema").connections
    made = rows(status("big", big["tools"]))[0]
    grids = [block for block in tool_document(made).blocks if isinstance(block, Grid)]
    assert len(grids[0].rows) == 2000


def test_values_are_cut_to_one_line() -> None:
    assert one_line({"a": [1, 2]}, 20) == '{"a":[1,2]}'
    assert one_line("x" * 30, 10) == '"xxxxxxxx…'
