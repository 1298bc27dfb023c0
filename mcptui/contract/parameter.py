"""The parameters of a tool as rows of a table."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from mcptui.contract.definition import MISSING, Missing
from mcptui.contract.schema_problems import Problem
from mcptui.contract.schema_walk import Dialect
from mcptui.contract.wire import JsonValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One parameter, or one field inside another."""

    name: str
    """As sent."""
    path: str
    """Where it lies among the parameters: `main.id`, `others[].id`, `labels.*`; as sent."""
    type: str
    """What it takes, in words ready to show: `string or null`, `Node (recursive)`."""
    required: bool
    """Whether the schema requires it, as served."""
    default: JsonValue | Missing = MISSING
    description: str = ""
    """As sent; empty where there is none."""
    note: str = ""
    """Values, bounds, format, oddities: one line ready to show."""
    pointer: str
    """JSON pointer of its schema; for a ghost, of the entry in `required`."""
    is_declared: bool = True
    """False for a ghost: required by name, declared nowhere."""
    children: tuple["Parameter", ...] = ()
    """Fields of the object, or of the objects in the list, that it takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternative:
    """One of several forms that the arguments may take."""

    title: str
    """As sent; empty where there is none."""
    pointer: str
    required: tuple[str, ...]
    """Names it requires beside those that every form requires; as sent."""
    rows: tuple[Parameter, ...]
    """The parameters that it declares itself."""


class Additional(StrEnum):
    """Whether parameters that are not declared may be sent."""

    OPEN = "open"
    CLOSED = "closed"
    TYPED = "typed"
    """Allowed, of one kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameters:
    """What a schema says of the arguments."""

    rows: tuple[Parameter, ...] = ()
    """The parameters in the order sent, ghosts last."""
    alternatives: tuple[Alternative, ...] = ()
    """The forms of a top-level anyOf or oneOf."""
    additional: Additional = Additional.OPEN
    additional_words: str = "extra parameters allowed"
    """The same in words ready to show."""
    conditions: tuple[str, ...] = ()
    """Root keywords that bind parameters together beyond what rows say."""
    problems: tuple[Problem, ...] = ()
    dialect: Dialect = Dialect.DRAFT_2020
    """The dialect it was read in."""
    rows_cut: int = 0
    """Parameters, or fields, that were left out at a limit."""

    def every_row(self) -> Iterator[Parameter]:
        """Every parameter of every form, each name once, without nested fields."""
        seen: set[str] = set()
        for rows in (self.rows, *(form.rows for form in self.alternatives)):
            for row in rows:
                if row.name not in seen:
                    seen.add(row.name)
                    yield row

    def flat(self) -> Iterator[tuple[int, Parameter]]:
        """Every row with its depth, nested fields after the parameter they belong to."""
        waiting = [(0, row) for row in reversed(self.rows)]
        while waiting:
            depth, row = waiting.pop()
            yield depth, row
            waiting.extend((depth + 1, child) for child in reversed(row.children))
