"""Codex: TOML tables `[mcp_servers.NAME]`, with names of variables in the place of variables."""

from typing import Any

from mcptui.connections.importers.document import Document, Format
from mcptui.connections.importers.entries import Dialect, Entry, renamed
from mcptui.connections.importers.importer import (
    Claim,
    Importer,
    Location,
    Reading,
    Surroundings,
    in_project,
    of_user,
)
from mcptui.connections.importers.servers_object import has_section, read_section
from mcptui.contract.target import Target

_SECTION = "mcp_servers"
_INLINE_TOKEN = "a bearer_token in the file is refused: name a variable in bearer_token_env_var"  # noqa: S105  # words about one


def _normal(entry: Entry) -> Entry:
    members = entry.value
    seconds = members.get("startup_timeout_sec")
    return renamed(
        entry,
        {"http_headers": "headers"},
        forward_env=_names(members.get("env_vars")),
        header_env=members.get("env_http_headers"),
        bearer_env=members.get("bearer_token_env_var"),
        connect_seconds=_positive(seconds),
        broken=_INLINE_TOKEN if "bearer_token" in members else None,
    )


def _names(listed: Any) -> Any:
    """Names of variables; an entry may be an object with a name."""
    if not isinstance(listed, list):
        return listed
    return [item.get("name") if isinstance(item, dict) else item for item in listed]


def _positive(seconds: Any) -> float | None:
    is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    return float(seconds) if is_number and 0 < seconds < float("inf") else None


_DIALECT = Dialect(id="codex", normal=_normal)


def claims(document: Document) -> Claim:
    """A TOML table of tables `mcp_servers`."""
    sure = document.format is Format.TOML and has_section(document, _SECTION)
    return Claim.OWN if sure else Claim.NONE


def read(document: Document, reading: Reading) -> tuple[Target, ...]:
    """The servers of the file."""
    return read_section(document, (_SECTION,), _DIALECT, reading)


def locations(surroundings: Surroundings) -> tuple[Location, ...]:
    """The project's file, and the user's."""
    user = surroundings.of_program("CODEX_HOME", ".codex") / "config.toml"
    return (*in_project(surroundings, ".codex/config.toml"), *of_user(user))


IMPORTER = Importer(
    id=_DIALECT.id,
    title="Codex",
    claims=claims,
    read=read,
    locations=locations,
    file_tails=(".codex/config.toml",),
)
