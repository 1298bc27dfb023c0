import asyncio
from collections.abc import AsyncIterator

import httpx2
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mcptui.connections.transports.http_events import Event, EventReader, EventTooLargeError

LIMIT = 1 << 20
_LINES = st.sampled_from(
    ["data: a", "data:b", "data:  c é", "data", "event: endpoint", "event:", ": note", "id: 1", ""]
)
_ENDS = st.sampled_from(["\n", "\r\n", "\r"])
STREAMS = st.lists(st.tuples(_LINES, _ENDS), max_size=20).map(
    lambda lines: "".join(line + end for line, end in lines).encode()
)


def read(*chunks: bytes, limit: int = LIMIT) -> list[Event]:
    reader = EventReader(limit)
    return [event for chunk in chunks for event in reader.feed(chunk)]


def as_httpx2_reads(stream: bytes) -> list[tuple[str, str]]:
    async def events() -> AsyncIterator[tuple[str, str]]:
        response = httpx2.Response(
            200,
            headers={"content-type": "text/event-stream"},
            stream=httpx2.ByteStream(stream),
            request=httpx2.Request("GET", "http://x"),
        )
        async for event in httpx2.EventSource(response):
            if event.data:
                yield event.event, event.data

    async def collected() -> list[tuple[str, str]]:
        return [event async for event in events()]

    return asyncio.run(collected())


def test_data_lines_are_joined_and_kept_byte_for_byte() -> None:
    (event,) = read(b'event: message\r\ndata: {"a":\r\ndata:  "\xff"}\r\n\r\n')
    assert event == Event(name="message", data=b'{"a":\n "\xff"}')


def test_a_leading_byte_order_mark_is_no_part_of_the_first_line() -> None:
    assert read(b"\xef\xbb\xbfdata: x\n\n") == [Event(name="message", data=b"x")]


@given(STREAMS, st.lists(st.integers(min_value=1, max_value=9), max_size=40))
@example(b"data: a\r\n\r\ndata: b\r\n\r\n", [8, 1, 1, 1])
def test_chunks_do_not_matter(stream: bytes, sizes: list[int]) -> None:
    chunks, rest = [], stream
    for size in sizes:
        chunks.append(rest[:size])
        rest = rest[size:]
    assert read(*chunks, rest) == read(stream)


@given(STREAMS)
def test_events_are_those_that_the_sdk_sees(stream: bytes) -> None:
    stream += b"\n"  # a stream cut in the middle of a line ends differently there
    ours = [(event.name, event.data.decode()) for event in read(stream) if event.data]
    assert ours == as_httpx2_reads(stream)


def test_an_event_over_the_limit_is_refused_before_it_ends() -> None:
    with pytest.raises(EventTooLargeError):
        read(b"data: " + b"x" * 50, b"x" * 50, limit=100)


def test_events_and_comments_before_do_not_count_towards_the_limit() -> None:
    one = b": keep alive\n\ndata: " + b"x" * 80 + b"\n\n"
    assert len(read(*[one] * 10, limit=100)) == 10
    assert read(*[b": keep alive\n"] * 100, limit=100) == []
