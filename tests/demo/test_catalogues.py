"""What the demo servers offer: complete, deterministic, and apart from each other."""

import base64
import json
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from mcptui.demo.servers import NAMES, demo_server, demo_targets
from mcptui.demo.serving import answered
from mcptui.demo.tool import DemoTool, RefusedError

SAMPLES: tuple[tuple[str, str, Mapping[str, Any]], ...] = (
    ("docs_01", "search", {"query": "budget"}),
    ("docs_01", "list_pages", {"folder": "handbook"}),
    ("docs_01", "read_page", {"path": "handbook/travel"}),
    ("docs_01", "read_page_text", {"path": "handbook/travel"}),
    ("docs_01", "create_page", {"path": "handbook/leave", "title": "Leave"}),
    ("docs_01", "delete_page", {"path": "handbook/travel"}),
    ("docs_01", "move_page", {"path": "handbook/travel", "new_path": "finance/travel"}),
    ("calendar_02", "search", {"query": "budget"}),
    ("calendar_02", "list_events", {"first_day": "2026-12-08", "last_day": "2026-12-10"}),
    ("calendar_02", "get_event", {"event_id": "CAL-0202"}),
    ("calendar_02", "get_event_details", {"event_id": "CAL-0202"}),
    ("calendar_02", "find_free_time", {"day": "2026-12-10", "minutes": 60}),
    (
        "calendar_02",
        "create_event",
        {"title": "Lunch", "start": "2026-12-12T12:00", "end": "2026-12-12T13:00"},
    ),
    ("calendar_02", "cancel_event", {"event_id": "CAL-0202"}),
    ("calendar_02", "answer_invitation", {"event_id": "CAL-0202", "answer": "accepted"}),
    ("bugs", "list_bugs", {"limit": 2, "status": "open"}),
    ("bugs", "get_bug", {"bug_id": "BUG-0007"}),
    ("bugs", "count_bugs", {"status": "closed"}),
    ("bugs", "add_comment", {"bug_id": "BUG-0007", "text": "Seen too."}),
    ("bugs", "close_bug", {"bug_id": "BUG-0007"}),
    ("bugs", "reopen_bug", {"bug_id": "BUG-0008", "reason": "It is back."}),
    ("store", "search_items", {"query": "pen"}),
    ("store", "check_stock", {"item_id": "cup-01"}),
    ("store", "list_orders", {"buyer": "Iris"}),
    ("store", "get_order", {"order_id": "ORD-0301"}),
    ("store", "ship_order", {"order_id": "ORD-0301", "carrier": "courier"}),
    ("store", "cancel_order", {"order_id": "ORD-0301", "reason": "Too late."}),
)


def tool_of(name: str, tool: str, *, edition: int = 2) -> DemoTool:
    return next(
        each for each in demo_server(name, edition=edition).tools if each.definition["name"] == tool
    )


def asked(name: str, tool: str, **arguments: object) -> Any:
    return tool_of(name, tool).answer(arguments)


def test_every_tool_has_a_sample_call() -> None:
    offered = {
        (name, tool.definition["name"]) for name in NAMES for tool in demo_server(name).tools
    }
    assert offered == {(name, tool) for name, tool, _ in SAMPLES}


@pytest.mark.parametrize(("name", "tool", "arguments"), SAMPLES)
def test_a_sample_call_is_answered_as_its_output_schema_says(
    name: str, tool: str, arguments: Mapping[str, Any]
) -> None:
    chosen = tool_of(name, tool)
    result = answered(chosen, arguments)
    assert not result.is_error
    schema = chosen.definition.get("outputSchema")
    assert (schema is None) == (result.structured_content is None)
    if schema is not None:
        Draft202012Validator(schema).validate(result.structured_content)


@pytest.mark.parametrize(("name", "tool", "arguments"), SAMPLES)
def test_the_same_call_has_the_same_answer(
    name: str, tool: str, arguments: Mapping[str, Any]
) -> None:
    first, again = (tool_of(name, tool).answer(arguments) for _ in range(2))
    assert json.dumps(first) == json.dumps(again)


@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize("name", NAMES)
def test_every_tool_is_described_to_the_last_parameter(name: str, edition: int) -> None:
    for tool in demo_server(name, edition=edition).tools:
        definition = tool.definition
        Draft202012Validator.check_schema(definition["inputSchema"])
        Draft202012Validator.check_schema(definition.get("outputSchema", {}))
        assert definition["title"]
        assert definition["description"]
        assert "readOnlyHint" in definition["annotations"]
        parameters = definition["inputSchema"]["properties"]
        assert all(schema["description"] for schema in parameters.values())
        assert set(definition["inputSchema"].get("required", ())) <= set(parameters)


def test_both_searches_take_the_same_and_mark_what_they_give() -> None:
    documents, calendar = (tool_of(name, "search") for name in ("docs_01", "calendar_02"))
    assert documents.definition["inputSchema"] == calendar.definition["inputSchema"]
    found = [tool.answer({"query": "budget"}) for tool in (documents, calendar)]
    marks = [[hit["mark"] for hit in each["hits"]] for each in found if isinstance(each, dict)]
    assert marks == [["DOCS-0101", "DOCS-0103"], ["CAL-0202"]]


def test_a_search_keeps_to_its_limit() -> None:
    assert len(asked("docs_01", "search", query="a", limit=2)["hits"]) == 2
    assert len(asked("calendar_02", "search", query="e", limit=1)["hits"]) == 1


