"""JSON text comes back as it was sent."""

import copy
import json
import pickle
import sys
from typing import Any

import pytest

from mcptui.contract import wire_deep
from mcptui.contract.wire import (
    NESTING_LIMIT,
    RepeatedKeys,
    WireError,
    WireNumber,
    contract_bytes,
    dumps,
    loads,
)


def test_members_keep_their_order() -> None:
    text = '{"b":1,"a":{"z":[],"y":{}},"":null}'
    assert dumps(loads(text)) == text


def test_a_float_stays_a_float_and_an_integer_an_integer() -> None:
    value = loads("[1.0,1,100000000000000000000001,1e2]")
    assert repr(value) == "[1.0, 1, 100000000000000000000001, 100.0]"


def test_an_integer_longer_than_pythons_limit_is_read_and_written() -> None:
    limit = sys.get_int_max_str_digits()
    text = "-" + "9" * (limit + 700)
    value = loads(text)
    assert isinstance(value, int)
    assert value == -(10 ** (limit + 700)) + 1
    assert dumps(value) == text
    assert sys.get_int_max_str_digits() == limit


def test_an_integer_too_long_to_compute_with_keeps_its_digits() -> None:
    text = "9" * 3_000_000
    value = loads(text)
    assert isinstance(value, WireNumber)
    assert dumps(value) == text


@pytest.mark.parametrize(
    "spelling",
    [
        "NaN",
        "Infinity",
        "-Infinity",
        "1e400",
        "-1E400",
        "1e-400",
        "-0",
        "0.1000000000000000000001",
        f"1e{'9' * 30}",
        f"-1.5e-{'9' * 30}",
        f"1e{'0' * 5000}1{'0' * 30}",
    ],
)
def test_a_number_that_python_cannot_hold_keeps_its_spelling(spelling: str) -> None:
    value = loads(f"[{spelling}]")
    assert isinstance(value, list)
    assert isinstance(value[0], WireNumber)
    assert value[0].spelling == spelling
    assert dumps(value) == f"[{spelling}]"


@pytest.mark.parametrize(
    "spelling",
    [
        "1.10",
        "1e2",
        "-0.0",
        "5e-324",
        "1.7976931348623157e308",
        f"0e{'9' * 30}",
        f"-0.0e-{'9' * 30}",
    ],
)
def test_a_number_that_a_double_holds_is_a_plain_float(spelling: str) -> None:
    assert type(loads(spelling)) is float


def test_a_name_twice_in_one_object_loses_neither_value() -> None:
    text = '{"a":1,"b":{"x":1,"x":[2],"x":1},"a":2}'
    value = loads(text)
    assert isinstance(value, RepeatedKeys)
    assert value["a"] == 2
    assert [key for key, _ in value.pairs] == ["a", "b", "a"]
    assert dumps(value) == text
    assert dumps(value, indent=1).count('"x"') == 3


def test_odd_values_differ_from_plain_ones_and_survive_copying() -> None:
    twice = loads('{"a":1,"a":2}')
    assert twice != {"a": 2}
    assert twice != loads('{"a":3,"a":2}')
    assert loads("[NaN]") == loads("[NaN]")
    assert loads("1e400") != loads("1e500")
    assert len({WireNumber("1e400"), WireNumber("1e400"), WireNumber("1e500")}) == 2
    for value in (twice, loads("[1e400]")):
        assert copy.deepcopy(value) == value
        assert pickle.loads(pickle.dumps(value)) == value  # noqa: S301 - our own bytes
        assert repr(value) == repr(copy.copy(value))


def test_a_lone_surrogate_is_kept_and_written_as_an_escape() -> None:
    value = loads(r'{"\ud83d":"x\udc00é\ud83d\ude00"}')
    assert value == {"\ud83d": "x\udc00é\U0001f600"}
    assert dumps(value) == '{"\\ud83d":"x\\udc00é\U0001f600"}'
    assert dumps(value, indent=2).encode()
    assert contract_bytes(value) == len(dumps(value).encode())


