"""A capture file, played back as a server: no process, no network, nothing to wait for."""

import asyncio
from pathlib import Path

from mcptui.contract.capture import Capture
from mcptui.contract.capture_file import read_capture
from mcptui.contract.display import shown
from mcptui.contract.target import Recorded
from mcptui.errors import CaptureError


async def play(how: Recorded, base: str | None, message_bytes: int) -> Capture:
    """The capture that a file holds, with the profile it was made under.

    Args:
        how: the file.
        base: the folder that a relative path means; None: the current one.
        message_bytes: a larger file is refused.

    Raises:
        CaptureError: it cannot be read, or is no capture.
    """
    return await asyncio.to_thread(_read, Path(base or ".") / how.path, how.path, message_bytes)


def _read(path: Path, place: str, message_bytes: int) -> Capture:
    place = shown(place)
    try:
        size = path.stat().st_size
        if size > message_bytes:
            raise CaptureError(f"{size} bytes are over the limit of {message_bytes}", place=place)
        data = path.read_bytes()
    except OSError as problem:
        why = (problem.strerror or "it cannot be read").lower()
        raise CaptureError(why, place=place) from problem
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as problem:
        byte = f"byte {data[problem.start]:02X} at offset {problem.start}"
        raise CaptureError(f"it is not UTF-8 ({byte})", place=place) from problem
    return read_capture(text, place)
