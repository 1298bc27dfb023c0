"""Copilot CLI: the shared form with `type: local`, in a folder of its own."""

from mcptui.connections.importers.entries import Dialect
from mcptui.connections.importers.importer import Location, Surroundings, of_user
from mcptui.connections.importers.servers_object import shared_form
from mcptui.contract.target import VariableSyntax

_FILE = "mcp-config.json"


def locations(surroundings: Surroundings) -> tuple[Location, ...]:
    """One file of the user."""
    return of_user(surroundings.of_program("COPILOT_HOME", ".copilot") / _FILE)


IMPORTER = shared_form(
    Dialect(id="copilot", variables=VariableSyntax.BRACED),
    title="Copilot CLI",
    signs=lambda _, entries: any(entry.get("type") == "local" for entry in entries),
    locations=locations,
    file_tails=(f".copilot/{_FILE}", _FILE),
)
