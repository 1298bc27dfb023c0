"""What Streamable HTTP and SSE share: an open client of their own, recorded, with its facts set."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial

import anyio
import httpx2

from mcptui.connections.link import LinkFacts
from mcptui.connections.tap import Recorder
from mcptui.connections.transports.http_client import (
    RoutedTransport,
    header_fields,
    is_proxied,
    network_client,
    origin_of,
    parsed_url,
    place_of,
    session_client,
    tls_context,
    without_user,
)
from mcptui.connections.transports.http_exchange import HttpManner, scheme_of
from mcptui.connections.transports.http_recording import RecordingTransport
from mcptui.contract.credentials import is_secret_name
from mcptui.contract.secrets import mask_in_text, secret_values_of
from mcptui.contract.target import Http, TargetOptions
from mcptui.errors import UnreachableError


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpConnection:
    """An open client for one target; nothing in it is shared with another connection."""

    client: httpx2.AsyncClient
    url: httpx2.URL
    """Without user info, which went into a header."""
    transport: RecordingTransport

    @property
    def place(self) -> str:
        """Host, and port where it is not the scheme's own."""
        return place_of(self.url)


@asynccontextmanager
async def http_connection(
    how: Http,
    recorder: Recorder,
    facts: LinkFacts,
    *,
    options: TargetOptions,
    secrets: tuple[str, ...],
    answers_in_post: bool,
) -> AsyncIterator[HttpConnection]:
    """Open the client of one connection; closed with the block.

    Args:
        how: the target, its variables resolved.
        recorder: takes messages.
        facts: takes the rest.
        options: certificates and limits.
        secrets: values that no text may hold, beside those that `how` shows to be secret.
        answers_in_post: a POST is answered in its own body; else over an event stream.

    Raises:
        UnreachableError: URL, headers, certificates or proxy cannot be used; told to the facts.
    """
    masked = partial(mask_in_text, secrets=(*secrets, *secret_values_of(how)))
    try:
        url, authorization = without_user(parsed_url(how.url))
        facts.origin = origin_of(url)
        headers = {name.lower(): text for name, text in how.headers}
        if authorization is not None:
            headers.setdefault("authorization", authorization)
        fields = header_fields(headers.items(), place_of(url))
        context = await anyio.to_thread.run_sync(tls_context, url, options)
        network = network_client(url, context, options.limits)
    except UnreachableError as error:
        facts.problem = masked(str(error))
        facts.changed()
        raise
    facts.verified = options.verify
    transport = RecordingTransport(
        RoutedTransport(network),
        recorder,
        facts,
        manner=HttpManner(
            masked=masked,
            answers_in_post=answers_in_post,
            has_credentials=any(is_secret_name(name) for name in headers),
            sent_scheme=scheme_of(headers.get("authorization")),
            proxied=is_proxied(url),
            is_tried=how.transport == "auto",
        ),
        limits=options.limits,
    )
    async with session_client(transport, fields, options.limits) as client:
        yield HttpConnection(client=client, url=url, transport=transport)
