"""Findings as JUnit XML: a suite a connection, a case a tool; a risk makes its case fail."""

import re
from collections.abc import Iterable, Iterator, Sequence

from mcptui.analysis.report import ConnectionReport, Report, ToolReport
from mcptui.contract.display import shown
from mcptui.contract.finding import Finding, Level
from mcptui.export.connections import cause_of, failure_of, is_left_out
from mcptui.export.findings import Group, groups

_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\t": "&#9;"}


def render(report: Report) -> str:
    """All connections in the order given, their tools in the order sent."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites name="mcptui lint">']
    cases = list(groups(report))
    for connection in report.connections:
        own = [case for case in cases if case.connection is connection]
        lines += _suite(connection, own)
    return "\n".join([*lines, "</testsuites>", ""])


def _suite(connection: ConnectionReport, cases: Sequence[Group]) -> Iterator[str]:
    cause = failure_of(connection.status)
    left_out = is_left_out(connection.status)
    name = _text(shown(connection.key))
    failed = [case for case in cases if _risks(case.findings) and not (case.tool is None and cause)]
    yield (
        f'  <testsuite name="{name}" tests="{len(cases)}" failures="{len(failed)}"'
        f' errors="{int(cause is not None)}" skipped="{int(left_out)}">'
    )
    for case in cases:
        body = list(_body(case.findings, cause if case.tool is None else None))
        if left_out:
            body = [f'      <skipped message="{_text(shown(cause_of(connection.status) or ""))}"/>']
        opening = f'    <testcase classname="{name}" name="{_text(_name_of(case.tool))}"'
        if body:
            yield from (f"{opening}>", *body, "    </testcase>")
        else:
            yield f"{opening}/>"
    yield "  </testsuite>"


def _name_of(tool: ToolReport | None) -> str:
    if tool is None:
        return "(server)"
    return f"(entry {tool.position + 1})" if tool.name is None else shown(tool.name)


def _body(found: Sequence[Finding], cause: str | None) -> Iterator[str]:
    risks = _risks(found)
    others = [finding for finding in found if finding not in risks]
    if cause is not None:
        yield from _outcome("error", "unreachable", shown(cause), risks)
    elif risks:
        yield from _outcome("failure", risks[0].rule, risks[0].message, risks)
    if others:
        yield f"      <system-out>{_lines(others)}</system-out>"


def _outcome(element: str, kind: str, message: str, risks: Sequence[Finding]) -> Iterator[str]:
    opening = f'      <{element} type="{_text(kind)}" message="{_text(message)}"'
    if risks:
        yield f"{opening}>"
        yield f"{_lines(risks)}</{element}>"
    else:
        yield f"{opening}/>"


def _risks(found: Iterable[Finding]) -> list[Finding]:
    return [finding for finding in found if finding.level is Level.RISK]


def _lines(findings: Iterable[Finding]) -> str:
    return _text(
        "\n".join(
            f"{finding.level.value} {finding.rule}: {finding.message}"
            + (f" ({shown(finding.path)})" if finding.path else "")
            for finding in findings
        ),
        lines=True,
    )


def _text(text: str, *, lines: bool = False) -> str:
    """Text as XML text or attribute; what XML cannot hold stands as `�`."""
    legal = _ILLEGAL.sub("�", text)
    escaped = "".join(
        char if lines and char in "\n\t" else _ENTITIES.get(char, char) for char in legal
    )
    return escaped.replace("\r", "&#13;")
