"""Lists: entries that are no tools, names sent twice, lists cut short, and stray output."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from typing import Final

from mcptui.analysis.lint.rule import Seen
from mcptui.analysis.lint.subject import Listing, Tool
from mcptui.analysis.lint.wording import clipped, counted, named
from mcptui.contract.canonical import NotCanonical, faults_of
from mcptui.contract.connection import ConnectionState, ConnectionStatus
from mcptui.contract.display import shown
from mcptui.contract.pointer import kind_of

_MOST_LINES: Final = 3
_MOST_FAULTS: Final = 10
_LONGEST_LINE: Final = 80


def unusable_entry(tool: Tool) -> Iterator[Seen]:
    """The entry is no object, or has no name, so no call can mean it."""
    raw = tool.definition.raw
    number = tool.definition.position + 1
    if not isinstance(raw, dict):
        yield Seen(
            message=f"Entry {number} is {kind_of(raw)}, not a tool; nothing can call it.",
            evidence=clipped(tool.text),
        )
    elif tool.name is None:
        what = f"is {kind_of(raw['name'])}, not a string" if "name" in raw else "is missing"
        yield Seen(
            message=f"The name of entry {number} {what}; nothing can call it.",
            path="/name" if "name" in raw else "",
            evidence=clipped(tool.text),
        )


def duplicate_name(listing: Listing) -> Iterator[Seen]:
    """One list holds the same name more than once."""
    positions: dict[str, list[int]] = defaultdict(list)
    for tool in listing.tools:
        if tool.name is not None:
            positions[tool.name].append(tool.definition.position)
    for name, places in positions.items():
        if len(places) > 1:
            times = {2: "twice"}.get(len(places), f"{len(places)} times")
            yield Seen(
                message=(
                    f"{named(listing.key)} offers {named(name)} {times}, and the protocol cannot "
                    "say which one a call will run; each tool needs a name of its own."
                ),
                path="/name",
                evidence=name,
                tool=name,
            )


def no_canonical_form(tool: Tool) -> Iterator[Seen]:
    """The contract has no canonical form, so it cannot be pinned."""
    if isinstance(tool.digest, NotCanonical):
        for fault in islice(faults_of(tool.definition.raw), _MOST_FAULTS):
            yield Seen(
                message=(
                    "The contract cannot be pinned, since two readers may see two contracts in it: "
                    f"{fault.reason}."
                ),
                path=fault.path,
            )


def incomplete_list(status: ConnectionStatus) -> Iterator[Seen]:
    """A page failed, the cursor repeated, or a limit was reached."""
    if status.cursor_repeated:
        yield Seen(
            message=(
                "The server's cursor does not advance: a page named the cursor that led to it. "
                "Listing stopped there, and further pages cannot be reached."
            )
        )
        return
    reason = status.cause or (status.capture.incomplete_reason if status.capture else None)
    if status.state is ConnectionState.LIST_FAILED:
        yield Seen(
            message=_with_reason(
                "The list could not be read: which tools there are is unknown", reason
            )
        )
    elif status.state is ConnectionState.INCOMPLETE or (
        status.capture is not None and not status.capture.complete
    ):
        yield Seen(
            message=_with_reason(
                "The list is incomplete, so a tool that it lacks may still be there", reason
            )
        )


def _with_reason(what: str, reason: str | None) -> str:
    return f"{what} ({shown(reason)})." if reason else f"{what}."


def unstable_order(status: ConnectionStatus) -> Iterator[Seen]:
    """A later list had the same tools in another order."""
    if status.order_changed:
        yield Seen(
            message=(
                "The server's order is not stable: a later list had the same tools in another one. "
                "The 2026-07-28 revision asks for a stable order."
            )
        )


def stray_output(status: ConnectionStatus) -> Iterator[Seen]:
    """The server wrote something other than messages to its standard output."""
    number = max(status.stray_count, len(status.stray_lines))
    if number:
        lines = status.stray_lines[:_MOST_LINES]
        quoted = ", ".join(f"`{clipped(shown(line), _LONGEST_LINE)}`" for line in lines)
        more = f", and {number - len(lines)} more" if number > len(lines) else ""
        yield Seen(
            message=(
                f"{counted(number, 'stray line')} on standard output, which is reserved for "
                f"protocol messages: {quoted}{more}. They belong on standard error."
            ),
            evidence=clipped("\n".join(lines)),
        )


def undecodable_output(status: ConnectionStatus) -> Iterator[Seen]:
    """The server's standard output is not UTF-8."""
    if status.invalid_utf8 is not None:
        yield Seen(
            message=(
                f"Standard output is not valid UTF-8 ({shown(status.invalid_utf8)}); the server "
                "has to set its output encoding to UTF-8."
            ),
            evidence=clipped(status.invalid_utf8),
        )
