"""Routes as JSON: the mapping and nothing else, so that it can be read back as a routes file."""

from mcptui.analysis.routing.routes import RouteTable
from mcptui.contract.wire import JsonValue
from mcptui.export.json_text import json_text


def render(routes: RouteTable) -> str:
    """The mapping, sorted by alias."""
    mapping: dict[str, JsonValue] = {
        alias: dict(route) for alias, route in routes.as_mapping().items()
    }
    return json_text(mapping)
