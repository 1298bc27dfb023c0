from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from mcptui.contract.connection import ConnectionState, ConnectionStatus
from mcptui.contract.finding import Level
from mcptui.contract.target import Broken, Http, Source, Stdio, Target
from mcptui.viewmodel.connection_detail import connection_document
from mcptui.viewmodel.connections import (
    CONNECTION_COLUMNS,
    connection_rows,
    news_of_list,
    state_line,
    state_words,
    table_of,
)
from mcptui.viewmodel.document import Document, text_of
from mcptui.viewmodel.findings import findings_document
from mcptui.viewmodel.lock import broken_words, lock_document
from mcptui.viewmodel.moments import duration
from mcptui.viewmodel.span import plain
from mcptui.viewmodel.status_line import Figures, Place, figures_of, status_view
from mcptui.viewmodel.tone import SignSet
from tests.servers.cases import load_case
from tests.viewmodel.building import ABSENT, BROKEN, NOW, later, lock, status, tool, workspace

LATER = NOW + timedelta(seconds=7)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (status("k"), "connected"),
        (status("k", None, ConnectionState.CONNECTING), "connecting, 7 s"),
        (
            status("k", None, ConnectionState.CONNECTING, stage="tools/list page 3"),
            "connecting, 7 s · tools/list page 3",
        ),
        (
            status("k", [], ConnectionState.NO_TOOLS, server={"capabilities": {"resources": {}}}),
            "offers no tools (declares resources)",
        ),
        (status("k", [], ConnectionState.NO_TOOLS), "offers no tools (declares nothing)"),
        (
            status("k", None, ConnectionState.FAILED, cause="no answer within 8 s"),
            "no answer within 8 s",
        ),
        (status("k", None, ConnectionState.FAILED), "failed"),
        (
            status("k", None, ConnectionState.LIST_FAILED, cause="tools/list: -32603 boom"),
            "tools/list: -32603 boom",
        ),
        (
            status("k", [tool("t")], ConnectionState.INCOMPLETE, cause="list incomplete: page 2"),
            "list incomplete: page 2",
        ),
        (status("k", None, ConnectionState.WAITING, cause="switched off"), "switched off"),
        (status("k", [], ConnectionState.CLOSED), "closed"),
    ],
)
def test_each_state_is_said_in_words(given: ConnectionStatus, words: str) -> None:
    assert state_words(given, LATER) == words


def test_broken_entries_are_told_with_the_state() -> None:
    assert state_words(status("k"), NOW, problems=1) == "connected with 1 problem"
    assert state_words(status("k"), NOW, problems=3) == "connected with 3 problems"


def test_a_line_shows_sign_key_and_cause_with_hidden_characters_visible() -> None:
    dead = status("m[/]\x1b", None, ConnectionState.FAILED, cause="died\x07")
    assert plain(state_line(dead, NOW)) == "✕ m[/]␛  died␇"
    assert plain(state_line(dead, NOW, signs=SignSet.ASCII)).startswith("x ")


def test_what_a_later_list_brought_is_told_in_a_few_words() -> None:
    first = status("docs", [tool("a"), tool("b")])
    second = later(first, [tool("b"), tool("c"), tool("d")])
    assert news_of_list(second, first) == "docs: 2 new, 1 gone since the last list"
    assert news_of_list(later(first, [tool("b"), tool("a")]), first) == ""
    assert news_of_list(first, None) == ""
    assert news_of_list(second, second) == ""


def test_the_list_of_connections_has_a_cell_a_column() -> None:
    statuses = (status("a", [tool("t")]), status("b", None, ConnectionState.FAILED, cause="gone"))
    table = table_of(connection_rows(statuses, NOW))
    drawn = [[plain(cell) for cell in table.row_at(index).cells] for index in range(2)]
    assert drawn == [
        ["●", "a", "1", "connected", "stdio", "serve a"],
        ["✕", "b", "–", "gone", "stdio", "serve b"],  # noqa: RUF001  # a dash
    ]
    assert len(table.natural) == len(CONNECTION_COLUMNS)


# --- status line ---------------------------------------------------------------------------------


def told(*statuses: ConnectionStatus, figures: Figures | None = None) -> Any:
    words = {each.key: state_words(each, NOW) for each in statuses}
    view = status_view(statuses, words, figures or Figures())
    return [[plain(part.line) for part in chips] for chips in view.chips], view


def test_servers_are_told_at_several_lengths() -> None:
    chips, _ = told(
        status("docs", [tool("a"), tool("b")]),
        status("mail", None, ConnectionState.CONNECTING),
        status("slack", None, ConnectionState.FAILED, cause="gone"),
        status("maps", []),
    )
    assert chips == [
        ["● docs 2", "◐ mail …", "✕ slack", "● maps 0"],
        ["● docs", "◐ mail …", "✕ slack", "● maps"],
        ["● 2 connected", "◐ mail …", "✕ slack"],
        ["● 2", "◐ 1", "✕ 1"],
    ]


def test_a_very_long_key_is_cut_in_its_chip() -> None:
    chips, _ = told(status("k" * 60))
    assert chips[1] == ["● " + "k" * 23 + "…"]


def test_every_part_leads_somewhere_and_says_what_it_means() -> None:
    figures = Figures(
        tools=128, levels={Level.RISK: 2, Level.NOTE: 1}, drifted=3, lock="read", pinned=125
    )
    _, view = told(status("slack", None, ConnectionState.FAILED, cause="gone"), figures=figures)
    (chip,) = view.chips[0]
    assert (chip.place, chip.value, chip.words) == (Place.CONNECTION, "slack", "slack: gone")
    long, short = view.figures
    assert [plain(part.line) for part in long] == ["128 tools", "▲2 ·1", "3 drifted", "lock ✓ 125"]
    assert [plain(part.line) for part in short] == ["128", "▲2 ·1", "≠3", "✓"]
    assert [(part.place, part.value) for part in long] == [
        (Place.TOOLS, ""),
        (Place.FINDINGS, ""),
        (Place.TOOLS, "is:drifted"),
        (Place.LOCKFILE, ""),
    ]
    assert long[1].words == "findings: 2 risks, 1 note"


