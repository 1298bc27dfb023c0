"""`mcptui connect`."""

import click

from mcptui.cli import streams
from mcptui.cli.command import TargetCommand
from mcptui.cli.options import SECONDS, Asked, target_options
from mcptui.errors import UsageError


@click.command(
    cls=TargetCommand,
    name="connect",
    examples=(
        ("mcptui connect", "Choose from the configs found; nothing starts before you agree."),
        ("mcptui connect --config .mcp.json", "All servers of a config file."),
        ("mcptui connect -- npx -y @modelcontextprotocol/server-everything", "One server."),
        ("mcptui connect https://mcp.example.com/mcp --watch 60", "List it anew each minute."),
    ),
)
@click.option(
    "--watch",
    "watch_seconds",
    metavar="SECONDS",
    type=SECONDS,
    help="List servers anew this often that do not announce changes.  [default: never]",
)
@target_options
def command(asked: Asked, watch_seconds: float | None) -> int:
    """Open the terminal app on your servers.

    Without a TARGET the configs found in this folder and in your home are offered, each with
    the whole command lines that would be started.
    """
    if not streams.is_terminal():
        raise UsageError(
            "connect needs a terminal",
            remedy="mcptui tools prints the same list, with the same arguments",
        )
    # the app and what it stands on is imported when it is asked for, not for --help
    from mcptui.cli.app import open_app  # noqa: PLC0415
    from mcptui.cli.targets import chosen_or_offered  # noqa: PLC0415

    choice = chosen_or_offered(asked)
    return open_app(
        choice.targets,
        settings=choice.settings,
        lock=choice.lock,
        watch_seconds=choice.settings.watch_seconds if watch_seconds is None else watch_seconds,
        offers=choice.offers,
    )
