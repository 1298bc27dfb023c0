"""The names that may stand in `mcptui.toml`, and what each takes: one table, walked once a file."""

import difflib
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from mcptui.analysis.routing.alias import HYPHENS, UNDERSCORES
from mcptui.contract.display import shown
from mcptui.contract.long_integers import line_of_long_integer
from mcptui.errors import SettingsError

Check = Callable[[object, Path], object]
"""Takes a value and the folder of its file; gives the value to keep, or raises ValueError with
what was expected."""


def _text(value: object, _folder: Path) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError("expected a text")
    return value


_LONGEST = 1e9
"""Seconds; event loops take no more."""


def _seconds(value: object, _folder: Path) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < _LONGEST:
        raise ValueError("expected a number of seconds above 0")
    return float(value)


def _probe_seconds(value: object, folder: Path) -> float:
    try:
        return _seconds(value, folder)
    except ValueError as error:
        raise ValueError(f'{error}; era = "legacy" switches the probe off') from None


def _count(value: object, _folder: Path) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise ValueError("expected a whole number from 1 up")
    return value


def _share(value: object, _folder: Path) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ValueError("expected a number from 0 to 1")
    return float(value)


def _switch(value: object, _folder: Path) -> bool:
    if not isinstance(value, bool):
        raise ValueError("expected true or false")  # noqa: TRY004  # the reader takes ValueError
    return value


def _path(value: object, folder: Path) -> str:
    return str(folder / Path(_text(value, folder)).expanduser())


def _names(value: object, _folder: Path) -> tuple[str, ...]:
    if value == "all":
        return ("*",)
    if isinstance(value, list) and all(isinstance(name, str) and name for name in value):
        return tuple(value)
    raise ValueError('expected a list of names, or "all"')


def _bound(value: object, folder: Path) -> object:
    """A key for one action, or keys for all actions of one place (`tools.filter = "f"`)."""
    if isinstance(value, dict):
        return {name: _text(key, folder) for name, key in value.items()}
    return _text(value, folder)


def _one_of(*choices: str) -> Check:
    def check(value: object, _folder: Path) -> object:
        if value not in choices:
            raise ValueError(f"expected one of {', '.join(choices)}")
        return value

    return check


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One TOML table."""

    members: Mapping[str, "Check | Table"] = field(default_factory=dict)
    """The names known here."""
    others: "Check | Table | None" = None
    """What any further name takes; None where there are no further names."""


_LIMITS: Mapping[str, Check] = MappingProxyType(
    {
        "connect": _seconds,
        "request": _seconds,
        "probe": _probe_seconds,
        "pages": _count,
        "message_bytes": _count,
    }
)

SETTINGS = Table(
    members={
        "theme": _text,
        "signs": _one_of("unicode", "ascii"),
        "lock": _path,
        "watch": _seconds,
        "threshold": _share,
        "host": _text,
        "keys": Table(others=_bound),
        "alias": Table(
            members={
                "template": _text,
                "plugin": _text,
                "limit": _count,
                "style": _one_of(HYPHENS, UNDERSCORES),
            }
        ),
        "limits": Table(members=_LIMITS),
        "connections": Table(
            others=Table(
                members={
                    **_LIMITS,
                    "era": _one_of("auto", "legacy", "modern"),
                    "ca_file": _path,
                    "verify": _switch,
                    "pass_env": _names,
                }
            )
        ),
        "budgets": Table(others=_count),
    }
)
"""`threshold`, `host` and `budgets` may stand in a file although no pane here reads them yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsText:
    """One settings file as it stands."""

    text: str
    place: str
    """The file as it is shown in errors."""
    folder: Path
    """What relative paths in it are relative to."""

    def place_of(self, path: tuple[str, ...]) -> str | None:
        """`FILE:LINE` of the statement that first sets the member at `path`; None: none does."""
        line = _line_of(self.text, path)
        return None if line is None else f"{self.place}:{line}"


def read_table(file: SettingsText) -> dict[str, Any]:
    """What one settings file says, checked against `SETTINGS`; a leading byte-order mark is fine.

    Raises:
        SettingsError: no TOML, a name that is not known, or a value of the wrong kind; with line.
    """
    try:
        value = tomllib.loads(file.text.removeprefix("\ufeff"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise _unreadable(error, file) from None
    except ValueError:
        place = f"{file.place}:{line_of_long_integer(file.text)}"
        reason = "a number has too many digits"
        raise SettingsError(reason, place=place, remedy="mend the TOML") from None
    read: dict[str, Any] = _read(SETTINGS, value, (), file)
    if "keys" in read:
        read["keys"] = dict(_flat(read["keys"]))
    return read


def _flat(keys: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Action ids whole, whether they were written with a dot or as a text."""
    for name, key in keys.items():
        if isinstance(key, dict):
            yield from ((f"{name}.{method}", each) for method, each in key.items())
        else:
            yield name, key


def _read(table: Table, value: Mapping[str, Any], path: tuple[str, ...], file: SettingsText) -> Any:
    read: dict[str, Any] = {}
    for name, member in value.items():
        takes = table.members.get(name, table.others)
        here = (*path, name)
        if takes is None:
            raise _unknown(name, table, here, file)
        if not isinstance(takes, Table):
            try:
                read[name] = takes(member, file.folder)
            except ValueError as error:
                reason = f"'{_dotted(here)}': {error}"
                raise SettingsError(reason, place=_at(file, here)) from None
        elif isinstance(member, dict):
            read[name] = _read(takes, member, here, file)
        else:
            raise SettingsError(f"'{_dotted(here)}': expected a table", place=_at(file, here))
    return read


def _at(file: SettingsText, path: tuple[str, ...]) -> str:
    return file.place_of(path) or file.place


def _dotted(path: tuple[str, ...]) -> str:
    return shown(".".join(path))


def _unknown(name: str, table: Table, path: tuple[str, ...], file: SettingsText) -> SettingsError:
    near = difflib.get_close_matches(name, table.members, n=1)
    known = ", ".join(table.members)
    return SettingsError(
        f"unknown setting '{_dotted(path)}'",
        place=_at(file, path),
        remedy=f"did you mean '{near[0]}'?" if near else f"known here: {known}",
    )


def _unreadable(error: Exception, file: SettingsText) -> SettingsError:
    if isinstance(error, RecursionError):
        return SettingsError("nested too deeply", place=file.place)
    reason, _, where = str(error).rpartition(" (at ")
    where = where.removesuffix(")")
    if where.startswith("line "):
        line, _, column = where.removeprefix("line ").partition(", column ")
        where = f"{line}:{column}"
    else:  # "end of document"
        where = str(file.text.count("\n") + 1)
    return SettingsError(shown(reason), place=f"{file.place}:{where}", remedy="mend the TOML")


def _line_of(text: str, path: tuple[str, ...]) -> int | None:
    """The 1-based line of the statement that first sets the member at `path` of a TOML text."""
    lines = text.removeprefix("\ufeff").split("\n")
    start = 0
    for end in range(1, len(lines) + 1):
        try:
            value: Any = tomllib.loads("\n".join(lines[:end]))
        except tomllib.TOMLDecodeError:
            continue  # within a statement of several lines
        for name in path:
            value = value.get(name) if isinstance(value, dict) else None
        if value is not None:
            return start + 1
        start = end
    return None
