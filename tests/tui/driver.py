"""What a person does with the app, in a few words; every wait is bounded, none sleeps."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from textual import events
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Input

from mcptui.contract.connection import ConnectionStatus
from mcptui.contract.target import ConnectionKey, Recorded, Source, Target
from mcptui.tui.app import Bridge, McptuiApp, make_app
from mcptui.tui.panes.tools import ToolsPane
from mcptui.tui.screens.main import MainScreen
from mcptui.tui.session import Session
from mcptui.tui.widgets.key_line import KeyLine
from mcptui.tui.widgets.reader import Reader
from mcptui.tui.widgets.table import Table
from mcptui.viewmodel.tools import RowId
from mcptui.workspace.connecting import Connections
from mcptui.workspace.settings import Settings
from mcptui.workspace.state import LockState
from tests.viewmodel.building import ABSENT, NOW

_PASSES = 3
"""Rounds of messages that one key may set off: a key, what it moves, what that shows."""
_TYPED = {
    "space": " ",
    "slash": "/",
    "question_mark": "?",
    "exclamation_mark": "!",
    "plus": "+",
    "colon": ":",
}
BOUND = 5.0
"""Seconds that any wait may take at most."""


def recorded(folder: Path, key: str, tools: Sequence[Any], **server: Any) -> Target:
    """A server that plays back this list."""
    path = folder / f"{len(list(folder.iterdir()))}.json"
    text = json.dumps({"server": server, "pages": 1, "tools": list(tools)})
    path.write_text(text, encoding="utf-8")
    return Target(
        key=ConnectionKey(key), how=Recorded(path=str(path)), source=Source(dialect="capture")
    )


def send_key(app: McptuiApp, key: str) -> None:
    """Send a key event as the terminal driver would."""
    typed = _TYPED.get(key, key)
    name = _character_to_key(typed) if len(typed) == 1 else key
    event = events.Key(name, typed if len(typed) == 1 else None)
    event.set_sender(app)
    assert app._driver is not None
    app._driver.send_message(event)


@dataclass(kw_only=True)
class Driver:
    """The app under test, and a person's hands and eyes."""

    app: McptuiApp
    pilot: Pilot[None]
    connections: Connections
    copied: list[str] = field(default_factory=list)

    @property
    def main(self) -> MainScreen:
        return self.app.main

    @property
    def tools(self) -> ToolsPane:
        return self.main.tools

    # --- hands -----------------------------------------------------------------------------------

    async def press(self, *keys: str) -> None:
        """Press keys one after the other, and wait until what they did is drawn."""
        for key in keys:
            send_key(self.app, key)
            await self.pilot.pause(0)
        await self.quiet()

    async def type(self, text: str) -> None:
        """Type a text, letter by letter."""
        await self.press(*text)

    async def filter(self, text: str) -> None:
        """Filter the list by a text."""
        await self.press("slash")
        await self.type(text)

    async def choose(self, name: str, occurrence: int = 0) -> None:
        """Put the cursor on a tool, as a user's keys would."""
        ids = [id_ for id_ in self.ids() if id_.name == name and id_.occurrence == occurrence]
        await self.go_to(self.ids().index(ids[0]))

    async def go_to(self, index: int) -> None:
        """Put the cursor on a row by its place."""
        table = self.tools.table
        steps = index - table.cursor
        await self.press("home", *["down"] * index) if steps else await self.press("home")

    async def resize(self, width: int, height: int) -> None:
        await self.pilot.resize_terminal(width, height)
        await self.quiet()

    # --- eyes ------------------------------------------------------------------------------------

    def ids(self) -> list[RowId]:
        """What the rows of the list stand for."""
        return [entry.id for entry in self.tools._entries]

    def rows(self) -> list[str]:
        """The rows of the list as they are drawn."""
        table = self.tools.table
        return [table.text_of(index) for index in range(table.row_count)]

    def names(self) -> list[str | None]:
        """The upstream names in the list, in order."""
        return [id_.name for id_ in self.ids()]

    @property
    def chosen(self) -> str | None:
        """The upstream name under the cursor."""
        row = self.tools.chosen
        return None if row is None else row.id.name

    def screen(self) -> list[str]:
        """The whole screen, line by line."""
        strips = self.app.screen._compositor.render_strips()
        return [strip.text for strip in strips]

    @property
    def is_on_main(self) -> bool:
        """Whether no page or form is over the main screen."""
        return self.app.screen is self.main

    def says(self, text: str) -> bool:
        """Whether the screen shows a text, over however many lines of a form."""
        whole = " ".join(" ".join(self.screen()).replace("│", " ").split())
        return text in whole

    def shows(self, text: str) -> bool:
        """Whether the screen shows a text on one line."""
        return any(text in line for line in self.screen())

    def page(self) -> str:
        """The text of the page in front, laid out."""
        return "\n".join(self.app.screen.query_one(Reader).lines)

    @property
    def key_line(self) -> str:
        return self.app.screen.query_one(KeyLine).text

    def table(self) -> Table:
        return self.app.screen.query_one(Table)

    def input(self) -> Input:
        return self.app.screen.query_one(Input)

    @property
    def notices(self) -> list[str]:
        """Title and text of all pop-ups so far."""
        return [f"{notice.title}: {notice.message}" for notice in self.app._notifications]

    # --- patience --------------------------------------------------------------------------------

    async def quiet(self) -> None:
        """Wait until everything that was begun is done and drawn."""
        async with asyncio.timeout(BOUND):
            for _ in range(_PASSES):
                await self.pilot.pause(0)
            while self.main.analyst.is_busy or self._is_anyone_at_work():
                if self.app._exit:
                    return
                await self.pilot.pause(0.005)
            for _ in range(_PASSES):
                await self.pilot.pause(0)

    def _is_anyone_at_work(self) -> bool:
        """Whether a job runs that waits for nobody, or a page is not shown to its end."""
        if self.tools.detail_is_due:
            return True
        if any(job.is_running and job.group != "opening" for job in self.app.workers):
            return True
        readers = self.app.screen.query(Reader)
        return any(not reader.is_whole for reader in readers if reader.display)

    async def settled(self) -> None:
        """Wait until every connection is listed or failed, and the list shows it."""
        async with asyncio.timeout(BOUND):
            await self.connections.settled()
        await self.until(
            lambda: (
                {s.key: s.state for s in self.main.statuses}
                == {s.key: s.state for s in self.connections.statuses}
            )
        )
        await self.quiet()

    async def until(self, check: Callable[[], bool], seconds: float = BOUND) -> None:
        """Wait until something holds."""
        async with asyncio.timeout(seconds):
            while not check():
                await self.pilot.pause(0.005)

    def focus(self) -> Widget | None:
        return self.app.focused


