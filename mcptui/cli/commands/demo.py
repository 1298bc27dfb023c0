"""`mcptui demo`."""

from pathlib import Path
from tempfile import TemporaryDirectory

import click

from mcptui.cli import streams
from mcptui.cli.command import Command


@click.command(
    cls=Command,
    name="demo",
    examples=(
        ("mcptui demo", "Look around; nothing outside a temporary folder is written."),
        ("mcptui demo | less", "Without a terminal: the same list as text."),
    ),
)
def command() -> int:
    """Open the app on servers that ship with mcptui.

    Two of them offer a tool of the same name, one lists huge records, and one has drifted from
    the lockfile that ships with it. Where there is no terminal, the merged list is printed.
    """
    # the servers and what lists them are imported when they are asked for, not for --help
    from mcptui.cli.targets import own_settings  # noqa: PLC0415
    from mcptui.demo.servers import demo_lockfile_text, demo_targets  # noqa: PLC0415
    from mcptui.workspace.files import LOCKFILE, read_lock, write_atomically  # noqa: PLC0415

    settings = own_settings()
    with TemporaryDirectory(prefix="mcptui-demo-") as folder:
        path = Path(folder) / LOCKFILE
        write_atomically(path, demo_lockfile_text())
        lock = read_lock(path)
        if streams.is_terminal():
            from mcptui.cli.app import open_app  # noqa: PLC0415  # textual: for the app alone

            return open_app(demo_targets(), settings=settings, lock=lock, is_demo=True)
        from mcptui.cli.tool_list import print_tools  # noqa: PLC0415  # as above

        return print_tools(demo_targets(), lock, settings, "text")
