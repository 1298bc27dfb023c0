"""Definitions and captures answer for what was sent, whatever that is."""

from typing import Any

import pytest

from mcptui.contract.capture import Capture, Profile
from mcptui.contract.definition import MISSING, ToolDefinition


def _tool(raw: Any) -> ToolDefinition:
    return ToolDefinition(raw=raw, position=0)


@pytest.mark.parametrize(
    ("raw", "title"),
    [
        ({"title": "T", "annotations": {"title": "A"}}, "T"),
        ({"title": "", "annotations": {"title": "A"}}, ""),
        ({"annotations": {"title": "A"}}, "A"),
        ({"annotations": {"title": 1}}, None),
        ({"annotations": []}, None),
        ({"title": 1}, None),
        ({}, None),
        ([], None),
    ],
)
def test_the_title_is_the_tools_own_or_that_of_its_annotations(raw: Any, title: Any) -> None:
    assert _tool(raw).title == title


def test_a_member_of_the_wrong_kind_is_no_text() -> None:
    assert _tool({"name": 1, "description": None}).name is None
    assert _tool({"name": "", "description": None}).description is None
    assert _tool({"name": "x"}).name == "x"
    assert _tool({"x": None}).member("x") is None
    assert _tool({}).member("x") is MISSING
    assert _tool("name").member("name") is MISSING


def test_a_capture_answers_for_what_the_server_said_of_itself() -> None:
    said: dict[str, Any] = {"serverInfo": {}, "instructions": "i", "capabilities": {"tools": {}}}
    capture = Capture(server=said, profile=Profile(), complete=True)
    assert capture.server_info == {}
    assert capture.instructions == "i"
    assert capture.capabilities == {"tools": {}}
    odd: dict[str, Any] = {"serverInfo": [], "instructions": 1, "capabilities": None}
    capture = Capture(server=odd, profile=Profile(), complete=True)
    assert (capture.server_info, capture.instructions, capture.capabilities) == (None, None, None)
