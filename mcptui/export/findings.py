"""Findings in the order they are printed, and what each says of itself in every format."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mcptui.analysis.report import ConnectionReport, Report, ToolReport
from mcptui.contract.display import shown
from mcptui.contract.finding import Finding, Level
from mcptui.contract.wire import JsonValue

LEVELS = (Level.RISK, Level.ADVISORY, Level.NOTE)
"""Worst first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """What is said of one entry of a list, or of a server itself."""

    connection: ConnectionReport
    tool: ToolReport | None
    """None: the server itself."""
    findings: tuple[Finding, ...]
    """Worst first; may be empty."""

    @property
    def subject(self) -> str:
        """What it is about, in shown text: `KEY`, `KEY/TOOL`, or `KEY, entry 3`."""
        key = shown(self.connection.key)
        if self.tool is None:
            return key
        name = self.tool.name
        return f"{key}, entry {self.tool.position + 1}" if name is None else f"{key}/{shown(name)}"


def groups(report: Report) -> Iterator[Group]:
    """By connection as given: the server itself, then each entry as sent; no finding twice."""
    for connection in report.connections:
        printed: set[int] = set()
        about: tuple[tuple[ToolReport | None, Iterable[Finding]], ...] = (
            (None, connection.own_findings),
            *((tool, tool.findings) for tool in connection.tools),
        )
        for tool, findings in about:
            fresh = [finding for finding in findings if id(finding) not in printed]
            printed.update(id(finding) for finding in fresh)
            fresh.sort(key=lambda finding: LEVELS.index(finding.level))
            yield Group(connection=connection, tool=tool, findings=tuple(fresh))


def in_order(report: Report) -> Iterator[tuple[Group, Finding]]:
    """All findings in that order, each with its group."""
    for group in groups(report):
        for finding in group.findings:
            yield group, finding


def counts(findings: Iterable[Finding]) -> dict[Level, int]:
    """How many there are of each level, worst first."""
    count = dict.fromkeys(LEVELS, 0)
    for finding in findings:
        count[finding.level] += 1
    return count


def in_words(findings: Iterable[Finding]) -> str:
    """`1 risk, 2 note`; empty where there are none."""
    return ", ".join(
        f"{number:,} {level.value}" for level, number in counts(findings).items() if number
    )


def as_json(finding: Finding) -> dict[str, JsonValue]:
    """The finding's JSON object."""
    return {
        "rule": finding.rule,
        "level": finding.level.value,
        "connection_key": finding.connection_key,
        "tool": finding.tool,
        "path": finding.path,
        "message": finding.message,
        "evidence": finding.evidence,
    }
