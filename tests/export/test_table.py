"""Columns of plain text."""

from rich.cells import cell_len

from mcptui.export.table import aligned


def test_columns_stand_straight_with_wide_characters() -> None:
    lines = aligned([("日本", "x", "1"), ("a", "yy", "10"), ("é", "", "")], right=frozenset({2}))
    assert lines == ["日本  x    1", "a     yy  10", "é"]
    assert len({cell_len(line) for line in lines[:2]}) == 1


def test_a_very_long_cell_stands_whole_and_widens_no_other_row() -> None:
    long = "n" * 500
    assert aligned([(long, "b"), ("a", "b")]) == [f"{long}  b", f"{'a':<1}  b"]


def test_no_rows_are_no_lines() -> None:
    assert aligned([]) == []
