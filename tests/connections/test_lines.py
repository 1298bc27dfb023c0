"""Lines out of chunks."""

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from mcptui.connections.lines import LineQueue


async def drained(queue: LineQueue) -> list[bytes]:
    lines = []
    while (line := await queue.first()) is not None:
        queue.drop()
        lines.append(line)
    return lines


@given(
    st.lists(st.binary(max_size=8).map(lambda part: part.replace(b"\r", b"")), max_size=12),
    st.integers(1, 9),
)
def test_the_cut_of_chunks_makes_no_difference(parts: list[bytes], size: int) -> None:
    text = b"\n".join(parts)
    queue = LineQueue(1000)
    for start in range(0, len(text), size):
        queue.feed(text[start : start + size])
    queue.end()
    wanted = [line for line in text.split(b"\n") if line.strip()]
    assert asyncio.run(drained(queue)) == wanted


async def test_a_line_stays_until_it_is_dropped() -> None:
    queue = LineQueue(1000)
    queue.feed(b"a\r\nb\n")
    assert await queue.first() == b"a"
    assert await queue.first() == b"a"
    queue.drop()
    assert await queue.first() == b"b"


async def test_a_line_over_the_limit_ends_the_queue_after_those_before_it() -> None:
    queue = LineQueue(10)
    queue.feed(b"short\n" + b"x" * 11 + b"\nlater\n")
    assert queue.too_long
    assert await drained(queue) == [b"short"]


async def test_the_writer_is_held_back_while_much_waits() -> None:
    told: list[str] = []
    queue = LineQueue(
        10_000_000, pause=lambda: told.append("pause"), resume=lambda: told.append("resume")
    )
    for _ in range(3):
        queue.feed(b"x" * 600_000 + b"\n")
    assert told == ["pause"]
    for _ in range(3):
        await queue.first()
        queue.drop()
    assert told == ["pause", "resume"]
