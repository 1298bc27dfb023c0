"""HTTP with server-sent events, the transport of revision 2024-11-05.

The SDK's client for it holds an event to 1 MiB, which real tool lists outgrow, and leaves the
caller waiting when a POST is refused or the endpoint is on another host. So this one is ours; it
speaks to the SDK through the same pair of streams.
"""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AsyncExitStack, aclosing, asynccontextmanager, suppress
from types import TracebackType
from typing import Any, TypeAlias

import anyio
import httpx2
from anyio.abc import TaskStatus
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp.types import CONNECTION_CLOSED, ErrorData, JSONRPCError, JSONRPCRequest

from mcptui.connections.envelope import message_of
from mcptui.connections.link import Item, LinkFacts, Streams
from mcptui.connections.tap import Recorder, RpcId
from mcptui.connections.transports.http_client import origin_of
from mcptui.connections.transports.http_connection import HttpConnection, http_connection
from mcptui.connections.transports.http_events import Event, EventReader, EventTooLargeError
from mcptui.connections.transports.http_network import network_cause
from mcptui.connections.transports.http_reading import AnswerTooLargeError
from mcptui.contract.display import shown
from mcptui.contract.target import Http, TargetOptions
from mcptui.errors import UnreachableError

_REDIRECTS = 5
_FIRST_FAILURE = 300
_HEADERS = {"accept": "text/event-stream", "cache-control": "no-store"}
Inbox: TypeAlias = MemoryObjectSendStream[Item]
Outbox: TypeAlias = MemoryObjectReceiveStream[SessionMessage]


_DEFAULTS = TargetOptions()


@asynccontextmanager
async def open_transport(
    how: Http,
    recorder: Recorder,
    facts: LinkFacts,
    *,
    options: TargetOptions = _DEFAULTS,
    secrets: tuple[str, ...] = (),
) -> AsyncIterator["SseLink"]:
    """Open a client for the target; nothing is sent before the link is entered.

    Args:
        how: the target, its variables resolved.
        recorder: takes the bytes of each message.
        facts: gets causes and notes.
        options: certificates and limits.
        secrets: values that no text may hold, beside those that `how` shows to be secret.

    Raises:
        UnreachableError: URL, headers, certificates or proxy cannot be used.
    """
    async with http_connection(
        how, recorder, facts, options=options, secrets=secrets, answers_in_post=False
    ) as http:
        yield SseLink(http, recorder, facts, options.limits.message_bytes)


