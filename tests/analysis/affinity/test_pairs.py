"""All pairs together: counts, lists, switches, blocking."""

import random
import subprocess
import sys
from itertools import combinations

import pytest

from mcptui.analysis.affinity import text
from mcptui.analysis.affinity.answer import Answer
from mcptui.analysis.affinity.blocking import affinity_candidates, gate_candidates
from mcptui.analysis.affinity.gate import Gates
from mcptui.analysis.affinity.pairs import (
    PairList,
    Pairs,
    ablation,
    pairs_of,
    scanned,
    watched_from,
)
from mcptui.analysis.affinity.prepared import PairTool, prepared, tools_of
from mcptui.analysis.affinity.terms import Part, Switches, object_of
from mcptui.contract.capture_file import read_capture
from mcptui.contract.definition import ToolDefinition
from mcptui.contract.target import ConnectionKey
from tests.analysis.affinity.making import pair_tool, row_of
from tests.analysis.affinity.truth import CORPUS

on_corpus = pytest.mark.skipif(
    not CORPUS.is_dir(), reason="the shared folder is not beside the checkout"
)


def recorded(file: str) -> tuple[PairTool, ...]:
    capture = read_capture((CORPUS / file).read_text("utf-8"), file)
    return tools_of(ConnectionKey(file), capture)


@pytest.fixture(scope="module")
def filesystem() -> Pairs:
    return pairs_of(recorded("npm/@modelcontextprotocol/server-filesystem/2026.7.10.json"))


@pytest.mark.corpus
@on_corpus
def test_the_filesystem_server_has_the_published_counts_and_a_fifth_flag(
    filesystem: Pairs,
) -> None:
    counts = filesystem.counts
    assert (counts.pairs, counts.gated_out, counts.substitutable) == (91, 63, 28)
    assert counts.cosine_at_least_0_85 == 0
    flagged = {
        tuple(sorted(filesystem.tools[at].name for at in place))
        for place in filesystem.ranked(only=PairList.SILENT)
    }
    assert flagged == {
        ("directory_tree", "list_directory"),
        ("list_directory", "list_directory_with_sizes"),
        ("read_file", "read_media_file"),
        ("read_file", "read_text_file"),
        ("read_media_file", "read_text_file"),
    }
    assert row_of(filesystem, "read_file", "read_multiple_files").list is PairList.LOUD


@pytest.mark.corpus
@on_corpus
def test_rows_come_worst_first(filesystem: Pairs) -> None:
    ranked = filesystem.ranked()
    keys = [(-filesystem.affinity(*place), -filesystem.cosine(*place)) for place in ranked]
    assert keys == sorted(keys)
    assert len(set(ranked)) == 91


@pytest.mark.corpus
@on_corpus
def test_every_switch_has_its_count(filesystem: Pairs) -> None:
    vectors = text.text_vectors([each.text for each in filesystem.tools])
    counts = ablation(filesystem.prepared, vectors)
    assert set(counts) == {"", "gate", "veto", *Part}
    assert counts[""] == 5
    assert counts["gate"] == 8
    assert counts["object"] > counts[""]


@pytest.mark.corpus
@on_corpus
@pytest.mark.parametrize(
    "file",
    [
        "pypi/redis-mcp-server",
        "npm/@zereight/mcp-gitlab",
        "pypi/korail-mcp",
    ],
)
def test_blocking_leaves_out_only_what_cannot_pass(file: str) -> None:
    path = min((CORPUS / file).glob("*.json"))
    ready = prepared(recorded(str(path.relative_to(CORPUS)))[:90])
    gates = Gates()
    candidates = set(gate_candidates(ready.shapes))
    worth = set(affinity_candidates(ready.readings))
    for a, b in combinations(range(len(ready.tools)), 2):
        if gates.overlap(ready.shapes[a], ready.shapes[b]) is not Answer.NO:
            assert (a, b) in candidates
        if object_of(ready.pairing(a, b))[0]:
            assert (a, b) in worth


