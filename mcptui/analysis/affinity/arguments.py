"""How far the arguments of one tool could serve another, names and types taken softly."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from mcptui.analysis.affinity.reading import Argument
from mcptui.analysis.affinity.words import meaning, word_set

_PAGING: Final = frozenset(
    map(
        meaning,
        word_set("limit offset page cursor skip count max size top first last start after before"),
    )
)
_FORMAT: Final = frozenset(map(meaning, word_set("format output verbose fields")))
_ROLES: Final = {
    meaning(word): role
    for role, words in {
        "query": "query q pattern keyword term expression search wiql",
        "path": "path file filepath filename dir directory folder location",
        "address": "url uri link href",
        "code": "script function code",
        "element": "selector element ref uid target locator xpath",
        "content": "text value content body message data",
    }.items()
    for word in words.split()
}
"""Words of parameter names to the part they play, where several names are common for it."""
_CORE_ALIKE: Final = {
    **{frozenset((word,)): 1.0 for word in ("", "id", "name", "key", "index")},
    frozenset(("id", "name")): 0.4,
}
"""Likeness of two names that differ at most in their identifier words; else 0.9."""
_MATE: Final = 0.5
"""From here a parameter counts as having a counterpart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """How the arguments of two tools fit, the same both ways round but for the order."""

    shared: float
    """Share of all parameters, by weight, that have a counterpart; 0.5 where neither has any."""
    covers: tuple[float, float]
    """Share of what a requires that b has a counterpart for, and the other way; 1 for nothing."""
    names: tuple[str, ...]
    """Parameters that both know under one name, those required by either first."""
    lacking: tuple[str, ...]
    """Required parameters without a counterpart."""
    needs_identifier: tuple[bool, bool]
    """Each side has an identifier that the other has no counterpart for."""
    has_lone_id: tuple[bool, bool]
    """The same of any parameter that is an id, required or not."""
    wraps: bool
    """One takes a list of what the other takes one of."""


def role_of(argument: Argument) -> str:
    """The part that a parameter plays, such as `query`; empty where its name tells none."""
    return _role(argument.words)


@lru_cache(maxsize=65_536)
def _role(words: tuple[str, ...]) -> str:
    return next((_ROLES[word] for word in words if word in _ROLES), "")


def fit_of(a: Sequence[Argument], b: Sequence[Argument], frequency: Mapping[str, int]) -> Fit:
    """How the arguments of two tools fit.

    Args:
        a: arguments of one tool.
        b: those of the other.
        frequency: how many tools know each name; what all know tells little.
    """
    known_a, known_b = {each.name: each for each in a}, {each.name: each for each in b}
    best_a = {each.name: _best(each, known_b) for each in a}
    best_b = {each.name: _best(each, known_a) for each in b}
    weighed = [
        (_weight(each, frequency), best[each.name])
        for side, best in ((a, best_a), (b, best_b))
        for each in side
    ]
    total = math.fsum(weight for weight, _ in weighed)
    required_first = {each.name: not each.required for each in (*b, *a)}
    names = sorted(
        {each.name for each in a} & {each.name for each in b},
        key=lambda name: (required_first[name], name),
    )
    return Fit(
        shared=math.fsum(weight * best for weight, best in weighed) / total if total else 0.5,
        covers=(_cover(a, best_a), _cover(b, best_b)),
        names=tuple(names),
        lacking=tuple(
            sorted(
                each.name
                for side, best in ((a, best_a), (b, best_b))
                for each in side
                if each.required and best[each.name] < _MATE
            )
        ),
        needs_identifier=(_needs_identifier(a, best_a), _needs_identifier(b, best_b)),
        has_lone_id=(_has_lone_id(a, best_a), _has_lone_id(b, best_b)),
        wraps=any(
            one.is_list != other.is_list and _likeness(one, other) > _MATE
            for one in a
            for other in b
            if one.required or other.required
        ),
    )


def _best(argument: Argument, others: Mapping[str, Argument]) -> float:
    twin = others.get(argument.name)
    if twin is not None and _likeness(argument, twin) == 1:
        return 1.0
    return max([_likeness(argument, other) for other in others.values()], default=0.0)


def _likeness(a: Argument, b: Argument) -> float:
    """How well a value of one would serve as the other, 0 to 1."""
    likeness = _name_likeness(a, b)
    if not likeness or a.kind == b.kind or "any" in (a.kind, b.kind):
        return likeness
    return likeness * (0.9 if {a.kind, b.kind} == {"string", "number"} else 0.4)


def _name_likeness(a: Argument, b: Argument) -> float:
    if a.name == b.name:
        return 1.0
    if a.words and a.words == b.words:
        return _CORE_ALIKE.get(frozenset((a.identifies, b.identifies)), 0.9)
    if a.identifies and b.identifies and not (a.words and b.words):
        if a.identifies != b.identifies:
            return 0.3
        return 0.75 if a.words == b.words else 0.45
    return _words_likeness(a.words, b.words, bool(a.identifies) != bool(b.identifies))


@lru_cache(maxsize=262_144)
def _words_likeness(a: tuple[str, ...], b: tuple[str, ...], one_identifies: bool) -> float:  # noqa: FBT001 - positional for the cache
    if not a or not b:
        return 0.0
    one, other = set(a), set(b)
    if one == other:
        return 0.2 if one_identifies else 1.0
    if one < other or other < one:
        return 0.2 if one_identifies else 0.6
    return 0.7 if len(one) == len(other) == 1 and _role(a) and _role(a) == _role(b) else 0.0


def _plain_weight(argument: Argument) -> float:
    words = set(argument.words)
    if words & _PAGING and not argument.identifies:
        return 0.15
    return 0.3 if words & _FORMAT or argument.kind == "boolean" else 1.0


def _weight(argument: Argument, frequency: Mapping[str, int]) -> float:
    known = 1 + math.log(max(1, frequency.get(argument.name, 1)))
    return (2 if argument.required else 1) * _plain_weight(argument) / known


def _cover(arguments: Sequence[Argument], best: Mapping[str, float]) -> float:
    required = [(_plain_weight(each), best[each.name]) for each in arguments if each.required]
    total = math.fsum(weight for weight, _ in required)
    return math.fsum(weight * value for weight, value in required) / total if total else 1.0


def _needs_identifier(arguments: Sequence[Argument], best: Mapping[str, float]) -> bool:
    return any(
        each.required and each.identifies in ("id", "key", "name") and best[each.name] < _MATE
        for each in arguments
    )


def _has_lone_id(arguments: Sequence[Argument], best: Mapping[str, float]) -> bool:
    return any(each.identifies == "id" and best[each.name] < _MATE for each in arguments)
