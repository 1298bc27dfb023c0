"""The MCP Inspector: the shared form with the handshake to begin with (`protocolEra`)."""

from dataclasses import replace

from mcptui.connections.importers.entries import Dialect, Entry
from mcptui.connections.importers.importer import Location, Surroundings, of_user
from mcptui.connections.importers.servers_object import has_member, shared_form
from mcptui.contract.target import Era

_ERAS = {"legacy": Era.LEGACY, "auto": Era.AUTO, "modern": Era.MODERN}


def _normal(entry: Entry) -> Entry:
    named = entry.value.get("protocolEra")
    return replace(entry, era=_ERAS.get(named, Era.AUTO) if isinstance(named, str) else Era.AUTO)


def locations(surroundings: Surroundings) -> tuple[Location, ...]:
    """One file of the user."""
    return of_user(surroundings.home / ".mcp-inspector" / "mcp.json")


IMPORTER = shared_form(
    Dialect(id="inspector", normal=_normal),
    title="MCP Inspector",
    signs=lambda _, entries: has_member(entries, "protocolEra", "modernLogLevel", "roots"),
    locations=locations,
    file_tails=(".mcp-inspector/mcp.json",),
)
