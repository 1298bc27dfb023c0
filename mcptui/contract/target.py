"""Which server, reached how; nothing here is resolved, started or contacted.

Texts stand as the user wrote them, variables unresolved: `connections` resolves them at start.
`repr` never shows what may hold a secret.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NewType

ConnectionKey = NewType("ConnectionKey", str)
"""The name the user gave a server; unique within one run."""


class VariableSyntax(StrEnum):
    """How a host writes variables in its config."""

    NONE = "none"
    """No variables: `$` is a dollar sign."""
    BRACED = "braced"
    """`${VAR}` and `${VAR:-default}` (Claude Code, and our own command line and settings)."""
    EDITOR = "editor"
    """`${env:VAR}`, `${input:id}`, `${workspaceFolder}`, `${userHome}` (VS Code, Cursor, …)."""
    SHELL = "shell"
    """`$VAR`, `${VAR}` and `${VAR:-default}` (Gemini CLI)."""
    SECRETS = "secrets"
    """`${{ secrets.NAME }}` (Continue)."""


class Era(StrEnum):
    """Which handshake a connection begins with."""

    AUTO = "auto"
    """Ask `server/discover` first, fall back to `initialize`."""
    LEGACY = "legacy"
    """`initialize` at once, no probe."""
    MODERN = "modern"
    """Revision 2026-07-28 at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a target was written down."""

    dialect: str
    """Id of the importer (`claude_code`), or `command_line`, `capture`, `demo`."""
    file: str | None = None
    """Path of the file as it is shown to the user, or None."""
    line: int | None = None
    """1-based line of the entry, where known."""
    original_key: str | None = None
    """The key as it stands in that file."""
    scope: str | None = None
    """`project`, `user`, … where the host tells them apart."""

    def __str__(self) -> str:
        if self.file is None:
            return self.dialect.replace("_", " ")
        return self.file if self.line is None else f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stdio:
    """A program started here, spoken to over its standard streams."""

    command: str
    args: tuple[str, ...] = field(default=(), repr=False)
    env: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    env_files: tuple[str, ...] = ()
    """Files of `NAME=value` lines that the host would load."""
    forward_env: tuple[str, ...] = ()
    """Names taken over from our own environment (Codex `env_vars`, Goose `env_keys`)."""
    cwd: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Http:
    """A server at a URL."""

    url: str = field(repr=False)
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    header_env: tuple[tuple[str, str], ...] = ()
    """Header name and the variable whose value it takes (Codex `env_http_headers`)."""
    bearer_env: str | None = None
    """The variable that holds a bearer token."""
    transport: str = "auto"
    """`streamable_http`, `sse`, or `auto`: the first, then SSE where the answer calls for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """A capture file, played back as a server."""

    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Broken:
    """An entry that says too little to reach a server; shown with its reason, never contacted."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Time limits in seconds, and sizes, for one connection."""

    connect: float = 30.0
    """From start to the end of the handshake."""
    request: float = 30.0
    """One request, a page of the list among them."""
    probe: float = 3.0
    """How long `server/discover` may stay unanswered."""
    pages: int = 1000
    """Pages of one list at most."""
    message_bytes: int = 64 * 1024 * 1024
    """One message at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetOptions:
    """What the user set for one connection, over the program's defaults."""

    limits: Limits = Limits()
    era: Era = Era.AUTO
    ca_file: str | None = None
    """A file of certificates to trust beside the system's."""
    verify: bool = True
    """False: certificates are not checked, and the connection is marked so for good."""
    pass_env: tuple[str, ...] = ()
    """Names of variables of ours that the child gets too; `("*",)` means all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """How to reach one server."""

    key: ConnectionKey
    how: Stdio | Http | Recorded | Broken
    source: Source
    variables: VariableSyntax = VariableSyntax.NONE
    options: TargetOptions = TargetOptions()
    disabled: bool = False
    """The host's config switches it off; shown, not started."""
    base: str | None = None
    """The folder that `${workspaceFolder}` and relative paths mean."""
    inputs: tuple[tuple[str, str, bool], ...] = ()
    """`${input:id}`: id, what to ask, whether it is a secret."""
