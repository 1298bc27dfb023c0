"""A command that names no server: what was found is told, nothing is started."""

from pathlib import Path

import pytest

from mcptui.contract.target import Stdio
from mcptui.errors import ExitCode
from tests.cli.shell import Shell, tool


@pytest.mark.parametrize("command", ["tools", "lint", "routes", "capture"])
def test_configs_found_are_listed_and_nothing_starts(shell: Shell, command: str) -> None:
    started = shell.scripted({"key": "a", "tools": [tool("a")]})
    how = started.target.how
    assert isinstance(how, Stdio)
    shell.write(
        ".mcp.json",
        {
            "mcpServers": {
                "docs": {
                    "command": how.command,
                    "args": [*how.args, "a b", "--token", "tok-EXAMPLE"],
                },
                "web": {"url": "https://mcp.example.test/mcp?apikey=tok-EXAMPLE"},
            }
        },
    )
    ran = shell(command)
    assert (ran.code, ran.out) == (ExitCode.USAGE, "")
    assert ".mcp.json (Claude Code, project)" in ran.err
    assert f"docs  {how.command}" in ran.err
    assert "'a b'" in ran.err
    assert "https://mcp.example.test/mcp" in ran.err
    assert "tok-EXAMPLE" not in ran.err
    last = ran.err.splitlines()[-1]
    assert last.startswith("mcptui: no server is named; ")
    assert f"mcptui {command} --config .mcp.json --only docs" in last
    assert started.record.lines() == []


def test_configs_of_the_home_folder_are_listed_too(shell: Shell) -> None:
    home = Path.home()
    (home / ".cursor").mkdir()
    (home / ".cursor" / "mcp.json").write_text('{"mcpServers": {"a": {"command": "x"}}}')
    (home / ".codeium" / "windsurf").mkdir(parents=True)
    (home / ".codeium" / "windsurf" / "mcp_config.json").write_text("{")
    ran = shell("tools")
    assert ran.code == ExitCode.USAGE
    assert "~/.cursor/mcp.json (Cursor, user)" in ran.err
    assert "mcp_config.json" in ran.err
    assert "--config '~/.cursor/mcp.json' --only a" in ran.err.splitlines()[-1]


def test_only_narrows_what_is_listed(shell: Shell) -> None:
    servers = {"a": {"command": "one"}, "b": {"command": "two", "disabled": True}}
    shell.write(".mcp.json", {"mcpServers": servers})
    assert "two (switched off)" in shell("tools").err
    ran = shell("tools", "--only", "a")
    assert ran.code == ExitCode.USAGE
    assert "one" in ran.err
    assert "two" not in ran.err


def test_nothing_found_says_what_to_name(shell: Shell) -> None:
    ran = shell("tools")
    assert (ran.code, ran.out) == (ExitCode.USAGE, "")
    assert "no config was found" in ran.complaint
    assert "mcptui tools --help" in ran.complaint


def test_configs_that_are_all_broken_are_told_with_their_errors(shell: Shell) -> None:
    shell.write(".mcp.json", "{")
    ran = shell("tools")
    assert ran.code == ExitCode.USAGE
    assert ".mcp.json:1" in ran.err
