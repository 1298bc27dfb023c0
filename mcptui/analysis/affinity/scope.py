"""What is weighed over a list of tools: how telling each word, name and frame is there."""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from mcptui.analysis.affinity.reading import QUALIFIERS, Reading
from mcptui.analysis.affinity.verbs import class_of
from mcptui.analysis.affinity.words import meaning

Frame: TypeAlias = tuple[str, ...]
"""The words of a name with verbs by class and one noun left open."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Side:
    """One reading as it is weighed in a scope."""

    vector: Mapping[str, float]
    """Weights of its telling words, of length 1 together."""
    names: Mapping[str, str]
    """Words of the name by key (`name_key`)."""
    name_total: float
    opening: frozenset[str]
    opening_total: float
    frames: frozenset[Frame]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scope:
    """Statistics over the tools of one server, or over all tools."""

    sides: Mapping[int, Side]
    """For each reading, by identity, how it is weighed here."""
    weights: Mapping[str, float]
    """How telling each word of the texts is; what most tools use is left out."""
    openings: Mapping[str, int]
    """In how many first sentences each word stands."""
    names: Mapping[str, float]
    """How telling each word of the names is."""
    arguments: Mapping[str, int]
    """How many tools know each parameter name."""
    frames: Mapping[Frame, int]
    """How many different nouns stand in the open place of each frame."""


def scope_of(readings: Sequence[Reading]) -> Scope:
    """The statistics over these tools; the order does not matter."""
    total = len(readings)
    weights = _inverse_frequencies(readings)
    in_names = Counter(word for each in readings for word in sorted(set(name_key(each.words))))
    open_places: dict[Frame, set[str]] = defaultdict(set)
    for each in readings:
        for frame, noun in frames_of(each.words):
            open_places[frame].add(noun)
    names = {
        word: math.log((1 + total) / (1 + count)) + 0.3 if word[0] != "@" else 1.0
        for word, count in in_names.items()
    }
    return Scope(
        sides={id(each): _side(each, weights, names) for each in readings},
        weights=weights,
        openings=Counter(word for each in readings for word in set(each.opening)),
        names=names,
        arguments=Counter(each.name for reading in readings for each in reading.arguments),
        frames={frame: len(nouns) for frame, nouns in open_places.items()},
    )


def _side(each: Reading, weights: Mapping[str, float], names: Mapping[str, float]) -> Side:
    keys = dict(zip(name_key(each.words), each.words, strict=True))
    opening = frozenset(each.opening)
    return Side(
        vector=_vector(each.text, weights),
        names=keys,
        name_total=math.fsum(names[key] for key in keys),
        opening=opening,
        opening_total=math.fsum(weights.get(word, 0.0) for word in opening),
        frames=frozenset(frame for frame, _ in frames_of(each.words)),
    )


def name_key(words: Sequence[str]) -> tuple[str, ...]:
    """The words of a name by meaning; a verb is its class, marked with `@`."""
    classes = ((word, class_of(word)) for word in words)
    return tuple(f"@{known}" if known else meaning(word) for word, known in classes)


def frames_of(words: Sequence[str]) -> list[tuple[Frame, str]]:
    """Each frame of a name of several words, with the noun that it leaves open."""
    key = name_key(words)
    return [
        ((*key[:at], "*", *key[at + 1 :]), key[at])
        for at, word in enumerate(words)
        if len(words) > 1 and key[at][0] != "@" and word not in QUALIFIERS
    ]


def _inverse_frequencies(readings: Sequence[Reading]) -> dict[str, float]:
    """Weight of each word by how few tools use it; words of more than three in ten are left out."""
    total = len(readings)
    found_in = Counter(word for each in readings for word in each.text)
    common = max(2.0, 0.3 * total)
    return {
        word: math.log((1 + total) / (1 + count)) + 1
        for word, count in found_in.items()
        if count <= common
    }


def _vector(text: Mapping[str, int], weights: Mapping[str, float]) -> dict[str, float]:
    told = {
        word: (1 + math.log(count)) * weights[word]
        for word, count in text.items()
        if word in weights
    }
    length = math.sqrt(math.fsum(value * value for value in told.values()))
    return {word: value / length for word, value in told.items()}
