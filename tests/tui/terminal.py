"""The program in a real pseudo-terminal: what it writes, byte for byte, and how it ends."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pyte

BOUND = 20.0
"""Seconds that a start, which loads everything, may take at most on a busy machine."""


class Terminal:
    """A program and the bytes it wrote so far."""

    def __init__(
        self, process: subprocess.Popen[bytes], handle: int, size: tuple[int, int]
    ) -> None:
        self.process = process
        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)
        self._handle = handle
        self.written = b""

    def read(self, seconds: float = 0.05) -> bool:
        """Take what was written within some time; False where the program is gone."""
        if not select.select([self._handle], [], [], seconds)[0]:
            return True
        with suppress(OSError):
            chunk = os.read(self._handle, 65536)
            self.written += chunk
            self._stream.feed(chunk)
            return bool(chunk)
        return False

    @property
    def lines(self) -> list[str]:
        """What the screen shows now, as plain text."""
        return list(self._screen.display)

    def shows(self, text: str) -> bool:
        """Whether the screen shows a text on one line."""
        return any(text in line for line in self.lines)

    def until(self, text: str, seconds: float = BOUND) -> None:
        """Read until the screen shows a text."""
        deadline = time.monotonic() + seconds
        while not self.shows(text):
            if time.monotonic() > deadline or not self.read():
                raise AssertionError("\n".join([f"{text!r} is not shown", *self.lines]))

    def until_gone(self, text: str, seconds: float = BOUND) -> None:
        """Read until the screen does not show a text any more."""
        deadline = time.monotonic() + seconds
        while self.shows(text):
            if time.monotonic() > deadline or not self.read():
                raise AssertionError("\n".join([f"{text!r} is still shown", *self.lines]))

    def quiet(self, seconds: float = 0.4) -> None:
        """Read until nothing is written for some time."""
        deadline = time.monotonic() + BOUND
        size = -1
        while len(self.written) != size and time.monotonic() < deadline:
            size = len(self.written)
            self.read(seconds)

    def send(self, keys: bytes) -> None:
        """Type."""
        os.write(self._handle, keys)

    def attributes(self) -> object:
        """The settings of the terminal: raw or not, echo or not."""
        return termios.tcgetattr(self._handle)[:4]

    def end(self, seconds: float = 10.0) -> int:
        """Wait until the program ended, and give its exit code."""
        deadline = time.monotonic() + seconds
        while self.process.poll() is None:
            if time.monotonic() > deadline:
                raise AssertionError("it did not end")
            self.read()
        while self.read(0.1) and select.select([self._handle], [], [], 0)[0]:
            pass
        return self.process.returncode

    def hang_up(self) -> None:
        """Close the terminal, as a window is closed."""
        os.close(self._handle)
        self._handle = -1

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if self._handle >= 0:
            os.close(self._handle)


@contextmanager
def terminal(
    arguments: Sequence[str],
    folder: Path,
    *,
    size: tuple[int, int] = (80, 24),
    environ: Mapping[str, str] | None = None,
) -> Iterator[Terminal]:
    """Run `mcptui ARGUMENTS` in a terminal of this size, in this folder."""
    handle, inner = pty.openpty()
    fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
    root = str(Path(__file__).parents[2])
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("TEXTUAL")},
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "PYTHONPATH": root,
        "HOME": str(folder),
        **(environ or {}),
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "mcptui", *arguments],
        stdin=inner,
        stdout=inner,
        stderr=inner,
        cwd=folder,
        env=environment,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509  # one call, before anything runs
    )
    os.close(inner)
    term = Terminal(process, handle, size)
    try:
        yield term
    finally:
        term.close()
