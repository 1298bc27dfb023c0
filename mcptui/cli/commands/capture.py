"""`mcptui capture`."""

import click

from mcptui.cli import streams
from mcptui.cli.command import TargetCommand
from mcptui.cli.options import Asked, target_options
from mcptui.errors import ExitCode


@click.command(
    cls=TargetCommand,
    name="capture",
    examples=(
        ("mcptui capture --output docs.json -- npx -y my-docs-server", "One server, one file."),
        ("mcptui capture --config .mcp.json --output captures/", "A file for each server."),
        ("mcptui capture https://mcp.example.com/mcp | jq .tools[].name", "To standard output."),
    ),
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(),
    help="Where to save; a folder for several servers.  [default: standard output]",
)
@click.option("-f", "--force", is_flag=True, help="Write over a file that is there.")
@target_options
def command(asked: Asked, output: str | None, *, force: bool) -> ExitCode:
    """Save what a server says to a capture file.

    Every value and every order is kept as sent. Command lines, environment and headers are not
    in it. A list that could not be read in full is saved as incomplete, and the command ends
    with 3.
    """
    # what lists is imported when a list is asked for, not for --help
    from mcptui.analysis.lint.wording import counted  # noqa: PLC0415
    from mcptui.cli.capture_files import places_of  # noqa: PLC0415
    from mcptui.cli.listing import code_of, complain_of, list_all  # noqa: PLC0415
    from mcptui.cli.targets import chosen  # noqa: PLC0415
    from mcptui.contract.capture_file import render_capture  # noqa: PLC0415
    from mcptui.contract.display import shown  # noqa: PLC0415
    from mcptui.export.json_text import harmless  # noqa: PLC0415
    from mcptui.workspace.files import write_atomically  # noqa: PLC0415

    targets = chosen(asked).targets
    places = places_of(targets, output, force=force)
    statuses = list_all(targets)
    for status in statuses:
        if status.capture is not None:
            text = harmless(render_capture(status.capture))
            place = places[status.key]
            if place is None:
                streams.data(text)
            else:
                write_atomically(place, text)
                streams.talk(f"{shown(str(place))}: {counted(len(status.capture.tools), 'tool')}")
    complain_of(statuses)
    return code_of(statuses)
