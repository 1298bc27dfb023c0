"""Findings as Markdown, for a comment or a job summary; server text in it stays text."""

import re

from mcptui.analysis.lint.wording import counted
from mcptui.analysis.report import Report
from mcptui.contract.display import shown
from mcptui.export.connections import cause_of
from mcptui.export.findings import in_order, in_words

_MARKUP = re.compile(r"([\\`*_\[\]~$])")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "|": "&#124;"}
_BREAK = "<!-- -->"
"""Parts what a renderer would join to a link or a mention; nothing is drawn for it."""
_LINKED = re.compile(r"@|(?<=:)(?=//)|(?i:(?<=www)(?=\.))")


def render(report: Report) -> str:
    """A heading with the count, a table of findings, and the servers without a full list."""
    lines = [f"### mcptui lint: {counted(len(report.findings), 'finding')}", ""]
    if report.findings:
        lines += [f"{in_words(report.findings)}.", "", "| level | rule | tool | place | finding |"]
        lines += ["| --- | --- | --- | --- | --- |"]
        lines += [
            f"| {finding.level.value} | {finding.rule} | {as_code(group.subject)} "
            f"| {as_code(shown(finding.path))} | {escaped(finding.message)} |"
            for group, finding in in_order(report)
        ]
        lines.append("")
    lines += [
        f"- {as_code(shown(connection.key))}: {escaped(shown(cause))}"
        for connection in report.connections
        if (cause := cause_of(connection.status)) is not None
    ]
    return "\n".join(lines).rstrip("\n") + "\n"


def escaped(text: str) -> str:
    """Shown text as Markdown that draws exactly that text: no mark-up, no HTML, no link."""
    text = _MARKUP.sub(r"\\\1", text.replace("\n", " "))
    text = re.sub("[&<>|]", lambda match: _ENTITIES[match.group()], text)
    return _LINKED.sub(lambda match: match.group() + _BREAK, text)


def as_code(text: str) -> str:
    """Shown text as a code span in a table cell; text that a span cannot hold, escaped."""
    if not text or "|" in text:
        return escaped(text)
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"
