"""Pages of `docs/` that registries make: `python tests/house/pages.py` writes them anew."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from mcptui.cli import COMMANDS, group
from mcptui.connections.importers import IMPORTERS
from mcptui.connections.importers.importer import Importer, Surroundings
from mcptui.tui.actions import ACTIONS, Where

DOCS = Path(__file__).parents[2] / "docs"
_WIDTH = 88
_PLATFORMS = {"linux": "Linux", "darwin": "macOS", "win32": "Windows"}
_COMMANDS = """\
# Commands

What `--help` says of each command; this page is made from it.
"""
_CONFIGS = """\
# Configs that are read

Configs of other programs are read as they are, never written, and told apart by their content: any
of them may be a TARGET or follow `--config`, whatever its name. Comments, trailing commas, a
byte-order mark and each host's own way to write variables are fine; an error has file, line and
column. Values of environment variables and headers are never shown.

Where no server is named, these files are looked for. `connect` offers their servers with the whole
command lines, and starts what you choose; other commands list them and end with 2. A key that two
hosts use is followed by `@` and the host's id in what is offered.

Variables get their values when a server starts; one without a value fails that server alone, by
name. Servers switched off in their config are shown and not started, unless `--only` names them.

"""
_KEYS = """\
# Keys

Every action of the app, its id and its keys. To give an action other keys, name its id under
`[keys]` in `mcptui.toml` (see settings.md).
"""


def commands_page() -> str:
    """The help of all commands."""
    parts = [_COMMANDS]
    with group.make_context("mcptui", [], terminal_width=_WIDTH) as context:
        parts.append(_help_of("mcptui", context.get_help()))
        for name, _ in COMMANDS:
            command = group.get_command(context, name)
            assert command is not None
            own = click.Context(command, parent=context, info_name=name)
            parts.append(_help_of(f"mcptui {name}", command.get_help(own)))
    return "\n".join(parts)


def _help_of(title: str, text: str) -> str:
    return f"## {title}\n\n```\n{text}\n```\n"


def configs_page() -> str:
    """Each host, and where its configs lie."""
    lines = ["| host | id | in a project | of the user |", "| --- | --- | --- | --- |"]
    for importer in IMPORTERS:
        project, user = (_places(importer, scope) for scope in ("project", "user"))
        lines.append(f"| {importer.title} | `{importer.id}` | {project} | {user} |")
    return _CONFIGS + "\n".join(lines) + "\n"


def _places(importer: Importer, scope: str) -> str:
    """The files of one scope; where platforms differ, each is named."""
    places = {platform: list(_files(importer, scope, platform)) for platform in _PLATFORMS}
    if len({tuple(files) for files in places.values()}) == 1:
        return "<br>".join(places["linux"])
    said = [f"{_PLATFORMS[platform]}: {', '.join(places[platform])}" for platform in _PLATFORMS]
    return "<br>".join(said)


def _files(importer: Importer, scope: str, platform: str) -> Iterator[str]:
    around = Surroundings(platform=platform, home=Path("~"), cwd=Path(), environ={})
    for location in importer.locations(around):
        if location.scope == scope:
            patterns = [location.path / each for each in location.patterns] or [location.path]
            yield ", ".join(f"`{path.as_posix()}`" for path in patterns)


def keys_page() -> str:
    """Every action by its place."""
    parts = [_KEYS]
    for where in Where:
        rows = [
            f"| `{action.id}` | {' '.join(map(_key, action.keys.split(',')))} | {action.help} |"
            for action in ACTIONS
            if action.where is where
        ]
        head = "| action | keys | does |\n| --- | --- | --- |"
        parts.append(f"## {where.value}\n\n{head}\n" + "\n".join(rows) + "\n")
    return "\n".join(parts)


def _key(key: str) -> str:
    return f"`{key.strip()}`"


PAGES = {"commands.md": commands_page, "configs.md": configs_page, "keys.md": keys_page}


if __name__ == "__main__":
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), encoding="utf-8", newline="\n")
        print(DOCS / name, file=sys.stderr)
