"""`mcptui lint`: findings in every format, and what they mean for the end."""

import json
from xml.etree import ElementTree as ET

import pytest

from mcptui.errors import ExitCode
from mcptui.export import FORMATS
from tests.cli.shell import Shell, tool

FORMATS_OF_LINT = FORMATS["lint"]


def _risky(shell: Shell) -> str:
    return shell.capture("docs.json", tool("find"), tool("broken", inputSchema="no schema"))


def test_a_finding_of_level_risk_ends_with_1(shell: Shell) -> None:
    ran = shell("lint", _risky(shell), "--format", "json")
    assert (ran.code, ran.err) == (ExitCode.FINDINGS, "")
    document = ran.json()
    assert list(document) == ["mcptui", "summary", "findings", "ambiguous_pairs"]
    assert document["summary"]["risk"] >= 1
    (risk,) = (each for each in document["findings"] if each["rule"] == "L15")
    assert list(risk) == [
        "rule",
        "level",
        "connection_key",
        "tool",
        "path",
        "message",
        "evidence",
    ]
    assert (risk["level"], risk["connection_key"], risk["tool"]) == ("risk", "docs", "broken")
    assert "inputSchema" in shell("lint", "docs.json").out


def test_lesser_findings_end_with_0(shell: Shell) -> None:
    name = shell.capture("docs.json", {"name": "find", "inputSchema": {"type": "object"}})
    ran = shell("lint", name, "--format", "json")
    assert ran.code == ExitCode.FINE
    assert ran.json()["summary"]["advisory"] >= 1
    assert ran.json()["summary"]["risk"] == 0


@pytest.mark.parametrize("format_name", FORMATS_OF_LINT)
def test_every_format_is_written_whole_with_the_same_end(shell: Shell, format_name: str) -> None:
    ran = shell("lint", _risky(shell), "--format", format_name)
    assert ran.code == ExitCode.FINDINGS
    assert "L15" in ran.out
    assert ran.out.endswith("\n")
    assert shell("lint", "docs.json", "--format", format_name) == ran
    if format_name in {"json", "sarif"}:
        json.loads(ran.out)
    if format_name == "junit":
        ET.fromstring(ran.out)  # noqa: S314  # our own XML


@pytest.mark.parametrize("format_name", FORMATS_OF_LINT)
def test_a_server_that_is_not_reached_wins_over_findings(shell: Shell, format_name: str) -> None:
    arguments = [_risky(shell), "--server", "dead=no-such-program", "--format", format_name]
    ran = shell("lint", *arguments)
    assert ran.code == ExitCode.UNREACHABLE
    assert "L15" in ran.out
    assert "no-such-program" in ran.out + ran.err


def test_an_incomplete_list_is_a_risk_and_ends_with_3(shell: Shell) -> None:
    ran = shell("lint", *shell.case("lists-page-two-fails"), "--format", "json")
    assert ran.code == ExitCode.UNREACHABLE
    assert "L24" in {each["rule"] for each in ran.json()["findings"]}


def test_findings_are_grouped_by_tool_worst_first(shell: Shell) -> None:
    broken = {"name": "a b", "inputSchema": "no schema"}
    lines = shell("lint", shell.capture("docs.json", broken)).out.splitlines()
    at = lines.index("docs/a b")
    levels = [line.split()[1] for line in lines[at:] if line.startswith("  ") and line[2] != " "]
    assert levels == sorted(levels, key=["risk", "advisory", "note"].index)
    assert len(set(levels)) >= 2
