"""Files that the command line names as servers: read whole, and told apart by content."""

import stat
from enum import Enum, auto
from pathlib import Path

from mcptui.connections.importers.document import Document
from mcptui.connections.importers.reading import importer_of, read_document
from mcptui.contract.capture_file import looks_like_capture
from mcptui.errors import FileError, UsageError

_MOST_BYTES = 256 * 1024 * 1024
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_REMEDY = "check the path; a program is started with: -- PROGRAM ARG …"


class Kind(Enum):
    """What a file is, by its content."""

    CONFIG = auto()
    CAPTURE = auto()
    LOCKFILE = auto()
    OTHER = auto()


def kind_of(document: Document) -> Kind:
    """What a file is, by its content; a host's config where it can be read as one."""
    if importer_of(document) is not None:
        return Kind.CONFIG
    if isinstance(document.value, dict) and "mcptui_lock" in document.value:
        return Kind.LOCKFILE
    return Kind.CAPTURE if looks_like_capture(document.value) else Kind.OTHER


def read_file(path: Path, place: str) -> Document:
    """The file's content as plain values.

    Args:
        path: the file.
        place: the same as it is shown to the user.

    Raises:
        UsageError: there is no such file, or it is a folder.
        FileError: it cannot be read, is too large, or is not text.
        ConfigError: it is broken; with line and column.
    """
    return read_document(_text(_content(path, place), place), place)


def _content(path: Path, place: str) -> bytes:
    try:
        facts = path.stat()
        if stat.S_ISDIR(facts.st_mode):
            raise UsageError("this is a folder", place=place, remedy="name a file in it")
        if not stat.S_ISREG(facts.st_mode) and not stat.S_ISFIFO(facts.st_mode):
            raise FileError("this is no regular file", place=place, remedy=_REMEDY)
        if facts.st_size > _MOST_BYTES:
            raise FileError("it is larger than 256 MB", place=place, remedy="name a smaller file")
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise UsageError("there is no such file", place=place, remedy=_REMEDY) from None
    except OSError as error:
        reason = f"it cannot be read: {(error.strerror or 'unknown').lower()}"
        raise FileError(reason, place=place, remedy="check the path and its rights") from None
    except ValueError:
        raise UsageError("this is no path", place=place, remedy=_REMEDY) from None


def _text(content: bytes, place: str) -> str:
    encoding = "utf-16" if content.startswith(_UTF_16) else "utf-8-sig"
    remedy = "name a config or a capture, saved as UTF-8"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        byte = f"byte {content[error.start]:02X} at offset {error.start}"
        raise FileError(f"it is not UTF-8 text ({byte})", place=place, remedy=remedy) from None
    if "\0" in text:
        raise FileError("it is not text", place=place, remedy=remedy)
    return text
