"""Cline: the shared form in the storage of the editor it lives in."""

from mcptui.connections.importers.entries import Dialect
from mcptui.connections.importers.importer import Location, Surroundings, of_user
from mcptui.connections.importers.servers_object import (
    has_member,
    shared_form,
    uses_editor_variables,
)
from mcptui.connections.importers.vscode import user_folders

_FILE = "cline_mcp_settings.json"
_BELOW = "globalStorage/saoudrizwan.claude-dev/settings"


def locations(surroundings: Surroundings) -> tuple[Location, ...]:
    """One file for each edition of the editor."""
    return of_user(*(folder / _BELOW / _FILE for folder in user_folders(surroundings)))


IMPORTER = shared_form(
    Dialect(id="cline"),
    title="Cline",
    signs=lambda document, entries: (
        has_member(entries, "autoApprove", "alwaysAllow", "transportType")
        and not uses_editor_variables(document, entries)
    ),
    locations=locations,
    file_tails=(_FILE,),
)
