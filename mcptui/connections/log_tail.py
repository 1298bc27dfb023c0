"""A connection's log while it grows: the newest lines are kept, what falls out is counted.

Taking secrets out of a text is slow beside what a server can write. So lines come in raw and are
masked together, a little later and a bounded amount at a time: a flood costs lines, never the
event loop. What leaves here is always masked.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from datetime import UTC, datetime
from itertools import groupby
from typing import Final, NamedTuple

from mcptui.contract.connection import ConnectionLog, LogLine, LogSource

KEPT_LINES: Final = 2_000
KEPT_BYTES: Final = 256 * 1024
LINE_BYTES: Final = 8 * 1024
"""A longer line is cut into pieces of this size, each a line of the log."""
_RAW_BYTES: Final = 64 * 1024
"""Raw bytes kept at most between two rounds of masking."""
_ROUND_SECONDS: Final = 0.1


speaking_log: ContextVar["LogTail | None"] = ContextVar("mcptui_log", default=None)
"""The log of the connection that a task works for; tasks inherit it."""


class _Raw(NamedTuple):
    at: datetime
    source: LogSource
    line: bytes
    goes_on: bool
    """The next piece belongs to the same line."""


def _same(text: str) -> str:
    return text


def _nothing() -> None:
    """Nobody needs to be told."""


class LogTail:
    """What one server and we had to say, bounded in lines and bytes; for one event loop.

    Args:
        mask: takes secrets out of a text of many lines, and leaves the line ends.
        changed: called after lines came in, a few times a second at most.
        kept_lines: lines kept at most.
        kept_bytes: bytes kept at most, over all lines, as UTF-8.
    """

    def __init__(
        self,
        *,
        mask: Callable[[str], str] = _same,
        changed: Callable[[], None] = _nothing,
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
        self._raw: deque[_Raw] = deque()
        self._raw_bytes = 0
        self._unfinished = bytearray()
        self._round: asyncio.TimerHandle | None = None
        self._last_complaint: str | None = None

    def event(self, text: str) -> None:
        """Note what we did."""
        self.add(LogSource.EVENT, text)

    def add(self, source: LogSource, text: str) -> None:
        """Add one line; one that is too long is cut into pieces."""
        self._queue(source, text.encode("utf-8", "surrogatepass"))

    def feed(self, data: bytes) -> None:
        """Take a chunk of standard error, which may end anywhere."""
        *whole, rest = data.split(b"\n")
        for line in whole:
            self._queue(LogSource.STDERR, bytes(self._unfinished) + line.removesuffix(b"\r"))
            self._unfinished.clear()
        self._unfinished += rest
        while len(self._unfinished) > LINE_BYTES:
            self._queue(LogSource.STDERR, bytes(self._unfinished[:LINE_BYTES]), goes_on=True)
            del self._unfinished[:LINE_BYTES]

    def finish(self) -> None:
        """Take what came without a line end as a line: no more will come."""
        if self._unfinished:
            self._queue(LogSource.STDERR, bytes(self._unfinished))
            self._unfinished.clear()
        self._absorb()

    @property
    def last_complaint(self) -> str | None:
        """The last line of standard error that is not blank, masked."""
        self._absorb()
        return self._last_complaint

    def snapshot(self) -> ConnectionLog:
        """The log as it stands, an unfinished line included."""
        self._absorb()
        lines = [line for line, _ in self._lines]
        if self._unfinished:
            text = self.mask(text_of(bytes(self._unfinished)))
            lines.append(LogLine(at=datetime.now(UTC), source=LogSource.STDERR, text=text))
        return ConnectionLog(
            lines=tuple(lines),
            dropped_lines=self._dropped_lines,
            dropped_bytes=self._dropped_bytes,
        )

    def _queue(self, source: LogSource, line: bytes, *, goes_on: bool = False) -> None:
        for start in range(0, max(len(line), 1), LINE_BYTES):
            piece = line[start : start + LINE_BYTES]
            is_last = start + LINE_BYTES >= len(line)
            self._raw.append(_Raw(datetime.now(UTC), source, piece, goes_on or not is_last))
            self._raw_bytes += len(piece)
            while self._raw_bytes > _RAW_BYTES or len(self._raw) > self._kept_lines:
                lost = len(self._raw.popleft().line)
                self._raw_bytes -= lost
                self._drop(lost)
        if self._round is None:
            loop = asyncio.get_running_loop()
            self._round = loop.call_later(_ROUND_SECONDS, self._absorb)

    def _absorb(self) -> None:
        """Mask what came in raw, and keep it."""
        if self._round is not None:
            self._round.cancel()
            self._round = None
        if not self._raw:
            return
        for raw, text in self._masked():
            for start in range(0, max(len(text), 1), LINE_BYTES):
                piece = text[start : start + LINE_BYTES]
                if raw.source is LogSource.STDERR and piece.strip():
                    self._last_complaint = piece
                self._append(LogLine(at=raw.at, source=raw.source, text=piece))
        self._raw.clear()
        self._raw_bytes = 0
        self._changed()

    def _masked(self) -> Iterator[tuple[_Raw, str]]:
        for _, group in groupby(_joined(self._raw), key=lambda raw: raw.source):
            raws = list(group)
            texts = [text_of(raw.line).replace("\n", "␊") for raw in raws]
            masked = self.mask("\n".join(texts)).split("\n")
            if len(masked) != len(texts):  # a secret spanned lines
                masked = [self.mask(text) for text in texts]
            yield from zip(raws, masked, strict=True)

    def _append(self, line: LogLine) -> None:
        text = line.text
        size = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
        self._lines.append((line, size))
        self._bytes += size
        while len(self._lines) > self._kept_lines or self._bytes > self._kept_bytes:
            _, gone = self._lines.popleft()
            self._bytes -= gone
            self._drop(gone)

    def _drop(self, size: int) -> None:
        self._dropped_lines += 1
        self._dropped_bytes += size


def _joined(pieces: Iterable[_Raw]) -> Iterator[_Raw]:
    """Lines whole, as far as their pieces are there: a secret may stand where they were cut."""
    line: _Raw | None = None
    for piece in pieces:
        if line is not None and line.goes_on and line.source is piece.source:
            line = line._replace(line=line.line + piece.line, goes_on=piece.goes_on)
            continue
        if line is not None:
            yield line
        line = piece
    if line is not None:
        yield line


def text_of(line: bytes) -> str:
    r"""Text for bytes that should be UTF-8; others stand as `\xe9`."""
    return line.decode("utf-8", "backslashreplace")
