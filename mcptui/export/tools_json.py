"""The merged tool list as JSON."""

from mcptui.analysis.report import AbsentTool, Report, ToolReport
from mcptui.contract.wire import JsonValue
from mcptui.export.connections import as_json as connection_object
from mcptui.export.connections import is_left_out
from mcptui.export.findings import as_json as finding_object
from mcptui.export.json_text import document


def render(report: Report) -> str:
    """One document; its shape is described in docs/json.md."""
    reached = [each for each in report.connections if not is_left_out(each.status)]
    left_out = [each.status for each in report.connections if is_left_out(each.status)]
    members: dict[str, JsonValue] = {
        "connections": [connection_object(each) for each in reached],
        "tools": [
            tool
            for connection in report.connections
            for tool in (*map(_tool_object, connection.tools), *map(_absent, connection.absent))
        ],
        "not_started": [
            {"connection_key": status.key, "reason": status.cause} for status in left_out
        ],
    }
    return document(members)


def _tool_object(tool: ToolReport) -> dict[str, JsonValue]:
    definition = tool.definition
    return {
        "alias": tool.alias or None,
        "connection_key": tool.key,
        "tool": definition.name,
        "title": definition.title,
        "description": definition.description,
        "digest": tool.digest,
        "pin_state": tool.pin_state.value,
        "contract_bytes": tool.contract_bytes,
        "estimated_tokens": tool.estimated_tokens,
        "parameters": [
            {"name": row.name, "type": row.type, "required": row.required}
            for row in tool.parameters.rows
        ],
        "definition": definition.raw,
        "findings": [finding_object(finding) for finding in tool.findings],
    }


def _absent(tool: AbsentTool) -> dict[str, JsonValue]:
    """A pinned tool that the list lacks; what only a list can say of it is null."""
    return {
        "alias": None,
        "connection_key": tool.key,
        "tool": tool.name,
        "title": None,
        "description": None,
        "digest": None,
        "pin_state": tool.pin_state.value,
        "contract_bytes": None,
        "estimated_tokens": None,
        "parameters": [],
        "definition": None,
        "findings": [],
    }
