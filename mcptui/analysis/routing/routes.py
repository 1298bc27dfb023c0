"""Which alias reaches which tool: one exact table, made at registration and only looked up.

An alias is never taken apart, an alias that is not in the table leads nowhere, and an alias that
two tools claim leads to neither of them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from mcptui.analysis.routing.alias import DEFAULT, AliasRules, alias_of
from mcptui.contract.target import ConnectionKey

Pair: TypeAlias = tuple[ConnectionKey, str]
"""Connection key and upstream name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One way from an alias to a tool."""

    alias: str
    connection_key: ConnectionKey
    upstream_name: str
    known: bool = True
    """False: fixed by hand for a connection whose list is not known in full."""

    @property
    def pair(self) -> Pair:
        """Where it leads."""
        return self.connection_key, self.upstream_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubled:
    """An alias that several tools claim."""

    alias: str
    claims: tuple[Route, ...]
    """Two or more, in the order registered."""
    winner: Route | None
    """The claim that was fixed by hand; None: the alias leads nowhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteTable:
    """All routes, looked up whole."""

    routes: tuple[Route, ...]
    """In the order registered."""
    doubled: tuple[Doubled, ...] = ()
    """Aliases refused at registration."""
    by_alias: Mapping[str, Route] = field(repr=False, compare=False)
    by_pair: Mapping[Pair, tuple[Route, ...]] = field(repr=False, compare=False)
    by_name: Mapping[str, tuple[Route, ...]] = field(repr=False, compare=False)

    def lookup(self, alias: str) -> Route | None:
        """The route of exactly this alias; None: it leads nowhere."""
        return self.by_alias.get(alias)

    def lookup_bare(self, name: str) -> tuple[Route, ...]:
        """All routes to tools of exactly this upstream name, in the order registered.

        More than one is ambiguous, and none of them may be picked.
        """
        return self.by_name.get(name, ())

    def aliases_of(self, key: ConnectionKey, name: str) -> tuple[str, ...]:
        """The aliases that reach one tool; empty where its alias was refused."""
        return tuple(route.alias for route in self.by_pair.get((key, name), ()))

    def lost_routes(self) -> tuple[Route, ...]:
        """The claims on doubled aliases whose tools no other alias reaches, as registered."""
        return tuple(
            claim
            for doubled in self.doubled
            for claim in doubled.claims
            if claim.pair not in self.by_pair
        )

    def as_mapping(self) -> dict[str, dict[str, str]]:
        """The JSON form, sorted by alias."""
        return {
            alias: {"connection_key": route.connection_key, "upstream_name": route.upstream_name}
            for alias, route in sorted(self.by_alias.items())
        }


def route_table(
    pairs: Iterable[Pair], rules: AliasRules = DEFAULT, fixed: RouteTable | None = None
) -> RouteTable:
    """The table of these tools.

    Args:
        pairs: the tools, in order; a pair given twice is one tool.
        rules: how aliases are made.
        fixed: routes made by hand. They stand as they are, their tools get no further alias, and
            no tool gets an alias that they use.
    """
    made = (
        Route(alias=alias_of(*pair, rules), connection_key=pair[0], upstream_name=pair[1])
        for pair in pairs
    )
    return with_fixed(made, fixed)


def with_fixed(made: Iterable[Route], fixed: RouteTable | None) -> RouteTable:
    """The table of routes that were made, under those fixed by hand; as `route_table` has it."""
    by_hand = fixed.routes if fixed else ()
    taken = {route.pair for route in by_hand}
    others = (route for route in dict.fromkeys(made) if route.pair not in taken)
    return table_of((*by_hand, *others), winners={route.alias: route for route in by_hand})


def table_of(routes: Iterable[Route], winners: Mapping[str, Route] | None = None) -> RouteTable:
    """The table of these routes; `winners` keep their alias against other claims."""
    claims: dict[str, list[Route]] = {}
    for route in routes:
        claims.setdefault(route.alias, []).append(route)
    kept: list[Route] = []
    doubled: list[Doubled] = []
    for alias, claimants in claims.items():
        winner = (winners or {}).get(alias)
        if len(claimants) > 1:
            doubled.append(Doubled(alias=alias, claims=tuple(claimants), winner=winner))
        else:
            winner = claimants[0]
        if winner:
            kept.append(winner)
    by_pair: dict[Pair, tuple[Route, ...]] = {}
    by_name: dict[str, tuple[Route, ...]] = {}
    for route in kept:
        by_pair[route.pair] = (*by_pair.get(route.pair, ()), route)
        by_name[route.upstream_name] = (*by_name.get(route.upstream_name, ()), route)
    return RouteTable(
        routes=tuple(kept),
        doubled=tuple(doubled),
        by_alias=MappingProxyType({route.alias: route for route in kept}),
        by_pair=MappingProxyType(by_pair),
        by_name=MappingProxyType(by_name),
    )
