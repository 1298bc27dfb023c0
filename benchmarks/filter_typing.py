"""Typing in the filter at 5,000 tools: the longest hold of the app's event loop.

A heartbeat in the same event loop asks to be woken each millisecond; how late it is woken is how
long the loop was held. Claim: never 50 ms. The same is measured while nothing is typed, and the
processor time of the same gaps is given beside the wall-clock time, since a busy machine makes the
latter late by itself.
"""

import asyncio
import gc
import json
import sys
import tempfile
import time
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from measuring import ROOT

sys.path.insert(0, str(ROOT))

from textual.pilot import Pilot
from textual.widgets import Input

from mcptui.contract.target import ConnectionKey, Recorded, Source, Target
from mcptui.tui.app import Bridge, make_app
from mcptui.tui.session import Session
from mcptui.workspace.connecting import Connections
from mcptui.workspace.settings import Settings
from mcptui.workspace.state import LockPresence, LockState

SERVERS, TOOLS_EACH = 50, 100
TYPED = ("read file", "srch", "update order status", "on:server_07 list", "zzzz")
SIZE = (160, 50)
BEAT = 0.001
VERBS = ("read", "list", "search", "create", "update", "delete", "send", "count", "move", "check")
NOUNS = ("file", "order", "page", "event", "issue", "user", "label", "branch", "table", "message")


@dataclass(kw_only=True)
class Gap:
    """The longest gap between two beats, in seconds."""

    wall: float = 0.0
    processor: float = 0.0
    collecting: float = 0.0
    """The longest garbage collection, which is part of a gap."""
    _began: float = 0.0

    def collected(self, phase: str, info: dict[str, int]) -> None:
        """Told by the garbage collector at the start and the stop of each collection."""
        del info
        if phase == "start":
            self._began = time.thread_time()
        else:
            self.collecting = max(self.collecting, time.thread_time() - self._began)

    async def watch(self) -> None:
        """Beat until cancelled."""
        while True:
            wall, processor = time.perf_counter(), time.thread_time()
            await asyncio.sleep(BEAT)
            self.wall = max(self.wall, time.perf_counter() - wall - BEAT)
            self.processor = max(self.processor, time.thread_time() - processor)


def tool(number: int) -> dict[str, object]:
    verb, noun = VERBS[number % 10], NOUNS[number // 10 % 10]
    parameters = {
        f"{noun}_id": {"type": "string", "description": f"Id of the {noun}."},
        "limit": {"type": "integer", "description": "Results to return at most.", "default": 20},
        "status": {"type": "string", "enum": ["open", "closed"], "description": "Only these."},
    }
    return {
        "name": f"{verb}_{noun}_{number}",
        "description": f"{verb.title()} the {noun} with the given id, number {number}. "
        f"Gives the {noun} with its {NOUNS[number % 7]}s, newest first.",
        "inputSchema": {
            "type": "object",
            "properties": parameters,
            "required": [f"{noun}_id"],
        },
    }


def targets(folder: Path) -> list[Target]:
    made = []
    for server in range(SERVERS):
        path = folder / f"server_{server:02}.json"
        tools = [tool(server * TOOLS_EACH + number) for number in range(TOOLS_EACH)]
        path.write_text(json.dumps({"tools": tools}), encoding="utf-8")
        made.append(
            Target(
                key=ConnectionKey(path.stem),
                how=Recorded(path=str(path)),
                source=Source(dialect="capture", file=str(path)),
            )
        )
    return made


async def measure(folder: Path) -> None:
    bridge = Bridge()
    async with Connections(on_status=bridge) as connections:
        session = Session(
            connections=connections,
            settings=Settings(),
            lock=LockState(path=folder / "mcptui.lock.json", presence=LockPresence.ABSENT),
            targets=targets(folder),
        )
        app = make_app(session, bridge)
        async with app.run_test(size=SIZE) as pilot:
            while len(app.main.view.catalogue.rows) < SERVERS * TOOLS_EACH:
                await pilot.pause(0.05)
            await app.workers.wait_for_complete()
            await pilot.pause()
            await say("nothing typed", asyncio.sleep(2))
            for text in TYPED:
                await pilot.press("slash")
                await say(repr(text), typed(pilot, text))
                reached = app.main.query_one("#filter", Input).value
                assert reached == text, reached
                shown = str(app.main.pane.query_one("#list-side").border_title)
                print(f"{'':24} then {shown}")
                await pilot.press("escape")
                await pilot.pause()


async def typed(pilot: Pilot[None], text: str) -> None:
    for char in text:
        await pilot.press({" ": "space", ":": "colon", "_": "underscore"}.get(char, char))
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def say(what: str, work: Awaitable[None]) -> None:
    gap = Gap()
    gc.callbacks.append(gap.collected)
    watching = asyncio.ensure_future(gap.watch())
    await work
    watching.cancel()
    gc.callbacks.remove(gap.collected)
    with suppress(asyncio.CancelledError):
        await watching
    print(
        f"{what:24} longest hold {gap.wall * 1000:5.1f} ms"
        f"  (processor time {gap.processor * 1000:5.1f} ms,"
        f" longest garbage collection {gap.collecting * 1000:5.1f} ms)"
    )


def main() -> None:
    print(f"{SERVERS * TOOLS_EACH} tools, {SIZE[0]}x{SIZE[1]}, Python {sys.version.split()[0]}")
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder)))


if __name__ == "__main__":
    main()
