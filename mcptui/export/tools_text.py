"""The merged tool list as text: how each connection stands, the tools, and a summary."""

from mcptui.analysis.lint.wording import counted
from mcptui.analysis.report import AbsentTool, ConnectionReport, Report, ToolReport
from mcptui.contract.connection import ConnectionStatus
from mcptui.contract.display import shown
from mcptui.contract.secrets import command_line
from mcptui.contract.target import Broken, Recorded
from mcptui.export.connections import cause_of, transport_of
from mcptui.export.findings import counts, in_words
from mcptui.export.table import aligned
from mcptui.viewmodel.tone import CONNECTION_SIGNS, LEVEL_SIGNS, PIN_SIGNS, SignSet

_DIGEST = 12
"""Hexadecimal digits of a digest printed."""
_TOOL_TITLES = ("pin", "alias", "connection", "upstream name", "digest", "bytes", "tokens", "flags")
_NUMBERS = frozenset({5, 6})
"""Columns of the tools that hold numbers."""


def render(report: Report, *, signs: SignSet = SignSet.USUAL) -> str:
    """A line a connection, a line a tool, and the sums; nothing is cut."""
    lines = aligned(
        (_connection_row(each, signs=signs) for each in report.connections),
        right=frozenset({2, 3}),
    )
    if report.tools or report.removed:
        rows: list[tuple[str, ...]] = [_TOOL_TITLES]
        for connection in report.connections:
            rows += [_tool_row(tool, signs=signs) for tool in connection.tools]
            rows += [_absent_row(tool, signs=signs) for tool in connection.absent]
        lines += ["", *aligned(rows, right=_NUMBERS)]
    return "\n".join([*lines, "", _summary(report), ""])


def _connection_row(connection: ConnectionReport, *, signs: SignSet) -> tuple[str, ...]:
    status = connection.status
    sign = CONNECTION_SIGNS[status.state]
    capture = status.capture
    facts: list[str] = []
    is_told_below = bool(_reached_by(status)) and not isinstance(status.target.how, Recorded)
    if not is_told_below and (transport := transport_of(status)) is not None:
        facts.append(transport)
    if capture is not None:
        if capture.profile.protocol_version is not None:
            facts.append(capture.profile.protocol_version)
        if capture.pages > 1:
            facts.append(counted(capture.pages, "page"))
        if capture.instructions:
            size = len(capture.instructions.encode("utf-8", "surrogatepass"))
            facts.append(f"instructions {size:,} bytes")
    said = ", ".join(facts)
    if (cause := cause_of(status)) is not None:
        said = "; ".join(part for part in (cause, said, _reached_by(status)) if part)
    return (
        f"{signs.draw(sign)} {shown(status.key)}",
        sign.word,
        counted(len(capture.tools), "tool") if capture else "",
        f"{connection.contract_bytes:,} bytes" if capture else "",
        shown(said),
    )


def _reached_by(status: ConnectionStatus) -> str:
    """The whole command line or URL, masked, of a server that gave no list at all."""
    if status.capture is not None or isinstance(status.target.how, Broken):
        return ""
    return f"reached by {command_line(status.target)}"


def _tool_row(tool: ToolReport, *, signs: SignSet) -> tuple[str, ...]:
    sign = PIN_SIGNS[tool.pin_state]
    name = tool.definition.name
    flags = [
        f"{signs.draw(LEVEL_SIGNS[level])}{number}"
        for level, number in counts(tool.findings).items()
        if number
    ]
    digest = (tool.digest or "").removeprefix("sha256:")[:_DIGEST]
    return (
        f"{signs.draw(sign)} {sign.word}",
        shown(tool.alias) or "-",
        shown(tool.key),
        f"(entry {tool.position + 1}, no name)" if name is None else shown(name),
        digest or "-",
        f"{tool.contract_bytes:,}",
        f"{tool.estimated_tokens:,}",
        " ".join(flags),
    )


def _absent_row(tool: AbsentTool, *, signs: SignSet) -> tuple[str, ...]:
    """A pinned tool that the list lacks."""
    sign = PIN_SIGNS[tool.pin_state]
    state = f"{signs.draw(sign)} {sign.word}"
    return (state, "-", shown(tool.key), shown(tool.name), "-", "-", "-", "")


def _summary(report: Report) -> str:
    tools = counted(len(report.tools), "tool")
    size = sum(tool.contract_bytes for tool in report.tools)
    tokens = sum(tool.estimated_tokens for tool in report.tools)
    levels = in_words(report.findings)
    pins = report.pin_counts()
    parts = [
        f"{tools} of {counted(len(report.connections), 'connection')}",
        f"{size:,} bytes, about {tokens:,} tokens",
        ", ".join(f"{number:,} {PIN_SIGNS[state].word}" for state, number in pins.items()),
        counted(len(report.findings), "finding") + (f" ({levels})" if levels else ""),
    ]
    return "; ".join(part for part in parts if part)
