"""Zed: `context_servers` in its settings; an older form nests the program under `command`."""

from dataclasses import replace

from mcptui.connections.importers.document import Document, Format
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
from mcptui.connections.importers.servers_object import has_section, read_section
from mcptui.contract.target import Target

_SECTION = "context_servers"


def _normal(entry: Entry) -> Entry:
    members = entry.value
    nested = members.get("command")
    if isinstance(nested, dict):
        inner = {name: nested[name] for name in ("args", "env") if name in nested}
        return replace(entry, value={**members, **inner, "command": nested.get("path")})
    if nested is None and members.get("url") is None and _is_of_extension(entry):
        reason = "an extension of Zed provides it: its command is not in the file"
        return replace(entry, broken=reason, disabled=True)
    return entry


def _is_of_extension(entry: Entry) -> bool:
    return entry.value.get("source") == "extension" or "settings" in entry.value


_DIALECT = Dialect(id="zed", normal=_normal)


def claims(document: Document) -> Claim:
    """An object named `context_servers`."""
    sure = document.format is Format.JSON and has_section(document, _SECTION)
    return Claim.OWN if sure else Claim.NONE


def read(document: Document, reading: Reading) -> tuple[Target, ...]:
    """The servers of the file."""
    return read_section(document, (_SECTION,), _DIALECT, reading)


def locations(surroundings: Surroundings) -> tuple[Location, ...]:
    """The project's file, and the user's."""
    name = "Zed" if surroundings.platform == "win32" else "zed"
    user = surroundings.config / name / "settings.json"
    return (*in_project(surroundings, ".zed/settings.json"), *of_user(user))


IMPORTER = Importer(
    id=_DIALECT.id,
    title="Zed",
    claims=claims,
    read=read,
    locations=locations,
    file_tails=("zed/settings.json", ".zed/settings.json"),
)
