"""Findings as GitHub workflow commands, which become annotations."""

from mcptui.analysis.report import Report
from mcptui.contract.connection import ConnectionStatus
from mcptui.contract.display import shown
from mcptui.contract.finding import Level
from mcptui.export.connections import failure_of
from mcptui.export.findings import in_order

_COMMANDS = {Level.RISK: "error", Level.ADVISORY: "warning", Level.NOTE: "notice"}


def render(report: Report) -> str:
    """A line a finding, then an error a server without a full list."""
    lines = []
    for group, finding in in_order(report):
        title = f"{finding.rule} {group.subject}"
        message = f"{finding.message} ({shown(finding.path)})" if finding.path else finding.message
        status = group.connection.status
        lines.append(_command(_COMMANDS[finding.level], title, message, status))
    lines += [
        _command("error", shown(connection.key), shown(cause), connection.status)
        for connection in report.connections
        if (cause := failure_of(connection.status)) is not None
    ]
    return "".join(f"{line}\n" for line in lines)


def _command(name: str, title: str, message: str, status: ConnectionStatus) -> str:
    properties = []
    source = status.target.source
    if source.file is not None:
        properties.append(f"file={_property(shown(source.file))}")
        if source.line is not None:
            properties.append(f"line={source.line}")
    properties.append(f"title={_property(title)}")
    return f"::{name} {','.join(properties)}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
