"""Do two schemas share a value, and is one inside the other? Three-valued (analysis.md 8.2).

No of `shared` and yes of `within` can be relied on; every question ends within its step limit.
"""

from collections.abc import Callable
from typing import Any, Final

from mcptui.analysis.affinity.answer import Answer
from mcptui.analysis.affinity.branch import (
    Asked,
    Bound,
    Branch,
    Kind,
    TooDeepError,
    both,
    kind_of_value,
    tagged,
)
from mcptui.analysis.affinity.compiling import Steps, branches_of

STEP_LIMIT: Final = 1_000
"""Schemas put to one question; beyond, the answer is maybe."""
LEVEL_LIMIT: Final = 32
"""Questions inside one another; deeper, the answer is maybe."""
_COMPILING_STEPS: Final = 20_000
_FEW_ITEMS: Final = 16
"""Items that an array is tried with one by one."""


def shared(a: Asked, b: Asked) -> Answer:
    """Whether some value fits both."""
    return _Question().inhabited(both(a, b))


def within(a: Asked, b: Asked) -> Answer:
    """Whether every value that fits a fits b too."""
    return _Question().within(a, b)


class _Question:
    """One question and what was worked out for it."""

    def __init__(self) -> None:
        self._steps = 0
        self._compiling = Steps(_COMPILING_STEPS)
        self._branches: dict[frozenset[int], tuple[Branch, ...]] = {}
        self._known: dict[Any, Answer] = {}
        self._open: dict[Any, int] = {}
        self._lowest = LEVEL_LIMIT + 1

    def branches(self, asked: Asked) -> tuple[Branch, ...]:
        key = _key(asked)
        if key not in self._branches:
            self._branches[key] = branches_of(asked, self._compiling)
        return self._branches[key]

    def inhabited(self, asked: Asked) -> Answer:
        """Whether some value fits; a schema inside itself counts as yes."""
        return self._asked(_key(asked), lambda: self._any_inhabited(asked))

    def within(self, a: Asked, b: Asked) -> Answer:
        """Whether a is inside b; a pair inside itself counts as yes."""
        one, other = _key(a), _key(b)
        if other <= one:
            return Answer.YES
        return self._asked((one, other), lambda: self._all_within(a, b))

    def _asked(self, key: Any, work: Callable[[], Answer]) -> Answer:
        """Answer from memory, by assumption or by work.

        What was worked out under an assumption about a question still open is not kept.
        """
        if (known := self._known.get(key)) is not None:
            return known
        if (level := self._open.get(key)) is not None:
            self._lowest = min(self._lowest, level)
            return Answer.YES
        self._steps += 1
        level = len(self._open)
        if self._steps > STEP_LIMIT or level >= LEVEL_LIMIT:
            return Answer.MAYBE
        before, self._lowest = self._lowest, LEVEL_LIMIT + 1
        self._open[key] = level
        answer = work()
        del self._open[key]
        if self._lowest >= level:
            self._known[key] = answer
            self._lowest = LEVEL_LIMIT + 1
        self._lowest = min(before, self._lowest)
        return answer

    def _any_inhabited(self, asked: Asked) -> Answer:
        answers = (self._is_inhabited(branch) for branch in self.branches(asked))
        return max(answers, default=Answer.NO)

    def _is_inhabited(self, branch: Branch) -> Answer:
        answer = Answer.YES
        if branch.values is not None:
            answer = max(
                (self._meets(value, branch, 0) for value in branch.values), default=Answer.NO
            )
        elif branch.kind is Kind.NUMBER:
            answer = Answer.MAYBE if branch.multiples - {1} else Answer.YES
        elif branch.kind is Kind.STRING:
            sized = bool(branch.least) or branch.most is not None
            answer = Answer.MAYBE if len(branch.patterns) + sized > 1 else Answer.YES
        elif branch.kind is Kind.ARRAY:
            answer = self._array_inhabited(branch)
        elif branch.kind is Kind.OBJECT:
            answer = self._object_inhabited(branch)
        return answer.at_most_maybe if branch.opaque else answer

    def _array_inhabited(self, branch: Branch) -> Answer:
        tried = min(branch.least, max(len(branch.positions) + 1, 1), _FEW_ITEMS)
        items = [self.inhabited(branch.item(at)) for at in range(tried)]
        return min(items, default=Answer.YES)

    def _object_inhabited(self, branch: Branch) -> Answer:
        if branch.most is not None and len(branch.required) > branch.most:
            return Answer.NO
        members = [self.inhabited(branch.member(name)) for name in sorted(branch.required)]
        enough = Answer.YES
        if branch.least > len(branch.required):
            others = self.inhabited(branch.others)
            named = [self.inhabited(each) for each in branch.properties.values()]
            possible = sum(answer is not Answer.NO for answer in named)
            if others is Answer.NO:
                enough = Answer.NO if possible < branch.least else Answer.MAYBE
        return min([*members, enough])

    def _all_within(self, a: Asked, b: Asked) -> Answer:
        covers = self.branches(b)
        answer = Answer.YES
        for branch in self.branches(a):
            answer = min(answer, self._branch_within(branch, covers, b))
            if answer is Answer.NO:
                break
        return answer

    def _branch_within(self, a: Branch, covers: tuple[Branch, ...], b: Asked) -> Answer:
        if (inhabited := self._is_inhabited(a)) is Answer.NO:
            return Answer.YES
        of_kind = [each for each in covers if each.kind is a.kind]
        if a.values is not None:
            answer = min(self._fits(value, b, 0) for value in a.values)
        else:
            each = [self._inside(a, cover) for cover in of_kind]
            answer = max(each, default=Answer.NO)
            if len(of_kind) > 1:
                answer = answer.at_least_maybe
        return answer if inhabited is Answer.YES and not a.opaque else answer.at_least_maybe

    def _inside(self, a: Branch, b: Branch) -> Answer:
        if b.values is not None or (b.integer and not a.integer) or not _sizes_inside(a, b):
            return Answer.NO
        answer = Answer.YES
        if a.kind is Kind.NUMBER:
            answer = _numbers_inside(a, b)
        elif a.kind is Kind.STRING and b.patterns - a.patterns:
            answer = Answer.MAYBE if a.patterns else Answer.NO
        elif a.kind is Kind.ARRAY:
            answer = self._arrays_inside(a, b)
        elif a.kind is Kind.OBJECT:
            answer = self._objects_inside(a, b)
        return answer.at_most_maybe if b.opaque else answer

    def _arrays_inside(self, a: Branch, b: Branch) -> Answer:
        if b.unique and not a.unique and (a.most is None or a.most > 1):
            return Answer.NO
        places = max(len(a.positions), len(b.positions)) + 1
        if a.most is not None:
            places = min(places, a.most)
        items = [self.within(a.item(at), b.item(at)) for at in range(places)]
        return min(items, default=Answer.YES)

    def _objects_inside(self, a: Branch, b: Branch) -> Answer:
        if b.required - a.required:
            return Answer.NO
        names = sorted({*a.properties, *b.properties})
        members = [self.within(a.member(name), b.member(name)) for name in names]
        return min([*members, self.within(a.others, b.others)])

    def _fits(self, value: Any, asked: Asked, depth: int) -> Answer:
        if depth > LEVEL_LIMIT or self._steps > STEP_LIMIT:
            return Answer.MAYBE
        self._steps += 1
        kind = kind_of_value(value)
        of_kind = (each for each in self.branches(asked) if each.kind is kind)
        return max((self._meets(value, each, depth) for each in of_kind), default=Answer.NO)

    def _meets(self, value: Any, branch: Branch, depth: int) -> Answer:
        """Whether a value of its kind meets what a branch asks."""
        answer = _listed(value, branch)
        if branch.kind is Kind.NUMBER:
            answer = min(answer, _number_meets(value, branch))
        elif branch.kind in (Kind.STRING, Kind.ARRAY, Kind.OBJECT):
            answer = min(answer, _size_meets(len(value), branch))
        if branch.patterns or branch.unique:
            answer = answer.at_most_maybe
        inner: list[tuple[Any, Asked]] = []
        if branch.kind is Kind.ARRAY:
            inner = [(each, branch.item(at)) for at, each in enumerate(value)]
        elif branch.kind is Kind.OBJECT:
            if branch.required - value.keys():
                return Answer.NO
            inner = [(each, branch.member(name)) for name, each in value.items()]
        for each, asked in inner:
            if answer is Answer.NO:
                break
            answer = min(answer, self._fits(each, asked, depth + 1))
        return answer.at_most_maybe if branch.opaque else answer


