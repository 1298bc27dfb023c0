"""Where in a JSON value something stands: as a pointer, with dots, and in words."""

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple, Optional

from mcptui.analysis.lint.wording import clipped, named
from mcptui.contract.display import shown
from mcptui.contract.pointer import below, tokens_of
from mcptui.contract.schema_walk import NAMED_SCHEMAS
from mcptui.contract.wire import RepeatedKeys

_LONGEST_STEP: Final = 80
"""Characters of one step in words at most."""
_LONGEST_PLACE: Final = 160
"""Characters of a place in words at most."""


class Place(NamedTuple):
    """One step down from the place above; the whole value is None."""

    above: Optional["Place"]
    step: str | int
    """Member name or 0-based index."""


def steps_of(place: Place | None) -> tuple[str | int, ...]:
    """All steps from the whole value down."""
    steps: list[str | int] = []
    while place is not None:
        steps.append(place.step)
        place = place.above
    return tuple(reversed(steps))


def pointer_of(place: Place | None) -> str:
    """The JSON pointer of a place; empty is the whole value."""
    return below("", *steps_of(place))


def dotted(steps: Iterable[str | int]) -> str:
    """A place for people: `properties.mode.enum[1]`; a long one without its middle.

    Args:
        steps: member names and indexes; a name of digits counts as an index, save where names of
            parameters stand.
    """
    text, before = "", ""
    for step in map(str, steps):
        if step.isdecimal() and step.isascii() and before and before not in NAMED_SCHEMAS:
            text += f"[{step}]"
        else:
            own = clipped(shown(step[: _LONGEST_STEP + 1]), _LONGEST_STEP)
            text += f".{own}" if text else own
        before = step
    half = _LONGEST_PLACE // 2
    return text if len(text) <= _LONGEST_PLACE else f"{text[:half]}…{text[-half:]}"


def place_in_words(place: Place | None, *, is_key: bool = False) -> str:
    """A place of a tool object in words: `the description of parameter b`.

    Args:
        place: where.
        is_key: the place means the member's name, not its value.
    """
    match steps_of(place):
        case () if not is_key:
            return "the entry"
        case ("name" | "title" | "description" | "instructions" as member,) if not is_key:
            return f"the {member}"
        case ("serverInfo", "name") if not is_key:
            return "the server's name"
        case ("inputSchema", "properties", str(parameter)) if is_key:
            return f"the name of parameter {named(parameter)}"
        case ("inputSchema", "properties", str(parameter), str(member)) if not is_key:
            return f"the {shown(member)} of parameter {named(parameter)}"
        case steps:
            return f"the member name {dotted(steps)}" if is_key else dotted(steps)


def place_of_schema(pointer: str) -> str:
    """A schema in words, to begin a sentence with: `Parameter b`, or its path."""
    match tokens_of(pointer):
        case ("inputSchema", "properties", parameter):
            return f"Parameter {named(parameter)}"
        case tokens:
            return dotted(tokens)


def members_of(value: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """All members as sent, those whose name comes twice included."""
    yield from value.pairs if isinstance(value, RepeatedKeys) else value.items()


def texts_in(value: Any, above: Place | None = None) -> Iterator[tuple[Place | None, str, bool]]:
    """Every text in a JSON value, in the order sent: where it stands, the text, is it a name."""
    waiting: list[tuple[Place | None, Any, bool]] = [(above, value, False)]
    while waiting:
        place, part, is_key = waiting.pop()
        if isinstance(part, str):
            yield place, part, is_key
        elif isinstance(part, list):
            waiting.extend(
                (Place(place, at), part[at], False) for at in range(len(part) - 1, -1, -1)
            )
        elif isinstance(part, dict):
            for name, member in reversed(tuple(members_of(part))):
                below = Place(place, name)
                waiting.append((below, member, False))
                waiting.append((below, name, True))
