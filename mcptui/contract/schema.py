"""Reading JSON Schema: the door to what a schema says of its parameters and where it is wrong.

Nothing here fetches or opens anything, and nothing raises over what a server sends.
"""

from typing import Final

from mcptui.contract.definition import MISSING, ToolDefinition
from mcptui.contract.display import shown
from mcptui.contract.parameter import Additional, Alternative, Parameter, Parameters
from mcptui.contract.pointer import kind_of
from mcptui.contract.schema_parameters import parameters_of
from mcptui.contract.schema_problems import Problem, ProblemKind, problems_of
from mcptui.contract.schema_references import Reference, references
from mcptui.contract.schema_walk import Dialect, dialect_of, walk

__all__ = [
    "Additional",
    "Alternative",
    "Dialect",
    "Parameter",
    "Parameters",
    "Problem",
    "ProblemKind",
    "Reference",
    "dialect_of",
    "parameters_of",
    "problems_of",
    "references",
    "schema_problem",
    "walk",
]

_SAYS_NOTHING: Final = frozenset(
    {"$schema", "$id", "$comment", "$defs", "definitions", "title", "description", "examples",
     "default", "deprecated", "readOnly", "writeOnly", "$anchor", "$vocabulary"}
)  # fmt: skip
"""Keywords that constrain nothing by themselves."""


def schema_problem(definition: ToolDefinition, member: str = "inputSchema") -> str | None:
    """Why a tool has no usable schema, one line ready to show; None where it has one.

    Args:
        definition: the tool.
        member: `inputSchema` or `outputSchema`.

    Returns:
        `inputSchema is missing`, `inputSchema is a list, not an object`, and the like. For an
        output schema none is needed and no type is asked for, only that it says something.
    """
    schema = definition.member(member)
    is_input = member == "inputSchema"
    if not isinstance(definition.raw, dict):
        return f"the entry is {kind_of(definition.raw)}, not a tool" if is_input else None
    if schema is MISSING:
        return f"{member} is missing" if is_input else None
    if not isinstance(schema, dict):
        return (
            None
            if schema is True and not is_input
            else f"{member} is {kind_of(schema)}, not an object"
        )
    if not schema.keys() - _SAYS_NOTHING:
        holds = (
            f"it holds only {', '.join(map(shown, list(schema)[:3]))}" if schema else "it is empty"
        )
        return f"{member} is collapsed: {holds} and constrains nothing"
    declared = schema.get("type", MISSING)
    names = declared if isinstance(declared, list) else [declared]
    if is_input and declared is not MISSING and "object" not in names:
        said = shown(declared) if isinstance(declared, str) else kind_of(declared)
        return f"{member} has the type {said}, not object"
    return None
