"""One picture for each main state; a new picture is accepted by a person."""

import asyncio
import sys
from collections.abc import Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from mcptui.contract.connection import ConnectionState, ConnectionStatus
from mcptui.tui.app import McptuiApp
from mcptui.workspace.settings import Settings
from tests.tui.driver import send_key
from tests.tui.stage import staged
from tests.viewmodel.building import BROKEN, lock, status, tool

pytestmark = pytest.mark.skipif(
    sys.version_info[:2] != (3, 11), reason="pictures are taken on the lowest Python only"
)

DOCS = [
    tool(
        "search",
        "Search the pages by words in their title and text.",
        query="string",
        limit_="integer",
    ),
    tool("read_page", "Read one page.\n\n  Markdown, whole.", path="string"),
    tool("delete_page", "Delete a page for good.", path="string"),
]
CALENDAR = [
    tool("search", "Search the events.", query="string"),
    tool("read_event", "Read one event.", id="string"),
    {"name": "bare", "description": "No schema at all"},
]
FEW = (status("docs_01", DOCS), status("calendar_02", CALENDAR))
FAILED = status("slack", None, ConnectionState.FAILED, cause="cannot start npx: not found")
BUSY = status("github", None, ConnectionState.CONNECTING, stage="tools/list page 2")
PINS = lock(
    docs_01=[DOCS[0], tool("read_page", "Read a page."), tool("move_page", "Gone.")],
    slack=[tool("post")],
)


def large() -> tuple[ConnectionStatus, ...]:
    return tuple(
        status(
            f"server_{number:02}",
            [tool(f"tool_{index}", f"Does thing {index}.", id="string") for index in range(25)],
        )
        for number in range(40)
    )


Snap = Callable[..., bool]
SCENES: dict[str, tuple[Callable[[], McptuiApp], tuple[int, int], list[str]]] = {
    "few": (lambda: staged(*FEW, lock=PINS), (120, 40), []),
    "few_80": (lambda: staged(*FEW, lock=PINS), (80, 24), ["j"]),
    "few_200": (lambda: staged(*FEW, lock=PINS), (200, 60), []),
    "few_40": (lambda: staged(*FEW, lock=PINS), (40, 12), []),
    "light": (
        lambda: staged(*FEW, lock=PINS, settings=Settings(theme="textual-light")),
        (120, 40),
        ["j", "j"],
    ),
    "ascii": (lambda: staged(*FEW, FAILED, settings=Settings(ascii_signs=True)), (100, 24), []),
    "large": (lambda: staged(*large()), (120, 40), ["G"]),
    "busy_and_failed": (lambda: staged(*FEW, FAILED, BUSY, lock=PINS), (120, 40), ["G"]),
    "grouped": (lambda: staged(*FEW, FAILED, BUSY, lock=PINS), (100, 30), ["v"]),
    "filtered": (lambda: staged(*FEW, lock=PINS), (120, 40), ["slash", "s", "e", "a"]),
    "nothing_found": (lambda: staged(*FEW), (80, 24), ["slash", "z", "z", "z", "z"]),
    "empty": (staged, (80, 24), []),
    "broken_lockfile": (lambda: staged(*FEW, lock=BROKEN), (100, 30), []),
    "detail_page": (lambda: staged(*FEW, lock=PINS), (100, 40), ["enter"]),
    "raw_page": (lambda: staged(*FEW), (100, 30), ["d"]),
    "server_page": (lambda: staged(*FEW), (100, 40), ["i"]),
    "log": (lambda: staged(*FEW), (100, 24), ["o", "m"]),
    "connections": (lambda: staged(*FEW, FAILED, BUSY), (120, 24), ["C"]),
    "findings": (lambda: staged(*FEW), (100, 30), ["F"]),
    "help": (lambda: staged(*FEW), (100, 40), ["question_mark"]),
    "links": (lambda: staged(*FEW, FAILED, lock=PINS), (120, 24), ["exclamation_mark", "right"]),
    "add": (lambda: staged(*FEW), (100, 30), ["plus"]),
    "save": (lambda: staged(*FEW), (80, 24), ["e"]),
}


@pytest.mark.parametrize("scene", SCENES)
def test_it_looks_as_it_was_accepted(snap_compare: Snap, scene: str) -> None:
    make, size, keys = SCENES[scene]
    app = make()

    async def play(pilot: Pilot[Any]) -> None:
        await settled(app, pilot)
        for key in keys:
            send_key(app, key)
            await pilot.pause(0)
        await settled(app, pilot)

    assert snap_compare(app, terminal_size=size, run_before=play)


async def settled(app: McptuiApp, pilot: Pilot[Any]) -> None:
    """Wait until all that was begun is done, and nothing blinks."""
    await pilot.pause()
    async with asyncio.timeout(5):
        while not app.is_ready:
            await pilot.pause(0.01)
        while (
            app.main.analyst.is_busy
            or app.main.tools.detail_is_due
            or any(job.is_running and job.group != "opening" for job in app.workers)
        ):
            await pilot.pause(0.01)
    for field in app.screen.query("Input"):
        field.cursor_blink = False  # type: ignore[attr-defined]  # an input
    await pilot.pause()
