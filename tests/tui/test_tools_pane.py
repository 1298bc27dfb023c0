import asyncio
import json
from pathlib import Path

import pytest

from mcptui.tui.remembered import layout_in, remember
from mcptui.tui.widgets.reader import Reader
from mcptui.viewmodel.arrangement import Sorting
from mcptui.viewmodel.layout import Layout
from tests.servers.cases import load_case
from tests.tui.driver import recorded, running, send_key
from tests.viewmodel.building import BROKEN, lock, tool

FILES = [
    tool("read_text_file", "Read the complete contents of a file.", path="string", tail_="number"),
    tool("write_file", "Write a file.", path="string", content="string"),
    tool("list_folder", "List a folder.", path="string"),
]


async def test_the_list_and_the_detail_of_the_first_tool_are_shown(tmp_path: Path) -> None:
    async with running(recorded(tmp_path, "docs", FILES)) as app:
        assert app.names() == ["read_text_file", "write_file", "list_folder"]
        assert app.shows("docs_read_text_file")
        assert app.shows("Read the complete contents of a file.")
        assert app.shows("● docs 3")


async def test_the_detail_follows_the_cursor(tmp_path: Path) -> None:
    async with running(recorded(tmp_path, "docs", FILES)) as app:
        await app.press("j")
        assert app.chosen == "write_file"
        assert app.shows("Write a file.")
        await app.press("G")
        assert app.shows("List a folder.")
        await app.press("g")
        assert app.chosen == "read_text_file"


async def test_typing_filters_marks_and_counts(tmp_path: Path) -> None:
    async with running(recorded(tmp_path, "docs", FILES)) as app:
        await app.filter("rtf")
        assert app.names() == ["read_text_file"]
        assert app.shows("1 of 3")
        await app.press("enter")
        assert app.focus() is app.tools.table
        assert app.shows("1 of 3")


async def test_keys_that_come_all_at_once_arrive_where_they_were_meant_for(
    tmp_path: Path,
) -> None:
    async with running(recorded(tmp_path, "docs", FILES)) as app:
        for key in ("slash", *"file"):
            send_key(app.app, key)
        await app.until(lambda: app.names() == ["write_file", "read_text_file"])
        await app.quiet()
        await app.type("/")
        assert app.tools.filter_input.value == "file/"


async def test_a_slip_of_the_finger_finds_what_is_alike(tmp_path: Path) -> None:
    async with running(recorded(tmp_path, "docs", FILES)) as app:
        await app.filter("flodre")
        assert app.shows("0 of 3")
        assert app.shows("No tool matches.")
        await app.press("escape")
        await app.filter("foldre")
        assert app.names() == ["list_folder"]
        assert app.shows("1 of 3 alike")


async def test_escape_steps_out_one_level_and_never_quits(tmp_path: Path) -> None:
    async with running(recorded(tmp_path, "docs", FILES)) as app:
        await app.filter("write")
        await app.press("enter")
        await app.press("enter")
        assert app.app.screen is not app.main
        await app.press("escape")
        assert app.app.screen is app.main
        assert app.names() == ["write_file"]
        await app.press("escape")
        assert len(app.names()) == 3
        await app.press("escape", "escape", "escape")
        assert app.app.is_running
        assert app.app.screen is app.main


async def test_the_chosen_tool_comes_back_when_the_filter_is_cleared(tmp_path: Path) -> None:
    async with running(recorded(tmp_path, "docs", FILES)) as app:
        await app.choose("list_folder")
        await app.filter("write")
        assert app.chosen == "write_file"
        await app.press("escape")
        assert app.chosen == "list_folder"


async def test_a_filter_narrows_letter_by_letter_and_widens_again(tmp_path: Path) -> None:
    async with running(recorded(tmp_path, "docs", FILES)) as app:
        await app.filter("file")
        assert app.names() == ["write_file", "read_text_file"]
        await app.type(" text")
        assert app.names() == ["read_text_file"]
        await app.press(*["backspace"] * 5)
        assert app.names() == ["write_file", "read_text_file"]


