"""A few runs in a real pseudo-terminal: bytes, signals, and the state left behind."""

import json
import re
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from mcptui.errors import ExitCode
from tests.servers.cases import load_case, scripted, wait_gone
from tests.tui.terminal import Terminal, terminal
from tests.viewmodel.building import tool

pytestmark = [
    pytest.mark.terminal,
    pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals"),
]

ALTERNATE_OFF = b"\x1b[?1049l"
COLOURS = re.compile(rb"\x1b\[([0-9;:]*)m")
PAYLOADS = (b"]52;c;aGk=", b"]0;owned", b"]8;;http", b"P1;2q", b"[10A", b"[3J", b"[2Jame", b"[6nF")


def capture(folder: Path, name: str, tools: list[Any], **server: Any) -> str:
    path = folder / name
    path.write_text(json.dumps({"server": server, "tools": tools}), encoding="utf-8")
    return str(path)


def is_colour(parameters: bytes) -> bool:
    """Whether a rendition sets a colour; bold, dim, reverse and the like do not."""
    numbers = [int(part or 0) for part in re.split(rb"[;:]", parameters)]
    return any(30 <= number <= 49 or 90 <= number <= 107 for number in numbers)


VIEWS = (
    (b"\r", "n next"),
    (b"d", "n next"),
    (b"i", "n next"),
    (b"o", "f follow"),
    (b"F", "n next"),
    (b"C", "R reconnect"),
    (b"?", "n next"),
    (b"/", "esc clear"),
    (b"\x10", "Search for commands"),
)
"""The key to each view, and what is seen once it is open."""


def look_around(term: Terminal) -> None:
    """Open every view, the pop-up and the palette, and come back."""
    for key, seen in VIEWS:
        term.until("/ filter  enter open")
        term.send(key)
        term.until(seen)
        if key in b"/\x10":
            term.send(b"n")
            term.quiet(0.2)
        term.send(b"\x1b")
        term.until_gone("▔▔▔" if key == b"\x10" else seen)
    term.until("/ filter  enter open")
    term.send(b"y")
    term.until("OSC 52")


def without_controls(value: Any) -> Any:
    """The same data with every control character taken out."""
    if isinstance(value, str):
        return "".join(char for char in value if char.isprintable())
    if isinstance(value, list):
        return [without_controls(part) for part in value]
    if isinstance(value, dict):
        return {without_controls(name): without_controls(part) for name, part in value.items()}
    return value


def looked_around(folder: Path, entry: dict[str, Any], description: str) -> bytes:
    """What is written over a look around; the description is seen in it."""
    folder.mkdir()
    path = capture(folder, "e.json", entry["tools"], serverInfo=entry["server_info"])
    with terminal(["connect", path], folder) as term:
        term.until("● e 1")
        term.until("/ filter  enter open")
        term.send(b"\r")
        term.until(description)
        term.send(b"\x1b")
        term.until_gone("n next")
        look_around(term)
        term.send(b"q")
        assert term.end() == 0
        return term.written


def test_no_escape_sequence_of_a_server_reaches_the_terminal(tmp_path: Path) -> None:
    entry = load_case("tui-escape-sequences").connection("e")
    stand_ins = "A␛]52;c;aGk=␇B␛]0;owned␇C␛[10AD⟨U+009B⟩31mE"
    hostile = looked_around(tmp_path / "hostile", entry, stand_ins)
    plain = without_controls(entry)
    harmless = looked_around(tmp_path / "harmless", plain, "A]52;c;aGk=B]0;ownedC")
    for payload in PAYLOADS:
        assert b"\x1b" + payload not in hostile
    assert any(is_colour(match) for match in COLOURS.findall(hostile))
    for forbidden in (b"\x07", b"\x00", *(chr(code).encode() for code in range(0x80, 0xA0))):
        assert hostile.count(forbidden) <= harmless.count(forbidden), forbidden


def test_without_colour_no_colour_is_sent_and_the_signs_stay(tmp_path: Path) -> None:
    path = capture(tmp_path, "up.json", [tool("same"), tool("chg")])
    environ = {"NO_COLOR": "1"}
    arguments = ["connect", "--server", f"up={path}", "--server", "down=no-such-program-here"]
    with terminal(arguments, tmp_path, environ=environ) as term:
        term.until("✕ down")
        term.until("up_chg")
        look_around(term)
        term.send(b"q")
        assert term.end() == 0
        sent = {match for match in COLOURS.findall(term.written) if is_colour(match)}
        assert sent == set()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_with_the_terminal_restored_and_nothing_left_behind(
    tmp_path: Path, number: signal.Signals
) -> None:
    served = scripted(load_case("transport-stderr-not-on-screen").connection("chatty"), tmp_path)
    how: Any = served.target.how
    command = " ".join([how.command, *how.args])
    with terminal(["connect", "--server", f"chatty={command}"], tmp_path) as term:
        before = term.attributes()
        term.until("chatty_a")
        term.quiet(0.2)
        assert term.attributes() != before
        assert b"INFO processing" not in term.written
        term.send(b"o")
        term.until("INFO processing request")
        term.process.send_signal(number)
        assert term.end() == ExitCode.INTERRUPTED
        assert term.attributes() == before
        assert ALTERNATE_OFF in term.written[-400:]
        assert b"Traceback" not in term.written
        assert b"\x1b[31mINFO" not in term.written
        assert wait_gone(served.record.pids()) == []


def test_a_closed_window_leaves_no_process(tmp_path: Path) -> None:
    served = scripted({"key": "a", "tools": [tool("t")]}, tmp_path)
    how: Any = served.target.how
    command = " ".join([how.command, *how.args])
    with terminal(["connect", "--server", f"a={command}"], tmp_path) as term:
        term.until("a_t")
        term.hang_up()
        term.process.wait(10)
        assert wait_gone(served.record.pids()) == []
