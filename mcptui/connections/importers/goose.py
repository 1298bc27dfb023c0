"""Goose: `extensions` in its YAML config; secrets are named in `env_keys`."""

from dataclasses import replace
from typing import Any

from mcptui.connections.importers.document import Document, Format, MemberPath
from mcptui.connections.importers.entries import Dialect, Entry, renamed
from mcptui.connections.importers.importer import (
    Claim,
    Importer,
    Location,
    Reading,
    Surroundings,
    of_user,
)
from mcptui.connections.importers.servers_object import has_section, read_section
from mcptui.contract.target import Target, VariableSyntax

_SECTIONS: tuple[MemberPath, ...] = (("extensions",), ("config", "extensions"))
_NAMES = {"cmd": "command", "envs": "env", "uri": "url"}
_SERVERS = frozenset({"stdio", "sse", "streamable_http"})


def _normal(entry: Entry) -> Entry:
    kind: Any = entry.value.get("type")
    entry = renamed(entry, _NAMES, forward_env=entry.value.get("env_keys"))
    if not isinstance(kind, str) or kind in _SERVERS or "command" in entry.value:
        return entry
    return replace(entry, broken="Goose runs it within itself: there is no server", disabled=True)


_DIALECT = Dialect(id="goose", variables=VariableSyntax.BRACED, normal=_normal)


def _section(document: Document) -> MemberPath | None:
    return next(
        (path for path in _SECTIONS if has_section(document, *(str(name) for name in path))), None
    )


def claims(document: Document) -> Claim:
    """A YAML mapping named `extensions`."""
    sure = document.format is Format.YAML and _section(document) is not None
    return Claim.OWN if sure else Claim.NONE


def read(document: Document, reading: Reading) -> tuple[Target, ...]:
    """The servers of the file; what runs within Goose itself is disabled."""
    return read_section(document, _section(document) or _SECTIONS[0], _DIALECT, reading)


def locations(surroundings: Surroundings) -> tuple[Location, ...]:
    """One file of the user."""
    if surroundings.platform == "win32":
        folder = surroundings.roaming / "Block" / "goose" / "config"
    else:
        folder = surroundings.config / "goose"
    return of_user(folder / "config.yaml")


IMPORTER = Importer(
    id=_DIALECT.id,
    title="Goose",
    claims=claims,
    read=read,
    locations=locations,
    file_tails=("goose/config.yaml", "config/config.yaml"),
)
