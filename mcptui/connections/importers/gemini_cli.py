"""Gemini CLI: `mcpServers` in its settings, with `httpUrl`, `$VAR` and lists of allowed names."""

from collections.abc import Mapping
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
    in_project,
    of_user,
)
from mcptui.connections.importers.servers_object import (
    SECTION,
    entries_in,
    has_member,
    has_section,
    read_section,
)
from mcptui.contract.target import Target, VariableSyntax

_ID = "gemini_cli"
_SIGNS = ("httpUrl", "trust", "includeTools", "excludeTools")


def _normal(entry: Entry) -> Entry:
    members: Mapping[str, Any] = entry.value
    if members.get("httpUrl") is None:
        return entry
    return replace(entry, value={**members, "url": members["httpUrl"], "type": "http"})


_DIALECT = Dialect(id=_ID, variables=VariableSyntax.SHELL, normal=_normal)


def _names(document: Document, member: str) -> frozenset[str] | None:
    names = document.at("mcp", member)
    if not isinstance(names, list):
        return None
    return frozenset(name for name in names if isinstance(name, str))


def claims(document: Document) -> Claim:
    """The shared form with members of this host."""
    if document.format is not Format.JSON or not has_section(document, SECTION):
        return Claim.NONE
    listed = _names(document, "allowed") is not None or _names(document, "excluded") is not None
    return (
        Claim.SIGNS if listed or has_member(entries_in(document, SECTION), *_SIGNS) else Claim.SHAPE
    )


def read(document: Document, reading: Reading) -> tuple[Target, ...]:
    """The servers of the file; those not allowed or excluded by name are disabled."""
    allowed, excluded = _names(document, "allowed"), _names(document, "excluded") or frozenset()
    return tuple(
        replace(target, disabled=True)
        if target.key in excluded or (allowed is not None and target.key not in allowed)
        else target
        for target in read_section(document, (SECTION,), _DIALECT, reading)
    )


def locations(surroundings: Surroundings) -> tuple[Location, ...]:
    """The project's file, and the user's."""
    user = surroundings.home / ".gemini" / "settings.json"
    return (*in_project(surroundings, ".gemini/settings.json"), *of_user(user))


IMPORTER = Importer(
    id=_ID,
    title="Gemini CLI",
    claims=claims,
    read=read,
    locations=locations,
    file_tails=(".gemini/settings.json",),
)
