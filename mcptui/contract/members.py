"""Strict reading of our own JSON files: each member knows its place, and says it when wrong."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from mcptui.contract.definition import MISSING, Missing
from mcptui.contract.display import shown
from mcptui.contract.pointer import below, kind_of
from mcptui.contract.wire import JsonValue, RepeatedKeys, WireError, loads
from mcptui.errors import FileError

_LARGEST: Final = 2**53 - 1
"""The largest whole number that every reader of JSON holds exactly."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One value of a file, MISSING among them; it answers with a plain type or raises."""

    value: JsonValue | Missing
    file: str
    """The file as it is shown to the user."""
    error: type[FileError]
    """What to raise."""
    remedy: str
    """What to do about a broken file."""
    pointer: str = ""
    """JSON pointer of the value in the file."""

    def fault(self, reason: str, *, remedy: str | None = None) -> FileError:
        """An error that names this place."""
        at = f" at {shown(self.pointer)}" if self.pointer else ""
        return self.error(
            reason, place=f"{self.file}{at}", remedy=self.remedy if remedy is None else remedy
        )

    def _expected(self, kind: str) -> FileError:
        got = "it is missing" if self.is_missing else f"got {kind_of(self.value)}"
        return self.fault(f"expected {kind}, {got}")

    def _inner(self, token: str | int, value: JsonValue | Missing) -> "Member":
        return Member(
            value=value,
            file=self.file,
            error=self.error,
            remedy=self.remedy,
            pointer=below(self.pointer, token),
        )

    def member(self, name: str) -> "Member":
        """The member of this name, MISSING where there is none.

        Raises:
            FileError: this is no object.
        """
        value = self.as_object().get(name, MISSING)
        return self._inner(name, value)

    def members(self) -> Iterator[tuple[str, "Member"]]:
        """Every member of this object, by name.

        Raises:
            FileError: this is no object.
        """
        for name in self.as_object():
            yield name, self.member(name)

    def entries(self) -> Iterator["Member"]:
        """Every entry of this list.

        Raises:
            FileError: this is no list.
        """
        for index, value in enumerate(self.as_list()):
            yield self._inner(index, value)

    @property
    def is_missing(self) -> bool:
        """Whether there is no such member."""
        return isinstance(self.value, Missing)

    @property
    def is_absent(self) -> bool:
        """Whether there is no such member, or it is null."""
        return self.is_missing or self.value is None

    def as_object(self) -> dict[str, Any]:
        """This object, which names no member twice.

        Raises:
            FileError: it is none, or names a member twice.
        """
        if not isinstance(self.value, dict):
            raise self._expected("an object")
        if isinstance(self.value, RepeatedKeys):
            names = [name for name, _ in self.value.pairs]
            twice = next(name for name in names if names.count(name) > 1)
            raise self.fault(f"the member {shown(twice)} stands here more than once")
        return self.value

    def as_list(self) -> list[Any]:
        """This list.

        Raises:
            FileError: it is none.
        """
        if not isinstance(self.value, list):
            raise self._expected("a list")
        return self.value

    def as_text(self) -> str:
        """This string.

        Raises:
            FileError: it is none.
        """
        if not isinstance(self.value, str):
            raise self._expected("a string")
        return self.value

    def as_flag(self) -> bool:
        """This true or false.

        Raises:
            FileError: it is neither.
        """
        if not isinstance(self.value, bool):
            raise self._expected("true or false")
        return self.value

    def as_count(self) -> int:
        """This whole number, zero or more, and not beyond what every reader of JSON holds.

        Raises:
            FileError: it is none.
        """
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise self._expected("a whole number, zero or more")
        if value > _LARGEST:
            raise self.fault(f"expected a whole number up to {_LARGEST}, got a larger one")
        return value


def read_document(text: str, file: str, *, error: type[FileError], remedy: str) -> Member:
    """The one JSON value of a file.

    Args:
        text: the file's content.
        file: the file as it is shown to the user.
        error: what to raise, here and for every member read from the value.
        remedy: what to do about a broken file.

    Raises:
        FileError: of the kind given; the text is no JSON. It names line and column.
    """
    try:
        value = loads(text)
    except WireError as fault:
        place = f"{file}:{fault.line}:{fault.column}"
        raise error(f"not valid JSON: {fault.reason}", place=place, remedy=remedy) from None
    return Member(value=value, file=file, error=error, remedy=remedy)
