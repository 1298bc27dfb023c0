"""What an importer is: how to know a host's file, how to read it, where it lies."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from mcptui.connections.importers.document import Document
from mcptui.contract.target import Target


class Claim(IntEnum):
    """How surely a file is a host's own, by what stands in it."""

    NONE = 0
    SHAPE = 1
    """It has the form that this host shares with others."""
    SPELLING = 2
    """Its variables are written as this host, and few others, write them."""
    SIGNS = 3
    """It has members that hardly any other host uses."""
    OWN = 4
    """No other host has this form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What reading a file may depend on beside its text."""

    base: str | None = None
    """The folder that relative paths in it mean."""
    project: str | None = None
    """The folder one works in, where a file has a section for each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """Where files may lie; nothing here is looked up on disk."""

    platform: str
    """As `sys.platform`."""
    home: Path
    cwd: Path
    environ: Mapping[str, str]

    @property
    def config(self) -> Path:
        """The folder for settings of command line programs."""
        if self.platform == "win32":
            return self.roaming
        return self._folder("XDG_CONFIG_HOME", self.home / ".config")

    @property
    def application_support(self) -> Path:
        """The folder for settings of desktop programs."""
        if self.platform == "darwin":
            return self.home / "Library" / "Application Support"
        return self.config

    @property
    def roaming(self) -> Path:
        """The Windows folder for settings."""
        return self._folder("APPDATA", self.home / "AppData" / "Roaming")

    def of_program(self, variable: str, otherwise: str) -> Path:
        """A program's own folder: the one its variable names, or one in the home folder."""
        return self._folder(variable, self.home / otherwise)

    def _folder(self, variable: str, otherwise: Path) -> Path:
        named = self.environ.get(variable)
        return Path(named) if named else otherwise


@dataclass(frozen=True, slots=True, kw_only=True)
class Location:
    """A place where a host keeps a config."""

    path: Path
    """The file; the folder, where there is a pattern."""
    scope: str
    """`project` or `user`."""
    patterns: tuple[str, ...] = ()
    """Names of files in the folder, such as `*.yaml`; none: the path is the file."""


def in_project(surroundings: Surroundings, *paths: str) -> tuple[Location, ...]:
    """Files in the folder one works in."""
    return tuple(Location(path=surroundings.cwd / path, scope="project") for path in paths)


def of_user(*paths: Path) -> tuple[Location, ...]:
    """Files that belong to the user."""
    return tuple(Location(path=path, scope="user") for path in paths)


@dataclass(frozen=True, slots=True, kw_only=True)
class Importer:
    """One host's way to write down servers."""

    id: str
    """Stands in `Source.dialect`."""
    title: str
    """The host's name."""
    claims: Callable[[Document], Claim]
    """How surely a file is this host's, by its content alone."""
    read: Callable[[Document, Reading], tuple[Target, ...]]
    """The servers in it; raises NoServersError where there is no section for them."""
    locations: Callable[[Surroundings], tuple[Location, ...]]
    """Where such files lie, in the order in which they are offered."""
    file_tails: tuple[str, ...] = ()
    """Ends of paths (`.cursor/mcp.json`) that settle what the content leaves open."""
