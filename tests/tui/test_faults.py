"""Every background job fails once: it is told with its cause, noted, and the app goes on."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.worker import WorkerFailed

from mcptui.contract.connection import ConnectionState
from mcptui.contract.target import Target
from mcptui.tui.analyst import analysed
from mcptui.tui.screens.page import PageScreen
from tests.tui.driver import Driver, recorded, running
from tests.viewmodel.building import tool

TOOLS = [tool("search", "Search.", q="string")]


def failing(message: str) -> Callable[..., Any]:
    def fail(*_: object, **__: object) -> Any:
        raise RuntimeError(message)

    return fail


async def noted(app: Driver, *texts: str) -> None:
    """The own log holds these texts, and the page of it can be opened."""
    log = "\n".join(line.text for line in app.main.own_log.snapshot().lines)
    for text in (*texts, "Traceback"):
        assert text in log
    await app.press("o")
    if app.shows("Log of"):
        await app.press("escape")


async def test_a_connection_that_cannot_be_opened_is_a_row_and_can_be_tried_again(
    tmp_path: Path,
) -> None:
    bad, good = recorded(tmp_path, "bad[/]", TOOLS), recorded(tmp_path, "good", TOOLS)
    async with running(good) as app:
        right = app.connections.open

        def fails_once(target: Target) -> None:
            app.connections.open = right  # type: ignore[method-assign]  # fails once
            raise RuntimeError(f"no room for {target.key} [/b]")

        app.connections.open = fails_once  # type: ignore[method-assign]  # fails once
        await app.main.open_all([bad])
        await app.until(lambda: len(app.main.statuses) == 2)
        await app.quiet()
        assert any("cannot be opened: no room for bad[/] [/b]" in row for row in app.rows())
        assert any("opening bad[/] failed" in notice for notice in app.notices)
        await noted(app, "opening bad[/] failed: RuntimeError: no room")
        await app.press("G", "R")
        await app.until(lambda: app.main.statuses[1].state is ConnectionState.CONNECTED)
        await app.quiet()
        assert app.names() == ["search", "search"]


async def test_a_failing_analysis_is_told_and_the_next_one_counts(tmp_path: Path) -> None:
    async with running(recorded(tmp_path, "docs", TOOLS)) as app:
        app.main.analyst._analyse = failing("the matrix broke")
        await app.press("r")
        assert any("analysing the tool lists failed" in notice for notice in app.notices)
        await noted(app, "the matrix broke")
        assert app.names() == ["search"]
        assert not app.main.analyst.is_busy
        app.main.analyst._analyse = analysed
        await app.press("r")
        assert sum("failed" in notice for notice in app.notices) == 1


async def test_a_list_that_cannot_be_read_costs_its_server_only(tmp_path: Path) -> None:
    broken = recorded(tmp_path, "broken", TOOLS)
    (tmp_path / "0.json").write_text('{"tools": [', encoding="utf-8")
    async with running(broken, recorded(tmp_path, "good", TOOLS)) as app:
        assert app.names() == ["search", None]
        assert "✕ broken" in app.rows()[1]


async def test_a_log_that_cannot_be_read_is_told_once_and_can_be_opened_again(
    tmp_path: Path,
) -> None:
    async with running(recorded(tmp_path, "docs", TOOLS)) as app:
        right = app.connections.log_of
        app.connections.log_of = failing("the log broke")  # type: ignore[method-assign]  # fails
        await app.press("o")
        assert "This page cannot be shown: RuntimeError: the log broke" in app.page()
        assert sum("showing this page failed" in notice for notice in app.notices) == 1
        app.connections.log_of = right  # type: ignore[method-assign]  # mended
        await app.press("escape")
        await noted(app, "the log broke")
        await app.press("o")
        assert app.shows("Log of docs")


async def test_a_large_page_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    async with running(recorded(tmp_path, "docs", TOOLS)) as app:
        app.app.push_screen(PageScreen(failing("too large"), is_large=True))
        await app.quiet()
        assert "This page cannot be shown: RuntimeError: too large" in app.page()
        await app.press("escape")
        assert app.app.screen is app.main


async def test_a_detail_that_cannot_be_made_leaves_the_app_running(tmp_path: Path) -> None:
    long = tool("big", "x" * 70_000)
    async with running(recorded(tmp_path, "docs", [tool("a"), long])) as app:
        app.tools._tool_page = failing("no detail")  # type: ignore[method-assign]  # fails
        await app.press("j")
        assert any("no detail" in notice for notice in app.notices)
        assert app.app.is_running


async def test_a_job_that_ends_the_app_leaves_where_it_happened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = tmp_path / "state"
    servers = tmp_path / "servers"
    servers.mkdir()
    target = recorded(servers, "docs", TOOLS)
    with pytest.raises(WorkerFailed):  # noqa: PT012  # the app gives it on when it ends
        async with running(target, state_folder=state) as app:

            async def job_with_a_mistake() -> None:
                raise KeyError(str(state))

            app.app.run_worker(job_with_a_mistake(), group="opening")
            await app.until(lambda: app.app._exception is not None)
    crash = (state / "crash.txt").read_text(encoding="utf-8")
    assert "job_with_a_mistake" in crash
    assert str(state) not in crash
    assert "a mistake of its own: KeyError;" in capsys.readouterr().err
