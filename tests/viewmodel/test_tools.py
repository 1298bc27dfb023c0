from typing import Any

import pytest

from mcptui.contract.connection import ConnectionState
from mcptui.contract.finding import Level
from mcptui.viewmodel.arrangement import Sorting, arranged
from mcptui.viewmodel.matching import query_of, search
from mcptui.viewmodel.span import plain
from mcptui.viewmodel.tool_table import COLUMNS, connection_words, table_of
from mcptui.viewmodel.tools import RowId
from tests.servers.cases import load_case
from tests.viewmodel.building import BROKEN, NOW, later, lock, rows, status, tool, view

SAME = tool("same")
CHANGED = tool("chg", "newer text")


def case_rows(case_id: str) -> list[Any]:
    case = load_case(case_id)
    return [status(entry["key"], entry["tools"]) for entry in case.connections]


def cells(*statuses: Any, **options: Any) -> list[list[str]]:
    """The rows as the table draws them, one text a cell."""
    seen = view(*statuses, **options)
    entries = arranged(seen.catalogue, statuses)
    table = table_of(seen, entries, statuses, NOW)
    made = [table.row_at(index) for index in range(len(table.ids))]
    return [
        [plain(cell) for cell in row.cells] if row.whole is None else [plain(row.whole)]
        for row in made
    ]


def test_every_pin_state_has_its_sign_in_the_row() -> None:
    pinned = lock(up=[SAME, tool("chg", "older text"), tool("gone")], down=[tool("x")])
    up = status("up", [SAME, CHANGED, tool("fresh")])
    down = status("down", None, ConnectionState.FAILED, cause="exited with code 1")
    drawn = cells(up, down, lock=pinned)
    assert [(row[0], row[3]) for row in drawn[:-1]] == [
        ("✓", "same"),
        ("≠", "chg"),
        ("+", "fresh"),
        ("−", "gone"),  # noqa: RUF001  # the sign for removed
        ("?", "x"),
    ]
    assert drawn[-1] == ["✕ down  exited with code 1"]


def test_pins_of_a_server_that_is_still_asked_are_not_missed() -> None:
    waiting = status("up", None, ConnectionState.CONNECTING)
    assert rows(waiting, lock=lock(up=[SAME])) == ()


def test_a_broken_lockfile_makes_every_pin_state_unknown() -> None:
    assert [row.pin_state for row in rows(status("up", [SAME, CHANGED]), lock=BROKEN)] == [
        "unknown",
        "unknown",
    ]


def test_required_parameters_stand_plain_and_optional_ones_with_a_question_mark() -> None:
    (row,) = cells(status("a", [tool("t", path="string", head_="number", tail_="number")]))
    assert row[4] == "path head? tail?"


def test_a_row_tells_the_exact_bytes_and_estimated_tokens() -> None:
    raw = tool("a")
    (row,) = cells(status("k", [raw]))
    size = len('{"name":"a","inputSchema":{"type":"object","properties":{},"required":[]}}')
    assert row[5:7] == [f"{size}", f"{-(-size // 4)}"]


def test_two_thousand_parameters_are_one_row_with_its_size() -> None:
    case = load_case("schema-huge-schema")
    (big,) = case.connections
    first, second = cells(status("big", big["tools"]))
    assert first[4].startswith("p0? p1? p2?")
    assert int(first[5].replace(",", "")) > 150_000
    assert second[4] == "q"


def test_a_broken_entry_is_a_row_with_its_reason() -> None:
    healthy, bare, nameless = rows(
        status("mix", [tool("healthy", q="string"), {"name": "bare"}, "no object"])
    )
    assert healthy.problem is None
    assert bare.problem == "inputSchema is missing"
    assert (nameless.name, nameless.id) == ("(entry 3)", RowId("tool", nameless.id.key, None, 0))
    assert nameless.problem == "the entry is a string, not a tool"
    assert view(status("mix", [{"name": "bare"}])).catalogue.problems == {"mix": 1}


def test_names_that_are_no_identifiers_and_twins_are_nine_rows() -> None:
    seen = rows(*case_rows("tui-names-as-ids"))
    assert len(seen) == 9
    assert len({row.id for row in seen}) == 9
    assert [row.id.occurrence for row in seen if row.name == "search"] == [0, 1, 0]


def test_tools_new_since_the_last_list_are_marked() -> None:
    before = status("ida", [tool("start_daemon")])
    after = later(before, [tool(name) for name in ("start_daemon", "decompile", "rename", "xrefs")])
    flags = {row[3]: row[7] for row in cells(after)}
    assert "new" not in flags["start_daemon"]
    assert [name for name, flag in flags.items() if "new" in flag] == [
        "decompile",
        "rename",
        "xrefs",
    ]


