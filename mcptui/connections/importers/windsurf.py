"""Windsurf: the shared form with `serverUrl` for servers at a URL."""

from mcptui.connections.importers.entries import Dialect, Entry, renamed
from mcptui.connections.importers.importer import Location, Surroundings, of_user
from mcptui.connections.importers.servers_object import (
    has_member,
    shared_form,
    uses_editor_variables,
)
from mcptui.contract.target import VariableSyntax


def _normal(entry: Entry) -> Entry:
    return renamed(entry, {"serverUrl": "url"})


def locations(surroundings: Surroundings) -> tuple[Location, ...]:
    """One file of the user."""
    return of_user(surroundings.home / ".codeium" / "windsurf" / "mcp_config.json")


IMPORTER = shared_form(
    Dialect(id="windsurf", variables=VariableSyntax.EDITOR, normal=_normal),
    title="Windsurf",
    signs=lambda _, entries: has_member(entries, "serverUrl"),
    spelling=uses_editor_variables,
    locations=locations,
    file_tails=("windsurf/mcp_config.json", "mcp_config.json"),
)
