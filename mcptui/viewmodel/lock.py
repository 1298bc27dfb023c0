"""What is known of the lockfile: a page, and the banner where it is broken."""

from collections.abc import Iterator

from mcptui.contract.display import shown
from mcptui.viewmodel.counted import counted
from mcptui.viewmodel.document import Block, Document, Facts, Gap, Prose
from mcptui.viewmodel.span import Line, Span
from mcptui.viewmodel.tone import Tone
from mcptui.workspace.state import LockPresence, LockState

_REMEDY = "Nothing is written to it. Mend it, or bring back an older version, then start again."


def broken_words(lock: LockState) -> Line:
    """One line for a broken lockfile: path, reason, remedy; empty for any other."""
    if lock.presence is not LockPresence.BROKEN:
        return ()
    reason = lock.error.reason if lock.error is not None else "cannot be read"
    place = (lock.error.place if lock.error is not None else "") or str(lock.path)
    remedy = (lock.error.remedy if lock.error is not None else "") or _REMEDY
    return (
        Span("Lockfile broken: ", Tone.BAD),
        Span(f"{shown(place)}: {shown(reason)}. ", Tone.PLAIN),
        Span(f"All pin states are unknown. {shown(remedy)}", Tone.MUTED),
    )


def lock_document(lock: LockState) -> Document:
    """The page about the lockfile."""
    return Document(title=(Span("Lockfile", Tone.STRONG),), blocks=tuple(_blocks(lock)))


def _blocks(lock: LockState) -> Iterator[Block]:
    yield Facts(rows=(("file", (Span(shown(str(lock.path))),)), ("state", _state(lock))))
    yield Gap()
    match lock.presence:
        case LockPresence.BROKEN:
            yield Prose(spans=broken_words(lock))
        case LockPresence.ABSENT:
            words = (
                "No tool is pinned yet. A pin keeps one contract as it was accepted, "
                "so that a later change is seen."
            )
            yield Prose(spans=(Span(words, Tone.MUTED),))
        case LockPresence.READ:
            pins = lock.lockfile.connections if lock.lockfile is not None else {}
            yield Facts(
                rows=tuple(
                    (shown(key), (Span(f"{counted(len(pin.tools), 'tool')} pinned"),))
                    for key, pin in pins.items()
                )
            )


def _state(lock: LockState) -> Line:
    match lock.presence:
        case LockPresence.BROKEN:
            return (Span("broken", Tone.BAD),)
        case LockPresence.ABSENT:
            return (Span("not there", Tone.MUTED),)
        case LockPresence.READ:
            return (Span("read", Tone.GOOD),)
