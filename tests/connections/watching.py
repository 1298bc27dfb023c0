"""Waiting for what a connection does, by its statuses, each wait bounded."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any

from mcptui.connections.child import Grace
from mcptui.connections.era_memory import EraMemory
from mcptui.connections.manager import ConnectionManager
from mcptui.contract.connection import ConnectionState, ConnectionStatus, LogSource
from mcptui.contract.target import ConnectionKey, Target
from tests.servers.cases import Record

BOUND = 5.0
"""Seconds that any wait may take at most."""
SHORT = Grace(after_input=0.3, after_term=0.3, after_kill=2.0)

Check = Callable[[ConnectionStatus], bool]


class Watched:
    """A manager and every status it told."""

    def __init__(self, connections: ConnectionManager) -> None:
        self.connections = connections
        self.told: list[ConnectionStatus] = []
        self._news = asyncio.Event()

    def hear(self, status: ConnectionStatus) -> None:
        self.told.append(status)
        self._news.set()

    def status(self, key: str) -> ConnectionStatus:
        """The newest status of a connection."""
        return next(status for status in self.connections.statuses if status.key == key)

    async def until(self, key: str, check: Check, *, seconds: float = BOUND) -> ConnectionStatus:
        """Wait until the newest status of a connection passes the check."""
        try:
            async with asyncio.timeout(seconds):
                while not check(self.status(key)):
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"still {self.status(key)!r}") from None
        return self.status(key)

    async def until_state(self, key: str, state: ConnectionState) -> ConnectionStatus:
        return await self.until(key, lambda status: status.state is state)

    async def settled(self, *, seconds: float = BOUND) -> tuple[ConnectionStatus, ...]:
        async with asyncio.timeout(seconds):
            await self.connections.settled()
        return self.connections.statuses

    def log(self, key: str, source: LogSource | None = None) -> list[str]:
        """The texts of a connection's log, of one source or of all."""
        lines = self.connections.log_of(ConnectionKey(key)).lines
        return [line.text for line in lines if source in (None, line.source)]


@asynccontextmanager
async def watched(
    targets: Iterable[Target] = (), *, memory: EraMemory | None = None, **options: Any
) -> AsyncIterator[Watched]:
    """Open all targets; leaving is bounded too, and leaves every connection at its end."""
    options.setdefault("grace", SHORT)
    seen: Watched

    def hear(status: ConnectionStatus) -> None:
        seen.hear(status)

    connections = ConnectionManager(on_status=hear, era_memory=memory or EraMemory(), **options)
    seen = Watched(connections)
    await connections.__aenter__()
    try:
        for target in targets:
            connections.open(target)
        yield seen
    finally:
        async with asyncio.timeout(BOUND):
            await connections.__aexit__(None, None, None)


def names(status: ConnectionStatus) -> list[str | None]:
    """The upstream names of the list, in order."""
    assert status.capture is not None
    return [tool.name for tool in status.capture.tools]


async def until_asked(record: Record, method: str, times: int) -> None:
    """Wait until a scripted server received so many requests of a method."""
    async with asyncio.timeout(BOUND):
        while len(record.requests(method)) < times:  # noqa: ASYNC110  # a file tells nobody
            await asyncio.sleep(0.01)
