"""One server's definitions at one moment, and the profile they were listed under."""

from dataclasses import dataclass
from typing import Any

from mcptui.contract.definition import ToolDefinition


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """What the list depends on besides the server: kept with every capture."""

    protocol_version: str | None = None
    """The revision spoken, such as `2025-11-25`."""
    client_capabilities: dict[str, Any] | None = None
    """What we declared, as sent; None where unknown."""
    transport: str | None = None
    """`stdio`, `streamable_http`, `sse`, `recorded`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Capture:
    """All definitions of one server, read at one moment."""

    server: dict[str, Any]
    """Members as in a capture file: `serverInfo`, `instructions`, `protocolVersion`,
    `capabilities` (all as sent), and where known `package`, `version`, `registry`."""
    profile: Profile
    complete: bool
    """False: pages are missing, so absence of a tool means nothing."""
    incomplete_reason: str | None = None
    """Why it is incomplete, one line naming the page."""
    pages: int = 1
    tools: tuple[ToolDefinition, ...] = ()
    list_results: tuple[dict[str, Any], ...] = ()
    """The other members of each list result (`ttlMs`, `cacheScope`, `_meta`), a page each."""

    @property
    def server_info(self) -> dict[str, Any] | None:
        """`serverInfo` as sent; display only, it never tells servers apart."""
        info = self.server.get("serverInfo")
        return info if isinstance(info, dict) else None

    @property
    def instructions(self) -> str | None:
        """The server's instructions as sent; the model reads them too."""
        text = self.server.get("instructions")
        return text if isinstance(text, str) else None

    @property
    def capabilities(self) -> dict[str, Any] | None:
        """What the server declared; None where unknown."""
        declared = self.server.get("capabilities")
        return declared if isinstance(declared, dict) else None
