"""How well each score finds the pairs that were judged confusable; the figures reached are floors.

A set is for tuning where the last hexadecimal digit of SHA-256 of its name is even. Of the
other half only the figures were looked at, and no weight, word or threshold was chosen by them.
"""

from collections import defaultdict
from functools import cache

import pytest

from mcptui.analysis.affinity.pairs import HIGH_COSINE, PairList, pairs_of
from mcptui.analysis.affinity.published import published_score, published_tools
from tests.analysis.affinity.truth import TRUTH, Found, found, judged_sets

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(not TRUTH.is_file(), reason="the shared folder is not beside the checkout"),
]


@cache
def figures(*, for_tuning: bool) -> dict[tuple[str, bool], Found]:
    """Figures by score and by whether pairs are of two servers."""
    scored = defaultdict(list)
    for judged in judged_sets(for_tuning=for_tuning):
        pairs = pairs_of(judged.tools)
        published = published_tools([each.definition for each in judged.tools])
        for a, b, label in judged.pairs():
            reported = pairs.list_of(a, b) in (PairList.SILENT, PairList.LOUD)
            scored["ours", judged.across].append((pairs.affinity(a, b), reported, label))
            old = published_score(published[a], published[b])
            counts = old.gate_passed and old.veto is None
            score = old.score if counts else 0.0
            scored["published", judged.across].append((score, old.is_flagged(), label))
            cosine = pairs.cosine(a, b)
            scored["cosine", judged.across].append((cosine, cosine >= HIGH_COSINE, label))
    return {key: found(each) for key, each in scored.items()}


@pytest.mark.parametrize(
    ("for_tuning", "across", "f1", "right_or_borderline", "average_precision"),
    [
        (True, False, 0.59, 0.79, 0.58),
        (True, True, 0.87, 0.96, 0.88),
        (False, False, 0.52, 0.65, 0.45),
        (False, True, 0.75, 0.85, 0.77),
    ],
)
def test_reports_are_no_worse_than_the_figures_reached(
    *,
    for_tuning: bool,
    across: bool,
    f1: float,
    right_or_borderline: float,
    average_precision: float,
) -> None:
    ours = figures(for_tuning=for_tuning)["ours", across]
    assert ours.f1 >= f1
    assert ours.right_or_borderline >= right_or_borderline
    assert ours.average_precision >= average_precision


@pytest.mark.parametrize("for_tuning", [True, False])
@pytest.mark.parametrize("across", [True, False])
def test_ours_finds_more_than_the_cosine_and_the_published_score(
    *, for_tuning: bool, across: bool
) -> None:
    all_figures = figures(for_tuning=for_tuning)
    ours = all_figures["ours", across]
    for other in ("published", "cosine"):
        assert ours.f1 > 2 * all_figures[other, across].f1
        assert ours.average_precision > 1.3 * all_figures[other, across].average_precision
