"""What makes two tools alike and what tells them apart, one rule at a time."""

import os
import subprocess
import sys
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcptui.analysis.affinity.pairs import PairList, Row, pairs_of
from mcptui.analysis.affinity.prepared import PairTool
from mcptui.analysis.affinity.terms import Part
from mcptui.contract.definition import ToolDefinition
from mcptui.contract.target import ConnectionKey
from tests.analysis.affinity.making import pair_tool, row
from tests.analysis.hostile import DEFINITIONS


def evidence(found: Row, part: Part) -> str:
    return next(term.evidence for term in found.terms if term.term is part)


def test_opposed_verbs_veto_and_the_words_and_their_places_are_said() -> None:
    text = "the label with the given name in the given project."
    found = row(
        pair_tool("create_label", f"Create {text}", "project", "name"),
        pair_tool("delete_label", f"Delete {text}", "project", "name"),
    )
    assert found.affinity == 0
    assert found.veto is not None
    assert (found.veto.kind, found.veto.a_word, found.veto.b_word) == ("verb", "create", "delete")
    assert found.veto.where == "name"
    assert found.list is None


def test_a_verb_of_the_description_vetoes_where_the_name_has_none() -> None:
    found = row(
        pair_tool("label", "Removes a label from a project.", "project"),
        pair_tool("read_label", "Reads a label of a project.", "project"),
    )
    assert found.veto is not None
    assert (found.veto.a_word, found.veto.where) == ("removes", "description and name")


def test_words_that_are_no_verbs_do_not_veto() -> None:
    found = row(
        pair_tool("git_diff_staged", "Shows changes that are staged for commit", "repo_path"),
        pair_tool("git_diff_unstaged", "Shows changes that are not yet staged", "repo_path"),
        pair_tool("git_log", "Shows the commit log", "repo_path"),
        pair_tool("git_add", "Adds file contents to the index", "repo_path"),
    )
    assert found.veto is None
    assert found.flagged


def test_a_noun_that_each_text_owns_tells_a_parallel_family_apart() -> None:
    family = [
        pair_tool(f"list_{noun}", f"List all {noun} of the organisation with paging.", limit={})
        for noun in ("teams", "invoices", "webhooks", "labels")
    ]
    pairs = pairs_of(family)
    assert not pairs.reported()
    assert evidence(pairs.row(0, 1), Part.OBJECT) == (
        "only list_teams: team; only list_invoices: invoice"
    )


def test_an_edition_of_the_same_tool_is_reported() -> None:
    found = row(
        pair_tool("search_notes", "Search the notes by a query.", "query"),
        pair_tool("search_notes_advanced", "Search the notes by a query, with filters.", "query"),
        pair_tool("delete_note", "Delete a note.", "id"),
    )
    assert found.list is PairList.SILENT


def test_synonyms_of_verb_and_noun_are_the_same_tool_told_twice() -> None:
    found = row(
        pair_tool("fetch_folder", "Fetch a folder of the drive.", "path"),
        pair_tool("get_directory", "Get a directory of the drive.", "path"),
        pair_tool("send_mail", "Send a mail.", "to"),
    )
    assert found.flagged


def test_one_and_many_of_a_change_are_reported_though_the_gate_fails() -> None:
    many = {"type": "array", "items": {"type": "string"}}
    found = row(
        pair_tool("close_ticket", "Close a ticket.", "id"),
        pair_tool("close_tickets", "Close several tickets.", ids=many),
        pair_tool("list_users", "List users."),
    )
    assert not found.gate.substitutable
    assert found.list is PairList.LOUD
    assert not found.flagged


def test_one_item_by_its_id_is_told_apart_from_the_list_of_all() -> None:
    found = row(
        pair_tool("get_ticket", "Get a ticket of the project.", "ticket_id"),
        pair_tool("list_tickets", "List the tickets of the project."),
    )
    assert found.list is None
    assert evidence(found, Part.SCOPE) == "one item by what names it, against many"


