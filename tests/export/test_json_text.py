"""JSON as we print it: strict, exact, and harmless on a terminal."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptui.contract import wire
from mcptui.contract.display import is_hidden
from mcptui.export.json_text import document, json_text

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(VALUES)
def test_the_value_is_the_same_and_nothing_hidden_is_written(value: object) -> None:
    text = json_text(value)  # type: ignore[arg-type]  # hypothesis makes JSON values
    assert json.loads(text) == value
    assert not any(is_hidden(char) for char in text)


def test_hidden_characters_stand_as_escapes() -> None:
    assert json_text("a\u202eb\x7fc\U000e0041d\\u202e") == (
        '"a\\u202eb\\u007fc\\udb40\\udc41d\\\\u202e"\n'
    )


def test_readable_characters_stay() -> None:
    assert json_text("日本 é ●") == '"日本 é ●"\n'


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_numbers_that_json_lacks_stand_as_texts(number: str) -> None:
    sent = f'{{"a": [{number}], "b": "{number} \\"{number}\\""}}'
    text = json_text(wire.loads(sent))

    def refuse(constant: str) -> None:
        raise NotImplementedError(constant)

    read = json.loads(text, parse_constant=refuse)
    assert read == {"a": [number], "b": f'{number} "{number}"'}


def test_numbers_keep_every_digit_and_their_spelling() -> None:
    sent = '{"a": 1e999, "b": 12345678901234567890123, "c": 1.0, "d": 1, "a": 2}'
    assert "".join(json_text(wire.loads(sent)).split()) == "".join(sent.split())


def test_a_document_begins_with_its_version() -> None:
    assert document({"b": 1, "a": []}) == '{\n  "mcptui": 1,\n  "b": 1,\n  "a": []\n}\n'