async def test_a_state_or_connection_can_be_typed_letter_by_letter(tmp_path: Path) -> None:
    docs, web = recorded(tmp_path, "docs", FILES), recorded(tmp_path, "web", [tool("fetch")])
    async with running(docs, web) as app:
        await app.filter("on:we")
        assert app.tools.filter_input.value == "on:we"
        assert app.names() == ["fetch"]
        await app.press("escape")
        await app.filter("is:unp write")
        assert app.names() == ["write_file"]


async def test_grouping_and_sorting_are_remembered(tmp_path: Path) -> None:
    state = tmp_path / "state"
    (tmp_path / "captures").mkdir()
    target = recorded(tmp_path / "captures", "docs", FILES)
    async with running(target, state_folder=state) as app:
        await app.press("v", "S")
        assert app.names() == [None, "list_folder", "read_text_file", "write_file"]
        assert app.shows("name, by connection")
    async with running(target, state_folder=state) as app:
        assert app.names() == [None, "list_folder", "read_text_file", "write_file"]


@pytest.mark.parametrize("content", ["", "{", "[]", '{"sorting": 3, "detail_share": "x"}'])
def test_a_broken_memory_of_the_layout_is_passed_over(tmp_path: Path, content: str) -> None:
    (tmp_path / "layout.json").write_text(content, encoding="utf-8")
    assert layout_in(tmp_path) == Layout()


def test_what_makes_sense_of_a_memory_is_kept(tmp_path: Path) -> None:
    text = '{"sorting": "size", "detail_share": 5, "theme": "nord", "is_grouped": 1, "new": 2}'
    (tmp_path / "layout.json").write_text(text, encoding="utf-8")
    assert layout_in(tmp_path) == Layout(sorting=Sorting.SIZE, detail_share=20, theme="nord")


def test_a_layout_that_cannot_be_written_down_loses_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    remember(Layout(), tmp_path / "file" / "folder")


async def test_a_broken_lockfile_is_told_once_and_everything_is_shown(tmp_path: Path) -> None:
    async with running(recorded(tmp_path, "docs", FILES), lock=BROKEN) as app:
        assert sum("Lockfile broken" in line for line in app.screen()) == 1
        assert [row[:1] for row in app.rows()] == ["?", "?", "?"]
        assert app.shows("lock ?")


async def test_every_state_can_be_told_from_plain_text(tmp_path: Path) -> None:
    pinned = lock(up=[tool("same"), tool("chg", "older text"), tool("gone")])
    up = recorded(tmp_path, "up", [tool("same"), tool("chg"), tool("fresh")])
    async with running(up, lock=pinned) as app:
        assert [row.split()[:2] for row in app.rows()] == [
            ["✓", "up_same"],
            ["≠", "up_chg"],
            ["+", "up_fresh"],
            ["−", "up_gone"],  # noqa: RUF001  # the sign for removed
        ]


async def test_strange_names_and_twins_can_each_be_opened(tmp_path: Path) -> None:
    case = load_case("tui-names-as-ids")
    targets = [recorded(tmp_path, entry["key"], entry["tools"]) for entry in case.connections]
    async with running(*targets) as app:
        assert len(app.names()) == 9
        for index in range(9):
            await app.go_to(index)
            await app.press("enter")
            assert app.app.screen is not app.main
            await app.press("escape")


async def test_the_selection_stays_on_its_tool_when_rows_come_and_go_above(
    tmp_path: Path,
) -> None:
    target = recorded(tmp_path, "k", [tool("a"), tool("search"), tool("search"), tool("z")])
    path = Path(target.how.path)  # type: ignore[union-attr]  # a capture
    async with running(target) as app:
        await app.choose("search", occurrence=1)
        new = [tool("before"), tool("a"), tool("search"), tool("search"), tool("z")]
        path.write_text(json.dumps({"tools": new}), encoding="utf-8")  # noqa: ASYNC240  # a small file
        await app.press("R")
        await app.until(lambda: len(app.names()) == 5)
        chosen = app.tools.chosen
        assert chosen is not None
        assert (chosen.id.name, chosen.id.occurrence) == ("search", 1)


