import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.command import CommandPalette
from textual.widgets import Input

from mcptui.contract.connection import ConnectionState
from mcptui.contract.target import ConnectionKey, Source, Stdio, Target
from mcptui.tui.actions import ACTIONS, BY_ID, Where, bindings_of, key_shown, keys_of
from mcptui.tui.app import Bridge, make_app
from mcptui.tui.screens.closing import ClosingScreen
from mcptui.tui.screens.help import help_document
from mcptui.tui.session import Session
from mcptui.tui.widgets.status_line import StatusLine
from mcptui.viewmodel.document import text_of
from mcptui.viewmodel.tone import SignSet
from mcptui.workspace.connecting import Connections
from mcptui.workspace.settings import Settings
from tests.servers.cases import load_case, scripted
from tests.tui.driver import recorded, running
from tests.viewmodel.building import ABSENT, lock, tool

TOOLS = [tool("search", "Search.", q="string"), tool("fetch", "Fetch.", id="string")]


def missing(key: str = "n") -> Target:
    """A server whose program does not exist."""
    return Target(
        key=ConnectionKey(key),
        how=Stdio(command="npx-does-not-exist", args=("-y", "some server")),
        source=Source(dialect="command_line"),
    )


# --- one table of actions ------------------------------------------------------------------------


def test_every_action_has_an_id_of_its_own_a_sentence_and_a_label() -> None:
    assert len(BY_ID) == len(ACTIONS)
    for action in ACTIONS:
        assert action.help.endswith(".")
        assert action.label
        assert action.keys


@pytest.mark.parametrize("where", Where)
def test_no_two_actions_of_one_place_share_a_key(where: Where) -> None:
    keys = [key for action in ACTIONS if action.where is where for key in action.keys.split(",")]
    assert len(set(keys)) == len(keys)


def test_bindings_come_from_the_table() -> None:
    for where in Where:
        for binding in bindings_of(where):
            action = BY_ID[binding.id or ""]  # type: ignore[union-attr]  # ours are all Binding
            assert (binding.key, binding.action) == (action.keys, action.method)  # type: ignore[union-attr]  # as above


def test_the_help_names_every_action_with_its_keys() -> None:
    text = text_of(help_document((Where.MAIN,), {"tools.filter": "f"}, (), SignSet.USUAL))
    lines = text.splitlines()
    for action in ACTIONS:
        keys = " ".join(keys_of(action, {"tools.filter": "f"}))
        assert f"{keys}: {action.help}  {action.id}" in lines
    assert "f: Filter the list while you type.  tools.filter" in lines


async def test_footer_and_palette_agree_with_the_table(tmp_path: Path) -> None:
    async with running(recorded(tmp_path, "docs", TOOLS)) as app:
        footer = app.key_line
        for action in ("tools.filter", "list.open", "tools.raw", "app.help", "app.quit"):
            keys, label = keys_of(BY_ID[action], {}), BY_ID[action].label
            assert f"{keys[0]} " in footer
            assert label in footer
        assert "q ^c quit" in footer
        await app.press("ctrl+p")
        palette = app.app.screen
        assert isinstance(palette, CommandPalette)
        await app.until(lambda: len(palette.query_one("CommandList").options) > 20)  # type: ignore[attr-defined]  # an option list
        offered = [str(option.prompt) for option in palette.query_one("CommandList").options]  # type: ignore[attr-defined]  # as above
        here = (Where.TOOLS, Where.MAIN, Where.LIST, Where.APP)
        for each in ACTIONS:
            if each.where in here and each.id not in {"app.palette", "tools.leave"}:
                assert any(each.help.rstrip(".") in text for text in offered), each.id


async def test_the_palette_has_the_actions_of_the_list_while_the_filter_is_typed(
    tmp_path: Path,
) -> None:
    async with running(recorded(tmp_path, "docs", TOOLS)) as app:
        await app.press("slash", "ctrl+p")
        palette = app.app.screen
        await app.type("raw")
        await app.until(lambda: bool(palette.query_one("CommandList").options))  # type: ignore[attr-defined]  # an option list
        await app.press("enter")
        await app.until(lambda: '"name": "search"' in app.page() if not app.is_on_main else False)


