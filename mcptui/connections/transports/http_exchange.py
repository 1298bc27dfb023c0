"""One HTTP request and what became of it: what a cause is worded from, and no secret.

Header values that we send, and everything of a URL but host and port, stay out of here.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from mcptui.connections.tap import RpcId
from mcptui.connections.transports.http_challenge import Challenge

MODERN_ERRORS = frozenset({-32020, -32021, -32022})
"""JSON-RPC error codes by which a server shows that it speaks revision 2026-07-28."""
_FALLBACK_STATUSES = frozenset({400, 404, 405})
_NOT_FOUND = 404
_METHOD_NOT_FOUND = -32601
_FIRST_REDIRECT = 300
_SCHEMES = frozenset({"basic", "bearer", "digest", "negotiate", "ntlm", "token", "apikey"})
_EVENTS = "text/event-stream"
_EXCERPT_BYTES = 4 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpManner:
    """What holds for every exchange of one connection."""

    masked: Callable[[str], str] = field(repr=False)
    """Takes the secrets of this connection out of a text."""
    answers_in_post: bool = True
    """A POST is answered in its own body (Streamable HTTP); else over the event stream (SSE)."""
    has_credentials: bool = False
    """A header carries credentials."""
    sent_scheme: str | None = None
    """The scheme of our Authorization header, where it is a known one."""
    proxied: bool = False
    """The environment names a proxy for this URL."""
    is_tried: bool = False
    """The user left the transport to us."""


@dataclass(slots=True, kw_only=True)
class HttpExchange:
    """One request, and its answer as far as it came."""

    manner: HttpManner
    method: str
    place: str
    """Host, and port where it is not the scheme's own."""
    rpc_method: str | None = None
    rpc_id: RpcId | None = None
    """Id of the JSON-RPC request that this very exchange has to answer."""
    wants_answer: bool = False
    """It carries a JSON-RPC request, whose answer may come elsewhere."""
    in_session: bool = False
    """A session id was sent."""
    status: int | None = None
    content_type: str = ""
    """In lower case, without parameters."""
    excerpt: str = ""
    """The beginning of a body that is no answer; foreign text, secrets masked."""
    challenges: tuple[Challenge, ...] = ()
    location: str = ""
    """Where a redirect points to, without query and user info; foreign text, secrets masked."""
    retry_after: str = ""
    rpc_error: tuple[int, str] | None = None
    """Code and message of a JSON-RPC error in the body; foreign text, secrets masked."""
    is_answered: bool = False
    """The answer to the JSON-RPC request arrived."""
    complaint: str = ""
    """Why a body that should be the answer is none; foreign text in it was shown."""
    error: Exception | None = field(default=None, repr=False)
    """What broke the exchange."""

    def take_excerpt(self, body: bytes) -> None:
        """Keep the beginning of a body that is no answer."""
        text = body[:_EXCERPT_BYTES].decode("utf-8", "replace")
        self.excerpt = self.manner.masked(text)

    @property
    def is_stream(self) -> bool:
        """The answer is an event stream."""
        return (
            self.status is not None
            and self.status < _FIRST_REDIRECT
            and (self.content_type == _EVENTS)
        )

    @property
    def is_no_answer(self) -> bool:
        """The server reports success, and the body is not the answer that the request waits for."""
        return (
            self.rpc_id is not None
            and self.status is not None
            and self.status < _FIRST_REDIRECT
            and not self.is_stream
            and (not self.is_answered or bool(self.complaint))
        )

    @property
    def calls_for_sse(self) -> bool:
        """The answer to the handshake says that only the older transport may be here."""
        return (
            self.rpc_method == "initialize"
            and self.status in _FALLBACK_STATUSES
            and (self.rpc_error is None or self.rpc_error[0] not in MODERN_ERRORS)
        )

    @property
    def lost_session(self) -> bool:
        """The server does not know the session id that was sent (any more)."""
        return (
            self.in_session
            and self.method == "POST"
            and self.status == _NOT_FOUND
            and (self.rpc_error is None or self.rpc_error[0] != _METHOD_NOT_FOUND)
        )


def scheme_of(authorization: str | None) -> str | None:
    """The scheme of an Authorization header, if it is a known one: others may be the secret."""
    word, _space, rest = (authorization or "").partition(" ")
    return word.lower() if rest and word.lower() in _SCHEMES else None
