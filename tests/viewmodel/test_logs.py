from datetime import timedelta

from mcptui.contract.connection import ConnectionLog, LogLine, LogSource
from mcptui.viewmodel.document import text_of
from mcptui.viewmodel.logs import log_document
from tests.viewmodel.building import NOW


def line(seconds: int, source: LogSource, text: str) -> LogLine:
    return LogLine(at=NOW + timedelta(seconds=seconds), source=source, text=text)


DOCS = ConnectionLog(
    lines=(
        line(0, LogSource.EVENT, "started, process 7"),
        line(2, LogSource.STDERR, "\x1b[31mINFO [1/3]\x1b[0m \x1b]52;c;aGk=\x07"),
    ),
    dropped_lines=12,
    dropped_bytes=3400,
)
MAIL = ConnectionLog(lines=(line(1, LogSource.STDOUT, "stray"),))


def said(*logs: tuple[str, ConnectionLog], is_merged: bool) -> list[str]:
    return text_of(log_document(logs, is_merged=is_merged, follows=True)).splitlines()


def test_colours_are_taken_out_and_all_else_is_made_visible() -> None:
    assert said(("docs", DOCS), is_merged=False)[1:] == [
        "12:00:00          started, process 7",
        "12:00:02  stderr  INFO [1/3] ␛]52;c;aGk=␇",
    ]


def test_what_is_not_kept_is_told() -> None:
    assert said(("docs", DOCS), is_merged=False)[0] == (
        "12 earlier lines (3,400 bytes) are not kept"
    )


def test_merged_lines_stand_by_time_and_say_whose_they_are() -> None:
    assert said(("docs", DOCS), ("mail\x1b", MAIL), is_merged=True) == [
        "docs: 12 earlier lines (3,400 bytes) are not kept",
        "12:00:00  docs           started, process 7",
        "12:00:01  mail␛  stdout  stray",
        "12:00:02  docs   stderr  INFO [1/3] ␛]52;c;aGk=␇",
    ]


def test_an_empty_log_says_so() -> None:
    assert "Nothing was written so far." in said(("docs", ConnectionLog()), is_merged=False)
