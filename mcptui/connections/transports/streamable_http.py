"""Streamable HTTP: the SDK's transport over a client of ours that reads every answer first."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from types import TracebackType

from mcp.client.streamable_http import streamable_http_client

from mcptui.connections.link import LinkFacts, Streams
from mcptui.connections.tap import Recorder
from mcptui.connections.transports.http_connection import HttpConnection, http_connection
from mcptui.contract.target import Http, TargetOptions

_DEFAULTS = TargetOptions()


@asynccontextmanager
async def open_transport(
    how: Http,
    recorder: Recorder,
    facts: LinkFacts,
    *,
    options: TargetOptions = _DEFAULTS,
    secrets: tuple[str, ...] = (),
) -> AsyncIterator["StreamableHttpLink"]:
    """Open a client for the target; nothing is sent before the link is entered and used.

    Args:
        how: the target, its variables resolved.
        recorder: takes the bytes of each message.
        facts: gets causes, notes, and whether SSE should be tried or the session was lost.
        options: certificates and limits.
        secrets: values that no text may hold, beside those that `how` shows to be secret.

    Raises:
        UnreachableError: URL, headers, certificates or proxy cannot be used.
    """
    async with http_connection(
        how, recorder, facts, options=options, secrets=secrets, answers_in_post=True
    ) as http:
        yield StreamableHttpLink(http, options.limits.message_bytes)


class StreamableHttpLink:
    """One session over Streamable HTTP; entered and left once, in one task."""

    kind = "streamable_http"
    raw_supplied = True

    def __init__(self, http: HttpConnection, message_bytes: int) -> None:
        self._http = http
        self._inner: AbstractAsyncContextManager[Streams] = streamable_http_client(
            str(http.url), http_client=http.client, max_sse_event_size=message_bytes
        )

    async def __aenter__(self) -> Streams:
        return await self._inner.__aenter__()

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> bool | None:
        """End the session, for which the server has 2 s."""
        return await self._inner.__aexit__(exc_type, exc_val, exc_tb)

    def kill(self) -> None:
        """Break off what is under way, so that leaving says no goodbye."""
        self._http.transport.kill()
