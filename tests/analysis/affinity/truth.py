"""The judged pairs beside the checkout, and how well a score finds them."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from mcptui.analysis.affinity.prepared import PairTool, tools_of
from mcptui.contract.capture_file import read_capture
from mcptui.contract.target import ConnectionKey

SHARED = Path(__file__).parents[4] / "shared"
TRUTH = SHARED / "truth" / "pairs.json"
CORPUS = SHARED / "corpus"


def is_for_tuning(name: str) -> bool:
    """Whether a set may be looked at while tuning: an even last hexadecimal digit of SHA-256."""
    return int(hashlib.sha256(name.encode()).hexdigest()[-1], 16) % 2 == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One judged set of tools."""

    name: str
    across: bool
    tools: tuple[PairTool, ...]
    labels: dict[frozenset[tuple[str, str]], str]

    def pairs(self) -> Iterator[tuple[int, int, str]]:
        """The pairs that count, by place, with their label."""
        for a, one in enumerate(self.tools):
            for b in range(a + 1, len(self.tools)):
                other = self.tools[b]
                if (one.key != other.key) == self.across:
                    names = frozenset([(str(one.key), one.name), (str(other.key), other.name)])
                    yield a, b, self.labels.get(names, "no")


def judged_sets(*, for_tuning: bool) -> list[Judged]:
    """The sets of one half."""
    sets: list[dict[str, Any]] = json.loads(TRUTH.read_text("utf-8"))["sets"]
    return [_judged(each) for each in sets if is_for_tuning(each["name"]) == for_tuning]


def _judged(each: dict[str, Any]) -> Judged:
    tools: list[PairTool] = []
    for file in each["files"]:
        capture = read_capture((CORPUS / file).read_text("utf-8"), file)
        tools.extend(tools_of(ConnectionKey(file), capture))
    labels = {
        frozenset([(pair["file_a"], pair["tool_a"]), (pair["file_b"], pair["tool_b"])]): pair[
            "label"
        ]
        for pair in each["confusable"]
    }
    across = each["kind"] == "across"
    return Judged(name=each["name"], across=across, tools=tuple(tools), labels=labels)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """How well the reports of a score meet the judgements."""

    precision: float
    right_or_borderline: float
    recall: float
    f1: float
    average_precision: float


def found(scored: list[tuple[float, bool, str]]) -> Found:
    """Figures over pairs given as score, whether it was reported, and label."""
    reported = [label for _, told, label in scored if told]
    clear, wrong = reported.count("clear"), reported.count("no")
    borderline = reported.count("borderline")
    positives = sum(label == "clear" for _, _, label in scored)
    return Found(
        precision=clear / max(1, clear + wrong),
        right_or_borderline=(clear + borderline) / max(1, clear + borderline + wrong),
        recall=clear / max(1, positives),
        f1=2 * clear / max(1, clear + wrong + positives),
        average_precision=_average_precision(
            [(score, label == "clear") for score, _, label in scored if label in ("clear", "no")]
        ),
    )


def _average_precision(scored: list[tuple[float, bool]]) -> float:
    positives = sum(right for _, right in scored)
    ranked = sorted(scored, key=lambda each: -each[0])
    hits, seen, total = 0, 0, 0.0
    for _, ties in groupby(ranked, key=lambda each: each[0]):
        tied = [right for _, right in ties]
        seen += len(tied)
        hits += sum(tied)
        total += sum(tied) * hits / seen
    return total / max(1, positives)
