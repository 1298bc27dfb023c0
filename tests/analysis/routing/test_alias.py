"""Aliases: legal, one-to-one by more than case, and a matter of their own key and name alone."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mcptui.analysis.routing.alias import (
    DEFAULT,
    UNDERSCORES,
    AliasRules,
    alias_of,
    explained_alias,
    prefix_of,
)

BEHAVIOUR = Path(__file__).parents[2] / "cases" / "behaviour"
CORPUS = Path(__file__).parents[4] / "shared" / "corpus"
LEGAL = re.compile(r"[A-Za-z0-9_-]{1,64}\Z")
HASHED = re.compile(r"_[0-9a-f]{8}\Z")

PLUGIN = AliasRules(template="mcp__plugin_{plugin}_{key}__{tool}", plugin="cloudkit")
RULES = {
    "default": DEFAULT,
    "plugin": PLUGIN,
    "underscores": AliasRules(style=UNDERSCORES),
    "two separators": AliasRules(template="{key}__{tool}"),
    "name first": AliasRules(template="{tool}-at-{key}", limit=50),
    "no separator": AliasRules(template="{key}{tool}", limit=128),
    "bare": AliasRules(template="{tool}"),
}

NEAR = st.text(alphabet="aAbB_-.0", max_size=6)
"""Close to one another on purpose, so that separators and letter case fall together."""
ANY = st.text(
    alphabet=st.characters() | st.characters(categories=["Cs"]) | st.sampled_from("aB_-"),
    max_size=80,
)
PAIRS = st.tuples(NEAR | ANY, NEAR | ANY)


def pairs_of(case: str) -> list[tuple[str, str]]:
    given_part = json.loads((BEHAVIOUR / f"{case}.json").read_text(encoding="utf-8"))["given"]
    return [
        (connection["key"], tool["name"])
        for connection in given_part["connections"]
        for tool in connection["tools"]
    ]


@pytest.mark.parametrize(
    ("key", "tool", "alias"),
    [
        ("docs", "search", "docs_search"),
        ("docs", "read-file", "docs_read-file"),
        ("my-docs", "read_text_file", "my-docs_read_text_file"),
        ("docs", "", "docs_"),
        ("", "", "_"),
    ],
)
def test_a_plain_pair_has_a_plain_alias(key: str, tool: str, alias: str) -> None:
    assert alias_of(key, tool) == alias
    assert not explained_alias(key, tool).hashed


@pytest.mark.parametrize(
    ("key", "tool", "start"),
    [
        ("docs", "catalog.get", "docs_catalog_get_"),
        ("docs", "catalog/get", "docs_catalog_get_"),
        ("host name/ツ", "ツール", "host_name______"),
        ("docs", "\ud83d", "docs___"),
        ("docs", "n\x1b[2Jame", "docs_n__2Jame_"),
        ("my_db", "list_rows", "my_db_list_rows_"),
        ("docs", "list_1234abcd", "docs_list_1234abcd_"),
        ("docs", "getUser", "docs_getUser_"),
        ("Docs", "get", "Docs_get_"),
    ],
)
def test_a_hash_ends_what_does_not_name_one_pair_for_sure(key: str, tool: str, start: str) -> None:
    alias = alias_of(key, tool)
    assert alias.startswith(start)
    assert HASHED.search(alias)
    assert LEGAL.match(alias)


def test_an_alias_says_what_became_of_its_name() -> None:
    changed = explained_alias("docs", "a.b")
    assert (changed.changed, changed.shortened, changed.ambiguous) == (True, False, False)
    ambiguous = explained_alias("my_db", "list")
    assert (ambiguous.changed, ambiguous.shortened, ambiguous.ambiguous) == (False, False, True)
    cut = explained_alias("docs", "x" * 60)
    assert (cut.changed, cut.shortened, cut.ambiguous) == (False, True, False)
    assert (len(cut.text), cut.full_length) == (64, 65)


def test_names_that_differ_in_letter_case_get_aliases_that_differ_in_more() -> None:
    one, other = (alias_of(*pair) for pair in pairs_of("names-case-only-difference"))
    assert one.lower() != other.lower()


def test_dots_slashes_and_underscores_stay_apart() -> None:
    aliases = [alias_of(*pair) for pair in pairs_of("names-dots-and-slashes")]
    assert len(set(aliases)) == 3
    assert all(LEGAL.match(alias) for alias in aliases)


def test_a_separator_in_the_key_leads_nowhere_else() -> None:
    pairs = pairs_of("names-key-with-underscore")
    before = {pair: alias_of(*pair) for pair in pairs}
    assert len(set(before.values())) == 3
    assert before["db", "list_rows"] == "db_list_rows"
    assert alias_of("mine", "db_list_rows") not in before.values()


def test_a_cut_alias_keeps_the_verb_and_says_that_it_was_cut() -> None:
    create, delete = (explained_alias(*pair) for pair in pairs_of("names-truncation-collision"))
    assert "_createWorkspacePage" in create.text
    assert "_deleteWorkspacePage" in delete.text
    assert create.text != delete.text
    for alias in (create, delete):
        assert len(alias.text) <= 64
        assert alias.shortened
        assert alias.full_length == 83


def test_a_long_first_word_is_kept_where_it_fits() -> None:
    verb = "synchronise" * 4
    assert f"_{verb}_" in alias_of("k" * 60, f"{verb}_everything_there_is")


def test_length_is_counted_with_the_prefix_of_the_template() -> None:
    query, listing = (
        explained_alias(*pair, PLUGIN) for pair in pairs_of("names-plugin-prefix-repeat")
    )
    assert (query.full_length, listing.full_length) == (65, 49)
    assert (query.shortened, listing.shortened) == (True, False)
    assert listing.text == "mcp__plugin_cloudkit_cloudkit-observability__list"
    assert len(query.text) <= 64
    assert "__query_worker_metrics_" in query.text
    assert prefix_of("cloudkit-observability", PLUGIN) == (
        "mcp__plugin_cloudkit_cloudkit-observability__"
    )
    assert prefix_of("docs", RULES["bare"]) == ""
    assert prefix_of("docs", AliasRules(template="mcp_{tool}_at_{key}")) == "mcp_"


def test_a_template_without_the_key_cuts_the_name_alone() -> None:
    alias = explained_alias("docs", "x" * 70, RULES["bare"])
    assert alias.text.startswith("x" * 55 + "_")
    assert (len(alias.text), alias.full_length, alias.ambiguous) == (64, 70, True)


def test_a_style_without_hyphens_replaces_them() -> None:
    (pair,) = pairs_of("names-upstream-name-kept")
    alias = alias_of(*pair, AliasRules(style=UNDERSCORES))
    assert re.fullmatch(r"cal_calendar_write_event_[0-9a-f]{8}", alias)
    assert alias_of(*pair) == "cal_calendar-write-event"


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: AliasRules(template="{key}"), "needs {tool} once"),
        (lambda: AliasRules(template="{tool}_{tool}"), "needs {tool} once"),
        (lambda: AliasRules(template="{host}_{tool}"), "names {host}"),
        (lambda: AliasRules(template="{plugin}_{tool}"), "no plugin is set"),
        (lambda: AliasRules(template="{key}.{tool}"), "holds '.'"),
        (lambda: AliasRules(template="{key}-{tool}", style=UNDERSCORES), "holds '-'"),
        (lambda: AliasRules(style="shouted"), "style is one of"),
        (lambda: AliasRules(limit=20), "this template needs 22"),
    ],
)
def test_rules_that_cannot_hold_are_refused_with_the_reason(
    make: Callable[[], AliasRules], reason: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        make()


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())
@given(pairs=st.lists(PAIRS, unique=True, max_size=12))
@example(pairs=[("my", "db_list_rows"), ("my_db", "list_rows"), ("db", "list_rows")])
@example(pairs=[("a_", "b"), ("a", "_b"), ("a_", "_b"), ("a", "b"), ("A", "b")])
def test_aliases_are_legal_and_one_to_one_by_more_than_case(
    rules: AliasRules, pairs: list[tuple[str, str]]
) -> None:
    aliases = [alias_of(key, tool, rules) for key, tool in pairs]
    alphabet = "A-Za-z0-9_" if rules.style == UNDERSCORES else "A-Za-z0-9_-"
    for alias in aliases:
        assert re.fullmatch(f"[{alphabet}]{{1,{rules.limit}}}", alias)
    assert len({alias.lower() for alias in aliases}) == len(pairs)


@given(pair=PAIRS, hashed=PAIRS)
def test_no_plain_alias_looks_like_a_hashed_one(
    pair: tuple[str, str], hashed: tuple[str, str]
) -> None:
    imitation = alias_of(*hashed).split("_", 1)
    for key, tool in (pair, (imitation[0], "_".join(imitation[1:]))):
        alias = explained_alias(key, tool)
        assert alias.hashed == bool(HASHED.search(alias.text))


@pytest.mark.corpus
@pytest.mark.skipif(not CORPUS.is_dir(), reason="no shared folder beside the checkout")
def test_all_tools_of_all_recorded_servers_have_aliases_of_their_own() -> None:
    newest: dict[str, list[str]] = {}
    for file in sorted(CORPUS.glob("*/**/*.json")):
        recorded = json.loads(file.read_text(encoding="utf-8"))
        names = newest.setdefault(recorded["server"]["package"], [])
        names.extend(tool["name"] for tool in recorded["tools"])
    pairs = {(package, name) for package, names in newest.items() for name in names}
    assert len(newest) == 72
    assert len(pairs) > 2_800
    for rules in RULES.values():
        aliases = {alias_of(key, tool, rules).lower() for key, tool in pairs}
        assert len(aliases) == len(pairs)
    assert all(LEGAL.match(alias_of(*pair)) for pair in pairs)