@asynccontextmanager
async def running(
    *targets: Target,
    size: tuple[int, int] = (110, 30),
    lock: LockState = ABSENT,
    settings: Settings | None = None,
    settle: bool = True,
    answers: dict[str, str] | None = None,
    **session: Any,
) -> AsyncIterator[Driver]:
    """The app on real connections, in a terminal of this size."""
    bridge = Bridge()
    answers = {} if answers is None else answers
    async with Connections(on_status=bridge, answers=answers) as connections:
        made = Session(
            connections=connections,
            settings=settings or Settings(),
            lock=lock,
            targets=targets,
            answers=answers,
            now=lambda: NOW,
            **session,
        )
        app = make_app(made, bridge)
        async with app.run_test(size=size) as pilot:
            driver = Driver(app=app, pilot=pilot, connections=connections)
            app.copy_to_clipboard = driver.copied.append  # type: ignore[method-assign, assignment]  # no terminal takes it
            await driver.until(lambda: app.is_ready)
            await driver.quiet()
            if settle:
                await driver.until(lambda: len(connections.statuses) >= len(targets))
                await driver.settled()
            yield driver
        bridge.app = None


def statuses(driver: Driver) -> dict[str, ConnectionStatus]:
    return {status.key: status for status in driver.main.statuses}
