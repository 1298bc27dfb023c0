"""The page of all commands, made from their help: `python -m mcptui.cli.reference`."""

import sys

import click

from mcptui.cli import COMMANDS, group

_WIDTH = 88
_INTRODUCTION = """\
# Commands

What `--help` says of each command; this page is made from it.
"""


def commands_page() -> str:
    """`docs/commands.md`."""
    parts = [_INTRODUCTION]
    with group.make_context("mcptui", [], terminal_width=_WIDTH) as context:
        parts.append(_section("mcptui", context.get_help()))
        for name, _ in COMMANDS:
            command = group.get_command(context, name)
            if command is not None:
                own = click.Context(command, parent=context, info_name=name)
                parts.append(_section(f"mcptui {name}", command.get_help(own)))
    return "\n".join(parts)


def _section(title: str, text: str) -> str:
    return f"## {title}\n\n```\n{text}\n```\n"


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]  # a text stream
    sys.stdout.write(commands_page())
