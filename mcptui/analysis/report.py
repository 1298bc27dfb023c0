"""All that the analyses say of some connections, as one frozen value."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from types import MappingProxyType

from mcptui.analysis.completeness import has_complete_list
from mcptui.analysis.lint.running import findings_in_all, findings_in_connection
from mcptui.analysis.lint.subject import Connections
from mcptui.analysis.listing import Listed, ListedTool, listed
from mcptui.analysis.pins import PinState, absent_state, pin_state_of, refused_digests
from mcptui.analysis.routing.alias import DEFAULT, AliasRules
from mcptui.analysis.routing.routes import RouteTable, with_fixed
from mcptui.contract.connection import ConnectionStatus
from mcptui.contract.definition import ToolDefinition
from mcptui.contract.finding import Finding, Level
from mcptui.contract.lockfile import Lockfile, Pin
from mcptui.contract.schema import Parameters
from mcptui.contract.target import ConnectionKey


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolReport:
    """One entry of a list, and all that is said of it."""

    key: ConnectionKey
    listed: ListedTool
    alias: str
    """The alias that leads to it; empty where none does."""
    pin: Pin | None
    """What was accepted under its name."""
    pin_state: PinState
    findings: tuple[Finding, ...]
    """Those of this entry, and those of its name."""

    @property
    def definition(self) -> ToolDefinition:
        """The entry as sent."""
        return self.listed.definition

    @property
    def position(self) -> int:
        """0-based place in the list."""
        return self.definition.position

    @property
    def name(self) -> str | None:
        """The upstream name as sent; None where the entry has none."""
        return self.definition.name

    @property
    def alias_length(self) -> int:
        """Characters its made alias would have uncut and without a hash; 0 without a name."""
        return self.listed.made_alias.full_length if self.listed.made_alias else 0

    @property
    def is_shortened(self) -> bool:
        """Whether the alias in use is made, and was cut to the limit."""
        made = self.listed.made_alias
        return made is not None and made.shortened and made.text == self.alias

    @property
    def digest(self) -> str | None:
        """The digest of the contract; None where it has no canonical form."""
        return self.listed.digest

    @property
    def unpinnable(self) -> str:
        """Why it cannot be pinned, in words; empty where it can."""
        return self.listed.unpinnable

    @property
    def contract_bytes(self) -> int:
        """UTF-8 bytes of the compact JSON as sent."""
        return self.listed.contract_bytes

    @property
    def estimated_tokens(self) -> int:
        """A quarter of the bytes, rounded up."""
        return self.listed.estimated_tokens

    @property
    def parameters(self) -> Parameters:
        """What the input schema says of the arguments; worked out when first asked for."""
        return self.listed.parameters


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsentTool:
    """A pinned tool that the list lacks."""

    key: ConnectionKey
    name: str
    pin: Pin
    pin_state: PinState
    """`removed` where the list is complete, else `unknown`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionReport:
    """One connection, and all that is said of it."""

    status: ConnectionStatus
    listed: Listed | None
    """None where there is no list."""
    tools: tuple[ToolReport, ...]
    """In the order sent."""
    absent: tuple[AbsentTool, ...]
    """By name."""
    findings: tuple[Finding, ...]
    """All of this connection: its own first, then those of its tools in their order."""

    @property
    def key(self) -> ConnectionKey:
        """The connection key."""
        return self.status.key

    @property
    def contract_bytes(self) -> int:
        """Bytes of all contracts together; the instructions are not among them."""
        return sum(tool.contract_bytes for tool in self.tools)

    @property
    def own_findings(self) -> tuple[Finding, ...]:
        """Those that are about no tool."""
        return tuple(each for each in self.findings if each.tool is None and each.position is None)

    @property
    def problems(self) -> int:
        """How many findings of level risk there are."""
        return sum(finding.level is Level.RISK for finding in self.findings)

    def pin_counts(self) -> Mapping[PinState, int]:
        """How many tools, absent ones included, are in each pin state."""
        return _pin_counts(self.tools, self.absent)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """All that the analyses say."""

    connections: tuple[ConnectionReport, ...]
    """In the order given."""
    tools: tuple[ToolReport, ...]
    """By connection, then in the order sent."""
    removed: tuple[AbsentTool, ...]
    """Pinned tools that their list lacks; by connection, then by name."""
    findings: tuple[Finding, ...]
    """By connection; its own first, then those of its tools in their order."""
    routes: RouteTable

    def connection(self, key: ConnectionKey) -> ConnectionReport | None:
        """What is said of one connection."""
        return next((each for each in self.connections if each.key == key), None)

    def pin_counts(self) -> Mapping[PinState, int]:
        """How many tools, absent ones included, are in each pin state."""
        return _pin_counts(self.tools, self.removed)


