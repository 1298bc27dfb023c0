"""Server-sent events read from raw bytes, so that each message is known exactly as it was sent."""

from collections.abc import Iterator
from dataclasses import dataclass

_BOM = b"\xef\xbb\xbf"


class EventTooLargeError(Exception):
    """An event outgrew the limit; what was kept of it is dropped, and nothing can follow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One event, its data exactly as sent."""

    name: str
    """What the stream calls it; `message` where it says nothing."""
    data: bytes
    """The data lines, joined by line feeds."""


class EventReader:
    """Cuts a stream into events, whatever the chunks; keeps no more than the unfinished event.

    Args:
        limit: bytes that one event may take.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._line: list[bytes] = []
        self._data: list[bytes] = []
        self._name = b""
        self._size = 0
        self._at_start = True
        self._after_return = False

    def feed(self, chunk: bytes) -> Iterator[Event]:
        """Take in the next bytes; give the events they complete.

        Raises:
            EventTooLargeError: the event being read outgrew the limit.
        """
        if self._after_return and chunk:
            self._after_return = False
            chunk = chunk.removeprefix(b"\n")
        self._after_return = chunk.endswith(b"\r")
        *whole, rest = chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        for part in whole:
            self._keep(part)
            line = b"".join(self._line)
            self._line.clear()
            event = self._end_line(line)
            if event is not None:
                yield event
        self._keep(rest)

    def _keep(self, part: bytes) -> None:
        self._size += len(part)
        if self._size > self._limit:
            self._line.clear()
            self._data.clear()
            raise EventTooLargeError
        if part:
            self._line.append(part)

    def _end_line(self, line: bytes) -> Event | None:
        if self._at_start:
            self._at_start = False
            line = line.removeprefix(_BOM)
        if not line:
            return self._end_event()
        field, _colon, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if field == b"data":
            self._data.append(value)
        elif field == b"event":
            self._name = value
        elif not field:
            self._size -= len(line)
        return None

    def _end_event(self) -> Event | None:
        name, data = self._name.decode("utf-8", "replace"), self._data
        self._name, self._data, self._size = b"", [], 0
        if not data:
            return None
        return Event(name=name or "message", data=b"\n".join(data))
