"""`mcptui capture`: what a server says, saved as it said it."""

import json
from pathlib import Path

from mcptui.contract.display import is_hidden
from mcptui.errors import ExitCode
from tests.cli.shell import OPEN, Shell, tool

RAW = {"z": [1.0, 1, "é", "\u202e"], "name": "b", "x-own": None, "inputSchema": OPEN}


def test_what_was_sent_comes_back_in_its_order(shell: Shell) -> None:
    server, _ = shell.server({"key": "a", "tools": [RAW, tool("a")], "instructions": "Ask."})
    ran = shell("capture", "--server", server)
    assert (ran.code, ran.err) == (ExitCode.FINE, "")
    saved = ran.json()
    assert saved["complete"] is True
    assert saved["pages"] == 1
    assert saved["server"]["instructions"] == "Ask."
    assert saved["profile"]["transport"] == "stdio"
    assert json.dumps(saved["tools"]) == json.dumps([RAW, tool("a")])


def test_a_capture_steers_no_terminal_and_says_the_same(shell: Shell) -> None:
    sent = tool("a", description="\x9b31m\u202e\U000e0041\x1b[2J")
    server, _ = shell.server({"key": "a", "tools": [sent]})
    ran = shell("capture", "--server", server)
    assert ran.json()["tools"] == [sent]
    assert not any(is_hidden(char) for char in ran.out)
    assert shell("capture", "--server", server, "--output", "a.json").code == ExitCode.FINE
    assert (shell.folder / "a.json").read_text(encoding="utf-8") == ran.out


def test_a_capture_of_a_capture_says_the_same(shell: Shell) -> None:
    server, _ = shell.server({"key": "a", "tools": [RAW, tool("a")]})
    assert shell("capture", "--server", server, "-o", "a.json").code == ExitCode.FINE
    first = (shell.folder / "a.json").read_text(encoding="utf-8")
    again = shell("capture", "a.json").out
    assert json.loads(again)["tools"] == json.loads(first)["tools"]
    listed = [shell("tools", name, "--format", "json") for name in ("a.json", "a.json")]
    assert listed[0] == listed[1]


def test_a_file_that_is_there_is_kept_unless_forced(shell: Shell) -> None:
    server, record = shell.server({"key": "a", "tools": [tool("a")]})
    path = shell.write("a.json", "mine")
    ran = shell("capture", "--server", server, "--output", "a.json")
    assert ran.code == ExitCode.USAGE
    assert "a.json: is there already; --force writes over it" in ran.complaint
    assert path.read_text() == "mine"
    assert record.lines() == []
    assert shell("capture", "--server", server, "-o", "a.json", "--force").code == ExitCode.FINE
    assert json.loads(path.read_text())["tools"] == [tool("a")]


def test_several_servers_go_to_a_folder_a_file_each(shell: Shell) -> None:
    a, _ = shell.server({"key": "a", "tools": [tool("a")]})
    b, _ = shell.server({"key": "b/c", "tools": [tool("b")]})
    ran = shell("capture", "--server", a, "--server", b)
    assert ran.code == ExitCode.USAGE
    assert "2 servers need a folder" in ran.complaint
    ran = shell("capture", "--server", a, "--server", b, "--output", "captures")
    assert (ran.code, ran.out) == (ExitCode.FINE, "")
    files = sorted((shell.folder / "captures").iterdir())
    names = [json.loads(path.read_text())["tools"][0]["name"] for path in files]
    assert names == ["a", "b"]
    assert all(str(path.relative_to(shell.folder)) in ran.err for path in files)


def test_an_incomplete_list_is_saved_as_such(shell: Shell) -> None:
    ran = shell("capture", *shell.case("lists-page-two-fails"))
    assert ran.code == ExitCode.UNREACHABLE
    assert ran.json()["complete"] is False
    assert [each["name"] for each in ran.json()["tools"]] == ["t1", "t2"]
    assert "page 2 failed" in ran.complaint
    shell.write("big.json", ran.out)
    ran = shell("tools", "big.json", "--format", "json")
    assert ran.code == ExitCode.UNREACHABLE
    assert ran.json()["connections"][0]["state"] == "incomplete"


def test_a_dead_server_leaves_no_file(shell: Shell) -> None:
    good, _ = shell.server({"key": "good", "tools": [tool("a")]})
    arguments = ["--server", "dead=no-such-program", "--server", good, "--output", "captures"]
    ran = shell("capture", *arguments)
    assert ran.code == ExitCode.UNREACHABLE
    assert [path.name for path in (shell.folder / "captures").iterdir()] == ["good.json"]
    assert "dead: cannot start no-such-program" in ran.err
    assert shell("capture", "--server", "dead=no-such-program").out == ""


def test_no_command_environment_or_header_is_saved(shell: Shell) -> None:
    entry = {"key": "a", "tools": [tool("a")], "env": {"API_KEY": "tok-EXAMPLE"}}
    server, _ = shell.server(entry)
    ran = shell("capture", "--server", server)
    assert ran.code == ExitCode.FINE
    assert not any(part in ran.out for part in ("tok-EXAMPLE", "API_KEY", "scripted.py"))
    assert str(Path.cwd()) not in ran.out
