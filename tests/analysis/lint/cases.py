"""Lint cases: what some servers send (`before`), and all that the rules say of it (`expected`)."""

from pathlib import Path
from typing import Any, cast

from mcptui.analysis.report import Report, report_of
from mcptui.analysis.routing.alias import AliasRules
from mcptui.analysis.routing.routes import Route, table_of
from mcptui.contract.connection import ConnectionState, ConnectionStatus
from mcptui.contract.target import ConnectionKey
from mcptui.contract.wire import loads
from tests.analysis.making import capture_of, status_of

CASES = Path(__file__).parents[2] / "cases" / "lint"
FOLDERS = sorted(folder for folder in CASES.iterdir() if folder.is_dir())


def before_of(folder: Path) -> dict[str, Any]:
    """What the servers of a case send, every member and character as written."""
    before = loads((folder / "before.json").read_bytes())
    return cast("dict[str, Any]", before)


def expected_of(folder: Path) -> list[dict[str, Any]]:
    """What the rules say of it, in order."""
    expected = loads((folder / "expected.json").read_bytes())
    return cast("list[dict[str, Any]]", expected)


def report_of_case(before: dict[str, Any]) -> Report:
    """The report on what a case's servers send."""
    return report_of(
        [_status(connection) for connection in before["connections"]],
        alias_rules=AliasRules(**before.get("alias_rules", {})),
        fixed_routes=table_of(
            Route(
                alias=alias,
                connection_key=ConnectionKey(route["connection_key"]),
                upstream_name=route["upstream_name"],
            )
            for alias, route in before.get("routes", {}).items()
        ),
    )


def found_in(report: Report) -> list[dict[str, Any]]:
    """All findings of a report, as `expected` writes them."""
    return [
        {
            "rule": finding.rule,
            "level": finding.level.value,
            "connection_key": finding.connection_key,
            "tool": finding.tool,
            "position": finding.position,
            "path": finding.path,
            "message": finding.message,
            "evidence": finding.evidence,
        }
        for finding in report.findings
    ]


def _status(connection: dict[str, Any]) -> ConnectionStatus:
    facts = dict(connection.get("facts", {}))
    if "stray_lines" in facts:
        facts["stray_lines"] = tuple(facts["stray_lines"])
    tools = connection.get("tools")
    complete = connection.get("complete", True)
    capture = (
        None
        if tools is None
        else capture_of(*tools, complete=complete, **connection.get("server", {}))
    )
    state = ConnectionState(connection.get("state", "connected"))
    return status_of(connection["key"], state, capture, **facts)
