"""Canonical form and digests, against the vectors of RFC 8785 and by hand."""

import hashlib
import json
import struct
import sys
from pathlib import Path
from typing import Any

import pytest

from mcptui.contract.canonical import (
    FACETS,
    NotCanonical,
    canonical,
    digest,
    facets,
    faults_of,
    semantic_digest,
    semantic_form,
)
from mcptui.contract.wire import dumps, loads
from tests.servers.cases import load_case

# RFC 8785, Appendix B: IEEE 754 bits of a double, and its canonical form.
NUMBERS = """
0000000000000000 0
8000000000000000 0
0000000000000001 5e-324
8000000000000001 -5e-324
7fefffffffffffff 1.7976931348623157e+308
ffefffffffffffff -1.7976931348623157e+308
4340000000000000 9007199254740992
c340000000000000 -9007199254740992
4430000000000000 295147905179352830000
44b52d02c7e14af5 9.999999999999997e+22
44b52d02c7e14af6 1e+23
44b52d02c7e14af7 1.0000000000000001e+23
444b1ae4d6e2ef4e 999999999999999700000
444b1ae4d6e2ef4f 999999999999999900000
444b1ae4d6e2ef50 1e+21
3eb0c6f7a0b5ed8c 9.999999999999997e-7
3eb0c6f7a0b5ed8d 0.000001
41b3de4355555553 333333333.3333332
41b3de4355555554 333333333.33333325
41b3de4355555555 333333333.3333333
41b3de4355555556 333333333.3333334
41b3de4355555557 333333333.33333343
becbf647612f3696 -0.0000033333333333333333
43143ff3c1cb0959 1424953923781206.2
"""


@pytest.mark.parametrize("vector", NUMBERS.split("\n")[1:-1])
def test_a_double_is_written_as_ecmascript_writes_it(vector: str) -> None:
    bits, expected = vector.split()
    (value,) = struct.unpack(">d", bytes.fromhex(bits))
    assert canonical(value).decode() == expected
    assert canonical([value]).decode() == f"[{expected}]"


@pytest.mark.parametrize("spelling", ["NaN", "Infinity", "-Infinity", "1e400"])
def test_what_is_no_finite_number_has_no_canonical_form(spelling: str) -> None:
    with pytest.raises(NotCanonical, match="no finite number") as caught:
        canonical(loads(f'{{"a":[0,{{"b/c":{spelling}}}]}}'))
    assert caught.value.path == "/a/1/b~1c"


def test_members_are_sorted_by_utf16_code_units() -> None:
    # RFC 8785, 3.2.3
    text = r"""{
      "\u20ac": "Euro Sign",
      "\r": "Carriage Return",
      "\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face",
      "\u0080": "Control",
      "\u00f6": "Latin Small Letter O With Diaeresis"
    }"""
    expected = [
        "Carriage Return",
        "One",
        "Control",
        "Latin Small Letter O With Diaeresis",
        "Euro Sign",
        "Emoji: Grinning Face",
        "Hebrew Letter Dalet With Dagesh",
    ]
    form = canonical(loads(text))
    assert list(json.loads(form).values()) == expected
    assert (
        canonical(loads('{"\\ue000":1,"\\ud83d\\ude00":2}'))
        == '{"\U0001f600":2,"\ue000":1}'.encode()
    )


def test_the_sample_of_the_rfc_comes_out_byte_for_byte() -> None:
    # RFC 8785, 3.2.2 to 3.2.4
    text = r"""{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }"""
    expected = bytes.fromhex(
        "7b226c69746572616c73223a5b6e756c6c2c747275652c66616c73655d2c226e"
        "756d62657273223a5b3333333333333333332e333333333333332c31652b3330"
        "2c342e352c302e3030322c31652d32375d2c22737472696e67223a22e282ac24"
        "5c75303030665c6e4127425c225c5c5c5c5c222f227d"
    )
    value = loads(text)
    assert canonical(value) == expected
    assert digest(value) == f"sha256:{hashlib.sha256(expected).hexdigest()}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[1.0,1e2,-0.0,-0,0.0,1e-7]", "[1,100,0,0,0,1e-7]"),
        ("[9007199254740993,-9007199254740993]", "[9007199254740993,-9007199254740993]"),
        ("[100000000000000000000000]", "[100000000000000000000000]"),
        ("[1e23]", "[1e+23]"),
        ("[1e-400,0.1000000000000000000001]", "[0,0.1]"),
        ('["\\ud83d","x\\udc00"]', '["\\ud83d","x\\udc00"]'),
        ('"\\u007f\\u0008\\u001f\\u2028"', '"\x7f\\b\\u001f\u2028"'),
        ('{"a":[],"b":{},"":null}', '{"":null,"a":[],"b":{}}'),
        ('{"b":[{"d":1,"c":2}],"a":true}', '{"a":true,"b":[{"c":2,"d":1}]}'),
        ('["see:1.5"]', '["see:1.5"]'),
        ("12", "12"),
        ("1.50", "1.5"),
    ],
)
def test_the_canonical_form(text: str, expected: str) -> None:
    assert canonical(loads(text)).decode() == expected


def test_an_integer_of_any_length_keeps_its_digits() -> None:
    for digits in ("7" * (sys.get_int_max_str_digits() + 1), "7" * 200_000):
        assert canonical(loads(f"[{digits}]")) == f"[{digits}]".encode()


