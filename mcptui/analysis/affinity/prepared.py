"""What is worked out once per tool before pairs are looked at."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from mcptui.analysis.affinity.arguments import Fit, fit_of
from mcptui.analysis.affinity.reading import Reading, ToRead, joined_words, namespace_of, read
from mcptui.analysis.affinity.scope import Scope, scope_of
from mcptui.analysis.affinity.shape import Shape, shape_of
from mcptui.analysis.affinity.terms import Pairing
from mcptui.contract.capture import Capture
from mcptui.contract.definition import ToolDefinition
from mcptui.contract.target import ConnectionKey


@dataclass(frozen=True, slots=True, kw_only=True)
class PairTool:
    """One tool that is paired with the others."""

    key: ConnectionKey
    definition: ToolDefinition
    server_name: str = ""
    """What its server calls itself; only words of names are left out by it."""

    @property
    def name(self) -> str:
        """The upstream name as sent; empty where it has none."""
        return self.definition.name or ""

    @property
    def description(self) -> str:
        """The description as sent; empty where it has none."""
        return self.definition.description or ""

    @property
    def text(self) -> str:
        """Name and description, as the plain cosine reads them."""
        return f"{self.name} {self.description}"


def tools_of(key: ConnectionKey, capture: Capture) -> tuple[PairTool, ...]:
    """The tools of a capture that can be paired: those with a name, in the order sent."""
    named = (capture.server_info or {}).get("name")
    server_name = named if isinstance(named, str) else ""
    return tuple(
        PairTool(key=key, definition=each, server_name=server_name)
        for each in capture.tools
        if each.name is not None
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Prepared:
    """All tools, each read and weighed."""

    tools: tuple[PairTool, ...]
    shapes: tuple[Shape, ...]
    readings: tuple[Reading, ...]
    servers: tuple[int, ...]
    """Which server each tool is of, as the place of that server's first tool."""
    scopes: dict[int, Scope]
    """The scope of each server, by the same number."""
    union: Scope
    """The scope of all tools, for pairs of two servers."""
    _fits: dict[Any, Fit]

    def pairing(self, a: int, b: int) -> Pairing:
        """The pair of two tools, by their places."""
        same = self.servers[a] == self.servers[b]
        scope = self.scopes[self.servers[a]] if same else self.union
        return Pairing(a=self.readings[a], b=self.readings[b], scope=scope, same_server=same)

    def fit(self, pair: Pairing) -> Fit:
        """How the arguments of a pair fit; kept by what the arguments are."""
        a, b = pair.a.arguments, pair.b.arguments
        key = (id(pair.scope), id(a), id(b))
        if (known := self._fits.get(key)) is None:
            known = self._fits[key] = fit_of(a, b, pair.scope.arguments)
        return known


def prepared(tools: Sequence[PairTool], tick: Callable[[], None] = lambda: None) -> Prepared:
    """Read and weigh tools; what is said of a pair does not depend on their order.

    Args:
        tools: in the order in which they are listed.
        tick: called now and then; may raise to give up.
    """
    first: dict[ConnectionKey, int] = {}
    servers = tuple(first.setdefault(each.key, at) for at, each in enumerate(tools))
    names: dict[int, list[str]] = defaultdict(list)
    for tool, server in zip(tools, servers, strict=True):
        names[server].append(tool.name)
    spaces = {server: namespace_of(own, tools[server].server_name) for server, own in names.items()}
    joined = joined_words(each.name for each in tools)
    shapes, readings = [], []
    arguments: dict[Any, Any] = {}
    for tool, server in zip(tools, servers, strict=True):
        tick()
        shape = shape_of(tool.definition)
        start = ToRead(name=tool.name, description=tool.description, shape=shape)
        shapes.append(shape)
        readings.append(read(start, spaces[server], joined, arguments))
    by_server: dict[int, list[Reading]] = defaultdict(list)
    for reading, server in zip(readings, servers, strict=True):
        by_server[server].append(reading)
    return Prepared(
        tools=tuple(tools),
        shapes=tuple(shapes),
        readings=tuple(readings),
        servers=servers,
        scopes={server: scope_of(own) for server, own in by_server.items()},
        union=scope_of(readings),
        _fits={},
    )
