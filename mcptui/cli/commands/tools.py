"""`mcptui tools`."""

import click

from mcptui.cli.command import TargetCommand
from mcptui.cli.options import Asked, format_option, target_options
from mcptui.errors import ExitCode
from mcptui.export import FORMATS


@click.command(
    cls=TargetCommand,
    name="tools",
    examples=(
        ("mcptui tools --config .mcp.json", "All servers of a config file."),
        ("mcptui tools -- npx -y @modelcontextprotocol/server-everything", "One server."),
        ("mcptui tools https://mcp.example.com/mcp --format json", "One URL, for a script."),
        ("mcptui tools --server docs=docs.json --server cal=cal.json", "Two captures, by key."),
    ),
)
@format_option(*FORMATS["tools"])
@target_options
def command(asked: Asked, format_name: str) -> ExitCode:
    """List the tools of all servers, merged.

    Each tool stands with its alias, connection key, upstream name, digest, pin state and the
    bytes of its contract. Without a TARGET the configs found are listed, and nothing is started.
    """
    # what lists and analyses is imported when a list is asked for, not for --help
    from mcptui.cli.targets import chosen  # noqa: PLC0415
    from mcptui.cli.tool_list import print_tools  # noqa: PLC0415

    choice = chosen(asked)
    return print_tools(choice.targets, choice.lock, choice.settings, format_name)