def test_a_scan_that_stops_early_lists_what_a_full_look_at_each_pair_lists() -> None:
    draw = random.Random(7)  # noqa: S311 - a test's own tools
    verbs, nouns = ["get", "list", "delete", "search"], ["user", "file", "page", "team", "note"]
    tools = []
    for at in range(60):
        verb, noun = draw.choice(verbs), draw.choice(nouns)
        text_ = f"{verb} a {noun} of the {draw.choice(nouns)} with {draw.choice(nouns)}s."
        tools.append(pair_tool(f"{verb}_{noun}_{at % 7}", text_, draw.choice(["id", "path"])))
    pairs = pairs_of(tools)
    full = scanned(pairs.prepared, pairs._vectors, threshold=0.0)
    assert full.affinities.keys() > pairs.affinities.keys()
    for a, b in combinations(range(len(tools)), 2):
        affinity = full.affinities.get((a, b), 0.0)
        assert pairs.affinity(a, b) == affinity
        assert ((a, b) in pairs.affinities) == (affinity >= watched_from(pairs.threshold))


def test_300_tools_of_one_make_are_counted_and_only_twins_are_flagged() -> None:
    tools = [
        pair_tool(
            f"tool_{at}",
            f"Handles item number {at} of the set in region {at}.",
            "id",
            key=f"k{server}",
            region={"type": "string"},
        )
        for server in range(6)
        for at in range(50)
    ]
    pairs = pairs_of(tools)
    assert pairs.counts.pairs == pairs.counts.substitutable == 44_850
    assert all(tools[a].name == tools[b].name for a, b in pairs.ranked(only=PairList.SILENT)[:10])


def test_without_the_gate_a_loud_pair_is_flagged_and_without_the_veto_an_opposed_one_scores() -> (
    None
):
    tools = [
        pair_tool("read_note", "Read a note of the book.", "id"),
        pair_tool("read_notes", "Read notes of the book.", "ids"),
        pair_tool("delete_note", "Delete a note of the book.", "id"),
    ]
    ready = pairs_of(tools).prepared
    vectors = text.text_vectors([each.text for each in tools])
    on = scanned(ready, vectors)
    open_gate = scanned(ready, vectors, switches=Switches(gate=False))
    no_veto = scanned(ready, vectors, switches=Switches(veto=False))
    assert (on.list_of(0, 1), open_gate.list_of(0, 1)) == (PairList.LOUD, PairList.SILENT)
    assert on.affinity(0, 2) == 0 < no_veto.affinity(0, 2)
    assert no_veto.row(0, 2).veto is None
    assert on.counts.vetoed == no_veto.counts.vetoed == 2


def test_a_tool_without_a_usable_schema_stands_on_no_list() -> None:
    collapsed = [
        PairTool(
            key=ConnectionKey("k"),
            definition=ToolDefinition(
                raw={"name": name, "description": "Read a file.", "inputSchema": {}}, position=at
            ),
        )
        for at, name in enumerate(["read_file", "read_file"])
    ]
    pairs = pairs_of(collapsed)
    assert pairs.row(0, 1).gate.vacuous
    assert pairs.row(0, 1).list is None


@pytest.mark.parametrize("texts", [[], [""], ["", "検", "the"], ["a b", "!"]])
def test_texts_without_words_have_cosine_0(texts: list[str]) -> None:
    vectors = text.text_vectors(texts)
    assert all(text.cosine_of(vectors, a, b) == 0 for a, b in combinations(range(len(texts)), 2))


def test_a_scan_can_be_given_up() -> None:
    class GaveUpError(Exception):
        pass

    def tick() -> None:
        raise GaveUpError

    with pytest.raises(GaveUpError):
        pairs_of([pair_tool("a"), pair_tool("b")], tick=tick)


def test_the_value_types_import_neither_scikit_learn_nor_numpy() -> None:
    code = (
        "import sys; import mcptui.analysis.affinity.pairs; "
        "print([name for name in ('sklearn', 'numpy', 'scipy') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"
