"""What of our environment a server's process gets: little, as every host has it."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

ALL: Final = "*"
"""In `pass_env`: pass everything."""

_ALWAYS_POSIX: Final = ("HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER")
_ALWAYS_WINDOWS: Final = (
    "APPDATA",
    "HOMEDRIVE",
    "HOMEPATH",
    "LOCALAPPDATA",
    "PATH",
    "PATHEXT",
    "PROCESSOR_ARCHITECTURE",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "TEMP",
    "USERNAME",
    "USERPROFILE",
)
ALWAYS_PASSED: Final = _ALWAYS_WINDOWS if sys.platform == "win32" else _ALWAYS_POSIX
"""Names passed without being asked for: those of the official SDK."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildEnvironment:
    """The environment of one process, and what was left out."""

    variables: Mapping[str, str]
    passed: tuple[str, ...]
    """Names it gets, sorted."""
    withheld: tuple[str, ...]
    """Names of ours that it does not get, sorted."""

    def __repr__(self) -> str:
        return f"ChildEnvironment(passed={self.passed!r})"


def child_environment(
    ours: Mapping[str, str], own: Mapping[str, str], pass_env: Sequence[str] = ()
) -> ChildEnvironment:
    """Work out a child's environment.

    Args:
        ours: our own environment.
        own: what the target sets or forwards; it wins.
        pass_env: further names of ours to pass; `*` is all.
    """
    wanted = {*ALWAYS_PASSED, *pass_env}
    everything = ALL in wanted
    variables = {
        name: value
        for name, value in ours.items()
        # a shell function exported as a variable is code, not data
        if (everything or name in wanted) and not value.startswith("()")
    }
    variables.update(own)
    return ChildEnvironment(
        variables=variables,
        passed=tuple(sorted(variables)),
        withheld=tuple(sorted(set(ours) - set(variables))),
    )
