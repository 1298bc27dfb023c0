"""Columns of plain text, and routes in them."""

from rich.cells import cell_len

from mcptui.analysis.routing.routes import Route, table_of
from mcptui.contract.target import ConnectionKey
from mcptui.export import routes_text
from mcptui.export.table import aligned
from mcptui.viewmodel.tone import SignSet


def test_columns_stand_straight_with_wide_characters() -> None:
    lines = aligned([("日本", "x", "1"), ("a", "yy", "10"), ("é", "", "")], right=frozenset({2}))
    assert lines == ["日本  x    1", "a     yy  10", "é"]
    assert len({cell_len(line) for line in lines[:2]}) == 1


def test_a_very_long_cell_stands_whole_and_widens_no_other_row() -> None:
    long = "n" * 500
    assert aligned([(long, "b"), ("a", "b")]) == [f"{long}  b", f"{'a':<1}  b"]


def test_no_rows_are_no_lines() -> None:
    assert aligned([]) == []


def test_an_alias_that_leads_nowhere_names_its_claims() -> None:
    claims = [
        Route(alias="a", connection_key=ConnectionKey(key), upstream_name="t") for key in "xy"
    ]
    text = routes_text.render(table_of(claims), signs=SignSet.ASCII)
    assert "a leads nowhere: it is claimed by x/t, y/t\n" in text
    assert text.endswith("\n0 routes\n")
    winners = {"a": claims[0]}
    assert "leads nowhere" not in routes_text.render(table_of(claims, winners))
