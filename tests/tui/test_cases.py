"""What the behaviour cases say is seen, on real scripted servers."""

from pathlib import Path

from mcptui.contract.connection import ConnectionState
from tests.servers.cases import load_case, scripted, scripted_all
from tests.tui.driver import Driver, running
from tests.viewmodel.building import lock, tool


async def listed(app: Driver, count: int) -> None:
    await app.until(lambda: len(app.names()) == count)
    await app.quiet()


async def test_a_refresh_reads_the_list_again_and_marks_what_is_new(tmp_path: Path) -> None:
    served = scripted(load_case("lists-list-changed-refresh").connection("ida"), tmp_path)
    async with running(served.target) as app:
        await app.press("j")
        await app.press("r")
        await listed(app, 4)
        assert app.chosen == "start_daemon"
        assert [row.split()[-1] == "new" or " new" in row for row in app.rows()] == [
            False,
            True,
            True,
            True,
        ]
        assert "ida: 3 new since the last list" in app.key_line
        assert all(row.startswith("+") for row in app.rows())


async def test_a_refresh_goes_past_the_servers_ttl_which_is_shown(tmp_path: Path) -> None:
    served = scripted(load_case("lists-refresh-bypasses-cache").connection("ttl"), tmp_path)
    async with running(served.target, size=(110, 40)) as app:
        await app.press("G")
        assert app.says("ttl 1 h")
        await app.press("r")
        await app.until(lambda: app.says("mode"))
        assert len(served.record.requests("tools/list")) == 2


async def test_a_server_without_tools_says_what_it_offers(tmp_path: Path) -> None:
    served = scripted(load_case("lists-no-tools-capability").connection("docs"), tmp_path)
    async with running(served.target) as app:
        assert app.main.statuses[0].state is ConnectionState.NO_TOOLS
        assert "offers no tools (declares resources)" in app.rows()[0]
        assert "✕" not in app.screen()[0]


async def test_an_incomplete_list_says_so_and_misses_nothing_for_sure(tmp_path: Path) -> None:
    served = scripted(load_case("lists-page-two-fails").connection("big"), tmp_path)
    schema = {"type": "object", "properties": {}}
    pins = lock(big=[{"name": f"t{number}", "inputSchema": schema} for number in (1, 2, 3, 4)])
    async with running(served.target, lock=pins, size=(150, 30)) as app:
        assert [row[:1] for row in app.rows()] == ["✓", "✓", "?", "?", "◐"]
        assert "page 2" in app.rows()[-1]
        assert "-32603 backend timeout" in app.rows()[-1]


async def test_twins_can_both_be_opened_and_show_their_own_schema(tmp_path: Path) -> None:
    served = scripted(load_case("lists-duplicate-in-one-list").connection("dup"), tmp_path)
    async with running(served.target) as app:
        assert app.names() == ["export", "export", "other"]
        for occurrence, shows in ((0, "Export as CSV"), (1, "Export as PDF")):
            await app.choose("export", occurrence)
            await app.press("enter")
            assert shows in app.page()
            assert ("pages" in app.page()) is (occurrence == 1)
            await app.press("escape")


async def test_a_missing_schema_is_told_by_name(tmp_path: Path) -> None:
    (served,) = scripted_all(load_case("schema-missing-input-schema"), tmp_path)
    async with running(served.target) as app:
        assert "inputSchema is" in app.rows()[1]
        await app.press("exclamation_mark")
        assert "mix: connected with 1 problem" in app.key_line


async def test_stray_lines_are_quoted_on_the_servers_page_and_nowhere_else(
    tmp_path: Path,
) -> None:
    served = scripted(load_case("transport-stdout-banner").connection("noisy"), tmp_path)
    async with running(served.target, size=(110, 50)) as app:
        await app.press("i")
        for line in ("Server v1.2 ready [1/3]", "✓ listening", "debug: list requested"):
            assert line in app.page()


async def test_passed_and_withheld_variables_are_named_without_values(tmp_path: Path) -> None:
    entry = load_case("transport-child-environment").connection("e")
    del entry["command"]
    entry["env"] = {"API_KEY": "tok-EXAMPLE-77"}
    served = scripted(entry, tmp_path)
    async with running(served.target, size=(110, 50)) as app:
        await app.press("i")
        page = app.page()
        assert "API_KEY" in page
        assert "PATH" in page
        assert "tok-EXAMPLE" not in page
        assert "Variables of ours it did not get" in page


async def test_closing_one_connection_ends_its_process_only(tmp_path: Path) -> None:
    one, other = (scripted({"key": key, "tools": [tool("t")]}, tmp_path) for key in "ab")
    async with running(one.target, other.target) as app:
        await app.press("X")
        await app.until(lambda: app.main.statuses[0].state is ConnectionState.CLOSED)
        assert app.main.statuses[1].state is ConnectionState.CONNECTED
        await app.quiet()
        assert len([name for name in app.names() if name == "t"]) == 2
        await app.press("R")
        await app.until(lambda: app.main.statuses[0].state is ConnectionState.CONNECTED)


async def test_a_theme_is_remembered(tmp_path: Path) -> None:
    async with running(state_folder=tmp_path) as app:
        app.app.theme = "nord"
        await app.quiet()
    async with running(state_folder=tmp_path) as app:
        assert app.app.theme == "nord"
