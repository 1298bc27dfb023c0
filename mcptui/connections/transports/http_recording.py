"""The transport under the SDK's: sends each request, and sees to it that its answer is read first.

The SDK hides the HTTP status, drops bodies that it did not expect, and ends the whole connection
when one request breaks. Here the status becomes a cause, and once the server has answered at all,
a request that breaks costs that request alone.
"""

import json
import math
from typing import Any

import anyio
import httpx2

from mcptui.connections.link import LinkFacts
from mcptui.connections.tap import Recorder
from mcptui.connections.transports.http_client import place_of
from mcptui.connections.transports.http_exchange import HttpExchange, HttpManner
from mcptui.connections.transports.http_reading import AnswerReader, AnswerTooLargeError
from mcptui.connections.transports.http_report import HttpReport
from mcptui.contract.target import Limits

_GOODBYE_SECONDS = 2.0
"""How long the DELETE that ends a session may take."""
_CONNECTION_CLOSED, _INVALID_REQUEST = -32000, -32600
_OK, _ACCEPTED, _NO_CONTENT = 200, 202, 204


class Stopped(httpx2.TransportError):
    """The connection was killed while this request was under way."""


class RecordingTransport(httpx2.AsyncBaseTransport):
    """Sends through `inner`; tells the recorder the messages and the facts the rest.

    Args:
        inner: sends requests and gives answers back unread.
        recorder: takes the bytes of each message.
        facts: takes causes and notes.
        manner: what holds for every exchange of the connection.
        limits: bounds of size and time.
    """

    def __init__(
        self,
        inner: httpx2.AsyncBaseTransport,
        recorder: Recorder,
        facts: LinkFacts,
        *,
        manner: HttpManner,
        limits: Limits,
    ) -> None:
        self._inner = inner
        self._facts = facts
        self._manner = manner
        self._limits = limits
        self._report = HttpReport(facts)
        self._reader = AnswerReader(recorder, self._report.tell, limits.message_bytes)
        self._under_way: set[anyio.CancelScope] = set()
        self._killed = False
        self._reached = False

    def kill(self) -> None:
        """Break off every request that waits for its answer, and refuse new ones."""
        self._killed = True
        for scope in self._under_way:
            scope.cancel()

    async def aclose(self) -> None:
        """Close every socket."""
        await self._inner.aclose()

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send one request; read its answer, or as much of it as is not a stream.

        Raises:
            httpx2.HTTPError, TimeoutError, OSError, AnswerTooLargeError: no answer, where the SDK
                has to know; elsewhere the answer given says so.
        """
        exchange = self._begun(request, await _message_of(request))
        if exchange.wants_answer:
            self._facts.problem = None
        try:
            response = await self._sent(request, exchange)
        except (httpx2.HTTPError, TimeoutError, OSError, AnswerTooLargeError) as error:
            if not self._killed:
                exchange.error = error
                self._report.tell(exchange)
            if not self._bears(exchange):
                raise
            return self._in_its_place(
                exchange, _CONNECTION_CLOSED, self._facts.problem or "stopped"
            )
        if exchange.is_no_answer:
            return self._in_its_place(exchange, _INVALID_REQUEST, self._facts.problem or "")
        return response

    def _begun(self, request: httpx2.Request, message: dict[str, Any]) -> HttpExchange:
        method = message.get("method")
        wants_answer = isinstance(method, str) and "id" in message
        return HttpExchange(
            manner=self._manner,
            method=request.method,
            place=place_of(request.url),
            rpc_method=method if isinstance(method, str) else None,
            rpc_id=message["id"] if wants_answer and self._manner.answers_in_post else None,
            wants_answer=wants_answer,
            in_session="mcp-session-id" in request.headers,
        )

    async def _sent(self, request: httpx2.Request, exchange: HttpExchange) -> httpx2.Response:
        with anyio.CancelScope(deadline=self._deadline(exchange)) as scope:
            self._under_way.add(scope)
            try:
                if self._killed:
                    raise Stopped("stopped")
                response = await self._inner.handle_async_request(request)
                self._reached = True
                return await self._reader.read(response, exchange)
            finally:
                self._under_way.discard(scope)
        if self._killed:
            raise Stopped("stopped")
        raise TimeoutError

    def _deadline(self, exchange: HttpExchange) -> float:
        """When to give up, on the loop's clock; what the SDK times itself has no end here."""
        if exchange.method == "DELETE":
            return anyio.current_time() + _GOODBYE_SECONDS
        if exchange.method == "POST" and exchange.rpc_id is None:
            return anyio.current_time() + self._limits.request
        return math.inf

    def _bears(self, exchange: HttpExchange) -> bool:
        """Whether the SDK goes on with an answer in the server's place.

        Before the server has answered anything it has to know; a goodbye may always fail.
        """
        if exchange.method == "DELETE":
            return True
        stands_alone = self._reached and self._manner.answers_in_post
        return stands_alone and exchange.method == "POST"

    def _in_its_place(self, exchange: HttpExchange, code: int, message: str) -> httpx2.Response:
        """Answer instead of the server, so that the failure stays with this one request."""
        if exchange.rpc_id is None:
            return httpx2.Response(_ACCEPTED if exchange.method == "POST" else _NO_CONTENT)
        error = {"code": code, "message": message}
        return httpx2.Response(_OK, json={"jsonrpc": "2.0", "id": exchange.rpc_id, "error": error})


async def _message_of(request: httpx2.Request) -> dict[str, Any]:
    """The JSON-RPC message that a request carries; empty where it carries none."""
    if request.method != "POST":
        return {}
    message = json.loads(await request.aread())
    return message if isinstance(message, dict) else {}