def test_a_page_is_read_with_and_without_its_markdown() -> None:
    assert "**team handbook**" in asked("docs_01", "read_page", path="onboarding/first-week")
    text = asked("docs_01", "read_page_text", path="onboarding/first-week")
    assert "team handbook" in text
    assert "*" not in text


def test_what_a_call_changes_stays_changed_while_the_server_runs() -> None:
    tools = {tool.definition["name"]: tool for tool in demo_server("docs_01").tools}
    tools["delete_page"].answer({"path": "handbook/travel"})
    assert tools["create_page"].answer({"path": "a/b"}) == "Created a/b (DOCS-0107)."
    moved = tools["move_page"].answer({"path": "a/b", "new_path": "c/d"})
    assert moved == "Moved a/b to c/d (DOCS-0107)."
    listed = tools["list_pages"].answer({})
    assert isinstance(listed, dict)
    paths = [page["path"] for page in listed["pages"]]
    assert "c/d" in paths
    assert "handbook/travel" not in paths
    with pytest.raises(RefusedError, match="no page handbook/travel"):
        tools["read_page"].answer({"path": "handbook/travel"})
    with pytest.raises(RefusedError, match="already"):
        tools["create_page"].answer({"path": "c/d"})
    with pytest.raises(RefusedError, match="already"):
        tools["move_page"].answer({"path": "c/d", "new_path": "handbook/meetings"})


def test_a_diary_knows_its_gaps_and_its_guests() -> None:
    tools = {tool.definition["name"]: tool for tool in demo_server("calendar_02").tools}
    free = {"day": "2026-12-10", "minutes": 60}
    assert tools["find_free_time"].answer(free) == {
        "gaps": [
            {"start": "08:00", "end": "10:00"},
            {"start": "11:30", "end": "14:00"},
            {"start": "14:45", "end": "18:00"},
        ]
    }
    assert tools["answer_invitation"].answer({"event_id": "CAL-0203", "answer": "declined"}) == (
        "CAL-0203 Release meeting: declined."
    )
    tools["cancel_event"].answer({"event_id": "CAL-0203"})
    with pytest.raises(RefusedError, match="no event CAL-0203"):
        tools["get_event"].answer({"event_id": "CAL-0203"})
    times = {"title": "Talk", "start": "2026-12-10T15:00", "end": "2026-12-10T16:00"}
    assert tools["create_event"].answer(times) == "Created CAL-0205 Talk."


def test_a_list_of_three_bugs_is_about_sixty_kilobytes() -> None:
    result = answered(tool_of("bugs", "list_bugs"), {"limit": 3})
    spelled = result.model_dump_json(by_alias=True, exclude_unset=True)
    assert 60_000 < len(spelled.encode()) < 62_000


def test_the_fields_of_a_bug_weigh_differently() -> None:
    bug = asked("bugs", "get_bug", bug_id="BUG-0007")
    weight = {name: len(json.dumps(value)) for name, value in bug.items()}
    heaviest = sorted(weight, key=weight.__getitem__, reverse=True)[:4]
    assert heaviest == ["console_log", "screenshot_png_base64", "description", "comments"]
    assert weight["console_log"] > 100 * weight["bug_id"]
    assert base64.b64decode(bug["screenshot_png_base64"]).startswith(b"\x89PNG\r\n\x1a\n")


def test_a_bug_is_closed_once_and_reopened_once() -> None:
    tools = {tool.definition["name"]: tool for tool in demo_server("bugs").tools}
    one = {"bug_id": "BUG-0007"}
    before = tools["count_bugs"].answer({"status": "open"})
    assert tools["close_bug"].answer(one) == "BUG-0007 is closed now."
    with pytest.raises(RefusedError, match="closed already"):
        tools["close_bug"].answer(one)
    assert tools["count_bugs"].answer({"status": "open"}) != before
    assert tools["reopen_bug"].answer(one) == "BUG-0007 is open now."
    tools["add_comment"].answer({**one, "text": "Seen too."})
    bug = tools["get_bug"].answer(one)
    assert isinstance(bug, dict)
    assert bug["comments"][-1]["text"] == "Seen too."
    with pytest.raises(RefusedError, match="no bug BUG-0999"):
        tools["get_bug"].answer({"bug_id": "BUG-0999"})


def test_arguments_that_break_the_schema_are_a_tool_error_naming_the_place() -> None:
    result = answered(tool_of("docs_01", "search"), {"query": "a", "limit": 0})
    assert result.is_error
    assert result.content[0].model_dump()["text"].startswith("Invalid arguments for search: limit:")


def test_a_refused_act_is_a_tool_error() -> None:
    result = answered(tool_of("docs_01", "read_page"), {"path": "nowhere"})
    assert result.is_error
    assert result.content[0].model_dump()["text"] == "There is no page nowhere."


def test_the_targets_start_this_interpreter_and_hold_no_secret() -> None:
    targets = demo_targets()
    assert [target.key for target in targets] == ["docs_01", "calendar_02", "bugs", "store"]
    assert {target.how.command for target in targets} == {sys.executable}  # type: ignore[union-attr]  # all are stdio
    assert all(target.how.env == () for target in targets)  # type: ignore[union-attr]  # all are stdio


def test_asking_for_the_targets_loads_no_sdk() -> None:
    program = (
        "import sys, mcptui.demo.servers as servers; servers.demo_targets();"
        "print([name for name in ('mcp', 'pydantic', 'jsonschema') if name in sys.modules])"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=5, check=True
    )
    assert run.stdout == "[]\n"
