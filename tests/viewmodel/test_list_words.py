import pytest

from mcptui.contract.connection import ConnectionState
from mcptui.viewmodel.arrangement import Sorting
from mcptui.viewmodel.list_words import empty_words, list_note, list_title
from mcptui.viewmodel.span import plain
from tests.viewmodel.building import lock, status, tool, view

UP = status("up", [tool("a"), tool("b")])
PINS = lock(up=[tool("a"), tool("gone")])


def title(found: int | None = None, **flags: bool) -> str:
    catalogue = view(UP, lock=PINS).catalogue
    given = {"is_alike": False, "is_analysing": False, **flags}
    return plain(list_title(catalogue, (UP,), found=found, **given))


def test_tools_are_counted_and_missing_ones_apart() -> None:
    assert title() == "2 tools, 1 pinned but missing"


def test_what_a_filter_leaves_is_counted_against_all_rows() -> None:
    assert title(1) == "1 of 3"
    assert title(1, is_alike=True) == "1 of 3 alike"


def test_rows_that_are_still_to_come_are_told() -> None:
    behind = plain(
        list_title(view().catalogue, (UP,), found=None, is_alike=False, is_analysing=True)
    )
    assert behind == "0 of 2 tools"


@pytest.mark.parametrize(
    ("is_grouped", "is_filtered", "is_analysing", "words"),
    [
        (False, False, False, "size"),
        (True, False, False, "size, by connection"),
        (False, True, False, "best match"),
        (False, False, True, "analysing… size"),
    ],
)
def test_the_order_is_told(
    is_grouped: bool, is_filtered: bool, is_analysing: bool, words: str
) -> None:
    note = list_note(
        Sorting.SIZE, is_grouped=is_grouped, is_filtered=is_filtered, is_analysing=is_analysing
    )
    assert plain(note) == words


def test_an_empty_list_says_what_would_fill_it() -> None:
    def first(*given: object, **flags: bool) -> str:
        flags = {"is_filtered": False, "is_analysing": False, **flags}
        return plain(empty_words(given, **flags)[0])  # type: ignore[arg-type]  # statuses

    dead = status("dead", None, ConnectionState.FAILED)
    assert first() == "No server is known yet."
    assert first(dead) == "No tools so far."
    assert first(dead, is_analysing=True) == "Looking at what the servers sent…"
    assert first(dead, is_filtered=True) == "No tool matches. esc clears the filter."
