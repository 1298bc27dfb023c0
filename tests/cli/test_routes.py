"""`mcptui routes`: which alias leads where, and aliases fixed by hand."""

import json
import re

import pytest

from mcptui.errors import ExitCode
from tests.cli.shell import Shell, tool

SEARCH = '{"connection_key": "docs", "upstream_name": "search"}'


def _two(shell: Shell) -> list[str]:
    docs = shell.capture("docs.json", tool("search"), tool("read page"))
    calendar = shell.capture("calendar.json", tool("search"))
    return [docs, calendar]


def test_the_json_is_the_mapping_and_nothing_else(shell: Shell) -> None:
    ran = shell("routes", *_two(shell), "--format", "json")
    assert (ran.code, ran.err) == (ExitCode.FINE, "")
    routes = ran.json()
    assert list(routes) == sorted(routes)
    assert routes["docs_search"] == {"connection_key": "docs", "upstream_name": "search"}
    assert routes["calendar_search"]["connection_key"] == "calendar"
    (spaced,) = (alias for alias, route in routes.items() if route["upstream_name"] == "read page")
    assert re.fullmatch("docs_read_page_[0-9a-f]{8}", spaced)


def test_the_text_has_a_line_an_alias(shell: Shell) -> None:
    ran = shell("routes", *_two(shell))
    assert len(re.findall("─▶ +docs +─▶", ran.out)) == 2
    assert ran.out.endswith("3 routes\n")


@pytest.mark.parametrize(
    "case_id", ["names-key-with-underscore", "names-dots-and-slashes", "names-truncation-collision"]
)
def test_every_tool_has_an_alias_of_its_own(shell: Shell, case_id: str) -> None:
    options = shell.case(case_id)
    routes = shell("routes", *options, "--format", "json").json()
    tools = shell("tools", *options, "--format", "json").json()["tools"]
    pairs = {(route["connection_key"], route["upstream_name"]) for route in routes.values()}
    assert len(pairs) == len(routes) == len(tools)
    assert pairs == {(found["connection_key"], found["tool"]) for found in tools}
    assert all(re.fullmatch("[A-Za-z0-9_-]{1,64}", alias) for alias in routes)
    assert {found["alias"] for found in tools} == set(routes)


def test_what_it_prints_can_be_given_back(shell: Shell) -> None:
    captures = _two(shell)
    printed = shell("routes", *captures, "--format", "json").out
    shell.write("routes.json", printed)
    ran = shell("routes", *captures, "--routes", "routes.json", "--format", "json")
    assert (ran.code, ran.out) == (ExitCode.FINE, printed)


def test_an_alias_fixed_by_hand_stands_in_the_place_of_ours(shell: Shell) -> None:
    captures = _two(shell)
    fixed = {"find": {"connection_key": "docs", "upstream_name": "search"}}
    shell.write("routes.json", fixed)
    ran = shell("routes", *captures, "--routes", "routes.json", "--format", "json")
    routes = ran.json()
    assert routes["find"] == fixed["find"]
    assert "docs_search" not in routes
    assert len(routes) == 3


@pytest.mark.parametrize("format_name", ["text", "json"])
def test_a_tool_whose_alias_was_given_to_another_is_told(shell: Shell, format_name: str) -> None:
    captures = _two(shell)
    fixed = {"docs_search": {"connection_key": "calendar", "upstream_name": "search"}}
    shell.write("routes.json", fixed)
    ran = shell("routes", *captures, "--routes", "routes.json", "--format", format_name)
    assert ran.code == ExitCode.FINDINGS
    assert "docs/search has no alias: others claim `docs_search` too" in ran.err
    fixed["find"] = {"connection_key": "docs", "upstream_name": "search"}
    shell.write("routes.json", fixed)
    ran = shell("routes", *captures, "--routes", "routes.json", "--format", format_name)
    assert (ran.code, ran.err) == (ExitCode.FINE, "")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("{", "routes.json:1:2"),
        (f'{{\n"a": {SEARCH},\n"a": {SEARCH}}}', "routes.json:3"),
        ('{\n"a": {"connection_key": "dcos", "upstream_name": "search"}}', "routes.json:2"),
        ('{\n\n"a": {"connection_key": "docs", "upstream_name": "serch"}}', "routes.json:3"),
        ("[]", "routes.json"),
    ],
    ids=["cut", "twice", "unknown key", "unknown tool", "no object"],
)
def test_a_mistake_in_a_routes_file_is_an_error_with_its_line(
    shell: Shell, text: str, place: str
) -> None:
    captures = _two(shell)
    shell.write("routes.json", text)
    ran = shell("routes", *captures, "--routes", "routes.json", "--format", "json")
    assert (ran.code, ran.out) == (ExitCode.USAGE, "")
    assert ran.complaint.startswith(f"mcptui: {place}")


def test_a_missing_routes_file_is_told_before_a_server_starts(shell: Shell) -> None:
    server, record = shell.server({"key": "a", "tools": [tool("a")]})
    ran = shell("routes", "--server", server, "--routes", "none.json")
    assert ran.code == ExitCode.USAGE
    assert "none.json: there is no such file" in ran.complaint
    assert record.lines() == []


def test_a_tool_that_an_incomplete_list_lacks_is_no_error(shell: Shell) -> None:
    options = shell.case("lists-page-two-fails")
    fixed = {"x": {"connection_key": "big", "upstream_name": "t4"}}
    shell.write("routes.json", fixed)
    ran = shell("routes", *options, "--routes", "routes.json", "--format", "json")
    assert ran.code == ExitCode.UNREACHABLE
    assert ran.json()["x"] == fixed["x"]
    assert json.dumps(ran.json()) == json.dumps(dict(sorted(ran.json().items())))
