"""Places in words, and every text of a value with its place."""

import pytest

from mcptui.analysis.lint.places import (
    Place,
    dotted,
    place_in_words,
    place_of_schema,
    pointer_of,
    texts_in,
)
from mcptui.contract.wire import loads


def place(*steps: str | int) -> Place | None:
    at: Place | None = None
    for step in steps:
        at = Place(at, step)
    return at


@pytest.mark.parametrize(
    ("steps", "is_key", "words"),
    [
        ((), False, "the entry"),
        (("name",), False, "the name"),
        (("description",), False, "the description"),
        (("instructions",), False, "the instructions"),
        (("serverInfo", "name"), False, "the server's name"),
        (
            ("inputSchema", "properties", "b", "description"),
            False,
            "the description of parameter `b`",
        ),
        (("inputSchema", "properties", "b"), True, "the name of parameter `b`"),
        (("x\u202e",), True, "the member name x\u27e8U+202E\u27e9"),
        (("inputSchema", "properties", "m", "enum", 1), False, "inputSchema.properties.m.enum[1]"),
    ],
)
def test_a_place_in_words(steps: tuple[str | int, ...], is_key: bool, words: str) -> None:
    assert place_in_words(place(*steps), is_key=is_key) == words


def test_a_schema_begins_a_sentence() -> None:
    assert place_of_schema("/inputSchema/properties/a~1b") == "Parameter `a/b`"
    assert place_of_schema("/inputSchema/properties/a/items") == "inputSchema.properties.a.items"


def test_digits_are_an_index_save_where_parameters_have_names() -> None:
    assert dotted(("prefixItems", "0", "properties", "0")) == "prefixItems[0].properties.0"


def test_a_long_place_loses_its_middle() -> None:
    words = dotted(("inputSchema", *["properties", "x"] * 100, "y" * 500))
    assert len(words) == 161
    assert words.startswith("inputSchema.properties.x.")
    assert words.endswith("yyy\u2026")


def test_every_text_is_met_once_in_the_order_sent() -> None:
    value = loads('{"a": ["x", {"b/c": "y"}], "a": "z", "n": 1, "t": true}')
    assert [(pointer_of(at), text, is_key) for at, text, is_key in texts_in(value)] == [
        ("/a", "a", True),
        ("/a/0", "x", False),
        ("/a/1/b~1c", "b/c", True),
        ("/a/1/b~1c", "y", False),
        ("/a", "a", True),
        ("/a", "z", False),
        ("/n", "n", True),
        ("/t", "t", True),
    ]
