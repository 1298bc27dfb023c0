"""What one exchange says about the connection, written into its facts."""

from mcptui.connections.link import LinkFacts
from mcptui.connections.transports.http_exchange import HttpExchange
from mcptui.connections.transports.http_failure import http_cause


class HttpReport:
    """Keeps the facts of one connection up to date.

    Args:
        facts: written to, and told to have changed.
    """

    def __init__(self, facts: LinkFacts) -> None:
        self._facts = facts
        self._stream_note: str | None = None

    def tell(self, exchange: HttpExchange) -> None:
        """Take in an exchange, again whenever more of it is known."""
        if exchange.method == "DELETE":
            return
        if exchange.method == "GET" and exchange.manner.answers_in_post:
            self._tell_stream(exchange)
        elif exchange.method == "GET" or exchange.wants_answer:
            self._facts.problem = http_cause(exchange)
            if exchange.manner.is_tried and self._facts.problem is None:
                self._tell_taken(exchange)
            self._facts.fallback = exchange.calls_for_sse
            self._facts.session_lost = self._facts.session_lost or exchange.lost_session
        self._facts.changed()

    def _tell_taken(self, exchange: HttpExchange) -> None:
        note = "transport auto: Streamable HTTP was taken"
        if not exchange.manner.answers_in_post:
            note = "transport auto: SSE was taken, since POST to the URL was refused"
        if note not in self._facts.notes:
            self._facts.notes.append(note)

    def _tell_stream(self, exchange: HttpExchange) -> None:
        """The notification stream of older revisions is optional: without it all else works."""
        if self._stream_note in self._facts.notes:
            self._facts.notes.remove(self._stream_note)
        self._facts.announces = exchange.is_stream and exchange.error is None
        if not self._facts.announces:
            why = "it broke off" if exchange.is_stream else f"HTTP {exchange.status}"
            if exchange.status is None:
                why = "no answer"
            self._stream_note = (
                f"no notification stream ({why}): list changes will not be announced"
            )
            self._facts.notes.append(self._stream_note)
