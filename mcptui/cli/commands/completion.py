"""`mcptui completion SHELL`."""

import click
from click.shell_completion import ShellComplete, get_completion_class

from mcptui.cli import streams
from mcptui.cli.command import Command

_VARIABLE = "_MCPTUI_COMPLETE"


@click.command(
    cls=Command,
    name="completion",
    examples=(
        ('eval "$(mcptui completion bash)"', "In ~/.bashrc."),
        ('eval "$(mcptui completion zsh)"', "In ~/.zshrc."),
        (
            "mcptui completion fish > ~/.config/fish/completions/mcptui.fish",
            "Once; fish finds it there.",
        ),
    ),
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the completion script of a shell."""
    kind = get_completion_class(shell)
    assert kind is not None  # noqa: S101  # click knows the three shells offered
    script = kind(ctx.find_root().command, {}, "mcptui", _VARIABLE)
    # ShellComplete's own source: bash's would start bash to ask for its version
    streams.data(ShellComplete.source(script))
