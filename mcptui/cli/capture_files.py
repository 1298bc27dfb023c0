"""Where captures are saved: one file, or a folder with a file for each connection key."""

import re
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from mcptui.contract.target import ConnectionKey, Target
from mcptui.errors import FileError, UsageError
from mcptui.workspace.files import is_special

_UNFIT = re.compile(r"[^a-z0-9_-]")
"""What may not stand in a file's name on every system; case is not told apart on some."""
_LONGEST = 100
_DIGITS = 8


def places_of(
    targets: Sequence[Target], output: str | None, *, force: bool
) -> dict[ConnectionKey, Path | None]:
    """Where each connection's capture goes; None is standard output.

    Args:
        targets: the servers to capture.
        output: what the user gave: a file, a folder for several, `-` or None.
        force: a file that is there may be written over.

    Raises:
        UsageError: several servers, but no folder for them.
        FileError: a file is there already, or a folder is missing or cannot be made.
    """
    if output in {None, "-"}:
        if len(targets) > 1:
            raise UsageError(
                f"{len(targets)} servers need a folder for their captures",
                remedy="name one with --output, or choose one server with --only KEY",
            )
        return dict.fromkeys((target.key for target in targets), None)
    given = Path(str(output))
    if len(targets) > 1 or given.is_dir() or str(output).endswith("/"):
        folder = _made(given)
        places = {target.key: folder / file_name_of(target.key) for target in targets}
    else:
        places = {target.key: given for target in targets}
    for place in places.values():
        if not place.parent.is_dir():
            raise FileError("there is no such folder", place=str(place.parent))
        if place.exists() and not is_special(place) and not force:
            raise FileError("is there already", place=str(place), remedy="--force writes over it")
    return dict(places)


def _made(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        remedy = "several servers need a folder"
        raise FileError("is a file", place=str(folder), remedy=remedy) from None
    except OSError as error:
        raise FileError(f"cannot be made: {error.strerror}", place=str(folder)) from None
    return folder


def file_name_of(key: ConnectionKey) -> str:
    """A file name that is this key's alone, on every system; readable as far as the key allows."""
    fit = _UNFIT.sub("_", key.lower())[:_LONGEST]
    if fit and fit == key:
        return f"{key}.json"
    digits = sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
    return f"{fit or '_'}.{digits}.json"
