"""LM Studio: written as Cursor writes it, in a folder of its own."""

from mcptui.connections.importers.entries import Dialect
from mcptui.connections.importers.importer import Location, Surroundings, of_user
from mcptui.connections.importers.servers_object import shared_form, uses_editor_variables
from mcptui.contract.target import VariableSyntax


def locations(surroundings: Surroundings) -> tuple[Location, ...]:
    """One file of the user."""
    return of_user(surroundings.home / ".lmstudio" / "mcp.json")


IMPORTER = shared_form(
    Dialect(id="lm_studio", variables=VariableSyntax.EDITOR),
    title="LM Studio",
    spelling=uses_editor_variables,
    locations=locations,
    file_tails=(".lmstudio/mcp.json",),
)
