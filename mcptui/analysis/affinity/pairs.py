"""Every pair of some tools: cosine, gate, affinity and veto, counted, ranked and explained."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final, TypeAlias

from mcptui.analysis.affinity.answer import Answer
from mcptui.analysis.affinity.blocking import affinity_candidates, gate_candidates
from mcptui.analysis.affinity.explaining import Term, terms_of
from mcptui.analysis.affinity.gate import Gate, Gates
from mcptui.analysis.affinity.prepared import PairTool, Prepared, prepared
from mcptui.analysis.affinity.terms import (
    ALL_ON,
    THRESHOLD,
    WATCH,
    Part,
    Switches,
    Veto,
    action_of,
    measure,
    most_alike,
    object_of,
    score_of,
    veto_of,
)
from mcptui.analysis.affinity.text import Vectors, cosine_blocks, cosine_of, text_vectors

HIGH_COSINE: Final = 0.85
"""Where people who try the cosine alone set their cut."""
Place: TypeAlias = tuple[int, int]
"""A pair by the places of its tools, the lower first."""


class PairList(StrEnum):
    """Which ranked list a pair stands on."""

    SILENT = "silent"
    """Flagged: the gate passes, so a call for the wrong one is accepted."""
    WATCH = "watch"
    """The gate passes and the affinity is just below the threshold."""
    LOUD = "loud"
    """The gate fails, so a call for the wrong one is refused, but the affinity is high."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How many of all pairs."""

    pairs: int
    gated_out: int
    substitutable: int
    vetoed: int
    flagged: int
    loud: int
    cosine_at_least_0_85: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One pair, explained."""

    a: PairTool
    b: PairTool
    cosine: float
    gate: Gate
    name_affinity: float
    description_affinity: float
    affinity: float
    terms: tuple[Term, ...]
    veto: Veto | None
    list: PairList | None
    flagged: bool


@dataclass(frozen=True, kw_only=True, eq=False)
class Pairs:
    """All pairs of some tools at one threshold and with some parts left out."""

    prepared: Prepared
    threshold: float
    switches: Switches
    affinities: Mapping[Place, float]
    """Of the pairs that are reported or watched, and of those that fail the gate but would be."""
    passed: frozenset[Place]
    """The pairs that the gate lets through."""
    vetoed: int
    """How many pairs are vetoed, whether or not vetoes count."""
    high_cosines: int
    """How many pairs have a cosine of at least `HIGH_COSINE`."""
    _vectors: Vectors
    _gates: Gates

    @cached_property
    def counts(self) -> Counts:
        """How many of all pairs."""
        total = len(self.tools) * (len(self.tools) - 1) // 2
        lists = [self.list_of(*place) for place in self.affinities]
        return Counts(
            pairs=total,
            gated_out=total - len(self.passed),
            substitutable=len(self.passed),
            vetoed=self.vetoed,
            flagged=lists.count(PairList.SILENT),
            loud=lists.count(PairList.LOUD),
            cosine_at_least_0_85=self.high_cosines,
        )

    @property
    def tools(self) -> tuple[PairTool, ...]:
        """All tools in the order given."""
        return self.prepared.tools

    def cosine(self, a: int, b: int) -> float:
        """The cosine of two texts by the places of their tools."""
        return cosine_of(self._vectors, a, b)

    def affinity(self, a: int, b: int) -> float:
        """The affinity of two tools by their places, 0 to 1."""
        place = _place(a, b)
        known = self.affinities.get(place)
        return _affinity(self.prepared, *place, self.switches) if known is None else known

    def is_substitutable(self, a: int, b: int) -> bool:
        """Whether the gate lets a pair through."""
        return _place(a, b) in self.passed

    def list_of(self, a: int, b: int) -> PairList | None:
        """The list that a pair stands on; none where a tool has no usable schema."""
        if self.prepared.shapes[a].problem or self.prepared.shapes[b].problem:
            return None
        passes = not self.switches.gate or self.is_substitutable(a, b)
        affinity = self.affinities.get(_place(a, b), 0.0)
        return _list_of(affinity, passes=passes, threshold=self.threshold)

    def row(self, a: int, b: int) -> Row:
        """A pair, explained; in list order whichever way it is asked for."""
        a, b = _place(a, b)
        one, other = self.tools[a], self.tools[b]
        pair = self.prepared.pairing(a, b)
        measured = measure(pair, self.prepared.fit(pair))
        names = (one.name, other.name)
        labels = (
            names
            if names[0] != names[1]
            else (f"{one.key}/{one.name}", f"{other.key}/{other.name}")
        )
        place = self.list_of(a, b)
        return Row(
            a=one,
            b=other,
            cosine=self.cosine(a, b),
            gate=self._gates.gate(self.prepared.shapes[a], self.prepared.shapes[b], labels),
            name_affinity=measured.parts[Part.NAME],
            description_affinity=measured.parts[Part.TEXT],
            affinity=self.affinity(a, b),
            terms=terms_of(pair, measured, self.switches),
            veto=measured.veto if self.switches.veto else None,
            list=place,
            flagged=place is PairList.SILENT,
        )

    def ranked(self, *, only: PairList | None = None) -> list[Place]:
        """Pairs worst first: by affinity, then cosine, then names.

        Args:
            only: the pairs of this list; else every pair there is.
        """
        if only is None:
            total = len(self.tools)
            places = [(a, b) for a in range(total) for b in range(a + 1, total)]
        else:
            places = [place for place in self.affinities if self.list_of(*place) is only]
        return sorted(places, key=self._worst_first)

    def reported(self) -> list[Place]:
        """The pairs of the silent and the loud list, worst first."""
        both = (PairList.SILENT, PairList.LOUD)
        places = [place for place in self.affinities if self.list_of(*place) in both]
        return sorted(places, key=self._worst_first)

    def _worst_first(self, place: Place) -> tuple[float, float, str, str, str, str, Place]:
        a, b = (self.tools[at] for at in place)
        affinity = self.affinity(*place)
        return (-affinity, -self.cosine(*place), a.name, b.name, a.key, b.key, place)


def pairs_of(
    tools: Sequence[PairTool],
    *,
    threshold: float = THRESHOLD,
    switches: Switches = ALL_ON,
    tick: Callable[[], None] = lambda: None,
) -> Pairs:
    """Look at every pair of these tools.

    Args:
        tools: in list order; the order changes nothing of what is said of a pair.
        threshold: affinity from which a pair is reported, 0 to 1.
        switches: what is left out on purpose.
        tick: called now and then; may raise to give up.
    """
    ready = prepared(tools, tick)
    vectors = text_vectors([each.text for each in tools])
    return scanned(ready, vectors, threshold=threshold, switches=switches, tick=tick)


def scanned(
    ready: Prepared,
    vectors: Vectors,
    *,
    threshold: float = THRESHOLD,
    switches: Switches = ALL_ON,
    tick: Callable[[], None] = lambda: None,
) -> Pairs:
    """Look at every pair of tools that are read and weighed already; otherwise as `pairs_of`."""
    gates = Gates()
    passed = set()
    for a, b in gate_candidates(ready.shapes):
        if gates.overlap(ready.shapes[a], ready.shapes[b]) is not Answer.NO:
            passed.add((a, b))
    affinities = _affinities(ready, switches, watched_from(threshold), tick)
    return Pairs(
        prepared=ready,
        threshold=threshold,
        switches=switches,
        affinities=affinities,
        passed=frozenset(passed),
        vetoed=_vetoed(ready),
        high_cosines=_high_cosines(vectors),
        _vectors=vectors,
        _gates=gates,
    )


def _affinities(
    ready: Prepared, switches: Switches, floor: float, tick: Callable[[], None]
) -> dict[Place, float]:
    """The affinities of all pairs that have at least so much."""
    found = {}
    total = len(ready.tools)
    candidates: Iterator[Place]
    if Part.OBJECT in switches.without:
        candidates = ((a, b) for a in range(total) for b in range(a + 1, total))
    else:
        candidates = affinity_candidates(ready.readings)
    before = -1
    for a, b in candidates:
        if a != before:
            tick()
            before = a
        affinity = _affinity(ready, a, b, switches, floor)
        if affinity >= floor and affinity > 0:
            found[a, b] = affinity
    return found


def _affinity(ready: Prepared, a: int, b: int, switches: Switches, floor: float = 0.0) -> float:
    """The affinity of a pair; anything below the floor where it cannot reach that."""
    pair = ready.pairing(a, b)
    if switches.veto and veto_of(pair.a, pair.b) is not None:
        return 0.0
    most = 1.0
    if Part.ACTION not in switches.without:
        most *= action_of(pair.a, pair.b)
    if Part.OBJECT not in switches.without and most >= floor * floor:
        most *= object_of(pair)[0]
    if not most or most < floor * floor:
        return 0.0
    if most * most_alike(pair) < floor * floor:
        return 0.0
    return score_of(measure(pair, ready.fit(pair)), switches)


def ablation(ready: Prepared, vectors: Vectors, *, threshold: float = THRESHOLD) -> dict[str, int]:
    """How many pairs are flagged with nothing left out, and with each part left out alone."""
    tried = {
        "": ALL_ON,
        "gate": Switches(gate=False),
        "veto": Switches(veto=False),
        **{str(part): Switches(without=frozenset({part})) for part in Part},
    }
    return {
        name: scanned(ready, vectors, threshold=threshold, switches=switches).counts.flagged
        for name, switches in tried.items()
    }


def _list_of(affinity: float, *, passes: bool, threshold: float) -> PairList | None:
    if affinity >= threshold and affinity > 0:
        return PairList.SILENT if passes else PairList.LOUD
    return PairList.WATCH if passes and affinity >= watched_from(threshold) > 0 else None


def watched_from(threshold: float) -> float:
    """The affinity from which a pair below the threshold is watched."""
    return max(0.0, threshold - (THRESHOLD - WATCH))


def _place(a: int, b: int) -> Place:
    return (a, b) if a < b else (b, a)


def _vetoed(ready: Prepared) -> int:
    """How many pairs are vetoed, counted by the sets of actions that tools have."""
    groups: dict[frozenset[str], int] = {}
    for each in ready.readings:
        groups[each.actions] = groups.get(each.actions, 0) + 1
    first = {each.actions: each for each in ready.readings}
    sets = sorted(groups, key=sorted)
    return sum(
        groups[one] * groups[other]
        for at, one in enumerate(sets)
        for other in sets[at + 1 :]
        if veto_of(first[one], first[other]) is not None
    )


def _high_cosines(vectors: Vectors) -> int:
    """How many pairs have a cosine of at least `HIGH_COSINE`."""
    import numpy as np  # noqa: PLC0415 - only a scan needs it

    found = 0
    for start, block in cosine_blocks(vectors):
        high = block >= HIGH_COSINE - 1e-9
        places = np.arange(start, start + len(block))[:, None] < np.arange(block.shape[1])[None, :]
        found += int(np.count_nonzero(high & places))
    return found
