"""What a connection's log keeps, and what it costs."""

import asyncio

import pytest

from mcptui.connections.log_tail import KEPT_BYTES, LINE_BYTES, LogTail
from mcptui.contract.connection import LogSource


def texts(log: LogTail) -> list[str]:
    return [line.text for line in log.snapshot().lines]


async def test_chunks_may_end_anywhere() -> None:
    log = LogTail()
    for chunk in (b"on", b"e\ntw", b"o\r\n", b"caf\xe9 ", b"\xc3", b"\xa9"):
        log.feed(chunk)
    assert texts(log) == ["one", "two", "caf\\xe9 é"]
    log.feed(b"\n")
    assert texts(log) == ["one", "two", "caf\\xe9 é"]
    assert log.last_complaint == "caf\\xe9 é"


async def test_what_has_no_line_end_is_a_line_at_the_end() -> None:
    log = LogTail()
    log.feed(b"Password: ")
    assert texts(log) == ["Password: "]
    assert log.last_complaint is None
    log.finish()
    assert texts(log) == ["Password: "]
    assert log.last_complaint == "Password: "


async def test_a_line_without_end_does_not_grow_without_limit() -> None:
    log = LogTail()
    for _ in range(100):
        log.feed(b"x" * 10_000)
    kept = log.snapshot()
    assert max(len(line.text) for line in kept.lines) <= LINE_BYTES
    size = sum(len(line.text) for line in kept.lines)
    assert LINE_BYTES <= size <= KEPT_BYTES + LINE_BYTES
    assert kept.dropped_bytes == 1_000_000 - size


async def test_lines_and_bytes_that_fall_out_are_counted() -> None:
    log = LogTail(kept_lines=3, kept_bytes=10)
    for text in ("aa", "bb", "cc", "dd"):
        log.event(text)
    assert texts(log) == ["bb", "cc", "dd"]
    log.event("123456789")
    kept = log.snapshot()
    assert texts(log) == ["123456789"]
    assert (kept.dropped_lines, kept.dropped_bytes) == (4, 8)


async def test_the_order_is_kept_over_all_sources() -> None:
    log = LogTail()
    log.event("started")
    log.feed(b"a\n")
    log.add(LogSource.STDOUT, "b\nc")
    log.feed(b"d\n")
    lines = [(line.source, line.text) for line in log.snapshot().lines]
    assert lines == [
        (LogSource.EVENT, "started"),
        (LogSource.STDERR, "a"),
        (LogSource.STDOUT, "b␊c"),
        (LogSource.STDERR, "d"),
    ]
    assert log.last_complaint == "d"


async def test_secrets_are_masked_also_where_they_span_lines() -> None:
    log = LogTail(mask=lambda text: text.replace("se\ncret", "•••").replace("token", "•••"))
    log.feed(b"a token\nse\ncret\nunfinished token")
    assert texts(log) == ["a •••", "se", "cret", "unfinished •••"]


@pytest.mark.parametrize("before", [LINE_BYTES - 3, 2 * LINE_BYTES - 1])
@pytest.mark.parametrize("chunk", [1_000, 100_000])
async def test_secrets_are_masked_also_where_a_long_line_is_cut(before: int, chunk: int) -> None:
    log = LogTail(mask=lambda text: text.replace("secret", "•••"))
    said = b"x" * before + b"secret, and more\n"
    for start in range(0, len(said), chunk):
        log.feed(said[start : start + chunk])
    log.add(LogSource.SERVER, said.decode())
    assert "".join(texts(log)) == ("x" * before + "•••, and more") * 2 + "␊"
    assert max(map(len, texts(log))) <= LINE_BYTES


async def test_news_are_told_once_for_many_lines() -> None:
    told: list[int] = []
    heard = asyncio.Event()

    def changed() -> None:
        told.append(len(log.snapshot().lines))
        heard.set()

    log = LogTail(changed=changed)
    for _ in range(500):
        log.feed(b"line\n")
    assert told == []
    async with asyncio.timeout(5):
        await heard.wait()
    assert told == [500]
