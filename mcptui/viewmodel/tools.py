"""The merged list of tools: one row each, usable or not, in an order that does not jump."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from mcptui.analysis.routing.alias import AliasRules, explained_alias
from mcptui.contract.connection import ConnectionState, ConnectionStatus
from mcptui.contract.display import shown
from mcptui.contract.finding import Finding, Level
from mcptui.contract.schema import schema_problem
from mcptui.contract.target import ConnectionKey
from mcptui.viewmodel.matching import Searchable, searchable
from mcptui.viewmodel.tone import LEVEL_SIGNS, PIN_SIGNS, Sign
from mcptui.workspace.state import Workspace

if TYPE_CHECKING:  # rows are told of before the first frame, and before any rule is loaded
    from mcptui.analysis.report import Report, ToolReport
    from mcptui.contract.lockfile import Pin

_NOT_ASKED_YET = frozenset({ConnectionState.CONNECTING, ConnectionState.WAITING})
"""While a connection stands so, its pinned tools are not missed."""


class RowId(NamedTuple):
    """What a row stands for, the same through refreshes; never used as anything else."""

    kind: str
    """`tool`, `removed`, or `connection` for a line about the connection itself."""
    key: ConnectionKey
    name: str | None = None
    """The upstream name as sent; None where it is no string, or where no tool is meant."""
    occurrence: int = 0
    """Tells entries with the same name in one list apart."""


class ParameterName(NamedTuple):
    """One parameter in a row."""

    name: str
    """Ready to show, one line."""
    required: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolRow:
    """One tool in the list."""

    id: RowId
    status: ConnectionStatus
    report: "ToolReport | None"
    """None for a pinned tool that the list lacks."""
    alias: str
    """As all texts below: ready to show, one line."""
    name: str
    title: str
    pin: Sign
    pin_state: str
    parameters: tuple[ParameterName, ...] = ()
    levels: Mapping[Level, int] = field(default_factory=dict)
    is_new: bool = False
    """It was not in the list before this one."""
    is_shortened: bool = False
    problem: str | None = None
    """Why it cannot be used."""
    pinned: "Pin | None" = None
    """What was accepted under its name."""

    @property
    def contract_bytes(self) -> int:
        """Exact bytes of the contract; 0 where there is none."""
        return self.report.contract_bytes if self.report is not None else 0

    @property
    def badness(self) -> tuple[int, ...]:
        """Findings by level, worst first, for sorting."""
        return tuple(self.levels.get(level, 0) for level in LEVEL_SIGNS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogue:
    """All rows, and what the filter looks through."""

    rows: tuple[ToolRow, ...] = ()
    """By connection as given; within one, as first listed."""
    texts: tuple[Searchable, ...] = ()
    """One for each row."""
    problems: Mapping[ConnectionKey, int] = field(default_factory=dict)
    """Broken entries by connection."""
    findings: tuple[Finding, ...] = ()

    def row_of(self, id_: RowId) -> ToolRow | None:
        """The row that an id stands for now."""
        return next((row for row in self.rows if row.id == id_), None)


def catalogue_of(workspace: Workspace, earlier: Catalogue | None = None) -> Catalogue:
    """The rows of all tools in a workspace.

    Args:
        workspace: with a report; without one there are no rows.
        earlier: the catalogue before this one; its order is kept.
    """
    report = workspace.report
    if report is None:
        return Catalogue()
    statuses = {each.status.key: each.status for each in report.connections}
    rules = workspace.settings.alias_rules
    rows = [
        *_listed_rows(report, statuses),
        *_missing_rows(report, statuses, rules),
    ]
    before = {row.id: place for place, row in enumerate(earlier.rows)} if earlier else {}
    kept = [
        row
        for key in statuses
        for row in kept_order([row for row in rows if row.id.key == key], before)
    ]
    return Catalogue(
        rows=tuple(kept),
        texts=tuple(_searchable(row) for row in kept),
        problems=Counter(row.id.key for row in kept if row.problem is not None),
        findings=report.findings,
    )


def kept_order(rows: Sequence[ToolRow], before: Mapping[RowId, int]) -> list[ToolRow]:
    """Rows known before in the order they had; new ones after the row they are listed behind."""
    known = iter(sorted((row for row in rows if row.id in before), key=lambda row: before[row.id]))
    return [next(known) if row.id in before else row for row in rows]


def _listed_rows(
    report: "Report", statuses: Mapping[ConnectionKey, ConnectionStatus]
) -> list[ToolRow]:
    seen: Counter[tuple[ConnectionKey, str | None]] = Counter()
    rows = []
    for tool in report.tools:
        name = tool.definition.name
        occurrence = seen[tool.key, name]
        seen[tool.key, name] += 1
        status = statuses[tool.key]
        previous = status.previous_names
        pin_state = str(tool.pin_state)
        shown_name = f"(entry {tool.position + 1})" if name is None else shown(name)
        rows.append(
            ToolRow(
                id=RowId("tool", tool.key, name, occurrence),
                status=status,
                report=tool,
                alias=shown(tool.alias) or shown_name,
                name=shown_name,
                title=shown(tool.definition.title or ""),
                pin=PIN_SIGNS[pin_state],
                pin_state=pin_state,
                parameters=tuple(
                    ParameterName(shown(row.name), row.required)
                    for row in tool.parameters.every_row()
                ),
                levels=Counter(finding.level for finding in tool.findings),
                is_new=previous is not None and name is not None and name not in previous,
                is_shortened=tool.is_shortened,
                problem=schema_problem(tool.definition),
                pinned=tool.pin,
            )
        )
    return rows


def _missing_rows(
    report: "Report", statuses: Mapping[ConnectionKey, ConnectionStatus], rules: AliasRules
) -> list[ToolRow]:
    rows = []
    for missing in report.removed:
        if statuses[missing.key].state in _NOT_ASKED_YET:
            continue
        alias = explained_alias(missing.key, missing.name, rules)
        pin_state = str(missing.pin_state)
        rows.append(
            ToolRow(
                id=RowId("removed", missing.key, missing.name),
                status=statuses[missing.key],
                report=None,
                alias=shown(alias.text),
                name=shown(missing.name),
                title="",
                pin=PIN_SIGNS[pin_state],
                pin_state=pin_state,
                is_shortened=alias.shortened,
                pinned=missing.pin,
            )
        )
    return rows


def _searchable(row: ToolRow) -> Searchable:
    description = row.report.definition.description if row.report is not None else None
    states = {row.pin_state, *(level.value for level, count in row.levels.items() if count)}
    if row.is_new:
        states.add("new")
    if row.problem is not None:
        states.add("broken")
    return searchable(
        alias=row.alias,
        name=row.name,
        title=row.title,
        parameters=[parameter.name for parameter in row.parameters],
        description=shown(description or ""),
        connection=shown(row.id.key),
        states=frozenset(states),
    )
