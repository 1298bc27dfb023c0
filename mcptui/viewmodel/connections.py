"""What is said of a connection: a chip, a line, a row in the list of all."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from mcptui.contract.connection import ConnectionState, ConnectionStatus
from mcptui.contract.display import shown
from mcptui.contract.secrets import command_line
from mcptui.contract.target import ConnectionKey
from mcptui.viewmodel.counted import counted
from mcptui.viewmodel.span import Line, Span, sign_span, spoken
from mcptui.viewmodel.table import Column, Row, Rows
from mcptui.viewmodel.tone import CONNECTION_SIGNS, DASH, Sign, SignSet, Tone

_LISTED = frozenset({ConnectionState.CONNECTED, ConnectionState.INCOMPLETE})
QUIET_STATES = frozenset({ConnectionState.CONNECTED})
"""States that need no words: their tools speak for them."""


def sign_of(status: ConnectionStatus) -> Sign:
    """The sign of a connection's state."""
    return CONNECTION_SIGNS[status.state]


def seconds_running(status: ConnectionStatus, now: datetime) -> int:
    """Whole seconds since this attempt began; 0 where it has not."""
    if status.started_at is None:
        return 0
    return max(int((now - status.started_at).total_seconds()), 0)


def tools_listed(status: ConnectionStatus) -> int | None:
    """How many tools the last list had; None where there is none."""
    return None if status.capture is None else len(status.capture.tools)


def state_words(status: ConnectionStatus, now: datetime, *, problems: int = 0) -> str:
    """The state in words, one line, as received where the server speaks in it.

    Args:
        status: the connection.
        now: UTC, for the running seconds.
        problems: tools in its list that are broken.
    """
    match status.state:
        case ConnectionState.CONNECTING:
            stage = f" · {status.stage}" if status.stage else ""
            return f"connecting, {seconds_running(status, now)} s{stage}"
        case ConnectionState.CONNECTED if problems:
            return f"connected with {counted(problems, 'problem')}"
        case ConnectionState.NO_TOOLS:
            declared = (status.capture and status.capture.capabilities) or {}
            return f"offers no tools (declares {', '.join(sorted(declared)) or 'nothing'})"
        case ConnectionState.INCOMPLETE:
            reason = status.capture.incomplete_reason if status.capture is not None else None
            return status.cause or reason or sign_of(status).word
        case ConnectionState.LIST_FAILED | ConnectionState.FAILED | ConnectionState.WAITING:
            return status.cause or sign_of(status).word
        case _:
            return sign_of(status).word


def news_of_list(now: ConnectionStatus, before: ConnectionStatus | None) -> str:
    """What a later list brought, in a few words; empty where it is the same, or the first."""
    if before is None or now.lists <= before.lists or now.previous_names is None:
        return ""
    tools = now.capture.tools if now.capture is not None else ()
    names = {tool.name for tool in tools if tool.name is not None}
    counts = (
        (len(names - now.previous_names), "new"),
        (len(now.previous_names - names), "gone"),
    )
    told = ", ".join(f"{count:,} {word}" for count, word in counts if count)
    return f"{now.key}: {told} since the last list" if told else ""


def state_line(
    status: ConnectionStatus,
    now: datetime,
    *,
    problems: int = 0,
    signs: SignSet = SignSet.USUAL,
) -> Line:
    """Sign, key and state on one line."""
    sign = sign_of(status)
    words_tone = sign.tone if status.state not in QUIET_STATES else Tone.MUTED
    return (
        sign_span(sign, signs),
        Span(" "),
        *spoken(status.key, Tone.STRONG),
        Span("  "),
        *spoken(state_words(status, now, problems=problems), words_tone),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionRow:
    """One connection in the list of all."""

    key: ConnectionKey
    sign: Sign
    words: str
    tools: str
    transport: str
    reached: str
    """How it is reached: command line or URL, masked, ready to show."""


def connection_rows(
    statuses: Sequence[ConnectionStatus], now: datetime
) -> tuple[ConnectionRow, ...]:
    """One row a connection, in the order given."""
    return tuple(
        ConnectionRow(
            key=status.key,
            sign=sign_of(status),
            words=state_words(status, now),
            tools=_count(tools_listed(status)),
            transport=transport_of(status),
            reached=command_line(status.target),
        )
        for status in statuses
    )


def _count(number: int | None) -> str:
    return DASH.char if number is None else f"{number:,}"


def transport_of(status: ConnectionStatus) -> str:
    """The transport: as spoken, else as the target says."""
    spoken_over = status.capture.profile.transport if status.capture is not None else None
    return (spoken_over or type(status.target.how).__name__.lower()).replace("_", " ")


CONNECTION_COLUMNS = (
    Column(title="", least=1, most=1),
    Column(title="connection", least=8, most=24),
    Column(title="tools", least=5, most=7, right=True),
    Column(title="state", least=12, most=48, grows=True),
    Column(title="transport", least=5, most=15, rank=1),
    Column(title="reached by", least=12, most=200, rank=2, grows=True),
)


def table_of(rows: Sequence[ConnectionRow], signs: SignSet = SignSet.USUAL) -> Rows:
    """The list of all connections, ready to be drawn."""

    def row_at(index: int) -> Row:
        row = rows[index]
        return Row(
            cells=(
                (sign_span(row.sign, signs),),
                spoken(row.key, Tone.STRONG),
                (Span(row.tools),),
                spoken(row.words, row.sign.tone),
                (Span(row.transport, Tone.MUTED),),
                (Span(row.reached, Tone.MUTED),),
            )
        )

    return Rows(
        ids=tuple(row.key for row in rows),
        row_at=row_at,
        natural=(
            1,
            max((len(shown(row.key)) for row in rows), default=0),
            max((len(row.tools) for row in rows), default=0),
            max((len(shown(row.words)) for row in rows), default=0),
            max((len(row.transport) for row in rows), default=0),
            max((len(row.reached) for row in rows), default=0),
        ),
    )
