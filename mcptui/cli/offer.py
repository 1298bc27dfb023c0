"""Configs that were found, told on standard error; nothing of them is started."""

import shlex
from collections.abc import Sequence

import click

from mcptui.cli import streams
from mcptui.contract.display import shown
from mcptui.contract.secrets import command_line
from mcptui.contract.target import Target
from mcptui.errors import UsageError
from mcptui.export.table import aligned
from mcptui.workspace.targets import Offer


def nothing_named(offers: Sequence[Offer]) -> UsageError:
    """Tell each config with its servers and their whole command lines, secrets masked.

    Returns:
        The error that says how to name a server.
    """
    command = click.get_current_context().command_path
    if not offers:
        return UsageError(
            "no server is named, and no config was found in this folder or your home",
            remedy=f"name a capture file, a config or a URL; see {command} --help",
        )
    streams.talk("Found, and not started:")
    for offer in offers:
        for line in _lines_of(offer):
            streams.talk(line)
    usable = next((offer for offer in offers if offer.targets), None)
    if usable is None:
        return UsageError("no server is named", remedy=f"see {command} --help")
    example = f"{command} --config {shlex.quote(usable.place)}"
    key = shlex.quote(key_in_file(usable.targets[0]))
    return UsageError(
        "no server is named",
        remedy=f"name a config, whole or one server of it: {example} --only {key}",
    )


def key_in_file(target: Target) -> str:
    """The connection key as its config has it, by which `--only` knows it."""
    return target.source.original_key or target.key


def _lines_of(offer: Offer) -> list[str]:
    lines = [f"  {offer.place} ({offer.config.title}, {offer.config.scope})"]
    if offer.error is not None:
        lines.append(f"    {shown(offer.error)}")
    rows = [
        (
            f"    {shown(key_in_file(target))}",
            command_line(target) + (" (switched off)" if target.disabled else ""),
        )
        for target in offer.targets
    ]
    return lines + aligned(rows)
