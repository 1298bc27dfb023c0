"""Schemas: those that are none, those that contradict themselves, and what model APIs refuse.

What is wrong with a schema is found in `contract.schema_problems`; here it is judged.
"""

import re
from collections.abc import Iterator
from itertools import groupby
from types import MappingProxyType
from typing import Final

from mcptui.analysis.lint.places import dotted
from mcptui.analysis.lint.rule import Seen
from mcptui.analysis.lint.subject import Tool
from mcptui.analysis.lint.wording import clipped, counted, few, verb
from mcptui.contract.definition import MISSING, Missing
from mcptui.contract.display import shown
from mcptui.contract.pointer import below, tokens_of, value_at
from mcptui.contract.schema import Problem, ProblemKind, schema_problem
from mcptui.contract.wire import dumps

_MOST: Final = 10
"""Findings of one rule on one entry; the rest is counted in the last."""
_MOST_KEYS: Final = 10
_TAKEN_KEY: Final = re.compile(r"[a-zA-Z0-9_.-]{1,64}\Z")
_ALTERNATIVES: Final = ("anyOf", "oneOf", "allOf")
_TYPES: Final = ("array", "boolean", "integer", "null", "number", "object", "string")
_TYPES_MEANT: Final = MappingProxyType(
    {
        "any": "no `type` at all",
        "bool": "`boolean`",
        "date": "`string`, with `date` as its format",
        "datetime": "`string`, with `date-time` as its format",
        "dict": "`object`",
        "double": "`number`",
        "float": "`number`",
        "int": "`integer`",
        "json": "`object`",
        "list": "`array`",
        "long": "`integer`",
        "map": "`object`",
        "none": "`null`",
        "str": "`string`",
        "text": "`string`",
        "tuple": "`array`",
    }
)
"""Names of types in other languages, in lower case."""


def no_usable_schema(tool: Tool) -> Iterator[Seen]:
    """The input schema is missing, no object, or says nothing of the arguments."""
    is_tool = isinstance(tool.definition.raw, dict)
    if is_tool and tool.schema_problem is not None:
        missing = tool.definition.member("inputSchema") is MISSING
        yield Seen(
            message=f"{tool.schema_problem}; the tool is listed, but cannot be called or pinned.",
            path="" if missing else "/inputSchema",
            evidence=clipped(tool.member_text("inputSchema")),
        )


def no_output_object(tool: Tool) -> Iterator[Seen]:
    """The output schema is no object schema, which revisions before 2026-07-28 ask for."""
    schema = tool.definition.member("outputSchema")
    what = schema_problem(tool.definition, "outputSchema")
    if isinstance(schema, dict) and schema.get("type") != "object" and what is None:
        said = clipped(shown(dumps(schema["type"]))) if "type" in schema else ""
        what = f"outputSchema has the type {said}" if said else "outputSchema has no type"
    elif schema is True:
        what = "outputSchema is true"
    if what is not None:
        yield Seen(
            message=(
                f"{what}; revisions before 2026-07-28 ask for an object schema there, and clients "
                "may refuse the whole list for another."
            ),
            path="/outputSchema",
            evidence=clipped(tool.member_text("outputSchema")),
        )


def refused_parameter_key(tool: Tool) -> Iterator[Seen]:
    """Parameters have names that some model APIs refuse."""
    refused: dict[str, str] = {}
    for pointer, schema in tool.subschemas:
        properties = schema.get("properties") if isinstance(schema, dict) else None
        for name in properties if isinstance(properties, dict) else ():
            if not _TAKEN_KEY.match(name):
                refused.setdefault(name, below(pointer, "properties", name))
    if refused:
        yield Seen(
            message=(
                f"Some model APIs refuse the parameter {verb(len(refused), 'name', 'names')} "
                f"{few(list(refused), _MOST_KEYS)}: they take letters, digits, `_`, `.` and `-`, "
                "64 at most."
            ),
            path=next(iter(refused.values())),
            evidence=clipped(", ".join(refused)),
        )


def top_level_alternatives(tool: Tool) -> Iterator[Seen]:
    """`anyOf`, `oneOf` or `allOf` stand at the top of the input schema."""
    root = tool.input_schema
    found = [name for name in _ALTERNATIVES if isinstance(root, dict) and name in root]
    if found:
        yield Seen(
            message=(
                f"Some model APIs refuse {few(found)} at the top of the input schema, which is "
                "valid; one object with optional parameters is taken everywhere."
            ),
            path=f"/inputSchema/{found[0]}",
        )


