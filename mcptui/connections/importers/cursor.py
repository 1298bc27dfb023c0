"""Cursor: the shared form with the variables of editors and `envFile`."""

from mcptui.connections.importers.entries import Dialect
from mcptui.connections.importers.importer import Location, Surroundings, in_project, of_user
from mcptui.connections.importers.servers_object import (
    has_member,
    shared_form,
    uses_editor_variables,
)
from mcptui.contract.target import VariableSyntax


def locations(surroundings: Surroundings) -> tuple[Location, ...]:
    """The project's file, and the user's."""
    user = surroundings.home / ".cursor" / "mcp.json"
    return (*in_project(surroundings, ".cursor/mcp.json"), *of_user(user))


IMPORTER = shared_form(
    Dialect(id="cursor", variables=VariableSyntax.EDITOR),
    title="Cursor",
    signs=lambda _, entries: has_member(entries, "envFile", "auth"),
    spelling=uses_editor_variables,
    locations=locations,
    file_tails=(".cursor/mcp.json",),
)
