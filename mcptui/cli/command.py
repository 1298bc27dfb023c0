"""What all our commands share: examples in their help, and `-- PROGRAM ARG ...` kept whole."""

from collections.abc import Sequence
from typing import Any

import click

from mcptui.cli import streams

_PROGRAM = "mcptui.program"
"""Where a context keeps what stood after `--`."""
_TARGETS = (
    ("TARGET", "A capture file, a host's config file, or an http(s) URL."),
    ("-- PROGRAM [ARG]...", "One server that is started here and spoken to over stdio."),
)


class Helping(click.Command):
    """A command whose help leaves by the same door as every other answer."""

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """`-h` and `--help`."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.callback = _show_help
        return option


def _show_help(ctx: click.Context, _: click.Parameter, value: Any) -> None:
    if value and not ctx.resilient_parsing:
        streams.data(f"{ctx.get_help()}\n")
        ctx.exit()


class Command(Helping):
    """A command whose help ends in examples."""

    def __init__(self, *args: Any, examples: Sequence[tuple[str, str]] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.examples = tuple(examples)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write each example under what it does."""
        super().format_epilog(ctx, formatter)
        if self.examples:
            with formatter.section("Examples"):
                for line, meaning in self.examples:
                    formatter.write(f"{'':{formatter.current_indent}}{line}\n")
                    formatter.indent()
                    formatter.write_text(meaning)
                    formatter.dedent()


class TargetCommand(Command):
    """A command that reads servers: what stands after `--` is one server's command line."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what a target may be, and then the options."""
        with formatter.section("Targets"):
            formatter.write_dl(_TARGETS)
        super().format_options(ctx, formatter)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Set the program and its arguments aside, unread, and parse the rest."""
        if "--" in args:
            at = args.index("--")
            ctx.meta[_PROGRAM] = tuple(args[at + 1 :])
            args = args[:at]
        return super().parse_args(ctx, args)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """What the usage line says after the command's name."""
        return [*super().collect_usage_pieces(ctx), "[-- PROGRAM [ARG]...]"]


def program_of(ctx: click.Context) -> tuple[str, ...] | None:
    """What stood after `--`; None where there was none."""
    program: tuple[str, ...] | None = ctx.meta.get(_PROGRAM)
    return program