def required_undeclared(tool: Tool) -> Iterator[Seen]:
    """`required` names a property that is not declared, or stands inside `properties`."""
    for problem in tool.problems_of(ProblemKind.REQUIRED_INSIDE_PROPERTIES):
        yield Seen(
            message=f"{_said(problem)}; as sent, it requires nothing.",
            path=problem.pointer,
            evidence=_evidence(tool, problem),
        )
    ghosts = tool.problems_of(ProblemKind.REQUIRED_UNDECLARED)
    for place, group in groupby(ghosts, key=lambda problem: problem.pointer.rpartition("/")[0]):
        names = [problem.subject for problem in group]
        where = "" if place == "/inputSchema/required" else f" at {_within(place)}"
        yield Seen(
            message=(
                f"{few(names)} {verb(len(names), 'is', 'are')} required but not declared{where}; "
                "some model APIs refuse this."
            ),
            path=place,
            evidence=clipped(", ".join(names)),
        )


def unresolved_reference(tool: Tool) -> Iterator[Seen]:
    """A reference leads nowhere or outside the schema, or the schema is over a limit."""
    yield from _told(
        tool,
        ProblemKind.REMOTE_REFERENCE,
        ProblemKind.UNRESOLVED_REFERENCE,
        ProblemKind.OVER_LIMIT,
    )


def malformed_schema(tool: Tool) -> Iterator[Seen]:
    """A keyword has a value that it does not take, or something else stands for a schema."""
    root = tool.input_schema
    if isinstance(root, dict) and root.get("type") != "object" and tool.schema_problem is None:
        said = clipped(shown(dumps(root["type"]))) if "type" in root else "none"
        yield Seen(
            message=f"inputSchema: expected the type `object`, as MCP asks; the type is {said}.",
            path="/inputSchema",
        )
    yield from _told(tool, ProblemKind.MALFORMED)


def list_of_items(tool: Tool) -> Iterator[Seen]:
    """`items` is a list where the dialect writes a tuple with `prefixItems`."""
    yield from _told(tool, ProblemKind.ITEMS_LIST)


def unknown_dialect(tool: Tool) -> Iterator[Seen]:
    """`$schema` names a dialect that is not a published draft."""
    yield from _told(tool, ProblemKind.UNKNOWN_DIALECT)


def _told(tool: Tool, *kinds: ProblemKind) -> Iterator[Seen]:
    problems = tool.problems_of(*kinds)
    for problem in problems[:_MOST]:
        yield Seen(
            message=f"{_said(problem)}{_meant(tool, problem)}.",
            path=problem.pointer,
            evidence=_evidence(tool, problem),
        )
    if len(problems) > _MOST:
        more = counted(len(problems) - _MOST, "further place")
        yield Seen(message=f"The same kind of fault stands at {more} of its schemas.")


def _said(problem: Problem) -> str:
    return f"{_within(problem.pointer)}: {problem.words}"


def _within(pointer: str) -> str:
    """A place of the input schema by its path there; any other by its whole path."""
    tokens = tokens_of(pointer)
    return dotted(tokens[1:] if tokens[0] == "inputSchema" and len(tokens) > 1 else tokens)


def _evidence(tool: Tool, problem: Problem) -> str:
    value = value_at(tool.definition.raw, tokens_of(problem.pointer))
    return "" if isinstance(value, Missing) else clipped(dumps(value))


def _meant(tool: Tool, problem: Problem) -> str:
    """What was probably meant by a type that is none; empty where that is anyone's guess."""
    if problem.kind is not ProblemKind.MALFORMED:
        return ""
    tokens = tokens_of(problem.pointer)
    value = value_at(tool.definition.raw, tokens)
    if tokens[-2] == "properties":
        is_type = isinstance(value, str) and value in _TYPES
        return f'; probably meant `{{"type": "{value}"}}`' if is_type else ""
    named = value[0] if isinstance(value, list) and value else value
    is_type = tokens[-1] == "type" and isinstance(named, str)
    meant = _TYPES_MEANT.get(str(named).lower()) if is_type else None
    return f"; probably meant {meant}" if meant else ""