def test_rows_keep_their_order_when_the_server_changes_its_own() -> None:
    before = status("shuffle", [tool("a"), tool("b"), tool("c")])
    first = view(before)
    second = view(later(before, [tool("c"), tool("a"), tool("b")]), earlier=first)
    assert [row.name for row in second.catalogue.rows] == ["a", "b", "c"]
    third = view(later(before, [tool("c"), tool("new"), tool("a"), tool("b")]), earlier=second)
    assert [row.name for row in third.catalogue.rows] == ["a", "new", "b", "c"]


def test_late_servers_stand_where_they_were_given() -> None:
    quick, slow = status("b", [tool("x")]), status("a", None, ConnectionState.CONNECTING)
    first = view(slow, quick)
    second = view(status("a", [tool("y")]), quick, earlier=first)
    assert [row.name for row in second.catalogue.rows] == ["y", "x"]


def test_a_shortened_alias_says_so() -> None:
    case = load_case("names-truncation-collision")
    (entry,) = case.connections
    made = rows(status(entry["key"], entry["tools"]))
    assert [row.is_shortened for row in made] == [True, True]
    drawn = cells(status(entry["key"], entry["tools"]))
    assert all(row[1].endswith("⋯") for row in drawn)
    assert [row[3][:6] for row in drawn] == ["create", "delete"]


def test_key_and_host_stand_in_the_row() -> None:
    dev = status("orders-dev", [tool("drop")], origin="https://dev.example.test")
    assert connection_words(dev) == "orders-dev dev.example.test"
    assert cells(dev)[0][2] == "orders-dev dev.example.test"


def test_findings_are_counted_by_level() -> None:
    (row,) = rows(
        status(
            "vault",
            [tool("patch", "Patch") | {"inputSchema": {"type": "object", "required": ["body"]}}],
        )
    )
    assert row.levels[Level.ADVISORY] >= 1


def test_hostile_names_are_shown_with_stand_ins() -> None:
    (row,) = rows(*case_rows("tui-escape-sequences"))
    assert row.name == "n␛[2Jame"
    assert row.parameters[0].name == "p␛[1m"
    assert "␛" not in row.alias


def test_columns_have_a_cell_in_every_row() -> None:
    for row in cells(*case_rows("tui-wide-characters")):
        assert len(row) == len(COLUMNS)


# --- arrangement ---------------------------------------------------------------------------------


def names(*statuses: Any, hits_for: str = "", **options: Any) -> list[str]:
    catalogue = view(*statuses).catalogue
    hits = None
    if hits_for:
        every = range(len(catalogue.rows))
        hits = [hit for hit in search(query_of(hits_for), catalogue.texts, every) if hit]
    entries = arranged(catalogue, statuses, hits=hits, **options)
    return [entry.id.name or f"[{entry.id.key}]" for entry in entries]


A = status("a", [tool("zeta", "x" * 50), tool("beta")])
B = status("b", [tool("alpha"), {"name": "bare"}])
DEAD = status("dead", None, ConnectionState.FAILED, cause="gone")


def test_merged_rows_come_first_and_connections_that_need_words_last() -> None:
    assert names(A, DEAD, B) == ["zeta", "beta", "alpha", "bare", "[dead]"]


def test_grouped_rows_stand_under_their_connection() -> None:
    grouped = names(A, DEAD, B, is_grouped=True)
    assert grouped == ["[a]", "zeta", "beta", "[dead]", "[b]", "alpha", "bare"]


def test_a_filter_leaves_out_connections_without_hits() -> None:
    assert names(A, DEAD, B, hits_for="alpha") == ["alpha"]
    assert names(A, DEAD, B, hits_for="alpha", is_grouped=True) == ["[b]", "alpha"]


@pytest.mark.parametrize(
    ("sorting", "order"),
    [
        (Sorting.NAME, ["beta", "zeta", "alpha", "bare"]),
        (Sorting.SIZE, ["zeta", "alpha", "beta", "bare"]),
    ],
)
def test_rows_are_sorted(sorting: Sorting, order: list[str]) -> None:
    assert names(A, B, sorting=sorting) == order


def test_the_worst_findings_come_first() -> None:
    assert names(A, B, sorting=Sorting.FINDINGS)[0] == "bare"


def test_orders_follow_one_another_around() -> None:
    assert [Sorting.SERVER.following, Sorting.FINDINGS.following] == [Sorting.NAME, Sorting.SERVER]
