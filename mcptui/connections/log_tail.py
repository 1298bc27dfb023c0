"""A connection's log while it grows: the newest lines are kept, what falls out is counted."""

from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from mcptui.contract.connection import ConnectionLog, LogLine, LogSource

KEPT_LINES: Final = 2_000
KEPT_BYTES: Final = 256 * 1024
LINE_BYTES: Final = 8 * 1024
"""A longer line is cut into pieces of this size, each a line of the log."""


class LogTail:
    """What one server and we had to say, bounded in lines and bytes.

    Args:
        mask: takes secrets out of a text.
        changed: called after a whole line came in.
        kept_lines: lines kept at most.
        kept_bytes: bytes kept at most, over all lines, as UTF-8.
    """

    def __init__(
        self,
        *,
        mask: Callable[[str], str] = str,
        changed: Callable[[], None] = lambda: None,
        kept_lines: int = KEPT_LINES,
        kept_bytes: int = KEPT_BYTES,
    ) -> None:
        self.mask = mask
        self._changed = changed
        self._kept_lines = kept_lines
        self._kept_bytes = kept_bytes
        self._lines: deque[tuple[LogLine, int]] = deque()
        self._bytes = 0
        self._dropped_lines = 0
        self._dropped_bytes = 0
        self._unfinished = bytearray()
        self.last_complaint: str | None = None
        """The last line of standard error that is not blank, masked."""

    def event(self, text: str) -> None:
        """Note what we did; the text is ready to show."""
        self.add(LogSource.EVENT, text)

    def add(self, source: LogSource, text: str) -> None:
        """Add one line, cut into pieces where it is long."""
        masked = self.mask(text)
        for start in range(0, max(len(masked), 1), LINE_BYTES):
            self._append(source, masked[start : start + LINE_BYTES])
        self._changed()

    def feed(self, data: bytes) -> None:
        """Take a chunk of standard error, which may end anywhere."""
        *whole, rest = data.split(b"\n")
        for line in whole:
            self._complained(bytes(self._unfinished) + line)
            self._unfinished.clear()
        self._unfinished += rest
        while len(self._unfinished) > LINE_BYTES:
            self._complained(bytes(self._unfinished[:LINE_BYTES]))
            del self._unfinished[:LINE_BYTES]

    def finish(self) -> None:
        """Take what came without a line end as a line: no more will come."""
        if self._unfinished:
            self._complained(bytes(self._unfinished))
            self._unfinished.clear()

    def snapshot(self) -> ConnectionLog:
        """The log as it stands, an unfinished line included."""
        lines = [line for line, _ in self._lines]
        if self._unfinished:
            text = self.mask(text_of(bytes(self._unfinished)))
            lines.append(LogLine(at=datetime.now(UTC), source=LogSource.STDERR, text=text))
        return ConnectionLog(
            lines=tuple(lines),
            dropped_lines=self._dropped_lines,
            dropped_bytes=self._dropped_bytes,
        )

    def _complained(self, line: bytes) -> None:
        text = text_of(line.removesuffix(b"\r"))
        if text.strip():
            self.last_complaint = self.mask(text)
        self.add(LogSource.STDERR, text)

    def _append(self, source: LogSource, text: str) -> None:
        size = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
        self._lines.append((LogLine(at=datetime.now(UTC), source=source, text=text), size))
        self._bytes += size
        while len(self._lines) > self._kept_lines or self._bytes > self._kept_bytes:
            _, gone = self._lines.popleft()
            self._bytes -= gone
            self._dropped_lines += 1
            self._dropped_bytes += gone


def text_of(line: bytes) -> str:
    r"""Text for bytes that should be UTF-8; others stand as `\xe9`."""
    return line.decode("utf-8", "backslashreplace")
