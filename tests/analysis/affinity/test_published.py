"""The published score, on the server it was published for."""

import pytest

from mcptui.analysis.affinity.published import (
    STOP_WORDS,
    PublishedScore,
    published_score,
    published_tools,
)
from mcptui.contract.capture_file import read_capture
from tests.analysis.affinity.making import pair_tool
from tests.analysis.affinity.truth import CORPUS

FILE = CORPUS / "npm/@modelcontextprotocol/server-filesystem/2026.7.10.json"
FLAGGED = {
    ("list_directory", "list_directory_with_sizes"),
    ("read_file", "read_media_file"),
    ("read_file", "read_text_file"),
    ("read_media_file", "read_text_file"),
}


def test_the_stop_words_are_forty() -> None:
    assert len(STOP_WORDS) == 40


def test_opposed_words_of_the_names_veto_whatever_the_score() -> None:
    tools = [pair_tool("get_it", "the same"), pair_tool("set_it", "the same")]
    one, other = published_tools([each.definition for each in tools])
    found = published_score(one, other)
    assert found.veto == ("get", "set")
    assert published_score(other, one).veto == ("set", "get")
    assert found.gate_passed
    assert not found.is_flagged(0)


def test_types_that_differ_close_the_gate_though_neither_is_required() -> None:
    tools = [pair_tool("a", n={"type": "integer"}), pair_tool("b", n={"type": "string"})]
    one, other = published_tools([each.definition for each in tools])
    assert not published_score(one, other).gate_passed


def test_texts_without_a_word_have_no_cosine() -> None:
    one, other = published_tools([pair_tool("", "").definition, pair_tool("", "検索").definition])
    assert published_score(one, other).score == 0


@pytest.fixture(scope="module")
def scores() -> dict[tuple[str, str], PublishedScore]:
    capture = read_capture(FILE.read_text("utf-8"), str(FILE))
    tools = dict(
        zip(
            (each.name or "" for each in capture.tools), published_tools(capture.tools), strict=True
        )
    )
    names = sorted(tools)
    return {
        (a, b): published_score(tools[a], tools[b])
        for at, a in enumerate(names)
        for b in names[at + 1 :]
    }


@pytest.mark.corpus
@pytest.mark.skipif(not FILE.is_file(), reason="the shared folder is not beside the checkout")
class TestFilesystem:
    def test_91_pairs_28_pass_the_gate_and_no_cosine_reaches_0_85(
        self, scores: dict[tuple[str, str], PublishedScore]
    ) -> None:
        assert len(scores) == 91
        assert sum(score.gate_passed for score in scores.values()) == 28
        assert max(score.cosine for score in scores.values()) < 0.85

    def test_reading_against_writing_is_vetoed_on_write_file(
        self, scores: dict[tuple[str, str], PublishedScore]
    ) -> None:
        vetoed = {pair for pair, score in scores.items() if score.veto}
        assert len(vetoed) == 4
        assert all("write_file" in pair for pair in vetoed)
        assert all(set(score.veto) == {"read", "write"} for score in scores.values() if score.veto)

    def test_four_are_flagged_with_a_gap_below_them(
        self, scores: dict[tuple[str, str], PublishedScore]
    ) -> None:
        assert {pair for pair, score in scores.items() if score.is_flagged()} == FLAGGED
        low = min(scores[pair].score for pair in FLAGGED)
        high = max(scores[pair].score for pair in FLAGGED)
        rest = max(
            score.score
            for pair, score in scores.items()
            if score.gate_passed and score.veto is None and pair not in FLAGGED
        )
        assert (round(low, 2), round(high, 2), round(low - rest, 3)) == (0.5, 0.81, 0.167)

    def test_the_same_four_are_flagged_without_gate_and_veto(
        self, scores: dict[tuple[str, str], PublishedScore]
    ) -> None:
        assert {pair for pair, score in scores.items() if score.score >= 0.40} >= FLAGGED
