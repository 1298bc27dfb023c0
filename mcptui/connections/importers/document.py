"""One config file, read into plain values, with the lines its members stand on."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from mcptui.errors import ConfigError

MemberPath: TypeAlias = tuple[str | int, ...]
"""Names and list positions from the top of a file down to a member."""


class Format(StrEnum):
    """How a file is written."""

    JSON = "JSON"
    TOML = "TOML"
    YAML = "YAML"


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """What a file says."""

    place: str
    """The file as it is shown to the user."""
    format: Format
    value: Any
    """Dicts, lists, texts, numbers, booleans, None. Nothing of it is shown unmasked."""
    lines_below: Callable[[MemberPath], Mapping[str | int, int]]
    """For the container at a path: its members and the 1-based line each stands on."""
    repeated_below: Callable[[MemberPath], Mapping[str, tuple[int, ...]]]
    """For the object at a path: names that it holds more than once, with their lines."""

    def at(self, *path: str) -> Any:
        """The value at a path of names, or None."""
        value = self.value
        for name in path:
            value = value.get(name) if isinstance(value, dict) else None
        return value


class NoServersError(ConfigError):
    """The file is sound, but no servers are named in it."""


def broken(reason: str, place: str, line: int, column: int) -> ConfigError:
    """The error for a file that breaks its own format."""
    where = f"{place}:{line}:{column}"
    return ConfigError(reason, place=where, remedy="mend the file there; nothing of it was used")


_LEAD = re.compile(r"(?:\s+|//[^\r\n]*|/\*.*?\*/|#[^\r\n]*)*", re.DOTALL)
_TOML_HEADER = re.compile(r"\[\[?\s*[\w\"'][^\]\r\n]*\]\]?[ \t]*(?:#[^\r\n]*)?(?:[\r\n]|\Z)")
_TOML_MEMBER = re.compile(r"(?:[\w-]+|\"[^\"\r\n]*\"|'[^'\r\n]*')(?:\s*\.\s*[\w\"'-]+)*[ \t]*=")
_YAML_LINE = re.compile(r"(?:---|%YAML|-[ \t]|[\w.$ -]+:(?:\s|\Z))")
_ENDINGS = {
    "json": Format.JSON,
    "jsonc": Format.JSON,
    "toml": Format.TOML,
    "yaml": Format.YAML,
    "yml": Format.YAML,
}


def format_of(text: str, place: str) -> Format:
    """How a text is written, by its first words; the file's ending settles what they leave open.

    Raises:
        ConfigError: there is nothing in it, or it begins like none of the formats.
    """
    lead = _LEAD.match(text)
    start = lead.end() if lead else 0
    by_ending = _ENDINGS.get(place.rpartition(".")[2].lower())
    if start == len(text):
        raise NoServersError("the file is empty", place=place, remedy="give another file")
    if _TOML_MEMBER.match(text, start):
        return Format.TOML
    if text[start] == "[" and by_ending is not Format.JSON and _TOML_HEADER.match(text, start):
        return Format.TOML
    if text[start] in "{[":
        return by_ending or Format.JSON
    if _YAML_LINE.match(text, start) and by_ending is not Format.JSON:
        return Format.YAML
    if by_ending is not None:
        return by_ending
    raise ConfigError(
        "this is neither JSON nor TOML nor YAML",
        place=place,
        remedy="give a host's config file, or a capture",
    )
