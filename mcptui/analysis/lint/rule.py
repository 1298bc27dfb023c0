"""A lint rule is data with the functions that look; what they see becomes findings elsewhere."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from mcptui.analysis.lint.subject import Connections, Listing, Tool
from mcptui.contract.connection import ConnectionStatus
from mcptui.contract.finding import Level
from mcptui.contract.target import ConnectionKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What a rule saw at one place."""

    message: str
    """In words, ready to show."""
    path: str = ""
    """JSON pointer into the tool object, or into the server's entry."""
    evidence: str = ""
    """What shows it, as sent."""
    level: Level | None = None
    """Where it differs from the rule's own."""
    tool: str | None = None
    """Upstream name, for what a rule over a whole list says of one name."""
    position: int | None = None
    """Place in the list, where it is one entry's alone."""
    connection_key: ConnectionKey | None = None
    """Whose it is; rules over all connections set it."""


InTool: TypeAlias = Callable[[Tool], Iterable[Seen]]
InList: TypeAlias = Callable[[Listing], Iterable[Seen]]
InConnection: TypeAlias = Callable[[ConnectionStatus], Iterable[Seen]]
InAll: TypeAlias = Callable[[Connections], Iterable[Seen]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule; it has a function for each scope it looks at, most have one."""

    id: str
    slug: str
    level: Level
    """What its findings ask for, save where one says otherwise."""
    summary: str
    """One sentence: what is wrong where it fires."""
    source: str
    """Where the rule comes from."""
    in_tool: InTool | None = None
    """Looks at one entry of a list, and at nothing beside it."""
    in_list: InList | None = None
    """Looks at one server's list as a whole."""
    in_connection: InConnection | None = None
    """Looks at how a connection went."""
    in_all: InAll | None = None
    """Looks at all connections together."""