def test_a_count_is_told_apart_from_what_it_counts() -> None:
    found = row(
        pair_tool("list_tickets", "List the tickets."),
        pair_tool("list_ticket_count", "List the number of tickets."),
    )
    assert found.list is None
    assert evidence(found, Part.SCOPE) == "a count beside what it counts"


def test_the_same_tool_at_two_servers_is_reported() -> None:
    found = row(
        pair_tool("search", "Search the documentation.", "query", key="docs_01"),
        pair_tool("search", "Search appointments.", "query", key="calendar_02"),
        pair_tool("create_event", "Create an appointment.", "title", key="calendar_02"),
    )
    assert found.flagged
    assert "both take exactly the same calls" in found.gate.reasons


def test_two_namespaces_of_one_server_are_two_things() -> None:
    one = [pair_tool(f"jira_{rest}", "", "id") for rest in ("add_comment", "run", "stop")]
    other = [pair_tool(f"wiki_{rest}", "", "id") for rest in ("add_comment", "test", "merge")]
    pairs = pairs_of([*one, *other])
    alone = pairs_of([pair_tool("jira_add_comment", "", "id"), pair_tool("add_comment", "", "id")])
    assert pairs.affinity(0, 3) < alone.affinity(0, 1)
    assert evidence(pairs.row(0, 3), Part.OBJECT) == (
        "only jira_add_comment: jira; only wiki_add_comment: wiki"
    )


def test_naming_the_other_is_evidence_and_clears_nothing() -> None:
    found = row(
        pair_tool("read_file", "Read a file. Deprecated: use read_text_file instead.", "path"),
        pair_tool("read_text_file", "Read a file as text.", "path"),
        pair_tool("list_directory", "List a directory.", "path"),
    )
    assert evidence(found, Part.MENTION) == "read_file names read_text_file"
    assert found.flagged


@pytest.mark.parametrize(
    ("a", "b", "other"),
    [
        (
            ("ファイル検索", "ファイルを検索する。"),
            ("高度ファイル検索", "ファイルを高度に検索する。"),
            ("ファイル削除", "ファイルを削除する。"),
        ),
        (
            ("搜索文件", "按名称搜索文件。"),
            ("文件查找", "按名称搜索文件。"),
            ("删除文件", "删除文件。"),
        ),
        (
            ("파일_검색", "이름으로 파일을 검색합니다."),
            ("파일검색", "이름으로 파일을 검색합니다."),
            ("파일_삭제", "파일을 삭제합니다."),
        ),
    ],
)
def test_languages_without_spaces_are_read_too(
    a: tuple[str, str], b: tuple[str, str], other: tuple[str, str]
) -> None:
    pairs = pairs_of([pair_tool(*each, "path") for each in (a, b, other)])
    assert pairs.row(0, 1).flagged
    assert pairs.row(0, 2).veto is not None


def test_camel_case_is_no_other_tool_than_snake_case() -> None:
    found = row(
        pair_tool("readTextFile", "Read a file as text.", "path", key="a"),
        pair_tool("read_text_file", "Read a file as text.", "path", key="b"),
    )
    assert found.affinity > 0.8


def test_shares_of_a_row_add_up_to_its_affinity() -> None:
    found = row(
        pair_tool("list_directory", "List what a directory holds.", "path"),
        pair_tool("list_directory_with_sizes", "List what a directory holds, with sizes.", "path"),
        pair_tool("read_file", "Read a file.", "path"),
    )
    assert sum(term.share for term in found.terms) == pytest.approx(found.affinity)


NAMES = st.sampled_from(
    [
        "read_file",
        "write_file",
        "getUser",
        "list_users",
        "deleteUser",
        "search",
        "検索",
        "t",
        "",
        "x_y",
    ]
)
TEXTS = st.sampled_from(
    [
        "",
        "Read a file.",
        "Write a file. See read_file.",
        "Search users by name.",
        "ユーザーを削除する",
    ]
)
TOOLS = st.builds(
    lambda name, text, required, key: pair_tool(name, text, *required, key=key),
    NAMES,
    TEXTS,
    st.lists(st.sampled_from(["path", "id", "user_id", "query"]), unique=True, max_size=2),
    st.sampled_from(["a", "b"]),
)


