"""Lines out of chunks of standard output, bounded, one at a time."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

_QUEUED_BYTES: Final = 1024 * 1024
"""With more than this waiting to be taken, the writer is held back."""


def _nothing() -> None:
    """Nobody needs to be told."""


class LineQueue:
    """Takes chunks at one end, gives whole lines at the other.

    Args:
        line_bytes: a longer line ends the queue, with `too_long` set.
        pause: called when more lines wait than should.
        resume: called when that is over.
    """

    def __init__(
        self,
        line_bytes: int,
        *,
        pause: Callable[[], None] = _nothing,
        resume: Callable[[], None] = _nothing,
    ) -> None:
        self._line_bytes = line_bytes
        self._pause = pause
        self._resume = resume
        self._lines: deque[bytes] = deque()
        self._queued = 0
        self._paused = False
        self._parts: list[bytes] = []
        self._part_bytes = 0
        self._ended = False
        self._news = asyncio.Event()
        self.too_long = False

    def feed(self, chunk: bytes) -> None:
        """Take a chunk that may begin and end anywhere."""
        if self._ended:
            return
        first, *others = chunk.split(b"\n")
        self._extend(first)
        for part in others:
            self._finish_line()
            self._extend(part)
        if self.too_long:
            self.end()
        if self._queued > _QUEUED_BYTES and not self._paused:
            self._paused = True
            self._pause()

    def end(self) -> None:
        """No more will come; what is left without a line end is the last line."""
        if not self._ended:
            self._finish_line()
            self._ended = True
            self._news.set()

    async def first(self) -> bytes | None:
        """The oldest line that waits, left in place; None at the end. `drop` takes it away."""
        while not self._lines:
            if self._ended:
                return None
            self._news.clear()
            await self._news.wait()
        return self._lines[0]

    def drop(self) -> None:
        """Take the oldest line away."""
        self._queued -= len(self._lines.popleft())
        if self._paused and self._queued <= _QUEUED_BYTES // 2:
            self._paused = False
            self._resume()

    def _extend(self, part: bytes) -> None:
        if part and not self.too_long:
            self._parts.append(part)
            self._part_bytes += len(part)
            if self._part_bytes > self._line_bytes:
                self.too_long = True
                self._parts.clear()

    def _finish_line(self) -> None:
        line = b"".join(self._parts).removesuffix(b"\r")
        self._parts.clear()
        self._part_bytes = 0
        if line.strip():
            self._lines.append(line)
            self._queued += len(line)
            self._news.set()
