"""Files of ours: where they stand, and how they are read and written, whole or not at all."""

import os
import stat
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

import platformdirs

from mcptui.connections.importers.finding import found_configs
from mcptui.contract.lockfile import parse
from mcptui.errors import FileError, LockfileError
from mcptui.workspace.state import LockPresence, LockState

LOCKFILE = "mcptui.lock.json"
_SERVERS_MANIFEST = "server_json"
_NEW_FILE_MODE = 0o666


def config_dir() -> Path:
    """The folder of the user's own settings, which need not exist."""
    return platformdirs.user_config_path("mcptui", appauthor=False)


def state_dir() -> Path:
    """The folder for what is remembered between runs, which need not exist."""
    return platformdirs.user_state_path("mcptui", appauthor=False)


def find_lockfile(
    explicit: str | None,
    *,
    cwd: Path,
    home: Path,
    config_folder: Path,
    has_project_config: Callable[[Path], bool],
) -> Path:
    """Where the lockfile stands, whether it is there or not.

    Args:
        explicit: the path the user gave, relative to `cwd`; it is taken as it is.
        cwd: the current folder; a lockfile in it comes first.
        home: the user's home folder, in which no lockfile is ever looked for or made.
        config_folder: stands in where all else would mean the home folder.
        has_project_config: whether a host's project config stands in a folder; the nearest such
            folder from `cwd` up is the lockfile's.
    """
    if explicit is not None:
        return cwd / Path(explicit).expanduser()
    if _is_same(cwd, home):
        return config_folder / LOCKFILE
    if not (cwd / LOCKFILE).exists():
        for folder in (cwd, *cwd.parents):
            if _is_same(folder, home):
                break
            if has_project_config(folder):
                return folder / LOCKFILE
    return cwd / LOCKFILE


def has_project_config(
    folder: Path, *, home: Path, environ: Mapping[str, str], platform: str = sys.platform
) -> bool:
    """Whether a host's config for a project stands in `folder`; a server's manifest is none."""
    found = found_configs(platform, home, folder, environ)
    return any(
        config.scope == "project" and config.dialect != _SERVERS_MANIFEST for config in found
    )


def _is_same(folder: Path, other: Path) -> bool:
    return folder.resolve() == other.resolve()


def read_text(path: str, *, error: type[FileError]) -> str:
    """The text of a file that the user named.

    Raises:
        FileError: of the kind `error`: it is not there, cannot be read, or is not UTF-8.
    """
    try:
        return Path(path).read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise error("there is no such file", place=path) from None
    except OSError as cause:
        raise error(f"cannot be read: {cause.strerror}", place=path) from None
    except UnicodeDecodeError as cause:
        reason = f"is not UTF-8 (byte {cause.start})"
        raise error(reason, place=path, remedy="save it as UTF-8") from None


def read_lock(path: Path) -> LockState:
    """The lockfile as it is found: absent, read, or broken with its error kept."""
    if not path.exists() and not path.is_symlink():
        return LockState(path=path, presence=LockPresence.ABSENT)
    try:
        lockfile = parse(read_text(str(path), error=LockfileError), str(path))
    except LockfileError as error:
        return LockState(path=path, presence=LockPresence.BROKEN, error=error)
    return LockState(path=path, presence=LockPresence.READ, lockfile=lockfile)


def write_atomically(path: Path, text: str) -> None:
    """Write a file whole or not at all; an interrupted write leaves the old one as it was.

    The mode of a file that is there is kept, a link is followed, not replaced, and a device or
    pipe is written to.

    Args:
        path: where; the folder is there already.
        text: written as UTF-8, line ends as they are.

    Raises:
        FileError: names the file and the cause; nothing is changed, no temporary file is left.
    """
    try:
        content = text.encode("utf-8")
        if is_special(path):
            path.write_bytes(content)
        else:
            _replace(Path(os.path.realpath(path)), content)
    except (OSError, UnicodeEncodeError) as error:
        cause = (error.strerror or str(error)) if isinstance(error, OSError) else error.reason
        raise FileError(f"cannot be written: {cause}", place=str(path)) from None


def is_special(path: Path) -> bool:
    """Whether this is a device or a pipe: there is nothing to keep, and nothing to replace."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def _replace(target: Path, content: bytes) -> None:
    """Put a file with this content in the place of `target`, in one step."""
    mode = target.stat().st_mode & 0o7777 if target.exists() else _NEW_FILE_MODE & ~_umask()
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(mode)
        temporary.replace(target)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def _umask() -> int:
    """The process's mask for new files; reading it means setting it for a moment."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
