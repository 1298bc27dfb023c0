"""What every transport offers to the connection that uses it.

A transport is a module in `transports/` with an async context manager
`open_transport(how, recorder, facts, …)` that yields a `Link`; `how` has its variables resolved.
A link is entered and left once, in one task; entering gives the SDK's pair of streams, unwrapped:
the connection puts its tap (`tapped.py`) around them.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self, TypeAlias

if TYPE_CHECKING:
    from mcp.shared.message import SessionMessage

Item: TypeAlias = "SessionMessage | Exception"
"""What comes off a read stream: a message, or the complaint about input that is none."""


class ReadStream(Protocol):
    """The SDK's read stream."""

    async def receive(self) -> Item:
        """Give the next item; raise EndOfStream when there will be none."""
        ...

    async def aclose(self) -> None:
        """Close this end."""
        ...

    def __aiter__(self) -> "ReadStream": ...
    async def __anext__(self) -> Item: ...
    async def __aenter__(self) -> Self: ...
    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> bool | None: ...


class WriteStream(Protocol):
    """The SDK's write stream."""

    async def send(self, item: "SessionMessage", /) -> None:
        """Send one message."""
        ...

    async def aclose(self) -> None:
        """Close this end."""
        ...

    async def __aenter__(self) -> Self: ...
    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> bool | None: ...


Streams: TypeAlias = tuple[ReadStream, WriteStream]


def _nothing() -> None:
    """Nobody listens."""


@dataclass(slots=True, kw_only=True)
class LinkFacts:
    """What a transport learned beside the messages: it writes and calls `changed`, others read.

    Texts in here are ready to show: foreign parts went through `display.shown`, secrets are masked.
    """

    changed: Callable[[], None] = _nothing
    """Called on the event loop after a fact changed."""
    problem: str | None = None
    """Why the connection or its last request failed, one line with the next step, where the
    transport knows more than the SDK's error says (an HTTP status, an exit code)."""
    fallback: bool = False
    """The server's answer calls for the older transport (SSE) at the same URL."""
    session_lost: bool = False
    """The server forgot the session: connect again, then list again."""
    notes: list[str] = field(default_factory=list)
    """Further facts worth a line each (`no notification stream (HTTP 404): …`)."""
    announces: bool | None = None
    """False: the transport has no way to bring notifications; None: not known."""
    origin: str | None = None
    """Scheme, host and port; never a path or a secret."""
    verified: bool = True
    """False: certificates are not checked."""
    pid: int | None = None
    exit_code: int | None = None
    """Negative: the signal that ended it."""
    passed_env: tuple[str, ...] = ()
    withheld_env: tuple[str, ...] = ()
    stray_lines: tuple[str, ...] = ()
    """The first lines on standard output that are no messages, masked, bounded."""
    stray_count: int = 0
    invalid_utf8: str | None = None
    """`byte E9 at offset 3`, for the first line that is not UTF-8."""


class Link(Protocol):
    """One way to one server, used once."""

    kind: str
    """`stdio`, `streamable_http` or `sse`."""
    raw_supplied: bool
    """Whether exact bytes go to `Recorder.arrived`."""

    async def __aenter__(self) -> Streams:
        """Open; may raise OSError or what the SDK's transport raises."""
        ...

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> bool | None:
        """Close, bounded in time, whatever the server does."""
        ...

    def kill(self) -> None:
        """End at once what runs or waits, from any task of the loop; leaving then is quick."""
        ...