async def test_the_palette_goes_to_a_tool(tmp_path: Path) -> None:
    async with running(recorded(tmp_path, "docs", TOOLS)) as app:
        await app.press("ctrl+p")
        palette = app.app.screen
        await app.type("fetch")
        await app.until(lambda: bool(palette.query_one("CommandList").options))  # type: ignore[attr-defined]  # an option list
        await app.press("enter")
        await app.until(lambda: app.chosen == "fetch")


async def test_keys_can_be_given_to_other_actions(tmp_path: Path) -> None:
    settings = Settings(keys={"tools.filter": "f", "no.such": "x"})
    async with running(recorded(tmp_path, "docs", TOOLS), settings=settings) as app:
        assert "f filter" in app.key_line
        await app.press("f")
        assert app.focus() is app.tools.filter_input
        assert "mcptui.toml: no action is called no.such" in app.notices


def test_keys_are_shown_as_people_write_them() -> None:
    keys = ("ctrl+p", "question_mark", "escape", "G", "pagedown")
    assert [key_shown(key) for key in keys] == ["^p", "?", "esc", "G", "PgDn"]


# --- status line ---------------------------------------------------------------------------------


async def test_a_failed_server_is_a_row_with_its_cause_and_costs_no_other(tmp_path: Path) -> None:
    async with running(missing(), recorded(tmp_path, "good", TOOLS)) as app:
        assert app.shows("✕ n")
        assert app.shows("● good 2")
        assert app.names() == ["search", "fetch", None]
        assert "cannot start npx-does-not-exist: not found" in app.rows()[2]
        await app.press("G", "i")
        assert "npx-does-not-exist -y 'some server'" in app.page()


async def test_links_are_numbered_say_what_they_mean_and_lead_there(tmp_path: Path) -> None:
    async with running(missing(), recorded(tmp_path, "good", TOOLS)) as app:
        await app.press("exclamation_mark")
        assert app.main.query_one(StatusLine).text.count("1 ✕ n") == 1
        assert "cannot start npx-does-not-exist" in app.key_line
        await app.press("right")
        assert "good: connected" in app.key_line
        await app.press("escape")
        assert app.focus() is app.tools.table
        await app.press("exclamation_mark")
        await app.press("1")
        assert "npx-does-not-exist" in app.page()
        await app.press("escape")
        await app.press("exclamation_mark")
        await app.press("4")
        assert app.shows("Findings")


async def test_a_click_on_the_status_line_leads_there(tmp_path: Path) -> None:
    async with running(recorded(tmp_path, "good", TOOLS)) as app:
        at = app.screen()[0].index("good")
        await app.pilot.click(StatusLine, offset=(at, 0))
        await app.quiet()
        assert "transport" in app.page()


async def test_drifted_tools_are_shown_by_their_figure(tmp_path: Path) -> None:
    pinned = lock(docs=[tool("search", "Older.")])
    async with running(recorded(tmp_path, "docs", TOOLS), lock=pinned) as app:
        await app.press("exclamation_mark")
        parts = app.main.query_one(StatusLine).parts
        number = next(i for i, part in enumerate(parts, 1) if part.value == "is:drifted")
        await app.press(str(number))
        assert app.names() == ["search"]
        assert app.tools.filter_input.value == "is:drifted"


async def test_many_servers_are_told_in_short(tmp_path: Path) -> None:
    many = [recorded(tmp_path, f"server_{number}", TOOLS[:1]) for number in range(12)]
    async with running(*many, missing("slack"), size=(80, 24)) as app:
        first = app.screen()[0]
        assert "● 12 connected" in first
        assert "✕ slack" in first
        assert "lock" in first


async def test_a_dead_server_shows_running_seconds_then_its_cause(tmp_path: Path) -> None:
    entry = load_case("lists-slow-server-does-not-block").connection("dead")
    entry["config"]["timeout_ms"] = 1500
    target = scripted(entry, tmp_path).target
    async with running(target, recorded(tmp_path, "fast", TOOLS), settle=False) as app:
        await app.until(lambda: "search" in app.names())
        assert app.shows("◐ dead")
        assert any("connecting, 0 s" in row for row in app.rows())
        await app.settled()
        assert any("dead  no answer within 1.5 s" in row for row in app.rows())


# --- pages ---------------------------------------------------------------------------------------


