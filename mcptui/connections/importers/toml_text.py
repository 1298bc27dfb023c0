"""TOML with the lines of its tables."""

import re
import tomllib
from collections.abc import Iterator

from mcptui.connections.importers.document import Document, Format, MemberPath, broken
from mcptui.contract.long_integers import line_of_long_integer
from mcptui.errors import ConfigError

_AT = re.compile(r"(?P<reason>.*?)\s*\(at (?:line (?P<line>\d+), column (?P<column>\d+)|end.*)\)\Z")
_HEADER = re.compile(r"\s*\[\[?(?P<name>[^\]\r\n]+)\]\]?\s*(?:#.*)?\Z")
_MEMBER = re.compile(r"\s*(?P<name>(?:[\w.\s-]|\"[^\"]*\"|'[^']*')+?)\s*=")


def read_toml(text: str, place: str) -> Document:
    """Read a TOML text.

    Raises:
        ConfigError: it is broken; with line and column.
    """
    text = text.removeprefix("\ufeff")
    try:
        value = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _broken(str(error), text, place) from None
    except ValueError:
        line = line_of_long_integer(text)
        raise broken("a number has too many digits", place, line, 1) from None
    except RecursionError:
        raise broken("it is nested too deeply", place, 1, 1) from None
    return Document(
        place=place,
        format=Format.TOML,
        value=value,
        lines_below=lambda path: _lines_below(text, path),
        repeated_below=lambda _path: {},
    )


def _broken(said: str, text: str, place: str) -> ConfigError:
    match = _AT.match(said)
    reason = match["reason"] if match else said
    if match and match["line"]:
        return broken(reason, place, int(match["line"]), int(match["column"]))
    last = text.splitlines()[-1:] or [""]
    return broken(reason, place, max(1, text.rstrip("\n").count("\n") + 1), len(last[0]) + 1)


def _paths(text: str) -> Iterator[tuple[MemberPath, int]]:
    """Each table and member that a line begins, with that line."""
    table: MemberPath = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            table = _names(f"[{header['name']}]")
            yield table, number
        elif member := _MEMBER.match(line):
            yield (*table, *_names(f"{member['name']} = 0")), number


def _names(written: str) -> MemberPath:
    """The names in a dotted key; none where the line only looks like one."""
    names: list[str] = []
    try:
        inner = tomllib.loads(written)
    except tomllib.TOMLDecodeError:
        return ()
    while isinstance(inner, dict) and inner:
        name, inner = next(iter(inner.items()))
        names.append(name)
    return tuple(names)


def _lines_below(text: str, path: MemberPath) -> dict[str | int, int]:
    lines: dict[str | int, int] = {}
    depth = len(path)
    for found, number in _paths(text):
        if len(found) > depth and found[:depth] == path:
            lines.setdefault(found[depth], number)
    return lines
