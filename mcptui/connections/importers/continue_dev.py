"""Continue: a list `mcpServers` in YAML, or a file for each server; `${{ secrets.NAME }}`."""

from dataclasses import replace
from typing import Any

from mcptui.connections.importers.document import Document, Format
from mcptui.connections.importers.entries import Dialect, Entry
from mcptui.connections.importers.importer import (
    Claim,
    Importer,
    Location,
    Reading,
    Surroundings,
    of_user,
)
from mcptui.connections.importers.servers_object import SECTION, entries_in, mentions, read_section
from mcptui.contract.target import Target, VariableSyntax

_FOLDER = ".continue"
_PATTERNS = ("*.yaml", "*.yml", "*.json")


def _normal(entry: Entry) -> Entry:
    members = entry.value
    if "uses" in members and members.get("command") is None and members.get("url") is None:
        return replace(entry, broken="it stands for a block elsewhere: no command is in the file")
    options: Any = members.get("requestOptions")
    if isinstance(options, dict) and members.get("headers") is None:
        return replace(entry, value={**members, "headers": options.get("headers")})
    return entry


_DIALECT = Dialect(id="continue", variables=VariableSyntax.SECRETS, normal=_normal)


def claims(document: Document) -> Claim:
    """A list named `mcpServers`; an object in YAML, or with this host's secrets."""
    section = document.at(SECTION)
    if isinstance(section, list):
        return Claim.OWN
    if not isinstance(section, dict):
        return Claim.NONE
    if document.format is Format.YAML:
        return Claim.SIGNS
    return Claim.SPELLING if mentions(entries_in(document, SECTION), "${{") else Claim.SHAPE


def read(document: Document, reading: Reading) -> tuple[Target, ...]:
    """The servers of the file."""
    return read_section(document, (SECTION,), _DIALECT, reading)


def locations(surroundings: Surroundings) -> tuple[Location, ...]:
    """A folder of the project, then the user's file and folder."""
    folders = (surroundings.cwd / _FOLDER, surroundings.home / _FOLDER)
    project, user = (
        Location(path=folder / SECTION, scope=scope, patterns=_PATTERNS)
        for folder, scope in zip(folders, ("project", "user"), strict=True)
    )
    return (project, *of_user(folders[1] / "config.yaml"), user)


IMPORTER = Importer(
    id=_DIALECT.id,
    title="Continue",
    claims=claims,
    read=read,
    locations=locations,
    file_tails=(f"{_FOLDER}/config.yaml", f"{_FOLDER}/{SECTION}/"),
)
