"""The one place that writes: data to standard output, talk to standard error."""

import os
import shutil
import sys
from contextlib import suppress
from typing import TextIO

from mcptui.contract.display import shown
from mcptui.errors import FileError

_NAME = "mcptui"
_CLEAR_LINE = "\r\x1b[2K"


def use_utf8() -> None:
    """Make both streams UTF-8 with plain line ends, whatever the locale says.

    What UTF-8 cannot hold (a lone surrogate in a file name) is written as an escape.
    """
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def data(text: str) -> None:
    """Write a command's answer to standard output, whole.

    A reader that has gone (`| head`) is no error: the rest is dropped without a word.

    Raises:
        FileError: it cannot be written for another reason, such as a full disk.
    """
    try:
        if sys.stdout is not None:
            sys.stdout.write(text)
            sys.stdout.flush()
    except BrokenPipeError:
        _drop(sys.stdout)
    except OSError as error:
        _drop(sys.stdout)
        place = "standard output"
        raise FileError(f"cannot be written: {error.strerror}", place=place) from None


def talk(text: str) -> None:
    """Write one line of talk to standard error."""
    try:
        if sys.stderr is not None:
            sys.stderr.write(f"{text}\n")
            sys.stderr.flush()
    except OSError:
        _drop(sys.stderr)


def complain(text: str) -> None:
    """Say on standard error, in one line, why a command ended."""
    talk(f"{_NAME}: {shown(text)}")


def is_terminal() -> bool:
    """Whether a person sits before all three streams, as the app needs it."""
    return all(
        stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)
    )


def _drop(stream: TextIO) -> None:
    """Send what is still to be written to `stream`, at exit too, nowhere."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


class ProgressLine:
    """One line on standard error that is written over, on a terminal only."""

    def __init__(self) -> None:
        self._on_terminal = sys.stderr is not None and sys.stderr.isatty()

    def show(self, text: str) -> None:
        """Put `text`, which is shown text, in the place of what stood there."""
        if self._on_terminal:
            width = shutil.get_terminal_size().columns - 1
            self._write(_CLEAR_LINE + text[:width])

    def clear(self) -> None:
        """Leave an empty line behind."""
        if self._on_terminal:
            self._write(_CLEAR_LINE)

    def _write(self, text: str) -> None:
        with suppress(OSError):
            sys.stderr.write(text)
            sys.stderr.flush()
