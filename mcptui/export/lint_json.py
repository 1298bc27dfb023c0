"""Findings as JSON."""

from mcptui.analysis.report import Report
from mcptui.contract.finding import Level
from mcptui.contract.wire import JsonValue
from mcptui.export.findings import as_json, counts, in_order
from mcptui.export.json_text import document


def render(report: Report) -> str:
    """One document; its shape is described in docs/json.md."""
    count = counts(report.findings)
    summary: dict[str, JsonValue] = {
        level.value: count[level] for level in (Level.NOTE, Level.ADVISORY, Level.RISK)
    }
    return document(
        {
            "summary": summary,
            "findings": [as_json(finding) for _, finding in in_order(report)],
            "ambiguous_pairs": [],
        }
    )
