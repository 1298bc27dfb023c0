"""Which pairs can pass the gate or have an affinity at all, found without looking at each.

Both are exact: a pair that is left out fails the gate by its names alone, or has an affinity of 0
because a noun that only one of the two speaks of tells them apart.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from mcptui.analysis.affinity.reading import Reading
from mcptui.analysis.affinity.shape import Shape


def gate_candidates(shapes: Sequence[Shape]) -> Iterator[tuple[int, int]]:
    """The pairs, by place and the lower first, of which each knows the names the other requires."""
    import numpy as np  # noqa: PLC0415 - only a scan needs it

    forms = [(at, form) for at, shape in enumerate(shapes) for form in shape.forms]
    total = len(forms)
    knows: dict[str, Any] = {}
    for row, (_, form) in enumerate(forms):
        for name in form.properties:
            knows.setdefault(name, np.zeros(total, dtype=bool))[row] = True
    passed = np.ones((total, total), dtype=bool)
    for row, (_, form) in enumerate(forms):
        for name in form.required:
            passed[row] &= knows[name]
    passed &= passed.T.copy()
    seen = set()
    for one, other in zip(
        *(places.tolist() for places in np.nonzero(np.triu(passed, 1))), strict=True
    ):
        pair = (forms[one][0], forms[other][0])
        if pair[0] != pair[1]:
            seen.add(pair)
    yield from sorted(seen)


def affinity_candidates(readings: Sequence[Reading]) -> Iterator[tuple[int, int]]:
    """The pairs, by place and the lower first, in which each speaks of a noun of the other."""
    import numpy as np  # noqa: PLC0415 - only a scan needs it

    total = len(readings)
    wanted = {noun for each in readings for noun in each.nouns}
    speaks: dict[str, Any] = {noun: np.zeros(total, dtype=bool) for noun in wanted}
    for at, each in enumerate(readings):
        for word in each.all_meanings & wanted:
            speaks[word][at] = True
    bare = np.array([each.is_bare for each in readings], dtype=bool)
    met = np.zeros((total, total), dtype=bool)
    for at, each in enumerate(readings):
        met[at] |= bare
        if each.is_bare:
            met[at] = True
        for noun in each.nouns:
            met[at] |= speaks[noun]
    met &= met.T.copy()
    yield from zip(*(places.tolist() for places in np.nonzero(np.triu(met, 1))), strict=True)
