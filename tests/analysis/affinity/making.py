"""Pairs for tests, made in one line each."""

from typing import Any

from mcptui.analysis.affinity.pairs import Pairs, Row, pairs_of
from mcptui.analysis.affinity.prepared import PairTool
from mcptui.contract.definition import ToolDefinition
from mcptui.contract.target import ConnectionKey


def pair_tool(
    name: str, description: str = "", /, *required: str, key: str = "k", **optional: Any
) -> PairTool:
    """A tool that requires these strings and may take what else is given."""
    properties = {**{each: {"type": "string"} for each in required}, **optional}
    raw: Any = {
        "name": name,
        "description": description,
        "inputSchema": {"type": "object", "properties": properties, "required": list(required)},
    }
    return PairTool(key=ConnectionKey(key), definition=ToolDefinition(raw=raw, position=0))


def row_of(pairs: Pairs, a: str, b: str) -> Row:
    """The row of two tools by their names."""
    names = [each.name for each in pairs.tools]
    return pairs.row(names.index(a), names.index(b))


def row(a: PairTool, b: PairTool, *others: PairTool) -> Row:
    """The row of two tools, beside others."""
    return pairs_of([a, b, *others]).row(0, 1)
