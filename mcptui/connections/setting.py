"""What all connections of one manager share."""

from collections.abc import Mapping
from dataclasses import dataclass

from mcptui.connections.child import Grace
from mcptui.connections.era_memory import EraMemory


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Handed to every connection when it is made."""

    environ: Mapping[str, str]
    """Our own environment."""
    answers: Mapping[str, str]
    """Input id and what the user answered; it may grow."""
    memory: EraMemory
    watch_seconds: float | None
    grace: Grace

    def __repr__(self) -> str:
        return "Setting(…)"
