"""Claude Code: `.mcp.json`, and `~/.claude.json` with a section for each project.

`${VAR}` and `${VAR:-default}` are variables. One name in several scopes means the local entry,
else the project's, else the user's. Files of the shared form that no other host marks as its own
are read this way too.
"""

from pathlib import PurePath

from mcptui.connections.importers.document import Document, Format, NoServersError
from mcptui.connections.importers.entries import Dialect
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
from mcptui.contract.display import shown
from mcptui.contract.target import Target, VariableSyntax

_DIALECT = Dialect(id="claude_code", variables=VariableSyntax.BRACED)
_FILE = ".claude.json"


def _projects(document: Document) -> tuple[str, ...]:
    """The folders that the file has servers for."""
    projects = document.at("projects")
    names = projects if isinstance(projects, dict) else ()
    return tuple(name for name in names if document.at("projects", name, SECTION))


def claims(document: Document) -> Claim:
    """The shared form, or sections for projects."""
    if document.format is not Format.JSON:
        return Claim.NONE
    if isinstance(document.at("projects"), dict):
        return Claim.SIGNS
    return Claim.SHAPE if has_section(document, SECTION) else Claim.NONE


def read(document: Document, reading: Reading) -> tuple[Target, ...]:
    """The servers of the project one works in, then those of the user that it does not replace."""
    if not isinstance(document.at("projects"), dict):
        return read_section(document, (SECTION,), _DIALECT, reading)
    project = _project_of(document, reading.project or reading.base)
    local: tuple[Target, ...] = ()
    if project is not None:
        path = ("projects", project, SECTION)
        local = read_section(document, path, _DIALECT, reading, "local")
    if document.at(SECTION) is None:
        if not local:
            raise _nothing_here(document)
        return local
    user = read_section(document, (SECTION,), _DIALECT, reading, "user")
    keys = {target.key for target in local}
    return (*local, *(target for target in user if target.key not in keys))


def _nothing_here(document: Document) -> NoServersError:
    others = ", ".join(shown(name) for name in _projects(document))
    reason = f"it names servers for other folders only: {others}" if others else "it names none"
    return NoServersError(reason, place=document.place, remedy="run mcptui in that folder")


def _project_of(document: Document, folder: str | None) -> str | None:
    """The section of the folder, or of the nearest folder above it."""
    if folder is None:
        return None
    known = set(_projects(document))
    above = (folder, *map(str, PurePath(folder).parents))
    return next((name for name in above if name in known), None)


def locations(surroundings: Surroundings) -> tuple[Location, ...]:
    """The project's file, and the user's."""
    folder = surroundings.of_program("CLAUDE_CONFIG_DIR", "")
    return (*in_project(surroundings, ".mcp.json"), *of_user(folder / _FILE))


IMPORTER = Importer(
    id=_DIALECT.id,
    title="Claude Code",
    claims=claims,
    read=read,
    locations=locations,
    file_tails=(".mcp.json", _FILE),
)
