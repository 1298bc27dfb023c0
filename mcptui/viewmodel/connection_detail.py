"""All that is known of one connection, as a page."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from mcptui.contract.connection import ConnectionStatus
from mcptui.contract.finding import Finding
from mcptui.contract.secrets import command_line, masked_pairs
from mcptui.contract.target import Http, Stdio
from mcptui.contract.wire import JsonValue
from mcptui.viewmodel.connections import sign_of, state_words, tools_listed, transport_of
from mcptui.viewmodel.counted import counted
from mcptui.viewmodel.document import Block, Document, Facts, Gap, Heading, Prose
from mcptui.viewmodel.moments import duration, moment, ttl_words
from mcptui.viewmodel.raw import raw_blocks
from mcptui.viewmodel.span import Line, Span, sign_span, spoken
from mcptui.viewmodel.tone import SignSet, Tone
from mcptui.viewmodel.tool_detail import finding_blocks, instruction_blocks

_NAMES_A_LINE = ", "


def connection_document(
    status: ConnectionStatus,
    findings: Sequence[Finding],
    now: datetime,
    *,
    problems: int = 0,
    signs: SignSet = SignSet.USUAL,
) -> Document:
    """The page about one connection.

    Args:
        status: the connection.
        findings: those about the server itself, or all of it; only its own are shown.
        now: UTC, for the running seconds.
        problems: broken entries in its list.
        signs: the characters to draw with.
    """
    own = [each for each in findings if each.connection_key == status.key and each.tool is None]
    return Document(
        title=spoken(status.key, Tone.STRONG),
        subtitle=(Span("server", Tone.MUTED),),
        blocks=(
            Facts(rows=tuple(_facts(status, now, problems, signs))),
            *_notes(status),
            *_server(status),
            *instruction_blocks(status),
            *finding_blocks(own, signs),
            *_settings(status),
            *_environment(status),
        ),
    )


def _facts(
    status: ConnectionStatus, now: datetime, problems: int, signs: SignSet
) -> Iterator[tuple[str, Line]]:
    sign = sign_of(status)
    words = state_words(status, now, problems=problems)
    yield "state", (sign_span(sign, signs, " "), *spoken(words, sign.tone))
    if not status.verified:
        yield "certificates", (Span("not checked for this connection", Tone.BAD),)
    yield "reached by", (Span(command_line(status.target)),)
    yield "from", spoken(str(status.target.source))
    yield "transport", (Span(transport_of(status)),)
    if status.origin:
        yield "host", spoken(status.origin)
    if status.handshake:
        yield "handshake", spoken(status.handshake)
    if status.started_at is not None:
        yield "started", (Span(moment(status.started_at)),)
    if status.pid is not None:
        yield "process", (Span(f"{status.pid}"),)
    if status.exit_code is not None:
        yield "exit code", (Span(f"{status.exit_code}", Tone.WARN),)
    yield from _list_facts(status)


def _list_facts(status: ConnectionStatus) -> Iterator[tuple[str, Line]]:
    capture = status.capture
    count = tools_listed(status)
    if capture is not None and count is not None:
        whole = "" if capture.complete else ", incomplete"
        words = f"{counted(count, 'tool')} on {counted(capture.pages, 'page')}{whole}"
        yield "list", (Span(words),)
        if capture.profile.protocol_version:
            yield "revision", spoken(capture.profile.protocol_version)
    if status.listed_at is not None:
        ttl = ttl_words(status)
        yield "read", (Span(f"{moment(status.listed_at)}{f'; {ttl}' if ttl else ''}"),)
    if status.lists:
        yield "lists read", (Span(f"{status.lists:,}"),)
    if status.notifications or status.list_changed:
        between = "; " if status.notifications and status.list_changed else ""
        told = f"{status.list_changed:,} list_changed so far" if status.list_changed else ""
        yield "changes", (*spoken(status.notifications), Span(f"{between}{told}"))


def _heading(text: str, note: str = "") -> Iterator[Block]:
    yield Gap()
    yield Heading(text=(Span(text, Tone.ACCENT),), note=(Span(note, Tone.MUTED),))


def _notes(status: ConnectionStatus) -> Iterator[Block]:
    notes = [*status.notes, *(f"the SDK objects: {each}" for each in status.sdk_objections)]
    if status.invalid_utf8:
        notes.append(f"standard output is not valid UTF-8 ({status.invalid_utf8})")
    if notes:
        yield from _heading("Notes")
        yield from (Prose(spans=spoken(note, lines=True)) for note in notes)
    if status.stray_count:
        yield from _heading("Stray lines on standard output", f"{status.stray_count:,}")
        yield from (Prose(spans=spoken(line, Tone.WARN), indent=2) for line in status.stray_lines)


def _server(status: ConnectionStatus) -> Iterator[Block]:
    capture = status.capture
    if capture is None:
        return
    members: list[tuple[str, str, JsonValue]] = [
        ("What the server says of itself", "serverInfo", capture.server.get("serverInfo")),
        ("What the server offers", "capabilities", capture.server.get("capabilities")),
        ("What we declared", "client capabilities", capture.profile.client_capabilities),
    ]
    for title, note, value in members:
        if value is not None:
            yield from _heading(title, note)
            yield from raw_blocks(value)


def _settings(status: ConnectionStatus) -> Iterator[Block]:
    target = status.target
    how = target.how
    if isinstance(how, Stdio):
        pairs, title = masked_pairs(how.env, target.variables), "Environment set for it"
    elif isinstance(how, Http):
        pairs, title = masked_pairs(how.headers, target.variables), "Headers sent"
    else:
        return
    if pairs:
        yield from _heading(title, "secret values are never shown")
        yield Facts(rows=tuple((name, (Span(value),)) for name, value in pairs))
    limits = target.options.limits
    yield from _heading("Limits")
    yield Facts(
        rows=(
            ("connect", (Span(duration(limits.connect)),)),
            ("one request", (Span(duration(limits.request)),)),
            ("era probe", (Span(f"{duration(limits.probe)}, era {target.options.era.value}"),)),
        )
    )


def _environment(status: ConnectionStatus) -> Iterator[Block]:
    for title, names in (
        ("Variables the program got", status.passed_env),
        ("Variables of ours it did not get", status.withheld_env),
    ):
        if names:
            yield from _heading(title, f"{len(names):,}")
            yield Prose(spans=spoken(_NAMES_A_LINE.join(names)))
