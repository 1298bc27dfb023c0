"""One result of a lint rule."""

from dataclasses import dataclass
from enum import StrEnum

from mcptui.contract.target import ConnectionKey


class Level(StrEnum):
    """How much a finding asks for, least first."""

    NOTE = "note"
    ADVISORY = "advisory"
    RISK = "risk"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What a rule saw, where, and what shows it."""

    rule: str
    """Rule id, such as `L16`."""
    level: Level
    connection_key: ConnectionKey
    tool: str | None
    """Upstream name as sent; None where the finding is the server's own."""
    position: int | None
    """Place of the tool in its list; tells twins apart."""
    path: str
    """JSON pointer into the tool object (or into the server's entry); empty is the whole."""
    message: str
    """In words, ready to show: server text in it went through `display.shown`."""
    evidence: str = ""
    """What shows it, as sent, bounded in length; raw server text."""