@given(st.lists(TOOLS, min_size=2, max_size=6))
def test_affinity_lies_in_range_is_0_under_veto_and_flags_only_what_passes_the_gate(
    tools: list[PairTool],
) -> None:
    pairs = pairs_of(tools)
    for a, b in combinations(range(len(tools)), 2):
        found = pairs.row(a, b)
        assert 0 <= found.affinity <= 1
        assert 0 <= found.cosine <= 1
        assert found.affinity == pairs.affinity(b, a)
        assert not (found.veto and found.affinity)
        assert not found.flagged or found.gate.substitutable
        assert found.gate.substitutable == pairs.is_substitutable(a, b)


@given(st.lists(TOOLS, min_size=2, max_size=6), st.randoms(use_true_random=False))
def test_order_and_connection_keys_change_no_score(tools: list[PairTool], random: Any) -> None:
    places = list(range(len(tools)))
    random.shuffle(places)
    renamed = {"a": ConnectionKey("zz"), "b": ConnectionKey("c")}
    moved = [PairTool(key=renamed[tools[at].key], definition=tools[at].definition) for at in places]
    before, after = pairs_of(tools), pairs_of(moved)
    assert before.counts == after.counts
    for a, b in combinations(range(len(tools)), 2):
        assert after.affinity(a, b) == before.affinity(places[a], places[b])


@settings(max_examples=50)
@given(st.lists(DEFINITIONS, min_size=2, max_size=4))
def test_anything_a_server_sends_gets_a_row(raws: list[Any]) -> None:
    tools = [
        PairTool(key=ConnectionKey("k"), definition=ToolDefinition(raw=raw, position=at))
        for at, raw in enumerate(raws)
    ]
    pairs = pairs_of(tools)
    for a, b in combinations(range(len(tools)), 2):
        assert pairs.row(a, b).gate.reasons


def test_scores_do_not_depend_on_the_hash_seed() -> None:
    code = (
        "from tests.analysis.affinity.making import pair_tool\n"
        "from mcptui.analysis.affinity.pairs import pairs_of\n"
        "names = ['read_text_file', 'get_file', 'list_file_sizes', 'show_folder_tree', 'find']\n"
        "tools = [pair_tool(n, f'{n} reads the file, tree or folder of a path.', 'path')"
        " for n in names]\n"
        "pairs = pairs_of(tools)\n"
        "print([repr(pairs.row(a, b)) for a in range(5) for b in range(a + 1, 5)])\n"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
            timeout=60,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1


def test_a_search_is_told_apart_from_reading_what_is_known_by_its_id() -> None:
    found = row(
        pair_tool("payments_search", "Search payments by company.", company_id={"type": "string"}),
        pair_tool("payments_get", "Get a payment by its id.", "id"),
    )
    assert found.list is None
    assert evidence(found, Part.SCOPE)


def test_articles_in_a_name_do_not_hide_its_head() -> None:
    found = row(
        pair_tool("reach_removeAContactFromATag", "Remove a contact from a tag.", "tag_id"),
        pair_tool("reach_deleteATag", "Delete a tag and its contacts.", "tag_id"),
    )
    assert evidence(found, Part.OBJECT) == "only reach_removeAContactFromATag: contact"


def test_a_tool_of_unknown_action_is_hardly_taken_for_one_that_deletes() -> None:
    text = "the contact of a company."
    tools = [
        pair_tool("contact_sheet", f"Sheet of {text}", "contact_id"),
        pair_tool("contact_delete", f"Delete {text}", "contact_id"),
        pair_tool("contact_get", f"Get {text}", "contact_id"),
    ]
    pairs = pairs_of(tools)
    assert pairs.affinity(0, 1) < pairs.affinity(0, 2)