def report_of(
    statuses: Sequence[ConnectionStatus],
    lockfile: Lockfile | None = None,
    *,
    lockfile_known: bool = True,
    alias_rules: AliasRules = DEFAULT,
    fixed_routes: RouteTable | None = None,
    previous: Report | None = None,
) -> Report:
    """All that the analyses say of these connections.

    Args:
        statuses: the connections, in order.
        lockfile: what was accepted; None where there is no lockfile.
        lockfile_known: False: there is a lockfile but it cannot be read, so every pin state is
            unknown.
        alias_rules: how aliases are made.
        fixed_routes: aliases fixed by hand.
        previous: an earlier report. What it says of a capture that is still the same is taken
            over, so that a refresh of one server costs the work of one.
    """
    lists = _lists_of(statuses, alias_rules, previous)
    routes = with_fixed(chain.from_iterable(each.routes for each in lists.values()), fixed_routes)
    everything = Connections(offers=tuple(each.offered for each in lists.values()), routes=routes)
    in_all: dict[ConnectionKey, list[Finding]] = defaultdict(list)
    for finding in findings_in_all(everything):
        in_all[finding.connection_key].append(finding)
    pins = _Pins(lockfile, known=lockfile_known)
    connections = tuple(
        _connection_report(status, lists.get(status.key), in_all[status.key], routes, pins)
        for status in statuses
    )
    return Report(
        connections=connections,
        tools=tuple(chain.from_iterable(each.tools for each in connections)),
        removed=tuple(chain.from_iterable(each.absent for each in connections)),
        findings=tuple(chain.from_iterable(each.findings for each in connections)),
        routes=routes,
    )


def _lists_of(
    statuses: Iterable[ConnectionStatus], rules: AliasRules, previous: Report | None
) -> dict[ConnectionKey, Listed]:
    """What each capture says by itself, made anew only where the capture is another."""
    known = {each.key: each.listed for each in previous.connections} if previous else {}
    lists: dict[ConnectionKey, Listed] = {}
    for status in statuses:
        if status.capture is not None:
            before = known.get(status.key)
            is_same = before is not None and before.is_of(status.key, status.capture, rules)
            lists[status.key] = (
                before if before and is_same else listed(status.key, status.capture, rules)
            )
    return lists


class _Pins:
    """The lockfile as questions about one tool."""

    def __init__(self, lockfile: Lockfile | None, *, known: bool) -> None:
        self._lockfile = lockfile
        self._refused = refused_digests(lockfile.refusals if lockfile else ())
        self.known = known

    def of(self, key: ConnectionKey) -> Mapping[str, Pin]:
        """The pins of one connection, by upstream name."""
        server = self._lockfile.connections.get(key) if self._lockfile else None
        return server.tools if server else MappingProxyType({})

    def state(self, key: ConnectionKey, tool: ListedTool, pin: Pin | None) -> PinState:
        """Where a listed tool stands."""
        return pin_state_of(
            tool.definition.raw,
            tool.digest,
            pin,
            refused_digests=self._refused.get((key, tool.definition.name), frozenset()),
            unpinnable=bool(tool.unpinnable),
            lock_known=self.known,
        )


def _connection_report(
    status: ConnectionStatus,
    its_list: Listed | None,
    in_all: Sequence[Finding],
    routes: RouteTable,
    pins: _Pins,
) -> ConnectionReport:
    of_list = its_list.findings if its_list else ()
    own, of_tools = _parted((*findings_in_connection(status), *of_list, *in_all))
    pinned = pins.of(status.key)
    tools = []
    for tool in its_list.tools if its_list else ():
        name = tool.definition.name
        aliases = routes.aliases_of(status.key, name) if name is not None else ()
        pin = pinned.get(name) if name is not None else None
        tools.append(
            ToolReport(
                key=status.key,
                listed=tool,
                alias=aliases[0] if aliases else "",
                pin=pin,
                pin_state=pins.state(status.key, tool, pin),
                findings=(
                    *of_tools.get((name, None), ()),
                    *of_tools.get((name, tool.definition.position), ()),
                    *tool.findings,
                ),
            )
        )
    return ConnectionReport(
        status=status,
        listed=its_list,
        tools=tuple(tools),
        absent=tuple(_absent(status, its_list, pinned, known=pins.known)),
        findings=_each_once(chain(own, *(tool.findings for tool in tools))),
    )


def _each_once(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings without repeats: one about a name stands with every tool of that name."""
    return tuple({id(finding): finding for finding in findings}.values())


def _parted(
    findings: Iterable[Finding],
) -> tuple[list[Finding], Mapping[tuple[str | None, int | None], list[Finding]]]:
    """Findings about no tool, and those about one by name and place."""
    own: list[Finding] = []
    of_tools: dict[tuple[str | None, int | None], list[Finding]] = defaultdict(list)
    for finding in findings:
        if finding.tool is None and finding.position is None:
            own.append(finding)
        else:
            of_tools[finding.tool, finding.position].append(finding)
    return own, of_tools


def _absent(
    status: ConnectionStatus, its_list: Listed | None, pinned: Mapping[str, Pin], *, known: bool
) -> Iterator[AbsentTool]:
    offered = frozenset(its_list.offered.names) if its_list else frozenset()
    state = absent_state(list_complete=has_complete_list(status), lock_known=known)
    for name in sorted(pinned):
        if name not in offered:
            yield AbsentTool(key=status.key, name=name, pin=pinned[name], pin_state=state)


def _pin_counts(
    tools: Iterable[ToolReport], absent: Iterable[AbsentTool]
) -> Mapping[PinState, int]:
    counts = Counter(each.pin_state for each in chain[ToolReport | AbsentTool](tools, absent))
    return MappingProxyType({state: counts[state] for state in PinState if counts[state]})
