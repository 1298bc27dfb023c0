"""The gate over whole tools: both directions, and reasons that name the parameter."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptui.analysis.affinity.answer import Answer
from mcptui.analysis.affinity.gate import Gate, Gates
from mcptui.analysis.affinity.shape import Shape, shape_of
from mcptui.contract.capture_file import read_capture
from mcptui.contract.definition import ToolDefinition
from mcptui.contract.display import is_hidden
from tests.analysis.hostile import DEFINITIONS
from tests.analysis.making import tool

CORPUS = Path(__file__).parents[4] / "shared" / "corpus"
STRING = {"type": "string"}
INTEGER = {"type": "integer"}


def shape(raw: Any) -> Shape:
    return shape_of(ToolDefinition(raw=raw, position=0))


def taking(*required: str, **optional: Any) -> dict[str, Any]:
    """A tool that requires these strings and may take what else is given."""
    properties = {**dict.fromkeys(required, STRING), **optional}
    schema = {"type": "object", "properties": properties, "required": list(required)}
    return tool("t", inputSchema=schema)


def gate(a: Any, b: Any) -> Gate:
    return Gates().gate(shape(a), shape(b), ("one", "two"))


def test_equal_requirements_pass_in_both_directions() -> None:
    found = gate(taking("path"), taking("path", head=INTEGER))
    assert (found.overlap, found.a_to_b, found.b_to_a) == (Answer.YES, Answer.YES, Answer.YES)
    assert found.reasons == (
        "both require `path`, which takes values that fit both: string",
        "every call of two is valid for one",
    )
    assert not found.vacuous


def test_an_optional_name_that_the_other_requires_makes_one_direction() -> None:
    found = gate(taking("path", head=INTEGER), taking("path", "head"))
    assert found.overlap is Answer.NO  # head: integer against string
    found = gate(taking("path", head=STRING), taking("path", "head"))
    assert (found.overlap, found.a_to_b, found.b_to_a) == (Answer.YES, Answer.NO, Answer.YES)
    assert "two requires `head`, which takes values that fit both: string" in found.reasons


def test_a_name_that_the_other_lacks_stops_the_pair_and_is_named() -> None:
    found = gate(taking("path"), taking("paths"))
    assert not found.substitutable
    assert found.reasons == (
        "one requires `path`, which two lacks",
        "two requires `paths`, which one lacks",
    )


def test_values_that_never_fit_both_stop_the_pair_and_both_types_are_said() -> None:
    found = gate(taking("id"), taking(id=INTEGER))
    assert not found.substitutable
    assert found.reasons == ("no value of `id` fits both: string in one, integer in two",)


def test_a_name_required_and_declared_nowhere_counts_as_known() -> None:
    ghost = tool("t", inputSchema={"type": "object", "required": ["id"]})
    assert gate(ghost, taking("id")).overlap is Answer.YES


def test_no_requirement_on_either_side_passes_and_says_so() -> None:
    found = gate(taking(), taking(limit=INTEGER))
    assert found.vacuous
    assert found.reasons[0] == "neither requires a parameter"


@pytest.mark.parametrize("schema", [{}, {"$schema": "x"}, [], None, "object"])
def test_a_schema_that_says_nothing_usable_passes_only_vacuously(schema: Any) -> None:
    found = gate(tool("t", inputSchema=schema), taking())
    assert found.vacuous
    assert "inputSchema" in found.reasons[0]


def test_a_schema_that_allows_no_object_lets_nothing_through() -> None:
    found = gate(tool("t", inputSchema={"type": "string"}), taking())
    assert found.reasons == ("one takes no object of arguments",)
    assert gate(tool("t", inputSchema=False), taking()).overlap is Answer.NO


def test_one_of_several_forms_is_enough() -> None:
    forms = {
        "type": "object",
        "properties": {"id": STRING, "url": STRING},
        "anyOf": [{"required": ["id"]}, {"required": ["url"]}],
    }
    both = tool("t", inputSchema=forms)
    assert gate(both, taking("url")).overlap is Answer.YES
    assert gate(both, taking("name")).overlap is Answer.NO


def test_what_is_not_understood_is_maybe_and_passes() -> None:
    odd = {"type": "object", "properties": {"p": {"not": {"type": "integer"}}}, "required": ["p"]}
    found = gate(tool("t", inputSchema=odd), taking("p"))
    assert found.overlap is Answer.MAYBE
    assert found.substitutable
    assert "may take values that fit both" in found.reasons[0]


def test_reasons_are_fit_to_be_shown() -> None:
    found = Gates().gate(shape(taking("a\x1b[2J\u202e")), shape(taking("b\n")), ("x\x07", "y"))
    assert not any(is_hidden(char) or char in "\n\t\x1b" for char in "".join(found.reasons))


@given(st.lists(DEFINITIONS, min_size=2, max_size=2))
def test_any_two_entries_get_an_answer_that_is_the_same_both_ways_round(raws: list[Any]) -> None:
    there, back = gate(raws[0], raws[1]), gate(raws[1], raws[0])
    assert there.overlap is back.overlap
    assert (there.a_to_b, there.b_to_a) == (back.b_to_a, back.a_to_b)
    assert there.reasons


def test_a_smallest_call_that_is_complete_needs_the_overlap() -> None:
    found = gate(taking("id"), taking("id"))
    assert found.a_to_b <= found.overlap


@pytest.mark.corpus
@pytest.mark.skipif(not CORPUS.is_dir(), reason="the shared folder is not beside the checkout")
def test_every_recorded_pair_has_an_answer_and_a_reason() -> None:
    gates = Gates()
    for path in sorted(CORPUS.rglob("*.json")):
        capture = read_capture(path.read_text("utf-8"), str(path))
        shapes = [shape_of(each) for each in capture.tools[:40]]
        for one, other in pairwise(shapes):
            found = gates.gate(one, other, ("one", "other"))
            assert found.reasons
            assert found.overlap is gates.overlap(other, one)


@pytest.mark.corpus
@pytest.mark.skipif(not CORPUS.is_dir(), reason="the shared folder is not beside the checkout")
def test_the_filesystem_server_keeps_28_of_its_91_pairs() -> None:
    path = CORPUS / "npm/@modelcontextprotocol/server-filesystem/2026.7.10.json"
    shapes = [shape_of(each) for each in read_capture(path.read_text("utf-8"), "fs").tools]
    gates = Gates()
    passed = [
        (one, other)
        for at, one in enumerate(shapes)
        for other in shapes[:at]
        if gates.overlap(one, other) is not Answer.NO
    ]
    assert (len(shapes), len(passed)) == (14, 28)
