"""The gate: would anything in the input schemas stop a call made for the other tool?

Substitutable means that some arguments could satisfy both: each tool knows the names that the
other requires, and the values of those names can fit both (analysis.md 8.1). What is not
understood is maybe, and maybe lets a pair through.
"""

from dataclasses import dataclass

from mcptui.analysis.affinity.algebra import shared, within
from mcptui.analysis.affinity.answer import Answer
from mcptui.analysis.affinity.shape import Form, Shape
from mcptui.contract.display import shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """What the gate says of one pair, and why."""

    overlap: Answer
    """Whether some arguments could satisfy both, by the names that either requires."""
    a_to_b: Answer
    """Whether the smallest call of a is complete for b."""
    b_to_a: Answer
    vacuous: bool
    """It passes only because neither tool requires anything, or one says nothing usable."""
    reasons: tuple[str, ...]
    """One line each, ready to show; what stopped the pair, else what let it through."""

    @property
    def substitutable(self) -> bool:
        """Whether the pair passes."""
        return self.overlap is not Answer.NO


class Gates:
    """The gate over many pairs; remembers what it worked out about two parameters."""

    def __init__(self) -> None:
        self._shared: dict[tuple[str, str], Answer] = {}

    def overlap(self, a: Shape, b: Shape) -> Answer:
        """Whether some arguments could satisfy both; the same both ways round."""
        answers = (self._overlap(one, other) for one in a.forms for other in b.forms)
        return max(answers, default=Answer.NO)

    def call(self, a: Shape, b: Shape) -> Answer:
        """Whether the smallest call of a is complete for b."""
        answers = (self._call(one, other) for one in a.forms for other in b.forms)
        return max(answers, default=Answer.NO)

    def gate(self, a: Shape, b: Shape, labels: tuple[str, str]) -> Gate:
        """All that the gate says of a pair.

        Args:
            a: the arguments of one tool.
            b: those of the other.
            labels: how the reasons call the two, as sent.
        """
        overlap = self.overlap(a, b)
        stopped = overlap is Answer.NO
        first, second = (shown(label) for label in labels)
        wording = _Wording(a=a, b=b, first=first, second=second, gates=self)
        return Gate(
            overlap=overlap,
            a_to_b=self.call(a, b),
            b_to_a=self.call(b, a),
            vacuous=not stopped and is_vacuous(a, b),
            reasons=tuple(wording.obstacles() if stopped else wording.passes()),
        )

    def parameter(self, name: str, a: Form, b: Form) -> Answer:
        """Whether some value fits a parameter of both; no where one lacks the name."""
        one, other = a.properties.get(name), b.properties.get(name)
        if one is None or other is None:
            return Answer.NO
        key = (one[0], other[0]) if one[0] <= other[0] else (other[0], one[0])
        if key not in self._shared:
            self._shared[key] = shared(one[1], other[1])
        return self._shared[key]

    def _overlap(self, a: Form, b: Form) -> Answer:
        answer = Answer.MAYBE if a.opaque or b.opaque else Answer.YES
        for name in a.required | b.required:
            answer = min(answer, self.parameter(name, a, b))
            if answer is Answer.NO:
                break
        return answer

    def _call(self, a: Form, b: Form) -> Answer:
        if b.required - a.required:
            return Answer.NO
        return self._overlap(a, b)


def is_vacuous(a: Shape, b: Shape) -> bool:
    """Whether a pass says nothing: neither requires anything, or a schema is not usable."""
    unusable = a.problem is not None or b.problem is not None
    return unusable or not (a.required or b.required)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wording:
    """Says why a pair passes or not."""

    a: Shape
    b: Shape
    first: str
    second: str
    gates: Gates

    def obstacles(self) -> list[str]:
        """What stops a pair: parameter by parameter, for the two forms that come closest."""
        none = [
            f"{label} takes no object of arguments"
            for label, shape in ((self.first, self.a), (self.second, self.b))
            if not shape.forms
        ]
        if none:
            return none
        tried = [self._between(one, other) for one in self.a.forms for other in self.b.forms]
        return min(tried, key=lambda found: (len(found), found))

    def _between(self, one: Form, other: Form) -> list[str]:
        found = []
        for name in sorted(one.required | other.required):
            if self.gates.parameter(name, one, other) is not Answer.NO:
                continue
            if name not in other.properties:
                found.append(f"{self.first} requires {_named(name)}, which {self.second} lacks")
            elif name not in one.properties:
                found.append(f"{self.second} requires {_named(name)}, which {self.first} lacks")
            else:
                found.append(f"no value of {_named(name)} fits both: {self._types(name)}")
        return found

    def passes(self) -> list[str]:
        """What lets a pair through."""
        found = [
            f"{label}: {shape.problem}"
            for label, shape in ((self.first, self.a), (self.second, self.b))
            if shape.problem is not None
        ]
        names = sorted(self.a.required | self.b.required)
        if not names:
            found.append("neither requires a parameter")
        found.extend(self._passing(name) for name in names)
        found.extend(self._containment())
        return found

    def _passing(self, name: str) -> str:
        answers = (
            self.gates.parameter(name, one, other) for one in self.a.forms for other in self.b.forms
        )
        sure = max(answers) is Answer.YES
        fits = "takes values that fit both" if sure else "may take values that fit both"
        return f"{self._requiring(name)} {_named(name)}, which {fits}: {self._types(name)}"

    def _requiring(self, name: str) -> str:
        if name in self.a.required and name in self.b.required:
            return "both require"
        return f"{self.first if name in self.a.required else self.second} requires"

    def _types(self, name: str) -> str:
        one = self.a.types.get(name, "any value")
        other = self.b.types.get(name, "any value")
        if one == other:
            return one
        return f"{one} in {self.first}, {other} in {self.second}"

    def _containment(self) -> list[str]:
        there = within(self.a.asked, self.b.asked) is Answer.YES
        back = within(self.b.asked, self.a.asked) is Answer.YES
        if there and back:
            return ["both take exactly the same calls"]
        inside = f"every call of {self.first} is valid for {self.second}"
        outside = f"every call of {self.second} is valid for {self.first}"
        return [inside] * there + [outside] * back


def _named(name: str) -> str:
    return f"`{shown(name)}`"
