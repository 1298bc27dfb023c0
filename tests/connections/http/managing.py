"""Targets at a URL, and the connections to them as the manager holds them."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager

from mcptui.connections.era_memory import EraMemory
from mcptui.connections.manager import ConnectionManager
from mcptui.contract.connection import ConnectionStatus
from mcptui.contract.target import ConnectionKey, Http, Limits, Source, Target, TargetOptions

QUICK = Limits(connect=5.0, request=3.0, probe=0.5)
PATIENCE = 5.0


def http_target(
    key: str,
    url: str,
    *,
    headers: Iterable[tuple[str, str]] = (),
    transport: str = "auto",
    options: TargetOptions | None = None,
) -> Target:
    """A server at a URL, with quick limits."""
    return Target(
        key=ConnectionKey(key),
        how=Http(url=url, headers=tuple(headers), transport=transport),
        source=Source(dialect="command_line"),
        options=options or TargetOptions(limits=QUICK),
    )


class Managed:
    """Connections, and every status they went through."""

    def __init__(self) -> None:
        self.history: list[ConnectionStatus] = []
        self.manager = ConnectionManager(on_status=self._take, era_memory=EraMemory(None))
        self._news = asyncio.Event()

    def status(self, key: str) -> ConnectionStatus:
        """The newest status of a connection."""
        return next(status for status in self.manager.statuses if status.key == key)

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until a condition on the statuses holds, 5 s at most."""
        async with asyncio.timeout(PATIENCE):
            while not is_so():
                self._news.clear()
                await self._news.wait()

    def _take(self, status: ConnectionStatus) -> None:
        self.history.append(status)
        self._news.set()


@asynccontextmanager
async def managed(*targets: Target) -> AsyncIterator[Managed]:
    """Connections to these targets, settled; closed with the block."""
    held = Managed()
    async with held.manager as manager:
        for target in targets:
            manager.open(target)
        async with asyncio.timeout(PATIENCE):
            await manager.settled()
        yield held
