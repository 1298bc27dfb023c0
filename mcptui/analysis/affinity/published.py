"""The published score, exactly (analysis.md 9.0): to compare ours with, and to replay its data.

It was measured on one server of fourteen tools. Its prose gives the four pairs it flags there
0.42 to 0.48, its data set 0.50 to 0.81; this is the score of the data set.
"""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from mcptui.analysis.affinity.words import word_set
from mcptui.contract.definition import ToolDefinition

THRESHOLD: Final = 0.40
OPPOSED: Final = (
    ("read", "write"), ("read", "delete"), ("get", "set"), ("get", "put"), ("create", "delete"),
    ("add", "remove"), ("enable", "disable"), ("start", "stop"), ("open", "close"),
    ("grant", "revoke"),
)  # fmt: skip
STOP_WORDS: Final = word_set(
    "a an and are as at be by can do file files for from has have if in into is it its not of "
    "on or that the this to tool use used uses using when which will with you"
)
_RUNS: Final = re.compile("[a-z0-9]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedTool:
    """What the published score reads of a tool."""

    name_tokens: frozenset[str]
    vector: Mapping[str, float]
    """Weights of the words of name and description, of length 1 together."""
    required: frozenset[str]
    types: Mapping[str, Any]
    """`type` of each top-level property as sent; None where it has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedScore:
    """What the published score says of a pair."""

    name_affinity: float
    """Jaccard of the name tokens, 0 to 1."""
    cosine: float
    """Of the words of names and descriptions, 0 to 1."""
    gate_passed: bool
    veto: tuple[str, str] | None
    """The two opposed words, a's first."""

    @property
    def score(self) -> float:
        """The larger of the two, whatever gate and veto say; 0 to 1."""
        return max(self.name_affinity, self.cosine)

    def is_flagged(self, threshold: float = THRESHOLD) -> bool:
        """Whether the pair is said to be confusable."""
        return self.gate_passed and self.veto is None and self.score >= threshold


def published_tools(definitions: Sequence[ToolDefinition]) -> tuple[PublishedTool, ...]:
    """What the score reads of these tools, weighed over all of them."""
    words = [Counter(_words(f"{each.name or ''} {each.description or ''}")) for each in definitions]
    found_in = Counter(word for each in words for word in each)
    return tuple(
        PublishedTool(
            name_tokens=frozenset(_tokens(definition.name or "")),
            vector=_vector(counts, found_in, len(definitions)),
            required=_required(definition),
            types=_types(definition),
        )
        for definition, counts in zip(definitions, words, strict=True)
    )


def published_score(a: PublishedTool, b: PublishedTool) -> PublishedScore:
    """The published score of a pair; the same both ways round but for the order of the veto."""
    union = a.name_tokens | b.name_tokens
    shared = sorted(a.vector.keys() & b.vector.keys())
    return PublishedScore(
        name_affinity=len(a.name_tokens & b.name_tokens) / len(union) if union else 0.0,
        cosine=min(1.0, math.fsum(a.vector[word] * b.vector[word] for word in shared)),
        gate_passed=_passes(a, b),
        veto=_veto(a, b),
    )


def _tokens(text: str) -> list[str]:
    kept = "".join(char for char in text.lower() if unicodedata.category(char) != "Cf")
    return _RUNS.findall(kept)


def _words(text: str) -> list[str]:
    return [token for token in _tokens(text) if len(token) > 1 and token not in STOP_WORDS]


def _vector(counts: Counter[str], found_in: Counter[str], tools: int) -> dict[str, float]:
    largest = max(counts.values(), default=1)
    weights = {
        word: count / largest * math.log(1 + tools / (1 + found_in[word]))
        for word, count in sorted(counts.items())
    }
    length = math.sqrt(math.fsum(weight * weight for weight in weights.values()))
    return {word: weight / length for word, weight in weights.items()}


def _schema(definition: ToolDefinition) -> dict[str, Any]:
    schema = definition.member("inputSchema")
    return schema if isinstance(schema, dict) else {}


def _required(definition: ToolDefinition) -> frozenset[str]:
    names = _schema(definition).get("required")
    return frozenset(
        name for name in (names if isinstance(names, list) else []) if isinstance(name, str)
    )


def _types(definition: ToolDefinition) -> dict[str, Any]:
    properties = _schema(definition).get("properties")
    members = properties if isinstance(properties, dict) else {}
    return {
        name: each.get("type") if isinstance(each, dict) else None for name, each in members.items()
    }


def _passes(a: PublishedTool, b: PublishedTool) -> bool:
    if not (a.required <= b.types.keys() and b.required <= a.types.keys()):
        return False
    shared = a.types.keys() & b.types.keys()
    types = ((a.types[name], b.types[name]) for name in shared)
    return all(one is None or other is None or one == other for one, other in types)


def _veto(a: PublishedTool, b: PublishedTool) -> tuple[str, str] | None:
    only_a, only_b = a.name_tokens - b.name_tokens, b.name_tokens - a.name_tokens
    for one, other in OPPOSED:
        if one in only_a and other in only_b:
            return one, other
        if other in only_a and one in only_b:
            return other, one
    return None
