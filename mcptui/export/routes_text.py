"""Routes as a table."""

from mcptui.analysis.lint.wording import counted
from mcptui.analysis.routing.routes import RouteTable
from mcptui.contract.display import shown
from mcptui.export.table import aligned
from mcptui.viewmodel.tone import SignSet


def render(routes: RouteTable, *, signs: SignSet = SignSet.USUAL) -> str:
    """A line a route, sorted by alias, then aliases that lead nowhere, and a summary."""
    arrow = "->" if signs is SignSet.ASCII else "─▶"
    rows = [("alias", "", "connection", "", "upstream name")]
    rows += [
        (shown(alias), arrow, shown(route["connection_key"]), arrow, shown(route["upstream_name"]))
        for alias, route in routes.as_mapping().items()
    ]
    refused = [each for each in routes.doubled if each.winner is None]
    lines = aligned(rows)
    for doubled in refused:
        claims = ", ".join(
            shown(f"{claim.connection_key}/{claim.upstream_name}") for claim in doubled.claims
        )
        lines.append(f"{shown(doubled.alias)} leads nowhere: it is claimed by {claims}")
    summary = counted(len(rows) - 1, "route")
    return "\n".join([*lines, "", summary, ""])
