from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptui.viewmodel.matching import (
    Hit,
    Searchable,
    best_first,
    folded,
    query_of,
    search,
    search_alike,
    searchable,
)


def text(
    name: str,
    *,
    key: str = "docs",
    title: str = "",
    description: str = "",
    parameters: Sequence[str] = (),
    states: Sequence[str] = (),
) -> Searchable:
    return searchable(
        alias=f"{key}_{name}",
        name=name,
        title=title,
        description=description,
        parameters=parameters,
        connection=key,
        states=frozenset(states),
    )


TOOLS = (
    text("write_file", description="Writes; to read use read_file", parameters=("path",)),
    text("list_files", title="Read a folder", parameters=("folder", "limit")),
    text("already_there", description="An unrelated tool"),
    text(
        "read_text_file", description="Reads text", parameters=("path", "tail"), states=("drifted",)
    ),
    text("read_file", key="web", parameters=("url",), states=("pinned", "risk")),
)


def found(typed: str, texts: Sequence[Searchable] = TOOLS) -> list[str]:
    hits = [hit for hit in search(query_of(typed), texts, range(len(texts))) if hit is not None]
    return [texts[hit.index].alias for hit in best_first(hits)]


def one(typed: str, *texts: Searchable) -> Hit:
    (hit,) = (hit for hit in search(query_of(typed), texts, range(len(texts))) if hit is not None)
    return hit


def test_names_come_before_titles_and_titles_before_descriptions() -> None:
    assert found("read") == [
        "web_read_file",
        "docs_read_text_file",
        "docs_already_there",
        "docs_list_files",
        "docs_write_file",
    ]


def test_all_words_must_be_found() -> None:
    assert found("read text") == ["docs_read_text_file"]
    assert found("read zzz") == []


def test_parameters_are_looked_through() -> None:
    assert found("limit") == ["docs_list_files"]
    assert one("limit", TOOLS[1]).parameters == ((1, ((0, 5),)),)


@pytest.mark.parametrize("typed", ["rtf", "rete", "readte", "retefi"])
def test_beginnings_of_the_words_of_a_name_are_enough(typed: str) -> None:
    assert found(typed) == ["docs_read_text_file"]


def test_beginnings_are_marked_in_name_and_alias() -> None:
    hit = one("rtf", TOOLS[3])
    assert hit.name == ((0, 1), (5, 6), (10, 11))
    assert hit.alias == ((5, 6), (10, 11), (15, 16))


def test_beginnings_may_be_capitals_inside_a_name() -> None:
    assert one("gui", text("getUserInfo")).name == ((0, 1), (3, 4), (7, 8))


def test_a_word_is_marked_where_it_stands() -> None:
    hit = one("file", TOOLS[4])
    assert hit.name == ((5, 9),)
    assert hit.alias == ((9, 13),)


def test_a_slip_of_the_finger_counts_only_in_the_forgiving_search() -> None:
    texts = (text("search_pages"), text("delete_page"))
    query = query_of("serach")
    assert [*search(query, texts, range(2))] == [None, None]
    first, second = search_alike(query, texts, range(2))
    assert first is not None
    assert second is None


def test_slips_are_forgiven_in_parameters_and_texts_too() -> None:
    texts = (text("a", parameters=("description",)), text("b", description="Counts repositories"))
    for typed, index in (("descripton", 0), ("repositores", 1)):
        hits = [hit for hit in search_alike(query_of(typed), texts, range(2)) if hit is not None]
        assert [hit.index for hit in hits] == [index]


def test_states_and_connections_narrow() -> None:
    assert found("is:drifted") == ["docs_read_text_file"]
    assert found("is:dri") == ["docs_read_text_file"]
    assert found("on:web") == ["web_read_file"]
    assert found("on:web write") == []
    assert found("is:risk read") == ["web_read_file"]


def test_half_typed_prefixes_leave_nothing_out() -> None:
    assert query_of("is:").is_empty
    assert query_of("on: ").is_empty
    assert query_of("  ").is_empty


@pytest.mark.parametrize(
    ("earlier", "later", "narrows"),
    [
        ("re", "rea", True),
        ("read", "read te", True),
        ("read", "rea", False),
        ("read text", "read", False),
        ("read", "write", False),
        ("is", "is:", False),
        ("is:d", "is:dr", True),
        ("read", "read on:web", True),
    ],
)
def test_a_longer_query_narrows(earlier: str, later: str, narrows: bool) -> None:
    assert query_of(later).narrows(query_of(earlier)) is narrows


NAMES = st.text(alphabet="abcfst_-AB", min_size=1, max_size=12)
WORDS = st.text(alphabet="abcfst", min_size=1, max_size=4)


@given(st.lists(NAMES, min_size=1, max_size=6), WORDS, WORDS)
def test_what_narrows_finds_a_part_of_what_was_found(
    names: list[str], word: str, more: str
) -> None:
    texts = [text(name, parameters=(name[::-1],)) for name in names]
    earlier, later = query_of(word), query_of(word + more)
    assert later.narrows(earlier)

    def indexes(query: object) -> set[int]:
        found = search(query, texts, range(len(texts)))  # type: ignore[arg-type]  # a query
        return {hit.index for hit in found if hit is not None}

    assert indexes(later) <= indexes(earlier)


@given(st.text())
def test_folding_keeps_every_character_at_its_place(given_text: str) -> None:
    assert len(folded(given_text)) == len(given_text)


def test_a_name_of_a_thousand_words_is_searched_at_once() -> None:
    hostile = text("_".join(["a"] * 1000))
    assert one("aaaa", hostile).name == ((0, 1), (2, 3), (4, 5), (6, 7))
    assert [*search(query_of("a" * 30 + "b"), [hostile], [0])] == [None]


def test_alike_hits_stay_in_the_order_of_the_list() -> None:
    texts = [text("get_b"), text("get_a")]
    assert found("get", texts) == ["docs_get_b", "docs_get_a"]
