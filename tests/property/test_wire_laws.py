"""Laws of reading and writing JSON."""

import json
from fractions import Fraction
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from mcptui.contract import wire, wire_deep
from mcptui.contract.wire import WireError, WireNumber, contract_bytes, dumps, loads
from tests.property.strategies import exact, json_values, odd_values, respelled


def _deep(text: str) -> Any:
    return wire_deep.read(
        text,
        object_of=wire._object,
        integer_of=wire._integer,
        float_of=wire._float,
        limit=wire.NESTING_LIMIT,
    )


@given(odd_values())
@example([True, 1, 1.0])
def test_a_value_survives_being_written_and_read(value: Any) -> None:
    again = loads(dumps(value))
    assert exact(again) == exact(value)
    assert exact(loads(dumps(value, indent=2))) == exact(value)


NUMBERS = st.from_regex(
    r"-?(0|[1-9][0-9]{0,25})(\.[0-9]{1,30})?([eE][-+]?[0-9]{1,30})?", fullmatch=True
)


@given(NUMBERS)
@example("0e99999999999999999999999")
def test_every_number_keeps_its_value(spelling: str) -> None:
    value = loads(spelling)
    if isinstance(value, WireNumber):
        assert dumps(value) == spelling
    elif value == 0:
        assert not set(spelling.lower().partition("e")[0]) - set("-0.")
    else:
        assert Fraction(dumps(value)) == Fraction(spelling)


@given(odd_values())
def test_written_text_is_utf8_and_its_length_is_the_size(value: Any) -> None:
    assert contract_bytes(value) == len(dumps(value).encode("utf-8"))


@given(json_values())
def test_python_reads_what_we_write(value: Any) -> None:
    assert exact(json.loads(dumps(value), parse_int=wire._integer)) == exact(value)


@given(st.data(), json_values())
def test_both_readers_agree_on_every_spelling(data: st.DataObject, value: Any) -> None:
    try:
        text = data.draw(respelled(value))
    except ValueError:  # Python refuses to write so long an integer
        text = dumps(value)
    assert exact(_deep(text)) == exact(loads(text))


@given(odd_values(), st.integers(0, 40), st.sampled_from(' ,:[]{}"\\0-.eNI'))
def test_both_readers_refuse_the_same_texts(value: Any, place: int, sign: str) -> None:
    text = dumps(value)
    broken = text[:place] + sign + text[place + 1 :]
    try:
        expected = exact(loads(broken))
    except WireError:
        expected = None
    try:
        found = exact(_deep(broken))
    except json.JSONDecodeError:
        found = None
    assert found == expected
