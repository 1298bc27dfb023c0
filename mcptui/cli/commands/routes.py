"""`mcptui routes`."""

import click

from mcptui.cli import streams
from mcptui.cli.command import TargetCommand
from mcptui.cli.options import Asked, format_option, target_options
from mcptui.errors import ExitCode, RoutesError
from mcptui.export import FORMATS


@click.command(
    cls=TargetCommand,
    name="routes",
    examples=(
        ("mcptui routes --config .mcp.json", "A line an alias."),
        ("mcptui routes --config .mcp.json --format json > routes.json", "To fix aliases by hand."),
        ("mcptui routes --config .mcp.json --routes routes.json", "With the aliases so fixed."),
    ),
)
@format_option(*FORMATS["routes"])
@click.option(
    "--routes",
    "routes_file",
    metavar="FILE",
    type=click.Path(),
    help="A file of aliases fixed by hand, as --format json prints them.",
)
@target_options
def command(asked: Asked, format_name: str, routes_file: str | None) -> ExitCode:
    """Print which alias leads to which server and tool.

    An alias depends on the tool's own connection key and name alone, so it stays the same
    whatever else is connected. Ends with 1 where a tool has none, because --routes gives its
    alias to another.
    """
    # what lists and analyses is imported when a list is asked for, not for --help
    from mcptui.analysis.routing.routes import route_table  # noqa: PLC0415
    from mcptui.analysis.routing.routes_file import known_tools, read_routes  # noqa: PLC0415
    from mcptui.cli.listing import code_of, complain_of, list_all, signs_of  # noqa: PLC0415
    from mcptui.cli.targets import chosen  # noqa: PLC0415
    from mcptui.export import routes_json, routes_text  # noqa: PLC0415
    from mcptui.workspace.files import read_text  # noqa: PLC0415

    choice = chosen(asked)
    text = None if routes_file is None else read_text(routes_file, error=RoutesError)
    statuses = list_all(choice.targets)
    fixed = None
    if text is not None:
        fixed = read_routes(text, str(routes_file), known_tools(statuses))
    routes = route_table(
        (
            (status.key, tool.name)
            for status in statuses
            for tool in (status.capture.tools if status.capture else ())
            if tool.name is not None
        ),
        choice.settings.alias_rules,
        fixed,
    )
    if format_name == "json":
        streams.data(routes_json.render(routes))
    else:
        streams.data(routes_text.render(routes, signs=signs_of(choice.settings)))
    complain_of(statuses)
    lost = routes.lost_routes()
    for route in lost:
        streams.complain(
            f"{route.connection_key}/{route.upstream_name} has no alias: others claim "
            f"`{route.alias}` too; fix one for it with --routes FILE"
        )
    code = code_of(statuses)
    return ExitCode.FINDINGS if lost and code is ExitCode.FINE else code
