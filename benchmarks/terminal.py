"""A pseudo-terminal that says when the first text stood on its screen."""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from collections.abc import Mapping, Sequence

import pyte

COLUMNS, ROWS = 120, 40
_BOUND = 30.0
"""Seconds to wait for the first text, and for the end."""


def first_text(command: Sequence[str], environment: Mapping[str, str], *, holds: str) -> float:
    """Seconds from starting a command to the first frame that shows a text; then it is ended.

    Args:
        command: what to run in the terminal.
        environment: all of its environment.
        holds: what must stand on the screen.

    Raises:
        TimeoutError: it never showed the text.
    """
    screen = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.ByteStream(screen)
    begin = time.perf_counter()
    pid, terminal = pty.fork()
    if pid == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        os.execvpe(command[0], list(command), dict(environment))  # noqa: S606 - replaces the fork
    try:
        while time.perf_counter() - begin < _BOUND:
            if select.select([terminal], [], [], 0.05)[0]:
                stream.feed(os.read(terminal, 65536))
                if any(holds in line for line in screen.display):
                    return time.perf_counter() - begin
        raise TimeoutError("\n".join(screen.display))
    finally:
        _end(pid, terminal)


def _end(pid: int, terminal: int) -> None:
    os.kill(pid, signal.SIGTERM)
    deadline = time.perf_counter() + _BOUND
    while os.waitpid(pid, os.WNOHANG)[0] == 0:
        if select.select([terminal], [], [], 0.05)[0]:
            try:
                os.read(terminal, 65536)
            except OSError:  # the terminal's other end is closed
                os.waitpid(pid, 0)
                break
        if time.perf_counter() > deadline:
            os.kill(pid, signal.SIGKILL)
    os.close(terminal)
