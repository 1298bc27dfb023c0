"""The options that every command with servers takes, gathered into one value."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

import click

from mcptui.cli.command import program_of
from mcptui.contract.target import Era

_LONGEST = 1e9
"""Seconds; event loops take no more."""
_Function = Callable[..., Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What the command line says of servers, unread."""

    arguments: tuple[str, ...] = ()
    """Capture files, config files, URLs."""
    configs: tuple[str, ...] = ()
    servers: tuple[str, ...] = ()
    """`KEY=SPEC` each."""
    only: tuple[str, ...] = ()
    program: tuple[str, ...] | None = None
    """What stood after `--`."""
    lock: str | None = None
    connect_seconds: float | None = None
    request_seconds: float | None = None
    era: Era | None = None
    pass_env: tuple[str, ...] = ()

    @property
    def names_a_server(self) -> bool:
        """Whether any server is named, rather than looked for."""
        return bool(self.arguments or self.configs or self.servers or self.program is not None)


class Seconds(click.ParamType):  # type: ignore[type-arg]  # click 8.2 cannot subscript it
    """A time span in seconds, above 0."""

    name = "seconds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number of seconds; whatever else there is fails as a usage error."""
        try:
            seconds = float(value)
        except ValueError:
            self.fail(f"{value!r} is no number of seconds", param, ctx)
        if not 0 < seconds < _LONGEST:
            self.fail(f"{value!r} is no number of seconds above 0", param, ctx)
        return seconds


SECONDS = Seconds()

_OPTIONS = (
    click.argument("arguments", metavar="[TARGET]...", nargs=-1, type=click.Path()),
    click.option(
        "--config",
        "configs",
        metavar="FILE",
        multiple=True,
        type=click.Path(),
        help="Take the servers of a host's config file.",
    ),
    click.option(
        "--server",
        "servers",
        metavar="KEY=SPEC",
        multiple=True,
        help="Name a server: a connection key, and its command line, URL or capture file.",
    ),
    click.option(
        "--only",
        metavar="KEY",
        multiple=True,
        help="Of all servers named, take only this one; may be repeated.",
    ),
    click.option(
        "--lock",
        metavar="FILE",
        type=click.Path(),
        help="The lockfile.  [default: mcptui.lock.json here, or beside the nearest project "
        "config above]",
    ),
    click.option(
        "--timeout",
        "connect_seconds",
        metavar="SECONDS",
        type=SECONDS,
        help="How long a server may take to start and greet.  [default: 30]",
    ),
    click.option(
        "--request-timeout",
        "request_seconds",
        metavar="SECONDS",
        type=SECONDS,
        help="How long one answer may take.  [default: 30]",
    ),
    click.option(
        "--era",
        type=click.Choice([era.value for era in Era]),
        help="The handshake to begin with; legacy spares the probe that some servers never "
        "answer.  [default: auto]",
    ),
    click.option(
        "--pass-env",
        metavar="NAME",
        multiple=True,
        help="Hand a variable of the environment on to the servers started; 'all' hands on all.",
    ),
)


def target_options(function: _Function) -> _Function:
    """Add the options, and hand them to `function` as `asked`."""

    @wraps(function)
    def gathered(*, era: str | None, pass_env: tuple[str, ...], **rest: Any) -> Any:
        names = {name: rest.pop(name) for name in _GATHERED}
        asked = Asked(
            era=None if era is None else Era(era),
            pass_env=tuple("*" if name == "all" else name for name in pass_env),
            program=program_of(click.get_current_context()),
            **names,
        )
        return function(asked=asked, **rest)

    for option in reversed(_OPTIONS):
        gathered = option(gathered)
    return gathered


_GATHERED = (
    "arguments",
    "configs",
    "servers",
    "only",
    "lock",
    "connect_seconds",
    "request_seconds",
)


def format_option(*formats: str) -> Callable[[_Function], _Function]:
    """`--format`, text first."""
    return click.option(
        "--format",
        "format_name",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        help="How the answer is written.",
    )
