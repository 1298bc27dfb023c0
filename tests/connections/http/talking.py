"""A session over HTTP as tests hold it: the SDK's client, what was recorded, and the facts."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import anyio
from mcp import Client
from mcp.types import Implementation

from mcptui.connections.link import LinkFacts
from mcptui.connections.tap import Frame, Recorder
from mcptui.connections.tapped import TapTransport
from mcptui.connections.transports import sse, streamable_http
from mcptui.contract.target import Http, Limits, TargetOptions

QUICK = Limits(connect=3.0, request=3.0)
PATIENCE = 5.0


@dataclass(kw_only=True)
class Talk:
    """An open session."""

    client: Client
    recorder: Recorder
    facts: LinkFacts
    frames: list[Frame]

    async def listed(self) -> tuple[list[Any], list[str]]:
        """Every tool as sent, over all pages, and what the SDK objected to."""
        tools: list[Any] = []
        objections: list[str] = []
        cursor: str | None = None
        while True:
            with self.recorder.operation() as exchange:
                try:
                    await self.client.list_tools(cursor=cursor, cache_mode="bypass")
                except Exception as error:  # noqa: BLE001  # whatever the SDK makes of the page
                    objections.append(str(error))
            (request,) = exchange.requests("tools/list")
            answer = exchange.answer_to(request)
            assert answer is not None
            result = answer.member("result")
            assert isinstance(result, dict), answer
            tools.extend(result["tools"])
            cursor = result.get("nextCursor")
            if cursor is None:
                return tools, objections


@asynccontextmanager
async def talk(
    url: str,
    *,
    over: str = "streamable_http",
    transport: str = "streamable_http",
    mode: str = "legacy",
    headers: Iterable[tuple[str, str]] = (),
    options: TargetOptions | None = None,
    facts: LinkFacts | None = None,
    message_handler: Any = None,
) -> AsyncIterator[Talk]:
    """Connect, bounded by 5 s."""
    frames: list[Frame] = []
    recorder = Recorder(frames.append)
    facts = facts or LinkFacts()
    module = sse if over == "sse" else streamable_http
    how = Http(url=url, headers=tuple(headers), transport=transport)
    options = options or TargetOptions(limits=QUICK)
    with anyio.fail_after(PATIENCE) as patience:
        async with module.open_transport(how, recorder, facts, options=options) as link:
            client = Client(
                TapTransport(link, recorder),
                mode=mode,
                client_info=Implementation(name="mcptui", version="0"),
                read_timeout_seconds=options.limits.request,
                cache=None,
                message_handler=message_handler,
            )
            async with client:
                patience.deadline += PATIENCE
                yield Talk(client=client, recorder=recorder, facts=facts, frames=frames)


async def refused(url: str, **how: Any) -> LinkFacts:
    """The facts after an attempt that must fail."""
    facts = LinkFacts()
    try:
        async with talk(url, facts=facts, **how):
            pass
    except Exception:  # noqa: BLE001  # whatever the SDK makes of it; the facts say why
        return facts
    raise AssertionError("connected")
