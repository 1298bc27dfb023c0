"""The shipped lockfile is what pinning the demo servers gives, and holds nothing of a machine."""

import os
import sys
from pathlib import Path

from mcptui.contract.canonical import digest
from mcptui.contract.lockfile import parse, render
from mcptui.demo.servers import NAMES, demo_lockfile_text, demo_server
from tests.demo.shipped_lockfile import PINNED, SHIPPED, lockfile_text


async def test_the_shipped_lockfile_is_what_pinning_the_first_editions_gives() -> None:
    made = await lockfile_text()
    assert SHIPPED.read_bytes() == made.encode("utf-8"), "run python -m tests.demo.shipped_lockfile"


def test_the_package_gives_the_shipped_file() -> None:
    assert demo_lockfile_text() == SHIPPED.read_text(encoding="utf-8")
    lockfile = parse(demo_lockfile_text(), "mcptui.lock.json")
    assert render(lockfile) == demo_lockfile_text()
    assert set(lockfile.connections) == set(NAMES)
    assert lockfile.refusals == ()
    days = {pin.pinned for server in lockfile.connections.values() for pin in server.tools.values()}
    assert days == {PINNED}


def test_of_the_second_editions_four_tools_have_drifted_and_all_others_are_as_pinned() -> None:
    lockfile = parse(demo_lockfile_text(), "mcptui.lock.json")
    drifted = []
    for key in NAMES:
        pins = lockfile.connections[key].tools
        tools = {tool.definition["name"]: tool.definition for tool in demo_server(key).tools}
        assert set(pins) == set(tools)
        drifted += [f"{key}/{name}" for name in tools if digest(tools[name]) != pins[name].digest]
    assert drifted == [
        "store/search_items",
        "store/list_orders",
        "store/ship_order",
        "store/cancel_order",
    ]


def test_the_shipped_lockfile_names_no_path_and_no_user() -> None:
    text = demo_lockfile_text()
    for local in (sys.executable, str(Path.home()), str(SHIPPED.parent), f"{os.sep}usr{os.sep}"):
        assert local not in text
