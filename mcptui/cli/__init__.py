"""Commands and exit codes; a command's file is loaded only when it runs."""

import os
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module

import click

from mcptui import __version__
from mcptui.cli import streams
from mcptui.cli.command import Helping
from mcptui.errors import ExitCode, McptuiError

COMMANDS = (
    ("connect", "Open the terminal app on your servers."),
    ("demo", "Open the app on servers that ship with mcptui."),
    ("tools", "List the tools of all servers, merged."),
    ("routes", "Print which alias leads to which server and tool."),
    ("lint", "Report findings on the tools and schemas of servers."),
    ("capture", "Save what a server says to a capture file."),
    ("completion", "Print the completion script of a shell."),
)
"""Name and summary of each command, in the order people see them."""


class LazyGroup(Helping, click.Group):
    """The `mcptui` group: commands are known by name, and imported on use."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        """Names of the commands, in the order people see them."""
        return [name for name, _ in COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  # click's signature
        """The command of that name, loaded; None where there is none."""
        if cmd_name not in dict(COMMANDS):
            return None
        command: click.Command = import_module(f"mcptui.cli.commands.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments name; a slip brings the nearest name."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            from difflib import get_close_matches  # noqa: PLC0415  # only for a slip

            near = get_close_matches(args[0], dict(COMMANDS), n=1)
            hint = f" (did you mean '{near[0]}'?)" if near else ""
            raise click.UsageError(f"there is no command '{args[0]}'{hint}", ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  # click's signature
        """Write the list of commands without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl(COMMANDS)


def _show_version(ctx: click.Context, _: click.Parameter, value: bool) -> None:  # noqa: FBT001  # click's signature
    if value and not ctx.resilient_parsing:
        streams.data(f"mcptui {__version__}\n")
        ctx.exit()


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Start with: mcptui demo",
)
@click.option(
    "-V",
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
@click.pass_context
def group(ctx: click.Context) -> None:
    """Explore, compare and trust the tool sets of MCP servers.

    Answers go to standard output, everything else to standard error. Exit codes: 0 fine,
    1 findings, 2 usage or files, 3 a server could not be reached or its list is incomplete,
    130 interrupted.
    """
    if ctx.invoked_subcommand is None:
        streams.data(f"{ctx.get_help()}\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    Args:
        argv: the arguments after the program's name; those of the process if None.
    """
    streams.use_utf8()
    try:
        code = group.main(
            None if argv is None else list(argv), prog_name="mcptui", standalone_mode=False
        )
    except click.ClickException as error:
        streams.complain(_usage_of(error))
        return ExitCode.USAGE
    except McptuiError as error:
        streams.complain(str(error))
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        streams.complain("interrupted")
        return ExitCode.INTERRUPTED
    except Exception as error:  # noqa: BLE001  # the last door: a person sees one line, no traceback
        return _unexpected(error)
    return ExitCode(code or ExitCode.FINE)


def _usage_of(error: click.ClickException) -> str:
    context = error.ctx if isinstance(error, click.UsageError) else None
    command = context.command_path if context is not None else "mcptui"
    # click lists choices on lines of their own
    message = error.format_message().replace(":\n\t", ": ").replace(",\n\t", ", ")
    return f"{message.rstrip('.')}; see {command} --help"


def _unexpected(error: Exception) -> ExitCode:
    """Say that this is a fault of ours, without the error's text, which may hold a secret."""
    if os.environ.get("MCPTUI_DEBUG"):
        streams.talk("".join(traceback.format_exception(error)).rstrip())
    last = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{os.path.basename(os.path.dirname(last.filename))}/{os.path.basename(last.filename)}"  # noqa: PTH119, PTH120  # text about a traceback, no file access
    streams.complain(
        f"unexpected {type(error).__name__} at {place}:{last.lineno}, a fault in mcptui; "
        "MCPTUI_DEBUG=1 prints the details"
    )
    return ExitCode.USAGE


if __name__ == "__main__":
    sys.exit(main())
