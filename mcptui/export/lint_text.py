"""Findings as text, by connection and tool."""

from collections.abc import Iterator, Sequence

from mcptui.analysis.lint.catalogue import RULES
from mcptui.analysis.lint.wording import counted
from mcptui.analysis.report import Report
from mcptui.contract.display import shown
from mcptui.contract.finding import Finding
from mcptui.export.connections import cause_of
from mcptui.export.findings import groups, in_words
from mcptui.export.table import aligned
from mcptui.viewmodel.tone import LEVEL_SIGNS, SignSet

_EVIDENCE = 120
"""Characters of evidence printed at most."""


def render(report: Report, *, signs: SignSet = SignSet.USUAL) -> str:
    """A block a tool, the server's own findings first, then why lists are missing; a summary."""
    lines: list[str] = []
    for group in groups(report):
        if group.findings:
            lines += [group.subject, *_block(group.findings, signs=signs), ""]
    for connection in report.connections:
        if (cause := cause_of(connection.status)) is not None:
            lines += [f"{shown(connection.key)}: {shown(cause)}", ""]
    lines += [_summary(report), ""]
    return "\n".join(lines)


def _block(findings: Sequence[Finding], *, signs: SignSet) -> Iterator[str]:
    slugs = {rule.id: rule.slug for rule in RULES}
    rows = [
        (
            f"  {signs.draw(LEVEL_SIGNS[finding.level])} {finding.level.value}",
            f"{finding.rule} {slugs.get(finding.rule, '')}".rstrip(),
            finding.message,
        )
        for finding in findings
    ]
    for line, finding in zip(aligned(rows), findings, strict=True):
        yield line
        place = f"at {shown(finding.path)}" if finding.path else ""
        evidence = shown(finding.evidence)
        if len(evidence) > _EVIDENCE:
            evidence = f"{evidence[:_EVIDENCE]}…"
        shows = f"“{evidence}”" if evidence and signs is SignSet.USUAL else evidence
        if place or shows:
            yield f"      {' '.join(part for part in (place, shows) if part)}"


def _summary(report: Report) -> str:
    words = in_words(report.findings)
    told = f" ({words})" if words else ""
    tools = counted(len(report.tools), "tool")
    connections = counted(len(report.connections), "connection")
    return f"{counted(len(report.findings), 'finding')}{told} on {tools} of {connections}"
