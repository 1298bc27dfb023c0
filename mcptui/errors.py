"""What can go wrong, and the exit code for it.

McptuiError                    a person can act on it: place, reason, next step
├── UsageError         exit 2  the command line asks for something that cannot be
├── FileError          exit 2  a file cannot be read, or is broken
│   ├── ConfigError            a host's config file
│   ├── CaptureError           a capture file
│   ├── LockfileError          the lockfile
│   ├── RoutesError            a routes file
│   └── SettingsError          mcptui.toml
└── UnreachableError   exit 3  a server could not be reached, or its list is incomplete
"""

from enum import IntEnum


class ExitCode(IntEnum):
    """What a command's end tells a script."""

    FINE = 0
    FINDINGS = 1
    USAGE = 2
    UNREACHABLE = 3
    INTERRUPTED = 130


class McptuiError(Exception):
    """An error that names its place, its reason and the next step.

    Attributes:
        reason: what is wrong, one line.
        place: where: a file with line and column, or a member's path; may be empty.
        remedy: what to do next; may be empty.
    """

    exit_code = ExitCode.USAGE

    def __init__(self, reason: str, *, place: str = "", remedy: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.place = place
        self.remedy = remedy

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        then = f"; {self.remedy}" if self.remedy else ""
        return f"{where}{self.reason}{then}"


class UsageError(McptuiError):
    """The command line asks for something that cannot be."""


class FileError(McptuiError):
    """A file cannot be read, or is broken."""


class ConfigError(FileError):
    """A host's config file is broken."""


class CaptureError(FileError):
    """A capture file is broken."""


class LockfileError(FileError):
    """The lockfile is broken, or of a newer format."""


class RoutesError(FileError):
    """A routes file is broken, or names what does not exist."""


class SettingsError(FileError):
    """A settings file is broken."""


class UnreachableError(McptuiError):
    """A server could not be reached, or its list is incomplete."""

    exit_code = ExitCode.UNREACHABLE
