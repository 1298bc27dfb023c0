"""The behaviour cases of lists that need no server: what is given becomes statuses."""

import json
from pathlib import Path
from typing import Any

from mcptui.analysis.report import Report
from mcptui.contract.connection import ConnectionStatus
from mcptui.contract.finding import Finding
from mcptui.contract.wire import loads
from tests.analysis.making import listed

BEHAVIOUR = Path(__file__).parents[1] / "cases" / "behaviour"


def given_in(case: str) -> dict[str, Any]:
    """The `given` part of a case."""
    whole = json.loads((BEHAVIOUR / f"{case}.json").read_text(encoding="utf-8"))
    given: dict[str, Any] = whole["given"]
    return given


def statuses_in(case: str) -> list[ConnectionStatus]:
    """The connections of a case, each listed completely."""
    return [
        listed(
            connection["key"],
            *(_expanded(tool) for tool in _tools(connection)),
            **({"serverInfo": connection["server_info"]} if "server_info" in connection else {}),
        )
        for connection in given_in(case)["connections"]
    ]


def _tools(connection: dict[str, Any]) -> list[Any]:
    if "tools" in connection:
        tools: list[Any] = connection["tools"]
        return tools
    replies = connection["replies"]
    return [tool for reply in replies for tool in reply["result"]["tools"]]


def _expanded(value: Any) -> Any:
    """The value with the short notation of the cases written out."""
    if isinstance(value, list):
        return [_expanded(item) for item in value]
    if not isinstance(value, dict):
        return value
    if "$object_range" in value:
        each = value["$object_range"]
        return {
            each["key"].replace("{n}", str(n)): _expanded(
                json.loads(json.dumps(each["value"]).replace("{n}", str(n)))
            )
            for n in range(each["count"])
        }
    written = {name: _expanded(member) for name, member in value.items()}
    if "inputSchema_text" in written:
        written["inputSchema"] = loads(written.pop("inputSchema_text"))
    return written


def findings_on(report: Report, tool: str | None, rule: str) -> list[Finding]:
    """The findings of one rule on one tool (None: on servers) of a report."""
    return [each for each in report.findings if each.tool == tool and each.rule == rule]


def rules_on(report: Report, tool: str | None) -> list[str]:
    """The rules with findings of more than a note on one tool, descriptions aside."""
    return [
        each.rule
        for each in report.findings
        if each.tool == tool and each.rule != "L19" and each.level != "note"
    ]
