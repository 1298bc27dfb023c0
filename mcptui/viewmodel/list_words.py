"""What is said of the list of tools as a whole: its title, its order, and why it is empty."""

from collections.abc import Sequence

from mcptui.contract.connection import ConnectionStatus
from mcptui.viewmodel.arrangement import Sorting
from mcptui.viewmodel.counted import counted
from mcptui.viewmodel.span import Line, Span
from mcptui.viewmodel.tone import Tone
from mcptui.viewmodel.tools import Catalogue


def list_title(
    catalogue: Catalogue,
    statuses: Sequence[ConnectionStatus],
    *,
    found: int | None,
    is_alike: bool,
    is_analysing: bool,
) -> Line:
    """How many tools there are, or how many of them a filter leaves.

    Args:
        catalogue: the rows.
        statuses: the connections; their lists may be ahead of the rows.
        found: how many the filter found; None where nothing is filtered.
        is_alike: they were found by likeness only.
        is_analysing: more rows may come.
    """
    total = len(catalogue.rows)
    if found is not None:
        text = f"{found:,} of {total:,}{' alike' if is_alike else ''}"
        return (Span(text, Tone.STRONG),)
    listed = sum(len(status.capture.tools) for status in statuses if status.capture)
    if is_analysing and total < listed:
        return (Span(f"{total:,} of {counted(listed, 'tool')}", Tone.STRONG),)
    missing = sum(row.report is None for row in catalogue.rows)
    more = f", {missing:,} pinned but missing" if missing else ""
    return (Span(f"{counted(total - missing, 'tool')}{more}", Tone.STRONG),)


def list_note(sorting: Sorting, *, is_grouped: bool, is_filtered: bool, is_analysing: bool) -> Line:
    """The order of the rows, and whether more is being worked out."""
    order = "best match" if is_filtered else sorting.value
    grouped = ", by connection" if is_grouped else ""
    busy = (Span("analysing… ", Tone.BUSY),) if is_analysing else ()
    return (*busy, Span(f"{order}{grouped}", Tone.MUTED))


def empty_words(
    statuses: Sequence[ConnectionStatus], *, is_filtered: bool, is_analysing: bool
) -> tuple[Line, ...]:
    """Why there is no row, and what would change that."""
    if is_filtered:
        so_far = " so far" if is_analysing else ""
        return ((Span(f"No tool matches{so_far}. ", Tone.MUTED), Span("esc clears the filter.")),)
    if not statuses:
        return (
            (Span("No server is known yet.", Tone.MUTED),),
            (),
            (Span("+ ", Tone.ACCENT), Span("names one: a command, a URL, a capture, a config")),
            (Span("O ", Tone.ACCENT), Span("offers the servers that stand in configs here")),
            (Span("? ", Tone.ACCENT), Span("shows all keys")),
        )
    if is_analysing:
        return ((Span("Looking at what the servers sent…", Tone.BUSY),),)
    return ((Span("No tools so far.", Tone.MUTED),),)
