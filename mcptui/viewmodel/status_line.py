"""The first line: is all well? A sign and a count for each server, then the figures that matter."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from mcptui.contract.connection import ConnectionState, ConnectionStatus
from mcptui.contract.display import shown
from mcptui.contract.finding import Level
from mcptui.contract.target import ConnectionKey
from mcptui.viewmodel.connections import sign_of, tools_listed
from mcptui.viewmodel.counted import counted
from mcptui.viewmodel.span import Line, Span, sign_span, spoken
from mcptui.viewmodel.tone import DASH, ELLIPSIS, LEVEL_SIGNS, PIN_SIGNS, Sign, SignSet, Tone
from mcptui.workspace.state import LockState

if TYPE_CHECKING:  # the line is drawn before the first report, and before any rule is loaded
    from mcptui.analysis.report import Report

_CALM = frozenset({ConnectionState.CONNECTED, ConnectionState.NO_TOOLS})
_WIDEST_KEY = 24


class Place(StrEnum):
    """Where a part of the status line leads."""

    CONNECTION = "connection"
    CONNECTIONS = "connections"
    TOOLS = "tools"
    FINDINGS = "findings"
    LOCKFILE = "lockfile"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One part of the status line, and where it leads."""

    line: Line
    place: Place
    value: str = ""
    """The connection key, or the filter that shows what is counted."""
    words: str = ""
    """The same in words, one line, ready to show."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What is counted over all servers; None where it is not known yet."""

    tools: int | None = None
    levels: Mapping[Level, int] | None = None
    drifted: int = 0
    lock: str = "absent"
    """`absent`, `read`, `broken`."""
    pinned: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusView:
    """The status line, told at several lengths; the first that fits is drawn."""

    chips: tuple[tuple[Part, ...], ...]
    """The servers, longest first."""
    figures: tuple[tuple[Part, ...], ...]
    """The figures, longest first."""


def status_view(
    statuses: Sequence[ConnectionStatus],
    words: Mapping[ConnectionKey, str],
    figures: Figures,
    signs: SignSet = SignSet.USUAL,
) -> StatusView:
    """The chips of the servers and the figures.

    Args:
        statuses: the connections, in the order given.
        words: by key: the state in words, ready to show.
        figures: what is counted.
        signs: the characters to draw with.
    """
    return StatusView(
        chips=(
            tuple(_chip(status, words, signs, counted=True) for status in statuses),
            tuple(_chip(status, words, signs, counted=False) for status in statuses),
            _gathered(statuses, words, signs, named=True),
            _gathered(statuses, words, signs, named=False),
        ),
        figures=tuple(_figures(figures, signs, worded=worded) for worded in (True, False)),
    )


def _chip(
    status: ConnectionStatus, words: Mapping[ConnectionKey, str], signs: SignSet, *, counted: bool
) -> Part:
    sign = sign_of(status)
    count = tools_listed(status)
    key = shown(status.key)
    name = (
        spoken(status.key)
        if len(key) <= _WIDEST_KEY
        else (Span(key[: _WIDEST_KEY - 1] + signs.draw(ELLIPSIS)),)
    )
    if status.state is ConnectionState.CONNECTING:
        after: Line = (Span(f" {signs.draw(ELLIPSIS)}", Tone.BUSY),)
    elif counted and count is not None:
        after = (Span(f" {count:,}", Tone.MUTED),)
    else:
        after = ()
    return Part(
        line=(sign_span(sign, signs, " "), *name, *after),
        place=Place.CONNECTION,
        value=status.key,
        words=f"{key}: {words.get(status.key, sign.word)}",
    )


def _gathered(
    statuses: Sequence[ConnectionStatus],
    words: Mapping[ConnectionKey, str],
    signs: SignSet,
    *,
    named: bool,
) -> tuple[Part, ...]:
    """Servers counted by sign; where `named`, those that are not well keep their names."""
    by_sign: dict[Sign, list[ConnectionStatus]] = {}
    alone: list[ConnectionStatus] = []
    for status in statuses:
        if named and status.state not in _CALM:
            alone.append(status)
        else:
            by_sign.setdefault(sign_of(status), []).append(status)
    counts = tuple(
        Part(
            line=(
                sign_span(sign, signs, " "),
                Span(f"{len(these):,}"),
                *((Span(f" {sign.word}", Tone.MUTED),) if named else ()),
            ),
            place=Place.CONNECTIONS,
            words=f"{len(these)} {sign.word}",
        )
        for sign, these in by_sign.items()
    )
    return (*counts, *(_chip(status, words, signs, counted=False) for status in alone))


def _figures(figures: Figures, signs: SignSet, *, worded: bool) -> tuple[Part, ...]:
    parts: list[Part] = []
    if figures.tools is not None:
        word = (Span(" tool" if figures.tools == 1 else " tools", Tone.MUTED),) if worded else ()
        parts.append(
            Part(
                line=(Span(f"{figures.tools:,}", Tone.STRONG), *word),
                place=Place.TOOLS,
                words=f"{counted(figures.tools, 'tool')} in all",
            )
        )
    if figures.levels is not None:
        parts.append(_findings(figures.levels, signs))
    if figures.drifted:
        drifted = PIN_SIGNS["drifted"]
        line = (
            (Span(f"{figures.drifted:,}", drifted.tone), Span(" drifted", Tone.MUTED))
            if worded
            else (sign_span(drifted, signs, f"{figures.drifted:,}"),)
        )
        words = f"not as they were pinned: {counted(figures.drifted, 'tool')}"
        parts.append(Part(line=line, place=Place.TOOLS, value="is:drifted", words=words))
    parts.append(_lock(figures, signs, worded=worded))
    return tuple(parts)


def _findings(levels: Mapping[Level, int], signs: SignSet) -> Part:
    line: list[Span] = []
    told: list[str] = []
    for level, sign in LEVEL_SIGNS.items():
        if count := levels.get(level, 0):
            line.extend((Span(" "),) if line else ())
            line.append(sign_span(sign, signs, f"{count:,}"))
            told.append(sign.counted(count))
    return Part(
        line=tuple(line) or (sign_span(LEVEL_SIGNS[Level.NOTE], signs, "0"),),
        place=Place.FINDINGS,
        words=f"findings: {', '.join(told) or 'none'}",
    )


def _lock(figures: Figures, signs: SignSet, *, worded: bool) -> Part:
    match figures.lock:
        case "read":
            sign = PIN_SIGNS["pinned"]
            mark, tone = signs.draw(sign), sign.tone
            words = f"lockfile read; as it was pinned: {counted(figures.pinned, 'tool')}"
        case "broken":
            mark, tone = signs.draw(PIN_SIGNS["unknown"]), Tone.BAD
            words = "the lockfile cannot be read: pin states are unknown"
        case _:
            mark, tone = signs.draw(DASH), Tone.MUTED
            words = "no lockfile yet: nothing is pinned"
    count = f" {figures.pinned:,}" if worded and figures.pinned else ""
    label = (Span("lock ", Tone.MUTED),) if worded else ()
    return Part(line=(*label, Span(f"{mark}{count}", tone)), place=Place.LOCKFILE, words=words)


def figures_of(report: "Report | None", lock: LockState) -> Figures:
    """What a report counts; without one only the lockfile is known."""
    if report is None:
        return Figures(lock=lock.presence.value)
    states = {str(state): count for state, count in report.pin_counts().items()}
    return Figures(
        tools=len(report.tools),
        levels=Counter(finding.level for finding in report.findings),
        drifted=states.get("drifted", 0),
        lock=lock.presence.value,
        pinned=states.get("pinned", 0),
    )
