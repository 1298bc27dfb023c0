"""No rule fails on anything a server sends, and what it says is fit to be shown."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mcptui.analysis.lint import running
from mcptui.analysis.lint.catalogue import RULES
from mcptui.analysis.lint.hidden import hidden_characters, may_hide
from mcptui.analysis.lint.rule import Rule, Seen
from mcptui.analysis.lint.subject import Listing, Tool
from mcptui.analysis.report import Report, report_of
from mcptui.analysis.routing.alias import DEFAULT
from mcptui.contract.connection import ConnectionState
from mcptui.contract.definition import MISSING
from mcptui.contract.display import is_hidden
from mcptui.contract.finding import Level
from mcptui.contract.pointer import tokens_of, value_at
from mcptui.contract.target import ConnectionKey
from mcptui.contract.wire import dumps, loads
from tests.analysis.hostile import DEFINITIONS, SERVERS, TEXTS
from tests.analysis.making import capture_of, listed, status_of, tool

CORPUS = Path(__file__).parents[4] / "shared" / "corpus"
KEY = ConnectionKey("k")
BEYOND = "{" + '"properties":{"a":{' * 490 + "}}" * 490 + "}"


def nested(levels: int) -> Any:
    schema: Any = {"type": "string\x00"}
    for _ in range(levels):
        schema = {"type": "object", "anyOf": [schema], "required": ["x"]}
    return {"name": "deep", "inputSchema": schema, "outputSchema": schema}


def check(report: Report) -> None:
    """What holds for every finding of any report."""
    raws = {
        (tool.key, tool.position): tool.definition.raw
        for tool in report.tools
        if tool.digest is not None  # where a member comes twice, a pointer may mean the other
    }
    for finding in report.findings:
        assert "failed here with" not in finding.message
        assert not any(is_hidden(char) or char in "\t\n" for char in finding.message)
        assert len(finding.message) < 2_000
        assert len(finding.evidence) <= 200
        if finding.position is not None and (finding.connection_key, finding.position) in raws:
            raw = raws[finding.connection_key, finding.position]
            assert value_at(raw, tokens_of(finding.path)) is not MISSING


def hold(tools: list[Any], server: dict[str, Any]) -> None:
    """Every rule, unguarded so that a failure shows where it is, and then the whole report."""
    capture = capture_of(*tools, **server)
    entries = tuple(Tool(key=KEY, definition=each, rules=DEFAULT) for each in capture.tools)
    listing = Listing(key=KEY, capture=capture, rules=DEFAULT, tools=entries)
    for rule in RULES:
        for entry in entries:
            list(rule.in_tool(entry) if rule.in_tool else ())
        list(rule.in_list(listing) if rule.in_list else ())
    check(report_of([listed("k", *tools, **server), listed("other", *tools, **server)]))


@given(tools=st.lists(DEFINITIONS, max_size=4), server=SERVERS)
def test_every_rule_holds_on_anything_a_server_sends(
    tools: list[Any], server: dict[str, Any]
) -> None:
    hold(tools, server)


@pytest.mark.parametrize(
    "make",
    [
        lambda: nested(400),
        lambda: loads('{"name":"a","inputSchema":' + BEYOND + "}"),
        lambda: {"name": "a", "inputSchema": {"required": [f"n{n}" for n in range(5_000)]}},
        lambda: {"name": "a", "description": "max" + " " * 9_000 + "\u200f" * 9_000},
        lambda: tool("a", inputSchema={"description": "default " + "1" * 9_000, "default": 1}),
        lambda: {"name": "a" * 100_000, "inputSchema": {"$ref": "#/" * 50_000}},
    ],
    ids=["nested", "deep as it gets", "many ghosts", "marks", "digits", "long names"],
)
def test_every_rule_holds_at_the_limits(make: Callable[[], Any]) -> None:
    hold([make()], {})


@given(text=TEXTS, lines=st.lists(TEXTS, max_size=4), flags=st.booleans())
def test_every_rule_holds_on_however_a_connection_went(
    text: str, lines: list[str], flags: bool
) -> None:
    statuses = [
        status_of(
            f"k{number}",
            state,
            capture_of("a", complete=flags),
            cause=text,
            cursor_repeated=flags,
            order_changed=not flags,
            stray_lines=tuple(lines),
            stray_count=len(lines),
            invalid_utf8=text,
        )
        for number, state in enumerate(ConnectionState)
    ]
    check(report_of(statuses))


@given(text=TEXTS)
@example(text="del\x7f")
def test_no_hidden_character_is_passed_over_for_speed(text: str) -> None:
    assert may_hide(dumps([text])) or not hidden_characters(text)


def test_a_rule_that_fails_in_the_field_becomes_a_finding_that_names_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(_tool: Tool) -> list[Seen]:
        raise RecursionError

    broken = Rule(id="L99", slug="broken", level=Level.RISK, summary="", source="", in_tool=fails)
    monkeypatch.setattr(running, "_TOOL_RULES", (broken, *running._TOOL_RULES))
    report = report_of([listed("k", "a")])
    (finding,) = (each for each in report.findings if each.rule == "L99")
    assert finding.tool == "a"
    assert finding.level is Level.ADVISORY
    assert "L99 (broken) failed here with RecursionError" in finding.message


@pytest.mark.corpus
@pytest.mark.skipif(not CORPUS.is_dir(), reason="no shared folder beside the checkout")
def test_every_rule_holds_on_all_recorded_servers_and_few_cry_wolf() -> None:
    newest: dict[str, Any] = {}
    for file in sorted(CORPUS.glob("*/**/*.json")):
        recorded = json.loads(file.read_text(encoding="utf-8"))
        newest[recorded["server"]["package"]] = recorded
    report = report_of(
        [listed(package, *each["tools"], **each["server"]) for package, each in newest.items()]
    )
    check(report)
    assert len(report.tools) > 2_800
    risky = {
        (each.connection_key, each.tool) for each in report.findings if each.level is Level.RISK
    }
    assert len(risky) < len(report.tools) / 100
    assert not [each for each in report.findings if each.rule in {"L08", "L26", "L29", "L36"}]