class SseLink:
    """One session over SSE; entered and left once, in one task."""

    kind = "sse"
    raw_supplied = True

    def __init__(
        self, http: HttpConnection, recorder: Recorder, facts: LinkFacts, message_bytes: int
    ) -> None:
        self._http = http
        self._recorder = recorder
        self._facts = facts
        self._message_bytes = message_bytes
        self._stack = AsyncExitStack()
        self._over: str | None = None
        """Why the event stream is at its end; what a POST brings then tells nothing."""

    async def __aenter__(self) -> Streams:
        """Open the event stream and wait until it names the endpoint.

        Raises:
            UnreachableError: there is no event stream; the reason is in the facts too.
            httpx2.HTTPError, OSError: the server cannot be reached.
        """
        async with AsyncExitStack() as stack:
            stream = await self._opened()
            stack.push_async_callback(_let_go, stream)
            streams = await stack.enter_async_context(self._conversation(stream))
            self._stack = stack.pop_all()
        return streams

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> bool | None:
        """Close the event stream, which ends the session."""
        return await self._stack.__aexit__(exc_type, exc_val, exc_tb)

    def kill(self) -> None:
        """Break off what is under way."""
        self._http.transport.kill()

    async def _opened(self) -> httpx2.Response:
        request = self._http.client.build_request("GET", self._http.url, headers=_HEADERS)
        stream = await _sent(self._http.client, request)
        if self._facts.problem is not None:
            await stream.aclose()
            raise UnreachableError(self._facts.problem)
        return stream

    @asynccontextmanager
    async def _conversation(self, stream: httpx2.Response) -> AsyncIterator[Streams]:
        inbox, read = anyio.create_memory_object_stream[Item](0)
        write, outbox = anyio.create_memory_object_stream[SessionMessage](0)
        async with inbox, read, write, outbox, anyio.create_task_group() as tasks:
            endpoint = await tasks.start(self._receive, stream, inbox)
            tasks.start_soon(self._send, endpoint, outbox, inbox)
            try:
                yield read, write
            finally:
                tasks.cancel_scope.cancel()

    async def _receive(
        self, stream: httpx2.Response, inbox: Inbox, *, task_status: TaskStatus[httpx2.URL]
    ) -> None:
        """Pass on what the event stream brings; its end is the end of the connection."""
        with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
            async with inbox:
                self._facts.problem = (
                    f"{self._http.place} has named no endpoint to post to; check the URL"
                )
                is_named = False
                async with aclosing(self._events(stream)) as events:
                    async for event in events:
                        if event.name == "message" and is_named:
                            await self._deliver(event.data, inbox)
                        elif event.name == "endpoint" and not is_named:
                            is_named = True
                            task_status.started(self._endpoint(event.data))
                if not is_named:
                    raise UnreachableError(self._facts.problem)
                self._over = self._over or f"{self._http.place} ended the event stream; reconnect"
                self._facts.problem = self._over
                self._facts.changed()

    async def _events(self, stream: httpx2.Response) -> AsyncGenerator[Event]:
        """The events until the stream ends, breaks or floods."""
        reader = EventReader(self._message_bytes)
        try:
            async with aclosing(stream.aiter_bytes()) as chunks:
                async for chunk in chunks:
                    for event in reader.feed(chunk):
                        yield event
        except httpx2.HTTPError as error:
            self._over = network_cause(error, self._http.place)
        except EventTooLargeError:
            self._over = network_cause(AnswerTooLargeError(), self._http.place)

    async def _deliver(self, data: bytes, inbox: Inbox) -> None:
        for frame in await self._recorder.arrived(data):
            message = message_of(frame, self._recorder)
            if message is not None:
                await inbox.send(message)

    def _endpoint(self, data: bytes) -> httpx2.URL:
        """Where to post; another origin is refused, for it would get our credentials.

        Raises:
            UnreachableError: it is no URL, or of another origin.
        """
        text = data.decode("utf-8", "replace").strip()
        try:
            endpoint = self._http.url.join(text)
        except (httpx2.InvalidURL, ValueError):
            endpoint = httpx2.URL("")
        if endpoint.userinfo or origin_of(endpoint) != origin_of(self._http.url):
            named = shown(origin_of(endpoint)[:200])
            self._facts.problem = (
                f"{self._http.place} names an endpoint elsewhere ({named}), which gets nothing; "
                "set that URL if it is the server you mean"
            )
            raise UnreachableError(self._facts.problem)
        self._facts.problem = None
        self._facts.announces = True
        return endpoint

    async def _send(self, endpoint: httpx2.URL, outbox: Outbox, inbox: Inbox) -> None:
        """Post what the SDK sends, in order; a request that is refused is answered at once."""
        with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
            async with outbox:
                async for item in outbox:
                    body = item.message.model_dump(by_alias=True, mode="json", exclude_unset=True)
                    is_taken = self._over is None and await self._post(endpoint, body)
                    if self._over is not None:
                        self._facts.problem = self._over
                    elif not is_taken and isinstance(item.message, JSONRPCRequest):
                        reason = self._facts.problem or "refused"
                        await inbox.send(_refusal(item.message.id, reason))

    async def _post(self, endpoint: httpx2.URL, body: Any) -> bool:
        request = self._http.client.build_request("POST", endpoint, json=body)
        try:
            response = await _sent(self._http.client, request)
        except (httpx2.HTTPError, OSError, AnswerTooLargeError):
            return False
        await response.aclose()
        return response.status_code < _FIRST_FAILURE


async def _let_go(stream: httpx2.Response) -> None:
    with anyio.CancelScope(shield=True):
        await stream.aclose()


async def _sent(client: httpx2.AsyncClient, request: httpx2.Request) -> httpx2.Response:
    """Send, following redirects that stay on the origin and keep the method."""
    for _ in range(_REDIRECTS):
        response = await client.send(request, stream=True, follow_redirects=False)
        onward = response.next_request
        if onward is None or onward.method != request.method or onward.url.userinfo:
            return response
        if origin_of(onward.url) != origin_of(request.url):
            return response
        await response.aclose()
        request = onward
    return response


def _refusal(rpc_id: RpcId, reason: str) -> SessionMessage:
    error = ErrorData(code=CONNECTION_CLOSED, message=reason)
    return SessionMessage(JSONRPCError(jsonrpc="2.0", id=rpc_id, error=error))
