"""The route table: whole aliases only, nothing overwritten, nothing guessed."""

import json
from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from mcptui.analysis.routing.alias import alias_of
from mcptui.analysis.routing.routes import Pair, Route, RouteTable, route_table, table_of
from mcptui.contract.target import ConnectionKey

KEYS = st.text(alphabet="ab_-.A", max_size=4).map(ConnectionKey)
PAIRS = st.tuples(KEYS, st.text(max_size=6) | st.text(alphabet="ab_-.A", max_size=4))


def pair(key: str, name: str) -> Pair:
    return ConnectionKey(key), name


def by_hand(**routes: Pair) -> RouteTable:
    return table_of(
        Route(alias=alias, connection_key=key, upstream_name=name)
        for alias, (key, name) in routes.items()
    )


def colliding_names(key: str) -> tuple[str, str]:
    """Two names whose aliases are equal to the last hexadecimal digit."""
    seen: dict[str, str] = {}
    for number in count(0x4E00):
        name = "".join(chr(0x4E00 + digit) for digit in divmod(number, 0x5000))
        alias = alias_of(key, name)
        if alias in seen:
            return seen[alias], name
        seen[alias] = name
    raise NotImplementedError


def test_an_alias_leads_to_its_tool_and_only_whole() -> None:
    table = route_table([pair("docs", "search"), pair("cal", "search")])
    route = table.lookup("docs_search")
    assert route is not None
    assert route.pair == ("docs", "search")
    for near in ("docs_searc", "docs", "search", "docs_search ", "DOCS_SEARCH", "docs_search_now"):
        assert table.lookup(near) is None


def test_a_bare_name_names_all_its_tools_and_picks_none() -> None:
    table = route_table([pair("ocean", "run_query"), pair("click", "run_query")])
    assert [route.alias for route in table.lookup_bare("run_query")] == [
        "ocean_run_query",
        "click_run_query",
    ]
    assert table.lookup("run_query") is None
    assert table.lookup_bare("run") == ()


def test_a_name_that_one_server_lists_twice_has_one_alias() -> None:
    table = route_table([pair("dup", "export"), pair("dup", "export"), pair("dup", "other")])
    assert [route.alias for route in table.routes] == ["dup_export", "dup_other"]
    assert table.doubled == ()


def test_an_alias_that_two_tools_claim_leads_to_neither() -> None:
    one, other = colliding_names("k")
    table = route_table([pair("k", one), pair("k", other), pair("k", "fine")])
    (doubled,) = table.doubled
    assert [claim.upstream_name for claim in doubled.claims] == [one, other]
    assert doubled.winner is None
    assert table.lookup(doubled.alias) is None
    assert table.aliases_of(ConnectionKey("k"), one) == ()
    assert [route.upstream_name for route in table.routes] == ["fine"]


def test_a_route_made_by_hand_stands_and_its_tool_gets_no_other_alias() -> None:
    fixed = by_hand(find=pair("docs", "search"))
    table = route_table([pair("docs", "search"), pair("docs", "read")], fixed=fixed)
    assert list(table.as_mapping()) == ["docs_read", "find"]
    assert table.aliases_of(ConnectionKey("docs"), "search") == ("find",)


def test_no_tool_takes_an_alias_that_was_given_by_hand() -> None:
    fixed = by_hand(docs_search=pair("cal", "search"))
    table = route_table([pair("docs", "search"), pair("cal", "search")], fixed=fixed)
    route = table.lookup("docs_search")
    assert route is not None
    assert route.pair == ("cal", "search")
    assert table.aliases_of(ConnectionKey("docs"), "search") == ()
    (doubled,) = table.doubled
    assert doubled.winner == route
    assert [lost.pair for lost in table.lost_routes()] == [("docs", "search")]


def test_the_json_form_is_sorted_and_exact() -> None:
    table = route_table([pair("docs", "search"), pair("cal", "a.b")])
    mapping = table.as_mapping()
    assert list(mapping) == sorted(mapping)
    assert mapping["docs_search"] == {"connection_key": "docs", "upstream_name": "search"}
    assert {route["upstream_name"] for route in mapping.values()} == {"search", "a.b"}
    json.dumps(mapping)


@given(pairs=st.lists(PAIRS, max_size=10), more=st.lists(PAIRS, max_size=5))
def test_every_alias_leads_back_whatever_comes_first_or_is_added(
    pairs: list[Pair], more: list[Pair]
) -> None:
    table = route_table(pairs)
    for key, name in pairs:
        (alias,) = table.aliases_of(key, name)
        route = table.lookup(alias)
        assert route is not None
        assert route.pair == (key, name)
    reverse = route_table(reversed(pairs))
    assert reverse.as_mapping() == table.as_mapping()
    grown = route_table([*more, *pairs]).as_mapping()
    assert {alias: grown[alias] for alias in table.by_alias} == table.as_mapping()
