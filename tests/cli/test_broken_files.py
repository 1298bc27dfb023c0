"""Files that are broken: one line with place and remedy, exit 2, nothing written."""

import pytest

from mcptui.errors import ExitCode
from tests.cli.shell import Shell, tool

COMMANDS = ["tools", "lint", "routes", "capture"]


def _files(shell: Shell) -> dict[str, bytes]:
    return {
        str(path.relative_to(shell.folder)): path.read_bytes()
        for path in shell.folder.rglob("*")
        if path.is_file()
    }


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("file", "arguments", "place"),
    [
        ((".mcp.json", '{"mcpServers": {\n  "a": }'), ["--config", ".mcp.json"], ".mcp.json:2"),
        (("config.toml", "[mcp_servers.a\n"), ["config.toml"], "config.toml:1"),
        (("docs.json", '{"tools": [\n{"name": "a"},,]}'), ["docs.json"], "docs.json:2"),
        (("docs.json", '{"server": {}, "tools": 3}'), ["docs.json"], "docs.json"),
        (("docs.json", '"text"'), ["docs.json"], "docs.json"),
        (("docs.json", ""), ["docs.json"], "docs.json"),
        (("mcptui.toml", "tehme = 1\n"), ["x.json"], "mcptui.toml:1"),
        (("other", ""), ["none.json"], "none.json"),
        (("other", ""), ["--config", "none.json"], "none.json"),
        (("other", ""), ["--server", "a=none.json"], "none.json"),
        (("other", ""), ["--server", "nothing"], "--server"),
        (("other", ""), ["https://"], "https://"),
        (("other", ""), ["ftp://example.test/x"], "ftp://example.test/x"),
    ],
)
def test_a_broken_file_stops_a_command_with_its_place(
    shell: Shell, command: str, file: tuple[str, str], arguments: list[str], place: str
) -> None:
    shell.write(*file)
    before = _files(shell)
    ran = shell(command, *arguments)
    assert (ran.code, ran.out) == (ExitCode.USAGE, "")
    assert place in ran.complaint
    assert _files(shell) == before


def test_an_only_key_that_is_not_there_names_those_that_are(shell: Shell) -> None:
    ran = shell("tools", shell.capture("docs.json", tool("a")), "--only", "dcos")
    assert ran.code == ExitCode.USAGE
    assert "dcos" in ran.complaint
    assert "docs" in ran.complaint.replace("dcos", "")


def test_a_lockfile_that_a_command_does_not_need_may_be_broken(shell: Shell) -> None:
    name = shell.capture("docs.json", tool("a"))
    shell.write("mcptui.lock.json", "{")
    for command in ("lint", "routes", "capture"):
        assert shell(command, name).code == ExitCode.FINE
