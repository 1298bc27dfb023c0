"""A report with the hardest of everything, made by the real analyses, for every format."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from mcptui.analysis.lint.rule import Rule
from mcptui.analysis.report import Report, report_of
from mcptui.contract.capture import Capture, Profile
from mcptui.contract.connection import ConnectionState, ConnectionStatus
from mcptui.contract.definition import ToolDefinition
from mcptui.contract.display import shown
from mcptui.contract.finding import Finding, Level
from mcptui.contract.lockfile import Lockfile, parse
from mcptui.contract.target import Broken, ConnectionKey, Recorded, Source, Stdio, Target

OPEN = {"type": "object", "properties": {}}
QUERY = {
    "type": "object",
    "properties": {"q": {"type": "string", "description": "Words to find."}},
    "required": ["q"],
}


def tool(name: str, description: str = "Does it.", **members: Any) -> dict[str, Any]:
    """A raw tool object."""
    return {"name": name, "description": description, "inputSchema": OPEN, **members}


def captured(tools: Sequence[Any], **members: Any) -> Capture:
    """A complete capture of these raw entries."""
    values: dict[str, Any] = {
        "server": {"serverInfo": {"name": "s", "version": "1"}},
        "profile": Profile(protocol_version="2025-11-25", transport="stdio"),
        "complete": True,
        "tools": tuple(ToolDefinition(raw=raw, position=at) for at, raw in enumerate(tools)),
    }
    return Capture(**(values | members))


def status(
    key: str,
    state: ConnectionState = ConnectionState.CONNECTED,
    capture: Capture | None = None,
    **members: Any,
) -> ConnectionStatus:
    """One connection as it stood at the end."""
    target = Target(
        key=ConnectionKey(key),
        how=Recorded(path="a.json"),
        source=Source(dialect="claude_code", file=".mcp.json", line=3),
    )
    values: dict[str, Any] = {"key": target.key, "target": target, "state": state}
    return ConnectionStatus(**(values | {"capture": capture} | members))


LOCK = """{"version": 1, "connections": {
  "docs": {"tools": {"search": {"name": "search", "description": "Finds pages.",
                                "inputSchema": {"type": "object"}},
                     "gone": {"name": "gone", "description": "Was here.", "inputSchema": {}}}},
  "big": {"tools": {"later": {"name": "later", "description": "L", "inputSchema": {}}}}}}
"""


def lockfile() -> Lockfile:
    """Pins of which one has drifted, one is removed, and of one nobody knows."""
    return parse(LOCK, "mcptui.lock.json")


def statuses() -> tuple[ConnectionStatus, ...]:
    """Six connections, in all ways in which they can end."""
    hostile = (
        "Line one\nline two \x1b]0;owned\x07 | `code` <b>bold</b> [link](https://evil.example.test)"
        " @someone www.example.test \u202e::error::x %0A \U000e0041 \ufffe"
    )
    docs = captured(
        [
            tool("search", "Finds pages by their words.", inputSchema=QUERY, title="Search"),
            tool("検索", "ページを探す。", inputSchema=QUERY),
            tool("n\x1b[2Jame|<b>`x`", hostile),
            tool("export", "Exports."),
            tool("export", "Exports otherwise."),
            {"description": "has no name", "inputSchema": OPEN},
            "no object",
            tool("no_schema", inputSchema={"type": "string"}),
        ],
        pages=3,
        server={
            "serverInfo": {"name": "docs\x1bc", "version": "1"},
            "instructions": "Ask for é.",
        },
    )
    big = captured(
        [tool("first")],
        complete=False,
        incomplete_reason="list incomplete: page 2 failed, -32603 backend timeout",
    )
    off = Target(
        key=ConnectionKey("off"),
        how=Stdio(command="server"),
        source=Source(dialect="claude_code", file=".mcp.json"),
        disabled=True,
    )
    bad = Target(
        key=ConnectionKey("bad|`key`"),
        how=Broken(reason="neither command nor url"),
        source=Source(dialect="claude_code"),
    )
    return (
        status("docs", capture=docs),
        status(
            "big",
            ConnectionState.INCOMPLETE,
            big,
            cause="list incomplete: page 2 failed, -32603 backend timeout",
        ),
        status("quiet", ConnectionState.NO_TOOLS, captured([], pages=0)),
        status("slack", ConnectionState.FAILED, cause="cannot start slack: not found"),
        status("off", ConnectionState.WAITING, target=off, cause="switched off in .mcp.json"),
        status(
            "bad|`key`", ConnectionState.FAILED, target=bad, cause="neither command nor url, 100%"
        ),
    )


RULES = (
    Rule(
        id="L06",
        slug="duplicate-name",
        level=Level.RISK,
        summary="One list holds the same name more than once.",
        source="MCP tools: names are unique within a server",
    ),
    Rule(
        id="L20",
        slug="name-outside-rules",
        level=Level.NOTE,
        summary="The name is not 1 to 128 letters, digits, `_`, `-` and `.`.",
        source="MCP tools: names",
    ),
)
"""What stands in the place of the catalogue, which grows without changing any format."""


def _finding(key: str, rule: str, level: Level, message: str, **members: Any) -> Finding:
    values = {"tool": None, "position": None, "path": ""} | members
    return Finding(
        rule=rule, level=level, connection_key=ConnectionKey(key), message=message, **values
    )


def report() -> Report:
    """What is said of them: pins and routes by the analyses, findings by hand."""
    made = report_of(statuses(), lockfile())
    docs, big, *others, bad = made.connections
    hostile = docs.tools[2]
    name = hostile.name or ""
    twin = _finding("docs", "L06", Level.RISK, "`docs` offers `export` twice.", tool="export")
    entries: dict[int, tuple[Finding, ...]] = {
        2: (
            _finding(
                "docs",
                "L20",
                Level.NOTE,
                f"The name `{shown(name)}` holds `[`.",
                tool=name,
                position=2,
                path="/name",
                evidence=name,
            ),
            _finding(
                "docs",
                "L08",
                Level.RISK,
                "2 control characters; [here](https://evil.example.test) | <i>x</i> @one 100%,:",
                tool=name,
                position=2,
                path="/inputSchema/properties/a~1b",
                evidence="x" * 300,
            ),
        ),
        3: (twin,),
        4: (twin,),
        5: (_finding("docs", "L25", Level.RISK, "Entry 6 has no name.", position=5),),
    }
    own = _finding("docs", "L19", Level.ADVISORY, "No instructions.", path="/instructions")
    tools = tuple(replace(tool, findings=entries.get(tool.position, ())) for tool in docs.tools)
    cut = _finding("big", "L24", Level.RISK, "The list is incomplete.")
    connections = (
        replace(docs, tools=tools, findings=(own, *entries[2], twin, *entries[5])),
        replace(big, findings=(cut,)),
        *(replace(each, findings=()) for each in others),
        replace(bad, findings=(_finding(bad.key, "L23", Level.NOTE, "It wrote to stdout."),)),
    )
    return replace(
        made,
        connections=connections,
        tools=tuple(tool for each in connections for tool in each.tools),
        findings=tuple(finding for each in connections for finding in each.findings),
    )


def fine_report() -> Report:
    """One tool that no rule says anything about."""
    return report_of(
        [status("docs", capture=captured([tool("find", "Finds pages.", inputSchema=QUERY)]))]
    )


def empty_report() -> Report:
    """No connection at all."""
    return report_of([])