async def test_bracket_texts_stand_literally_in_every_view(tmp_path: Path) -> None:
    (entry,) = load_case("tui-markup-crash").connections
    target = recorded(
        tmp_path,
        entry["key"],
        entry["tools"],
        serverInfo=entry["server_info"],
        instructions=entry["instructions"],
    )
    async with running(target, size=(160, 50)) as app:
        assert app.shows("Closing [/] and path [/some/path] and unclosed [b + ")
        assert app.shows("● m[/] 2")
        for key in ("d", "enter", "i", "o", "C", "F", "question_mark", "ctrl+p"):
            await app.press(key)
            assert app.app.screen is not app.main
            await app.press("escape")
        await app.filter("[/]")
        assert app.names() == ["t[b"]
        await app.press("escape")
        app.app.notify("[/] failed at [/] in [0]", title="[/b", markup=False)
        await app.press("y")
        assert app.app.is_running


async def test_two_thousand_parameters_can_be_read_to_the_last(tmp_path: Path) -> None:
    (entry,) = load_case("schema-huge-schema").connections
    async with running(recorded(tmp_path, "big", entry["tools"])) as app:
        await app.press("enter")
        await app.press("G")
        assert app.page().count("Parameter number") == 2000
        assert app.shows("Identity")


async def test_only_rows_in_view_are_made(tmp_path: Path) -> None:
    tools = [tool(f"tool_{number}") for number in range(2000)]
    async with running(recorded(tmp_path, "many", tools)) as app:
        made: list[int] = []
        table = app.tools.table
        row_at = table._rows.row_at
        object.__setattr__(
            table._rows,
            "row_at",
            lambda index: made.append(index) or row_at(index),  # type: ignore[func-returns-value]  # notes it
        )
        await app.press("G", "k", "pageup")
        assert set(made) <= set(range(1900, 2000))
        assert len(set(made)) <= 4 * table.size.height


async def test_a_search_gives_others_their_turn(tmp_path: Path) -> None:
    tools = [tool(f"tool_{number}", "words " * 40) for number in range(400)]
    async with running(recorded(tmp_path, "many", tools)) as app:
        turns = 0
        app.tools.filter.slice_seconds = 0.0
        app.tools.filter_input.value = "zzzz"
        while app.tools.filter.hits is None:
            turns += 1
            await asyncio.sleep(0)
        assert turns > 400


async def test_raw_json_stands_in_a_third_column_where_there_is_room(tmp_path: Path) -> None:
    async with running(recorded(tmp_path, "docs", FILES), size=(200, 60)) as app:
        assert '"name": "read_text_file",' in "\n".join(app.tools.query_one("#raw", Reader).lines)
        await app.resize(120, 40)
        assert not app.tools.query_one("#raw").display


async def test_copying_says_what_was_sent(tmp_path: Path) -> None:
    async with running(recorded(tmp_path, "docs", FILES)) as app:
        await app.press("y")
        assert app.copied == ["docs_read_text_file"]
        assert "OSC 52" in app.key_line
        await app.press("Y")
        assert '"name": "read_text_file"' in app.copied[1]


async def test_a_tool_hidden_by_the_filter_is_in_view_once_it_is_gone_to(tmp_path: Path) -> None:
    many = [tool(f"tool_{number}") for number in range(200)]
    async with running(recorded(tmp_path, "docs", many)) as app:
        await app.filter("tool_12")
        assert "tool_190" not in app.names()
        rows = app.main.view.catalogue.rows
        app.tools.choose(next(row.id for row in rows if row.name == "tool_190"))
        await app.quiet()
        assert app.shows("▌+  docs_tool_190")


async def test_a_tool_chosen_in_a_short_list_is_in_view_when_the_filter_is_cleared(
    tmp_path: Path,
) -> None:
    many = [tool(f"tool_{number}") for number in range(200)]
    async with running(recorded(tmp_path, "docs", many)) as app:
        await app.filter("tool_190")
        await app.press("enter")
        await app.press("end")
        await app.press("escape")
        assert app.shows("▌+  docs_tool_190")
