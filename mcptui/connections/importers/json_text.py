"""JSON as hosts write it: comments, trailing commas and a byte-order mark are no errors.

Such a text is made strict without moving a character, so that lines and columns stay true.
"""

import re
from collections.abc import Iterator, Mapping

from mcptui.connections.importers.document import Document, Format, MemberPath, broken
from mcptui.contract import wire

_TOKEN = re.compile(
    r"(?P<string>\"(?:[^\"\\]|\\.)*\")|(?P<comment>//[^\r\n]*|/\*.*?\*/)|(?P<space>\s+)"
    r"|(?P<opener>[{\[])|(?P<closer>[}\]])|(?P<comma>,)|(?P<colon>:)"
    r"|(?P<other>[^\s\"/,:{}\[\]]+|.)",
    re.DOTALL,
)
_NOT_LINE_END = re.compile(r"[^\r\n]")


def without_comments(text: str) -> str:
    """The same text, as long, with comments and trailing commas blanked out."""
    pieces: list[str] = []
    before, comma_at = "opener", -1
    for match in _TOKEN.finditer(text):
        kind, piece = match.lastgroup, match.group()
        if kind == "comment":
            piece = _NOT_LINE_END.sub(" ", piece)
        elif kind == "comma":
            comma_at = len(pieces) if before in ("string", "closer", "other") else -1
        elif kind == "closer" and before == "comma" and comma_at >= 0:
            pieces[comma_at] = " "
        if kind not in ("comment", "space"):
            before = kind or ""
        pieces.append(piece)
    return "".join(pieces)


def _value_of(text: str, place: str) -> tuple[wire.JsonValue, str]:
    """The value, and the strict text it was read from."""
    try:
        return wire.loads(text), text
    except wire.WireError:
        strict = without_comments(text)
    try:
        return wire.loads(strict), strict
    except wire.WireError as error:
        raise broken(error.reason, place, error.line, error.column) from None


def read_json(text: str, place: str) -> Document:
    """Read a JSON text leniently.

    Raises:
        ConfigError: it is broken; with line and column.
    """
    value, strict = _value_of(text.removeprefix("\ufeff"), place)
    return Document(
        place=place,
        format=Format.JSON,
        value=value,
        lines_below=lambda path: _lines_below(strict, path),
        repeated_below=lambda path: _repeated_below(value, strict, path),
    )


def _member_starts(strict: str, path: MemberPath) -> Iterator[tuple[str | int, int]]:
    """Each member of the container at `path`, with the offset where it begins.

    Args:
        strict: sound JSON.
        path: names and positions down to the container.
    """
    here: list[str | int] = []
    arrays: list[bool] = []
    name: str | int | None = None
    for match in _TOKEN.finditer(strict):
        kind = match.lastgroup
        if kind in ("space", "comma", "colon"):
            continue
        if kind == "closer":
            arrays.pop()
            name = here.pop() if here else None
            name = name if arrays and arrays[-1] else None
            continue
        in_array = bool(arrays) and arrays[-1]
        if in_array:
            name = name + 1 if isinstance(name, int) else 0
        elif arrays and name is None:
            name = str(wire.loads(match.group()))
            if tuple(here[1:]) == path:
                yield name, match.start()
            continue
        if in_array and tuple(here[1:]) == path and name is not None:
            yield name, match.start()
        if kind == "opener":
            here.append("" if name is None else name)
            arrays.append(match.group() == "[")
            name = None
        elif not in_array:
            name = None


def _line_at(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1


def _lines_below(strict: str, path: MemberPath) -> Mapping[str | int, int]:
    return {name: _line_at(strict, start) for name, start in _member_starts(strict, path)}


def _repeated_below(
    value: wire.JsonValue, strict: str, path: MemberPath
) -> Mapping[str, tuple[int, ...]]:
    container = value
    for name in path:
        container = container.get(str(name)) if isinstance(container, dict) else None
    if not isinstance(container, wire.RepeatedKeys):
        return {}
    lines: dict[str, list[int]] = {}
    for name, start in _member_starts(strict, path):
        lines.setdefault(str(name), []).append(_line_at(strict, start))
    return {name: tuple(found) for name, found in lines.items() if len(found) > 1}
