"""Routes files: aliases fixed by hand, and errors that name their line."""

import json
import re

import pytest

from mcptui.analysis.routing.routes import route_table
from mcptui.analysis.routing.routes_file import KnownTools, known_tools, read_routes
from mcptui.contract.target import ConnectionKey
from mcptui.errors import ExitCode, RoutesError
from tests.analysis.making import failed, incomplete, listed

KNOWN = {
    ConnectionKey("docs_01"): KnownTools(names=frozenset({"search", "read"}), complete=True),
    ConnectionKey("cut"): KnownTools(names=frozenset({"t1"}), complete=False),
}

GOOD = """\
{"docs_search": {"connection_key": "docs_01", "upstream_name": "search"},
 "find": {"upstream_name": "search", "connection_key": "docs_01"}}
"""


def test_a_file_fixes_aliases_by_hand() -> None:
    table = read_routes(GOOD, "routes.json", KNOWN)
    assert table.aliases_of(ConnectionKey("docs_01"), "search") == ("docs_search", "find")
    assert all(route.known for route in table.routes)


def test_what_is_printed_can_be_read_back() -> None:
    table = route_table([(ConnectionKey("docs_01"), "search"), (ConnectionKey("cut"), "t1")])
    text = json.dumps(table.as_mapping(), indent=2)
    again = read_routes("\ufeff" + text, "routes.json", KNOWN)
    assert again.as_mapping() == table.as_mapping()


def test_an_incomplete_list_does_not_make_a_tool_unknown() -> None:
    text = """{"a": {"connection_key": "cut", "upstream_name": "t1"},
               "b": {"connection_key": "cut", "upstream_name": "t9"}}"""
    table = read_routes(text, "routes.json", KNOWN)
    assert [(route.alias, route.known) for route in table.routes] == [("a", True), ("b", False)]


def test_what_is_known_comes_from_the_lists_as_they_stand() -> None:
    known = known_tools([listed("docs", "a", "b"), incomplete("cut", "t1"), failed("dead")])
    assert known == {
        "docs": KnownTools(names=frozenset({"a", "b"}), complete=True),
        "cut": KnownTools(names=frozenset({"t1"}), complete=False),
        "dead": KnownTools(names=frozenset(), complete=False),
    }


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ('{"a":\n  ]', "2:3", "is not JSON"),
        ("[]", "1", "expected an object"),
        ('\n{"a": 1}', "2", "needs an object"),
        ('{"a": {"connection_key": "docs_01"}}', "1", "`a` has no upstream_name"),
        (
            '{"a": {"connection_key": "docs_01",\n"upstream_name": 3}}',
            "2",
            "upstream_name of `a` needs a text",
        ),
        ('{"a": {\n"host": "x"}}', "2", "`host` is not known here"),
        (
            '{"a": {"connection_key": "docs_01",\n"connection_key": "cut"}}',
            "2",
            "connection_key stands in `a` twice",
        ),
        (
            GOOD.replace("find", "docs_search"),
            "2",
            "the alias `docs_search` stands here twice; the first is in line 1",
        ),
        (
            '{"a": {"upstream_name": "search",\n\n"connection_key": "docs_1"}}',
            "3",
            "there is no connection `docs_1`; did you mean `docs_01`?",
        ),
        (
            '{"a": {"connection_key": "docs_01", "upstream_name":\n"write"}}',
            "1",
            "`docs_01` offers no tool `write`; known: `read`, `search`",
        ),
        ('{\n"": {"connection_key": "docs_01"}}', "2", "an alias is empty"),
        (f'{{"a":\n{"9" * 5000}}}', "1", "the alias `a` needs an object"),
        ('{"\\u001b[2J": {"connection_key": "x"}}', "1", "the alias `␛[2J` has no upstream_name"),
    ],
)
def test_an_error_names_its_line_and_what_to_do(text: str, line: str, reason: str) -> None:
    with pytest.raises(RoutesError, match=re.escape(reason)) as caught:
        read_routes(text, "routes.json", KNOWN)
    assert caught.value.place == f"routes.json:{line}"
    assert caught.value.remedy
    assert caught.value.exit_code is ExitCode.USAGE


def test_nesting_without_end_is_an_error_like_any_other() -> None:
    with pytest.raises(RoutesError, match="nested too deeply"):
        read_routes('{"a":' * 200_000, "routes.json", KNOWN)