def _key(asked: Asked) -> frozenset[int]:
    return frozenset(id(schema) for _, schema in asked if schema is not True)


def _listed(value: Any, branch: Branch) -> Answer:
    if branch.values is None:
        return Answer.YES
    try:
        mark = tagged(value)
        found = any(tagged(each) == mark for each in branch.values)
    except TooDeepError:
        return Answer.MAYBE
    return Answer.YES if found else Answer.NO


def _number_meets(value: float, branch: Branch) -> Answer:
    if branch.integer and not (isinstance(value, int) or value.is_integer()):
        return Answer.NO
    if not (_clears(value, branch.lower, 1) and _clears(value, branch.upper, -1)):
        return Answer.NO
    return Answer.MAYBE if branch.multiples - {1} else Answer.YES


def _clears(value: float, bound: Bound, sign: int) -> bool:
    if bound is None:
        return True
    limit, excluded = bound
    if value == limit:
        return not excluded
    return (value > limit) == (sign > 0)


def _size_meets(size: int, branch: Branch) -> Answer:
    fits = branch.least <= size and (branch.most is None or size <= branch.most)
    return Answer.YES if fits else Answer.NO


def _sizes_inside(a: Branch, b: Branch) -> bool:
    least = a.least
    most = a.most
    if a.kind is Kind.OBJECT:
        least = max(least, len(a.required))
        if most is None and all(schema is False for _, schema in a.others) and a.others:
            most = len(a.properties)
    return least >= b.least and (b.most is None or (most is not None and most <= b.most))


def _numbers_inside(a: Branch, b: Branch) -> Answer:
    if not (_bound_inside(a.lower, b.lower, 1) and _bound_inside(a.upper, b.upper, -1)):
        return Answer.NO
    told = {step for step in b.multiples if step not in a.multiples and not _steps_over(a, step)}
    return Answer.MAYBE if told else Answer.YES


def _steps_over(a: Branch, step: float) -> bool:
    """Whether each number that a allows is a multiple of this step, as whole numbers tell."""
    if not isinstance(step, int):
        return False
    own = [each for each in a.multiples if isinstance(each, int)]
    return any(each % step == 0 for each in own) or (a.integer and step == 1)


def _bound_inside(a: Bound, b: Bound, sign: int) -> bool:
    if b is None:
        return True
    if a is None:
        return False
    if a[0] == b[0]:
        return a[1] or not b[1]
    return (a[0] > b[0]) == (sign > 0)
