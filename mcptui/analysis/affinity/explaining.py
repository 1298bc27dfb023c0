"""The affinity of a pair put into terms: each with its share and what shows it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from mcptui.analysis.affinity.terms import (
    FACTORS,
    WEIGHTS,
    Measured,
    Pairing,
    Part,
    Switches,
    alike_of,
    call_of,
    mentions,
    name_likeness,
    object_of,
    opening_likeness,
    scope_of_pair,
    score_of,
    text_likeness,
)
from mcptui.contract.display import shown

_WORDS: Final = 6
"""Words of evidence given for one term."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One part of an affinity."""

    term: Part
    share: float
    """What it adds to the affinity, 0 to 1; for what tells apart, what it takes away, below 0."""
    evidence: str
    """One line ready to show; empty where there is nothing to show."""


def terms_of(pair: Pairing, measured: Measured, switches: Switches) -> tuple[Term, ...]:
    """The parts of a pair's affinity, what adds first; together they are the affinity.

    Where nothing tells the two apart the adding shares are the whole of it. The rest is taken
    away by what tells them apart, each in proportion to how far it does.
    """
    alike = alike_of(measured.parts, switches)
    before = alike**0.5
    after = 0.0 if measured.veto and switches.veto else score_of(measured, switches)
    evidence = _evidence(pair, measured)
    adding = [
        Term(
            term=part,
            share=0.0
            if part in switches.without or not alike
            else before * weight * measured.parts[part] / alike,
            evidence=evidence[part],
        )
        for part, weight in WEIGHTS.items()
    ]
    lacks = {
        part: 0.0 if part in switches.without else 1 - measured.parts[part] for part in FACTORS
    }
    total = sum(lacks.values())
    taking = [
        Term(
            term=part,
            share=(after - before) * lack / total if lack else 0.0,
            evidence=evidence[part],
        )
        for part, lack in lacks.items()
    ]
    return (*adding, *taking)


def _evidence(pair: Pairing, measured: Measured) -> dict[Part, str]:
    a, b = pair.a, pair.b
    _, nouns_a, nouns_b = object_of(pair)
    owned = [
        f"only {shown(side.name)}: {_listed(nouns)}"
        for side, nouns in ((a, nouns_a), (b, nouns_b))
        if nouns
    ]
    return {
        Part.NAME: _listed(name_likeness(pair)[1]),
        Part.TEXT: _listed(text_likeness(pair)[1]),
        Part.OPENING: _listed(opening_likeness(pair)[1]),
        Part.ARGUMENTS: _arguments(measured),
        Part.MENTION: shown(mentions(a, b)),
        Part.ACTION: _actions(a.actions, b.actions),
        Part.OBJECT: "; ".join(owned),
        Part.SCOPE: scope_of_pair(pair, measured.fit)[1],
        Part.CALL: call_of(pair, measured.fit)[1],
    }


def _arguments(measured: Measured) -> str:
    fit = measured.fit
    told = []
    if fit.names:
        told.append(f"both take {_listed(fit.names)}")
    if fit.lacking:
        told.append(f"no counterpart for {_listed(fit.lacking)}")
    return "; ".join(told)


def _actions(one: frozenset[str], other: frozenset[str]) -> str:
    if both := sorted(one & other):
        return f"both {_listed(both)}"
    if not one or not other:
        return "what one of them does is not known"
    return f"{_listed(sorted(one))} against {_listed(sorted(other))}"


def _listed(words: Sequence[str]) -> str:
    more = len(words) - _WORDS
    told = ", ".join(shown(word) for word in words[:_WORDS])
    return f"{told} and {more} more" if more > 0 else told