async def test_connections_can_be_listed_closed_and_opened_again(tmp_path: Path) -> None:
    def state_is(state: ConnectionState) -> Callable[[], bool]:
        return lambda: app.main.statuses[0].state is state

    async with running(recorded(tmp_path, "a", TOOLS), recorded(tmp_path, "b", TOOLS)) as app:
        await app.press("C")
        assert app.shows("Connections")
        await app.press("X")
        await app.until(state_is(ConnectionState.CLOSED))
        await app.until(lambda: app.shows("closed"))
        await app.press("R")
        await app.until(state_is(ConnectionState.CONNECTED))
        await app.press("escape")
        assert app.is_on_main
        assert len(app.names()) == 4


async def test_a_text_is_found_on_a_page_and_in_what_is_not_in_view(tmp_path: Path) -> None:
    long = "\n".join(f"line {number}" for number in range(200)) + "\nthe needle\nand a needle"
    async with running(recorded(tmp_path, "docs", [tool("t", long)])) as app:
        await app.press("enter")
        await app.press("slash")
        await app.type("needle")
        assert "1 of 2" in app.key_line
        assert app.shows("the needle")
        await app.press("enter")
        await app.press("n")
        assert "2 of 2" in app.key_line
        await app.press("N")
        assert "1 of 2" in app.key_line
        await app.press("escape")
        await app.press("escape")
        assert app.is_on_main


async def test_the_log_follows_and_merges(tmp_path: Path) -> None:
    chatty = load_case("transport-stderr-not-on-screen").connection("chatty")
    a, b = (scripted(chatty, tmp_path, key=key).target for key in "ab")
    async with running(a, b) as app:
        await app.press("o")
        assert app.page().count("INFO processing request") == 50
        assert app.shows("Log of a")
        assert app.shows("following")
        await app.press("m")
        assert app.shows("Log of all servers")
        assert app.page().count("  a       stderr  INFO") == 50
        assert app.page().count("  b       stderr  INFO") == 50
        await app.press("f")
        assert app.shows("not following")


async def test_the_help_says_what_works_here(tmp_path: Path) -> None:
    async with running(recorded(tmp_path, "a", TOOLS)) as app:
        await app.press("question_mark")
        page = app.page()
        assert page.index("Lists") < page.index("Tools") < page.index("Everywhere")
        assert "tools.filter" in page
        await app.press("escape")
        assert app.is_on_main


# --- leaving -------------------------------------------------------------------------------------


async def test_q_closes_the_connections_and_ends(tmp_path: Path) -> None:
    async with running(recorded(tmp_path, "a", TOOLS)) as app:
        await app.press("q")
        await app.until(lambda: app.app._exit)
        assert [status.state for status in app.connections.statuses] == [ConnectionState.CLOSED]
        assert app.app.return_code == 0


async def test_ctrl_c_does_what_the_footer_says(tmp_path: Path) -> None:
    async with running(recorded(tmp_path, "a", TOOLS)) as app:
        assert "q ^c quit" in app.key_line
        await app.press("ctrl+c")
        await app.until(lambda: app.app._exit)


async def test_a_slow_ending_is_told_and_a_second_key_ends_it(tmp_path: Path) -> None:
    entry: dict[str, Any] = {
        "key": "stubborn",
        "tools": TOOLS,
        "process": {"ignores": ["SIGTERM", "closed stdin"]},
    }
    served = scripted(entry, tmp_path)
    async with running(served.target) as app:
        await app.press("q")
        await app.until(lambda: isinstance(app.app.screen, ClosingScreen))
        await app.until(lambda: app.shows("waiting for stubborn"))
        await app.press("q")
        await app.until(lambda: app.app._exit)


async def test_keys_typed_before_the_main_screen_stands_are_answered_by_it(
    tmp_path: Path,
) -> None:
    bridge = Bridge()
    async with Connections(on_status=bridge) as connections:
        target = recorded(tmp_path, "docs", [{"name": "a", "inputSchema": {"type": "object"}}])
        app = make_app(
            Session(connections=connections, settings=Settings(), lock=ABSENT, targets=[target]),
            bridge,
        )
        async with app.run_test(size=(80, 24)) as pilot:
            app.post_message(events.Key("slash", "/"))
            app.post_message(events.Key("x", "x"))
            async with asyncio.timeout(5):
                while not (app.is_ready and app.main.query_one(Input).value == "x"):
                    await pilot.pause(0.01)
        bridge.app = None