def test_a_byte_order_mark_is_skipped() -> None:
    assert loads("\ufeff[1]") == [1]
    assert loads(b"\xef\xbb\xbf[1]") == [1]


@pytest.mark.parametrize(
    ("text", "line", "column", "offset", "says"),
    [
        ("", 1, 1, 0, "empty"),
        (" \n", 2, 1, 2, "empty"),
        ('{"version":1,"connections":{"a":', 1, 33, 32, "before it is complete"),
        ('{\n "a": 1,\n "b" 2}', 3, 6, 16, "colon"),
        ("[1 2]", 1, 4, 3, "comma"),
        ("[\n]x", 2, 2, 3, "more text"),
        ('["a\tb"]', 1, 4, 3, "control character"),
        ('"abc', 1, 1, 0, "not closed"),
        (r'["\x"]', 1, 3, 2, "escape"),
        ("{a:1}", 1, 2, 1, "double quotes"),
        ("[nul]", 1, 2, 1, "value"),
        (b"\xc3\xa9\n\xe9", 2, 1, 3, "byte E9 at offset 3"),
        ('{"a": 1}'.encode("utf-16"), 1, 1, 0, "UTF-16"),
    ],
)
def test_what_is_no_json_says_where_and_why(
    text: str | bytes, line: int, column: int, offset: int, says: str
) -> None:
    with pytest.raises(WireError) as caught:
        loads(text)
    error = caught.value
    assert says in error.reason
    assert (error.line, error.offset) == (line, offset)
    assert error.column == column
    assert str(error) == f"line {line}, column {column}: {error.reason}"


def _nested(levels: int) -> str:
    return '{"a":[' * (levels // 2) + "1" + "]}" * (levels // 2)


def _from_deep_in_the_stack(frames: int, text: str) -> Any:
    return loads(text) if frames == 0 else _from_deep_in_the_stack(frames - 1, text)


def test_nesting_up_to_the_limit_is_read_however_deep_the_caller_stands() -> None:
    text = _nested(NESTING_LIMIT)
    value = _from_deep_in_the_stack(500, text)
    assert dumps(value) == text
    assert "".join(dumps(value, indent=1).split()) == text
    assert contract_bytes(value) == len(text)


@pytest.mark.parametrize("levels", [100_000, 1_000_000])
def test_nesting_beyond_all_reason_is_an_error_with_its_place(levels: int) -> None:
    with pytest.raises(WireError, match="nested deeper") as caught:
        loads(_nested(levels))
    assert caught.value.line == 1


def test_indented_text_is_what_python_writes() -> None:
    value = loads('{"a":[],"b":{},"c":[1,{"d":null}],"e":"é\\n","f":[true,false,-1.5]}')
    assert dumps(value, indent=2) == json.dumps(value, indent=2, ensure_ascii=False)


def test_plain_values_that_json_cannot_say_are_written_by_name() -> None:
    assert dumps([float("nan"), float("inf"), float("-inf")]) == "[NaN,Infinity,-Infinity]"


@pytest.mark.parametrize("indent", [None, 2])
def test_what_json_has_no_form_for_is_refused(indent: int | None) -> None:
    with pytest.raises(TypeError, match="bytes"):
        dumps([b"x"], indent=indent)  # type: ignore[list-item]  # wrong on purpose


def test_the_size_is_that_of_the_compact_text_in_utf8() -> None:
    assert contract_bytes(loads('{ "a" : "é" }')) == len('{"a":"é"}'.encode())


@pytest.mark.parametrize(
    "text",
    ["[1,]", "[", "{", '{"a"', '{"a":1,}', "[1}", "tru", "1 2", '{"a":1 "b":2}', "{1:2}", ""],
)
def test_the_deep_reader_refuses_what_the_fast_one_refuses(text: str) -> None:
    with pytest.raises(WireError):
        loads(text)
    with pytest.raises(json.JSONDecodeError):
        wire_deep.read(text, object_of=dict, integer_of=int, float_of=float, limit=9)
