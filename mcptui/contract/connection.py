"""What is known of one connection at one moment: a frozen fact sheet, safe to show.

The living connection stays in `connections`; each change there makes a new status here.
No status holds a secret: causes and notes are masked where they are made.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from mcptui.contract.capture import Capture
from mcptui.contract.target import ConnectionKey, Target


class ConnectionState(StrEnum):
    """Where a connection stands."""

    WAITING = "waiting"
    """Not started: disabled, or it waits for consent or an input."""
    CONNECTING = "connecting"
    """From start to the end of the first list."""
    CONNECTED = "connected"
    """Listed, completely."""
    NO_TOOLS = "no_tools"
    """Connected; the server declares no tools."""
    LIST_FAILED = "list_failed"
    """Connected, but page one could not be read: unknown, never empty."""
    INCOMPLETE = "incomplete"
    """Connected; a later page could not be read."""
    FAILED = "failed"
    """Not reached, or lost."""
    CLOSING = "closing"
    CLOSED = "closed"
    """Closed by the user."""


class LogSource(StrEnum):
    """Who wrote a log line."""

    STDERR = "stderr"
    STDOUT = "stdout"
    """A stray line: standard output is reserved for messages."""
    EVENT = "event"
    """We did: started, probed, listed, notified, ended."""
    SERVER = "server"
    """A `notifications/message` of the server."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """One line of a connection's log; text as received, bounded in length."""

    at: datetime
    source: LogSource
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionLog:
    """The kept tail of a connection's log."""

    lines: tuple[LogLine, ...] = ()
    dropped_lines: int = 0
    dropped_bytes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionStatus:
    """One connection at one moment."""

    key: ConnectionKey
    target: Target
    state: ConnectionState
    stage: str = ""
    """What is being done now (`starting`, `initialize`, `tools/list page 3`), while connecting."""
    started_at: datetime | None = None
    """When this attempt began (UTC); the app counts its running seconds from it."""
    cause: str | None = None
    """Why it failed or is incomplete: one line, masked, with the next step."""
    capture: Capture | None = None
    """The last list, kept when the server dies afterwards."""
    listed_at: datetime | None = None
    lists: int = 0
    """How many lists were fetched on this connection."""
    previous_names: frozenset[str] | None = None
    """Names in the list before this one; None at the first."""
    order_changed: bool = False
    """A later list had the same tools in another order."""
    cursor_repeated: bool = False
    """The server's cursor did not advance."""
    handshake: str = ""
    """In words: `initialize, 2025-06-18; the probe got no answer`."""
    probe_silent: bool = False
    origin: str | None = None
    """Scheme, host and port of a URL; never a path or a secret."""
    pid: int | None = None
    exit_code: int | None = None
    passed_env: tuple[str, ...] = ()
    """Names of the variables the child got."""
    withheld_env: tuple[str, ...] = ()
    """Names of variables of ours that it did not get."""
    stray_lines: tuple[str, ...] = ()
    """The first stray lines on stdout, bounded, as received."""
    stray_count: int = 0
    invalid_utf8: str | None = None
    """`byte E9 at offset 3`, for the first stdout line that is not UTF-8."""
    list_changed: int = 0
    """How many list_changed notifications came."""
    notifications: str = ""
    """Whether changes are announced, in words; empty where not known."""
    verified: bool = True
    """False: certificates are not checked for this connection."""
    notes: tuple[str, ...] = ()
    """Further facts worth a line each, such as `no notification stream (HTTP 404): …`."""
    sdk_objections: tuple[str, ...] = ()
    """What the SDK's typed models refused in the list, which we show all the same."""
