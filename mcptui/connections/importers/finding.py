"""Which configs exist on this machine; none is read or written here."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from mcptui.connections.importers import IMPORTERS
from mcptui.connections.importers.importer import Location, Surroundings


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundConfig:
    """A host's config that exists."""

    path: Path
    dialect: str
    """Id of the importer whose place it is."""
    title: str
    """The host's name."""
    scope: str
    """`project` or `user`."""


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False


def _files_in(folder: Path, patterns: Iterable[str]) -> tuple[Path, ...]:
    try:
        return tuple(sorted(path for pattern in patterns for path in folder.glob(pattern)))
    except OSError:
        return ()


def found_configs(
    platform: str,
    home: Path,
    cwd: Path,
    environ: Mapping[str, str],
    *,
    exists: Callable[[Path], bool] = _is_file,
    files_in: Callable[[Path, Iterable[str]], Iterable[Path]] = _files_in,
) -> tuple[FoundConfig, ...]:
    """The configs that exist: those of the project first, then the user's, in importers' order.

    Args:
        platform: as `sys.platform`.
        home: the user's home folder.
        cwd: the folder one works in.
        environ: our environment, for folders that hosts let it name.
        exists: whether a file is there.
        files_in: the files in a folder whose names fit patterns.
    """
    surroundings = Surroundings(platform=platform, home=home, cwd=cwd, environ=environ)
    found: dict[Path, FoundConfig] = {}
    for importer in IMPORTERS:
        for location in importer.locations(surroundings):
            for path in _paths(location, exists, files_in):
                config = FoundConfig(
                    path=path, dialect=importer.id, title=importer.title, scope=location.scope
                )
                found.setdefault(path, config)
    return tuple(sorted(found.values(), key=lambda config: config.scope != "project"))


def is_users_own(
    path: Path, platform: str, home: Path, cwd: Path, environ: Mapping[str, str]
) -> bool:
    """Whether a file lies where a host keeps the user's config, so that its folder is no project.

    Args:
        path: an absolute path.
        platform: as `sys.platform`.
        home: the user's home folder.
        cwd: the folder one works in.
        environ: our environment.
    """
    surroundings = Surroundings(platform=platform, home=home, cwd=cwd, environ=environ)
    return any(
        location.path == (path.parent if location.patterns else path)
        for importer in IMPORTERS
        for location in importer.locations(surroundings)
        if location.scope == "user"
    )


def _paths(
    location: Location,
    exists: Callable[[Path], bool],
    files_in: Callable[[Path, Iterable[str]], Iterable[Path]],
) -> Iterable[Path]:
    if not location.patterns:
        return (location.path,) if exists(location.path) else ()
    return tuple(path for path in files_in(location.path, location.patterns) if exists(path))
