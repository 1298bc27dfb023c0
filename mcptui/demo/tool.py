"""What a demo server is made of: plain JSON and plain functions, no SDK.

Definitions are written out, not derived from signatures, so that they are the same under every
release of the SDK and of pydantic; the shipped lockfile pins them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]
"""A JSON object."""


class RefusedError(Exception):
    """The server will not answer this call; the text is what the caller reads."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoTool:
    """One tool: what is listed, and what a call gives."""

    definition: Json
    """The tool object as it is listed."""
    answer: Callable[[Mapping[str, Any]], str | Json]
    """From valid arguments to a text, or to structured content; raises RefusedError."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoServer:
    """One server: what it calls itself, and its tools in the order listed."""

    name: str
    title: str
    version: str
    instructions: str
    tools: tuple[DemoTool, ...]


def text(description: str, **more: object) -> Json:
    """Schema of a string."""
    return {"type": "string", "description": description, **more}


def whole(description: str, **more: object) -> Json:
    """Schema of an integer."""
    return {"type": "integer", "description": description, **more}


def choice(description: str, values: Sequence[str], **more: object) -> Json:
    """Schema of one string out of several."""
    return {"type": "string", "enum": list(values), "description": description, **more}


def fields(properties: Json, *, required: Sequence[str] = (), closed: bool = False) -> Json:
    """Schema of an object; open to further members unless closed."""
    schema: Json = {"type": "object", "properties": properties}
    if required:
        schema["required"] = list(required)
    if closed:
        schema["additionalProperties"] = False
    return schema


def rows(name: str, properties: Json) -> Json:
    """Schema of an object with one list of objects, all members of each given."""
    item = fields(properties, required=list(properties))
    return fields({name: {"type": "array", "items": item}}, required=[name])


def reads(
    name: str, title: str, description: str, accepts: Json, gives: Json | None = None
) -> Json:
    """Definition of a tool that changes nothing."""
    hints = {"readOnlyHint": True, "openWorldHint": False}
    return _defined(name, title, description, accepts, gives, hints)


def changes(
    name: str, title: str, description: str, accepts: Json, *, destroys: bool = False
) -> Json:
    """Definition of a tool that changes something."""
    hints = {
        "readOnlyHint": False,
        "destructiveHint": destroys,
        "idempotentHint": False,
        "openWorldHint": False,
    }
    return _defined(name, title, description, accepts, None, hints)


def _defined(  # noqa: PLR0917 - the members of a definition, in the order they are listed
    name: str, title: str, description: str, accepts: Json, gives: Json | None, hints: Json
) -> Json:
    definition: Json = {
        "name": name,
        "title": title,
        "description": description,
        "inputSchema": accepts,
    }
    if gives is not None:
        definition["outputSchema"] = gives
    definition["annotations"] = hints
    return definition
