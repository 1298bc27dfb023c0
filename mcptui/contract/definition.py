"""One tool as its server sent it."""

from dataclasses import dataclass
from typing import Any, Final

from mcptui.contract.wire import JsonValue


class Missing:
    """The member is not there, which is not the same as null."""

    def __repr__(self) -> str:
        return "MISSING"

    def __bool__(self) -> bool:
        return False


MISSING: Final = Missing()


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolDefinition:
    """One entry of a `tools/list` result, usable or not; nothing in it is ever changed."""

    raw: JsonValue
    """The JSON value as sent: an object, save for broken servers."""
    position: int
    """0-based place in the list, over all pages."""

    def member(self, name: str) -> Any:
        """The value of a top-level member, or MISSING."""
        return self.raw.get(name, MISSING) if isinstance(self.raw, dict) else MISSING

    def _text(self, name: str) -> str | None:
        value = self.member(name)
        return value if isinstance(value, str) else None

    @property
    def name(self) -> str | None:
        """The upstream name exactly as sent; None where it is no string."""
        return self._text("name")

    @property
    def title(self) -> str | None:
        """The title as sent, or that of the annotations."""
        own = self._text("title")
        if own is None and isinstance(hints := self.member("annotations"), dict):
            hinted = hints.get("title")
            return hinted if isinstance(hinted, str) else None
        return own

    @property
    def description(self) -> str | None:
        """The description as sent; None where it is no string."""
        return self._text("description")
