"""VS Code: `servers` in `mcp.json`, or under `mcp` in its settings; `inputs` are asked for."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from mcptui.connections.importers.document import Document, Format, MemberPath
from mcptui.connections.importers.entries import Dialect, Entry
from mcptui.connections.importers.importer import (
    Claim,
    Importer,
    Location,
    Reading,
    Surroundings,
    in_project,
    of_user,
)
from mcptui.connections.importers.servers_object import SECTION, has_section, read_section
from mcptui.contract.target import Target, VariableSyntax

_ID = "vscode"
_SECTIONS: tuple[MemberPath, ...] = (("servers",), ("mcp", "servers"))
_EDITIONS = ("Code", "Code - Insiders", "VSCodium")


def user_folders(surroundings: Surroundings) -> tuple[Any, ...]:
    """The user folder of each edition."""
    return tuple(surroundings.application_support / name / "User" for name in _EDITIONS)


def _section(document: Document) -> MemberPath | None:
    return next(
        (path for path in _SECTIONS if has_section(document, *(str(name) for name in path))), None
    )


def claims(document: Document) -> Claim:
    """An object named `servers`."""
    if document.format is not Format.JSON or _section(document) is None:
        return Claim.NONE
    return Claim.SHAPE if has_section(document, SECTION) else Claim.OWN


def _inputs(listed: Any) -> tuple[tuple[str, str, bool], ...]:
    """Id, what to ask, whether it is a secret."""
    entries = (entry for entry in listed if isinstance(entry, dict)) if listed else ()
    return tuple(
        (entry["id"], _question(entry), entry.get("password") is True)
        for entry in entries
        if isinstance(entry.get("id"), str)
    )


def _question(entry: Mapping[str, Any]) -> str:
    asked = entry.get("description")
    question = asked if isinstance(asked, str) else str(entry["id"])
    options = entry.get("options")
    if not isinstance(options, list):
        return question
    values = [item.get("value") if isinstance(item, dict) else item for item in options]
    return f"{question} ({', '.join(value for value in values if isinstance(value, str))})"


def read(document: Document, reading: Reading) -> tuple[Target, ...]:
    """The servers of the file."""
    path = _section(document) or _SECTIONS[0]
    listed = document.at(*(str(name) for name in path[:-1]), "inputs")
    inputs = _inputs(listed) if isinstance(listed, list) else ()

    def with_inputs(entry: Entry) -> Entry:
        return replace(entry, inputs=inputs)

    dialect = Dialect(id=_ID, variables=VariableSyntax.EDITOR, normal=with_inputs)
    return read_section(document, path, dialect, reading)


def locations(surroundings: Surroundings) -> tuple[Location, ...]:
    """The folder's file, and one for each edition."""
    files = (folder / "mcp.json" for folder in user_folders(surroundings))
    return (*in_project(surroundings, ".vscode/mcp.json"), *of_user(*files))


IMPORTER = Importer(
    id=_ID,
    title="VS Code",
    claims=claims,
    read=read,
    locations=locations,
    file_tails=(".vscode/mcp.json", "User/mcp.json"),
)
