"""The bug tracker's records: about 20 KB each, most of it in a few heavy fields.

Everything is worked out from the bug's number, so a record is the same on every machine.
"""

import base64
import struct
import zlib

from mcptui.demo.tool import Json

FIRST_BUG, LAST_BUG = 1, 40
_AREAS = ("editor", "export", "login", "search", "sync")
_FAULTS = (
    "loses the selection",
    "shows an empty page",
    "stops after a minute",
    "writes the wrong time zone",
    "asks for the password twice",
    "repeats the last row",
)
_PEOPLE = ("ada", "ben", "cleo", "dan", "eve")
_SEVERITIES = ("low", "medium", "high", "critical")
_STATUSES = ("open", "open", "closed")
_STEPS = (
    "Start the program with an empty profile and open the sample project from the first screen.",
    "Choose the item in the second column, then press the key twice without waiting in between.",
    "Switch to another window for a while, come back, and look at the row that was chosen before.",
    "Undo once, redo once, and compare what is on the screen with what the file on disk says.",
)
_LOG_LINES = 152
_PICTURE_WIDTH, _PICTURE_HEIGHT = 72, 56


def bug_id(number: int) -> str:
    """The id of a bug: `BUG-0007`."""
    return f"BUG-{number:04}"


def record(number: int) -> Json:
    """The whole record of one bug."""
    area, fault = _AREAS[number % 5], _FAULTS[number % 6]
    reporter, assignee = _PEOPLE[number % 5], _PEOPLE[(number + 2) % 5]
    return {
        "bug_id": bug_id(number),
        "title": f"The {area} view {fault}",
        "status": _STATUSES[number % 3],
        "severity": _SEVERITIES[number % 4],
        "area": area,
        "reporter": reporter,
        "assignee": assignee,
        "opened": f"2026-11-{1 + number % 28:02}",
        "environment": {"version": f"4.{number % 3}.{number % 7}", "system": "linux", "cores": 8},
        "description": _description(area, fault),
        "console_log": _console_log(number, area),
        "screenshot_png_base64": _screenshot(number),
        "comments": _comments(number),
        "watchers": [_PEOPLE[(number + step) % 5] for step in range(3)],
    }


def _description(area: str, fault: str) -> str:
    said = [f"After some time the {area} view {fault}. It happens on every machine we tried."]
    for turn in range(5):
        said.extend(f"{turn * 4 + place}. {step}" for place, step in enumerate(_STEPS, start=1))
    said.append(f"What we expected: the {area} view stays as it was. What we got: it {fault}.")
    return "\n".join(said)


def _console_log(number: int, area: str) -> str:
    return "\n".join(
        f"[{line // 60:02}:{line % 60:02}.{(number * 37 + line * 101) % 1000:03}] "
        f"{('debug', 'info', 'warn')[line % 3]} {area}.view: frame {line} took "
        f"{8 + (number * 7 + line * 13) % 60} ms, {(number + line) % 9} items waiting"
        for line in range(_LOG_LINES)
    )


def _comments(number: int) -> list[Json]:
    return [
        {
            "author": _PEOPLE[(number + place) % 5],
            "written": f"2026-11-{1 + (number + place) % 28:02}",
            "text": f"Seen again, {place + 2} times today. {_STEPS[(number + place) % 4]}",
        }
        for place in range(6)
    ]


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _screenshot(number: int) -> str:
    """A small grey picture; its data is stored, not deflated, so no zlib release changes it."""
    raw = b"".join(
        b"\0" + bytes((number * 5 + x * y) % 256 for x in range(_PICTURE_WIDTH))
        for y in range(_PICTURE_HEIGHT)
    )
    stored = b"\x78\x01\x01" + struct.pack("<HH", len(raw), 0xFFFF ^ len(raw)) + raw
    header = struct.pack(">IIBBBBB", _PICTURE_WIDTH, _PICTURE_HEIGHT, 8, 0, 0, 0, 0)
    png = (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", header)
        + _chunk(b"IDAT", stored + struct.pack(">I", zlib.adler32(raw)))
        + _chunk(b"IEND", b"")
    )
    return base64.b64encode(png).decode("ascii")
