"""Findings as SARIF 2.1.0."""

from hashlib import sha256
from urllib.parse import quote

from mcptui import __version__
from mcptui.analysis.lint.catalogue import RULES
from mcptui.analysis.lint.rule import Rule
from mcptui.analysis.report import Report
from mcptui.contract.display import shown
from mcptui.contract.finding import Finding, Level
from mcptui.contract.wire import JsonValue
from mcptui.export.connections import cause_of, failure_of, is_left_out
from mcptui.export.findings import Group, in_order
from mcptui.export.json_text import json_text

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {Level.RISK: "error", Level.ADVISORY: "warning", Level.NOTE: "note"}


def render(report: Report) -> str:
    """One run: the rules with their help, a result a finding, a notification a missing list."""
    statuses = [each.status for each in report.connections]
    run: dict[str, JsonValue] = {
        "tool": {
            "driver": {
                "name": "mcptui",
                "version": __version__,
                "rules": [_rule(rule) for rule in RULES],
            }
        },
        "invocations": [
            {
                "executionSuccessful": not any(map(failure_of, statuses)),
                "toolExecutionNotifications": [
                    {
                        "level": "note" if is_left_out(status) else "error",
                        "message": _message(f"{shown(status.key)}: {shown(cause)}"),
                    }
                    for status in statuses
                    if (cause := cause_of(status)) is not None
                ],
            }
        ],
        "columnKind": "unicodeCodePoints",
        "results": [_result(group, finding) for group, finding in in_order(report)],
    }
    return json_text({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(rule: Rule) -> dict[str, JsonValue]:
    return {
        "id": rule.id,
        "name": rule.slug,
        "shortDescription": _message(rule.summary),
        "help": _message(f"{rule.summary} It is based on: {rule.source}."),
        "defaultConfiguration": {"level": _LEVELS[rule.level]},
    }


def _message(text: str) -> dict[str, JsonValue]:
    """A message of plain text, in which no viewer finds a link."""
    return {"text": text.replace("](", "] (")}


def _result(group: Group, finding: Finding) -> dict[str, JsonValue]:
    result: dict[str, JsonValue] = {"ruleId": finding.rule, "level": _LEVELS[finding.level]}
    index = next((at for at, rule in enumerate(RULES) if rule.id == finding.rule), None)
    if index is not None:
        result["ruleIndex"] = index
    result["message"] = _message(finding.message)
    result["locations"] = [_location(group, finding)]
    result["partialFingerprints"] = {"findingPlace/v1": _fingerprint(finding)}
    if finding.evidence:
        result["properties"] = {"evidence": finding.evidence}
    return result


def _location(group: Group, finding: Finding) -> dict[str, JsonValue]:
    """The place in words of the protocol; beside it the file that names the server, if any."""
    place = group.subject
    name = finding.connection_key if finding.tool is None else finding.tool
    logical: dict[str, JsonValue] = {
        "name": shown(name),
        "fullyQualifiedName": f"{place}#{shown(finding.path)}" if finding.path else place,
        "kind": "namespace" if finding.tool is None else "function",
    }
    location: dict[str, JsonValue] = {"logicalLocations": [logical]}
    source = group.connection.status.target.source
    if source.file is not None:
        physical: dict[str, JsonValue] = {"artifactLocation": {"uri": _uri(source.file)}}
        if source.line is not None:
            physical["region"] = {"startLine": source.line}
        location["physicalLocation"] = physical
    return location


def _uri(path: str) -> str:
    """A file's path as a URI reference."""
    return quote(path.replace("\\", "/").encode("utf-8", "surrogateescape"))


def _fingerprint(finding: Finding) -> str:
    """The same for the same finding, wherever in the list the tool stands."""
    parts = (finding.rule, finding.connection_key, finding.tool or "", finding.path)
    text = "\x00".join((*parts, finding.message))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