def test_a_member_named_twice_has_no_canonical_form() -> None:
    value = loads('{"a":[{"b":1,"c":{"d":1,"d":2},"b":[NaN]}]}')
    with pytest.raises(NotCanonical, match="named more than once") as caught:
        canonical(value)
    assert caught.value.path == "/a/0/b"
    assert [fault.path for fault in faults_of(value)] == ["/a/0/b", "/a/0/c/d", "/a/0/b/0"]
    assert str(NotCanonical("", "why")) == "the whole: why"


def test_true_and_one_differ_and_nfc_and_nfd_differ() -> None:
    assert canonical([True]) != canonical([1])
    assert digest("\u00e9") != digest("e\u0301")


def test_a_deep_value_has_a_canonical_form() -> None:
    text = '{"a":[' * 490 + "1.0" + "]}" * 490
    assert canonical(loads(text)).decode() == text.replace("1.0", "1")


def test_the_digest_ignores_how_the_json_was_spelt() -> None:
    given = load_case("drift-json-spelling").given
    then: Any = loads(given["lock_wire_text"])
    now: Any = loads(given["now_wire_text"])
    assert digest(then) != digest(now)
    assert {name: value for name, value in facets(then).items() if name != "input"} == {
        name: value for name, value in facets(now).items() if name != "input"
    }
    now["inputSchema"]["required"].reverse()
    assert digest(then) == digest(now)


# --- facets ---------------------------------------------------------------------------------


def test_each_facet_has_its_own_digest() -> None:
    tool: Any = {
        "name": "t", "title": "T", "description": "d", "inputSchema": {}, "outputSchema": {},
        "annotations": {}, "icons": [], "_meta": {}, "execution": {}, "x-vendor": 1, "y": None,
    }  # fmt: skip
    found = facets(tool)
    assert tuple(found) == FACETS
    assert found["name"] == digest("t")
    assert found["other"] == digest({"x-vendor": 1, "y": None})
    changed = facets({**tool, "x-vendor": 2})
    assert [name for name in FACETS if found[name] != changed[name]] == ["other"]


def test_a_facet_that_a_contract_lacks_has_no_digest() -> None:
    assert facets({"name": "t", "title": None}) == {"name": digest("t"), "title": digest(None)}
    assert facets([1]) == {}


# --- semantic form --------------------------------------------------------------------------

PAIRS = json.loads(
    (Path(__file__).parents[1] / "cases" / "canonical" / "semantic.json").read_text("utf-8")
)


def _meaning(schema: Any) -> str:
    form = semantic_form({"inputSchema": schema})
    assert isinstance(form, dict)
    return canonical(form["inputSchema"]).decode()


@pytest.mark.parametrize("case", PAIRS["equal"], ids=lambda case: case["why"])
def test_two_spellings_of_one_meaning_have_one_form(case: dict[str, Any]) -> None:
    forms = {_meaning(schema) for schema in case["schemas"]}
    assert len(forms) == 1, forms
    assert semantic_digest({"inputSchema": case["schemas"][0]}) == semantic_digest(
        {"inputSchema": case["schemas"][-1]}
    )


@pytest.mark.parametrize("case", PAIRS["different"], ids=lambda case: case["why"])
def test_two_meanings_never_have_one_form(case: dict[str, Any]) -> None:
    forms = [_meaning(schema) for schema in case["schemas"]]
    assert len(set(forms)) == len(forms), forms


@pytest.mark.parametrize(
    "case", [*PAIRS["equal"], *PAIRS["different"]], ids=lambda case: case["why"]
)
def test_the_form_of_a_form_is_itself(case: dict[str, Any]) -> None:
    for schema in case["schemas"]:
        form = _meaning(schema)
        assert _meaning(loads(form)) == form


def test_the_semantic_form_changes_nothing_that_it_is_given() -> None:
    tool: Any = {
        "name": "t",
        "inputSchema": {"properties": {"a": {"const": 1}}, "required": ["b", "a"]},
    }
    before = dumps(tool)
    semantic_digest(tool)
    assert dumps(tool) == before


def test_a_schema_over_a_limit_stays_as_it_was_sent() -> None:
    deep: Any = {"const": 1}
    for _ in range(70):
        deep = {"properties": {"a": deep}}
    doubling: Any = {
        "$ref": "#/$defs/d0",
        "$defs": {
            f"d{n}": {
                "properties": {
                    "a": {"$ref": f"#/$defs/d{n + 1}"},
                    "b": {"$ref": f"#/$defs/d{n + 1}"},
                }
            }
            for n in range(20)
        },
    }
    for schema in (deep, doubling):
        assert _meaning(schema) == canonical(schema).decode()


def test_two_recursive_definitions_of_one_name_are_told_apart() -> None:
    def within(name: str) -> Any:
        return {"properties": {"x": {"items": {"$ref": f"#/$defs/{name}/properties/x"}}}}

    definitions = {"a": within("a"), "b": within("b")}
    one = {"properties": {"p": {"$ref": "#/$defs/a/properties/x"}}, "$defs": definitions}
    other = {"properties": {"p": {"$ref": "#/$defs/b/properties/x"}}, "$defs": definitions}
    assert _meaning(one) != _meaning(other)


def test_only_an_object_has_a_semantic_form_of_its_own() -> None:
    assert semantic_form([1]) == [1]
    with pytest.raises(NotCanonical):
        semantic_digest(loads('{"inputSchema":{"const":NaN}}'))
