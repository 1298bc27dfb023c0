"""The form that most hosts share: an object `mcpServers` of entries by name."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from mcptui.connections.importers.document import Document, Format, MemberPath, NoServersError
from mcptui.connections.importers.entries import Dialect, Entry, strings_in, target_of, targets_in
from mcptui.connections.importers.importer import Claim, Importer, Location, Reading, Surroundings
from mcptui.contract.target import Target
from mcptui.errors import ConfigError

SECTION = "mcpServers"


def has_section(document: Document, *path: str) -> bool:
    """Whether there is an object of entries at the path."""
    return isinstance(document.at(*path), dict)


def entries_in(document: Document, *path: str) -> tuple[Mapping[str, Any], ...]:
    """The entries of the section at the path that are objects."""
    section = document.at(*path)
    values = section.values() if isinstance(section, dict) else ()
    return tuple(value for value in values if isinstance(value, dict))


def has_member(entries: Iterable[Mapping[str, Any]], *names: str) -> bool:
    """Whether any entry has any of these members."""
    return any(name in entry for entry in entries for name in names)


def mentions(entries: Iterable[Mapping[str, Any]], *texts: str) -> bool:
    """Whether any text in any entry holds any of these."""
    return any(text in word for entry in entries for word in strings_in(entry) for text in texts)


def uses_editor_variables(_document: Document, entries: tuple[Mapping[str, Any], ...]) -> bool:
    """Whether variables are written as editors write them."""
    return mentions(entries, "${env:", "${workspaceFolder", "${userHome}")


def nothing(_document: Document, _entries: tuple[Mapping[str, Any], ...]) -> bool:
    """There is nothing that only this host writes."""
    return False


def read_section(
    document: Document,
    path: MemberPath,
    dialect: Dialect,
    reading: Reading,
    scope: str | None = None,
) -> tuple[Target, ...]:
    """The targets of the section at the path: an object of entries, or a list of named ones.

    Raises:
        NoServersError: there is no such section.
        ConfigError: it is neither an object nor a list.
    """
    section = document.at(*(str(name) for name in path))
    said = ".".join(str(name) for name in path)
    if section is None:
        raise NoServersError(f"there is no {said} in it", place=document.place)
    if isinstance(section, dict):
        return targets_in(document, path, dialect, reading, scope)
    if isinstance(section, list):
        return _listed(document, path, dialect, reading, scope)
    line = document.lines_below(path[:-1]).get(path[-1])
    where = document.place if line is None else f"{document.place}:{line}"
    raise ConfigError(
        f"{said} is neither an object nor a list", place=where, remedy="mend the file there"
    )


def _listed(
    document: Document, path: MemberPath, dialect: Dialect, reading: Reading, scope: str | None
) -> tuple[Target, ...]:
    lines = document.lines_below(path)
    targets: list[Target] = []
    for index, value in enumerate(document.at(*(str(name) for name in path))):
        name = value.get("name") if isinstance(value, dict) else None
        named = isinstance(name, str) and bool(name)
        entry = Entry(
            key=str(name) if named else f"server {index + 1}",
            value=value,
            line=lines.get(index),
            scope=scope,
            broken="it has no name" if isinstance(value, dict) and not named else None,
        )
        targets.append(target_of(entry, dialect, document.place, reading))
    return tuple(targets)


def shared_form(
    dialect: Dialect,
    *,
    title: str,
    signs: Callable[[Document, tuple[Mapping[str, Any], ...]], bool] = nothing,
    spelling: Callable[[Document, tuple[Mapping[str, Any], ...]], bool] = nothing,
    locations: Callable[[Surroundings], tuple[Location, ...]],
    file_tails: tuple[str, ...],
) -> Importer:
    """An importer for a host that uses the shared form in JSON.

    Args:
        dialect: how the host writes entries.
        title: the host's name.
        signs: whether a file has members of this host alone, given the file and its entries.
        spelling: whether its variables are written as this host writes them.
        locations: where the host's files lie.
        file_tails: ends of their paths.
    """

    def claims(document: Document) -> Claim:
        if document.format is not Format.JSON or not has_section(document, SECTION):
            return Claim.NONE
        entries = entries_in(document, SECTION)
        if signs(document, entries):
            return Claim.SIGNS
        return Claim.SPELLING if spelling(document, entries) else Claim.SHAPE

    def read(document: Document, reading: Reading) -> tuple[Target, ...]:
        return read_section(document, (SECTION,), dialect, reading)

    return Importer(
        id=dialect.id,
        title=title,
        claims=claims,
        read=read,
        locations=locations,
        file_tails=file_tails,
    )
