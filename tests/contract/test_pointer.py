"""Places in a JSON value."""

import pytest

from mcptui.contract.definition import MISSING, Missing
from mcptui.contract.pointer import below, kind_of, tokens_of, value_at
from mcptui.contract.wire import JsonValue, loads


def test_a_pointer_escapes_what_it_must_and_comes_apart_again() -> None:
    pointer = below("", "a/b", "m~n", "", 0)
    assert pointer == "/a~1b/m~0n//0"
    assert tokens_of(pointer) == ("a/b", "m~n", "", "0")
    assert tokens_of("") == ()
    with pytest.raises(ValueError, match="begins with /"):
        tokens_of("a")


@pytest.mark.parametrize(
    ("pointer", "found"),
    [
        ("", "whole"),
        ("/a/0", 1),
        ("/a/1", MISSING),
        ("/a/00", MISSING),
        ("/a/-", MISSING),
        ("/a/²", MISSING),
        ("/a/" + "9" * 5000, MISSING),
        ("/b", None),
        ("/b/c", MISSING),
        ("/x", MISSING),
    ],
)
def test_a_pointer_leads_to_a_value_or_nowhere(pointer: str, found: object) -> None:
    document = loads('{"a":[1],"b":null}')
    expected = document if found == "whole" else found
    assert value_at(document, tokens_of(pointer)) == expected


def test_kinds_are_said_in_words() -> None:
    values: tuple[JsonValue | Missing, ...] = (MISSING, None, True, False, 1, 1.5, "", [], {})
    words = "missing|null|true|false|a number|a number|a string|a list|an object"
    assert [kind_of(value) for value in values] == words.split("|")
    assert not MISSING
    assert repr(MISSING) == "MISSING"
