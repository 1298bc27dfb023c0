from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.widgets import Button

from mcptui.tui.screens.add import AddScreen
from tests.servers.cases import load_case
from tests.tui.driver import Driver, recorded, running
from tests.viewmodel.building import tool

SIZES = [(120, 40), (80, 24), (40, 12), (20, 6), (80, 24)]
LONG = tool(
    "tool_with_a_long_name_for_the_column",
    "Long description that needs several lines to be read in full",
)


async def through_the_sizes(app: Driver) -> None:
    """Resize as the case does; what is shown at 80x24 is the same before and after."""
    await app.resize(80, 24)
    before = app.screen()
    for width, height in SIZES:
        await app.resize(width, height)
        lines = app.screen()
        assert len(lines) == height
        assert {cell_len(line) for line in lines} == {width}
        if (width, height) == (20, 6):
            assert app.app.screen.is_modal or any("too small" in line for line in lines)
    assert app.screen() == before


async def test_every_view_lives_through_every_size(tmp_path: Path) -> None:
    tools = [LONG, *(tool(f"t{number}") for number in range(30))]
    async with running(recorded(tmp_path, "a", tools), size=(80, 24)) as app:
        await app.press("j", "j")
        for key in ("", "enter", "C", "plus", "slash"):
            if key:
                await app.press(key)
            await through_the_sizes(app)
            assert app.chosen == "t1"
            if key:
                await app.press("escape")
            assert app.is_on_main


async def test_a_long_page_can_be_read_to_its_end_in_a_small_terminal(tmp_path: Path) -> None:
    async with running(recorded(tmp_path, "a", [LONG]), size=(40, 12)) as app:
        await app.press("enter")
        await app.press("G")
        assert app.shows("digest")
        assert "in full" in " ".join(app.page().split())


async def test_every_button_can_be_reached_by_keys_in_a_small_terminal(tmp_path: Path) -> None:
    async with running(recorded(tmp_path, "a", [LONG]), size=(40, 12)) as app:
        await app.press("plus")
        assert isinstance(app.app.screen, AddScreen)
        seen = set()
        for _ in range(4):
            await app.press("tab")
            focused = app.focus()
            if isinstance(focused, Button):
                seen.add(str(focused.label))
                assert app.shows(str(focused.label))
        assert seen == {"Connect", "Cancel"}


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_lines_are_as_wide_as_the_terminal_and_columns_straight(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    (entry,) = load_case("tui-wide-characters").connections
    async with running(recorded(tmp_path, entry["key"], entry["tools"]), size=size) as app:
        lines = app.screen()
        assert {cell_len(line) for line in lines} == {size[0]}
        framed = [line for line in lines if line.startswith(("│", "╭", "╰"))]
        assert {cell_len(line[: line.rindex(line[-1])]) for line in framed} == {size[0] - 1}


async def test_cut_cells_end_with_an_ellipsis_and_never_inside_a_character(
    tmp_path: Path,
) -> None:
    names = ["検" * 60, "e\u0301" * 90, "☠️" * 60, "\U0001f469\U0001f3fd" * 40]
    target = recorded(tmp_path, "北京" * 20, [tool(name) for name in names])
    async with running(target, size=(80, 24)) as app:
        widths = {cell_len(row) for row in app.rows()}
        assert len(widths) == 1
        for row in app.rows():
            assert "…" in row
        pieces = [row.split("  ")[1] for row in app.rows()]
        assert all(piece.rstrip(" ⋯").endswith("…") for piece in pieces if len(piece) > 20)


async def test_keys_are_told_as_far_as_there_is_room(tmp_path: Path) -> None:
    async with running(recorded(tmp_path, "a", [LONG]), size=(40, 12)) as app:
        assert "? keys" in app.key_line
        assert "q ^c quit" in app.key_line
        assert "/ filter" in app.key_line
        await app.resize(120, 40)
        assert "r refresh" in app.key_line


async def test_all_columns_are_equally_high_after_growing_from_a_small_terminal(
    tmp_path: Path,
) -> None:
    async with running(recorded(tmp_path, "a", [LONG]), size=(80, 24)) as app:
        await app.resize(200, 60)
        heights = {app.tools.query_one(part).size.height for part in ("#detail", "#raw")}
        assert heights == {app.tools.query_one("#list-side").size.height}


async def test_no_empty_box_stands_below_an_empty_list() -> None:
    async with running(size=(80, 24)) as app:
        assert app.shows("No server is known yet.")
        assert not app.tools.detail.display