@pytest.mark.parametrize(("lock_state", "mark"), [("absent", "–"), ("broken", "?"), ("read", "✓")])  # noqa: RUF001  # a dash
def test_the_lockfile_has_a_sign(lock_state: str, mark: str) -> None:
    _, view = told(figures=Figures(lock=lock_state))
    assert plain(view.figures[0][-1].line) == f"lock {mark}"


def test_figures_are_counted_over_all_servers() -> None:
    same = tool("same")
    here = workspace(
        status("up", [same, tool("chg", "new")]), lock=lock(up=[same, tool("chg", "old")])
    )
    figures = figures_of(here.report, here.lock)
    assert (figures.tools, figures.drifted, figures.pinned, figures.lock) == (2, 1, 1, "read")
    assert figures_of(None, ABSENT) == Figures(lock="absent")


# --- pages ---------------------------------------------------------------------------------------


def page(given: ConnectionStatus) -> str:
    return text_of(connection_document(given, (), NOW))


def test_the_page_about_a_connection_tells_profile_list_and_environment() -> None:
    given = status(
        "docs",
        [tool("a")],
        handshake="initialize, 2025-06-18; the probe got no answer",
        pid=4242,
        passed_env=("PATH", "API_KEY"),
        withheld_env=("EXTRA", "HTTPS_PROXY"),
        notes=("no notification stream (HTTP 404): list changes will not be announced",),
        stray_lines=("Server v1.2 ready [1/3]",),
        stray_count=3,
        invalid_utf8="byte E9 at offset 3",
        list_changed=200,
        sdk_objections=("tools.0: bad",),
        server={"serverInfo": {"name": "[/]", "version": "[1"}, "instructions": "[@click=x]a[/]"},
    )
    assert given.capture is not None
    given = replace(
        given,
        capture=replace(given.capture, pages=3, list_results=({"ttlMs": 3_600_000},)),
    )
    text = page(given)
    for words in (
        "state: ● connected",
        "handshake: initialize, 2025-06-18; the probe got no answer",
        "list: 1 tool on 3 pages",
        "read: 2026-11-30 12:00:00 UTC; ttl 1 h",
        "200 list_changed so far",
        "no notification stream (HTTP 404)",
        "Server v1.2 ready [1/3]",
        "not valid UTF-8 (byte E9 at offset 3)",
        "the SDK objects: tools.0: bad",
        '"name": "[/]"',
        "[@click=x]a[/]",
        "PATH, API_KEY",
        "EXTRA, HTTPS_PROXY",
    ):
        assert words in text


def test_no_secret_stands_on_the_page() -> None:
    entry = load_case("transport-secrets-masked").connection("s")
    http = Http(url=entry["url"], headers=tuple(entry["headers"].items()))
    stdio = Stdio(command="run", args=tuple(entry["args"]), env=tuple(entry["env"].items()))
    for how, kept in ((http, ("page=2", "X-Trace: on")), (stdio, ("--port=1", "LOG_LEVEL: debug"))):
        target = Target(key=status("s").key, how=how, source=Source(dialect="command_line"))
        text = page(replace(status("s"), target=target))
        assert "tok-EXAMPLE" not in text
        for words in kept:
            assert words in text


def test_unchecked_certificates_are_told_for_good() -> None:
    assert "not checked for this connection" in page(status("s", verified=False))


def test_a_broken_entry_says_why_it_is_never_started() -> None:
    target = Target(
        key=status("c").key,
        how=Broken(reason="neither command nor url"),
        source=Source(dialect="claude_code", file=".mcp.json", line=4),
    )
    text = page(replace(status("c", None, ConnectionState.FAILED), target=target))
    assert "reached by: neither command nor url" in text
    assert "from: .mcp.json:4" in text


def test_findings_stand_worst_first_with_their_tool() -> None:
    here = workspace(status("k", [{"name": "bare"}, tool("list_"), tool("list_")]))
    assert here.report is not None
    text = text_of(findings_document(here.report.findings))
    levels = [line for line in text.splitlines() if line.startswith(("▲ risks", "△", "· notes"))]
    assert levels[0] == "▲ risks 2"
    assert "△ advisories" in text
    assert "k / bare" in text
    assert "Nothing was found" in text_of(findings_document(()))


def test_a_broken_lockfile_is_told_with_place_reason_and_remedy() -> None:
    words = plain(broken_words(BROKEN))
    assert words.startswith("Lockfile broken: project/mcptui.lock.json:3:7: expected ',' in line 3")
    assert words.endswith("All pin states are unknown. mend it")
    assert broken_words(ABSENT) == ()


def test_the_page_about_the_lockfile_tells_its_state() -> None:
    def said(document: Document) -> str:
        return text_of(document)

    assert "state: not there" in said(lock_document(ABSENT))
    assert "state: broken" in said(lock_document(BROKEN))
    assert "up: 1 tool pinned" in said(lock_document(lock(up=[tool("a")])))


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0 s"), (45, "45 s"), (600, "10 min"), (5400, "1.5 h"), (259200, "3 days")],
)
def test_spans_of_time_are_said_shortly(seconds: float, words: str) -> None:
    assert duration(seconds) == words
