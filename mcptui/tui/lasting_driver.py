"""Textual's driver for Linux and macOS, made to outlive its terminal.

A closed window makes every write fail. Textual's writing thread ends over that, and its shutdown
then waits for the thread for ever, with the servers still running.
"""

from contextlib import suppress
from queue import Full
from typing import IO, Any

from textual.drivers.linux_driver import LinuxDriver

_PATIENCE = 1.0
"""Seconds that a terminal may take to read the last that was written."""


class LastingFile:
    """The terminal as a file whose failing writes are nobody's concern any more."""

    def __init__(self, file: IO[str]) -> None:
        """`file` is the terminal."""
        self._file = file

    def write(self, text: str) -> int:
        """Write, as long as there is somebody to read it."""
        with suppress(OSError, ValueError):
            return self._file.write(text)
        return len(text)

    def flush(self) -> None:
        """Hand on what was written, as above."""
        with suppress(OSError, ValueError):
            self._file.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


class LastingDriver(LinuxDriver):
    """Ends in bounded time, whatever became of the terminal."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._file: Any = LastingFile(self._file)

    def close(self) -> None:
        """End the writing thread, and do not wait for a terminal that reads no more."""
        thread = self._writer_thread
        if thread is not None:
            with suppress(Full):
                thread._queue.put(None, timeout=_PATIENCE)  # noqa: SLF001  # its own `stop` waits for ever
            thread.join(_PATIENCE)
