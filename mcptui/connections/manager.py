"""All connections of one run, owned outside any app: opened side by side, closed for certain."""

import asyncio
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import platformdirs

from mcptui.connections.child import Grace
from mcptui.connections.connection import Connection
from mcptui.connections.era_memory import FILE_NAME, EraMemory
from mcptui.connections.setting import Setting
from mcptui.contract.connection import ConnectionLog, ConnectionState, ConnectionStatus
from mcptui.contract.target import ConnectionKey, Target

_LEAVING: Final = 4.0
"""Seconds in which every connection should have closed itself, after which all are killed."""
_KILLED: Final = 1.0
"""Seconds in which even a killed one should be gone."""
_UNSETTLED = (ConnectionState.CONNECTING, ConnectionState.CLOSING)


def _nobody(_status: ConnectionStatus) -> None:
    """Nobody is told."""


class ConnectionManager:
    """`async with ConnectionManager(...) as connections:`, then open targets, then leave.

    All methods are plain calls from the event loop that entered it, and return at once. Leaving
    stops every connection, which takes at most 5 s, whatever the servers do.

    Args:
        on_status: told of each change, on the event loop, about 20 times a second at most for
            each connection.
        watch_seconds: ask servers that announce no changes for their list again so often.
        era_memory: which servers leave the era probe unanswered; that of the state folder if None.
        environ: our environment; that of the process if None.
        answers: input id and what the user answered; read whenever a connection starts.
        grace: how long a process may take to end.
    """

    def __init__(
        self,
        *,
        on_status: Callable[[ConnectionStatus], None] = _nobody,
        watch_seconds: float | None = None,
        era_memory: EraMemory | None = None,
        environ: Mapping[str, str] | None = None,
        answers: Mapping[str, str] | None = None,
        grace: Grace = Grace(),  # noqa: B008  # frozen
    ) -> None:
        if era_memory is None:
            era_memory = EraMemory(Path(platformdirs.user_state_dir("mcptui")) / FILE_NAME)
        self._setting = Setting(
            environ=os.environ if environ is None else environ,
            answers=answers if answers is not None else {},
            memory=era_memory,
            watch_seconds=watch_seconds,
            grace=grace,
        )
        self._on_status = on_status
        self._connections: dict[ConnectionKey, Connection] = {}
        self._news = asyncio.Event()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> None:
        for connection in self._connections.values():
            if connection.running:
                connection.stop()
        interrupted = await self._all_end(_LEAVING)
        self.close_now()
        interrupted = await self._all_end(_KILLED) or interrupted
        if interrupted is not None:
            raise interrupted

    async def _all_end(self, seconds: float) -> asyncio.CancelledError | None:
        """Wait for the tasks; a cancellation kills the servers, and is given back."""
        interrupted = None
        loop = asyncio.get_running_loop()
        deadline = loop.time() + seconds
        while (tasks := self._tasks()) and loop.time() < deadline:
            try:
                await asyncio.wait(tasks, timeout=deadline - loop.time())
            except asyncio.CancelledError as cancelled:
                interrupted = cancelled
                self.close_now()
        return interrupted

    def _tasks(self) -> list[asyncio.Task[None]]:
        running = (each.task for each in self._connections.values() if each.running)
        return [task for task in running if task is not None]

    # --- opening and closing -------------------------------------------------------------------

    def open(self, target: Target) -> None:
        """Start to connect. What is broken or switched off only gets a status with its reason.

        Raises:
            ValueError: the key is taken by a connection that runs.
        """
        connection = self._add(target)
        if target.disabled:
            connection.hold()
        else:
            connection.start()

    def hold(self, target: Target) -> None:
        """Know a target without starting it.

        Raises:
            ValueError: the key is taken by a connection that runs.
        """
        self._add(target).hold()

    def start(self, key: ConnectionKey) -> None:
        """Start what waits, failed or was closed."""
        if not self._connections[key].running:
            self._connections[key].start()

    def close(self, key: ConnectionKey) -> None:
        """Close one connection, and end its process."""
        self._connections[key].stop()

    def reconnect(self, key: ConnectionKey) -> None:
        """Close it, if it is open, and connect anew."""
        self._connections[key].start()

    def refresh(self, key: ConnectionKey | None = None) -> None:
        """Fetch the list of one connection again, or of all, past any cache."""
        for connection in self._some(key):
            connection.refresh()

    def close_now(self) -> None:
        """Kill every process, and break off whatever is waited for."""
        for connection in self._connections.values():
            connection.kill()

    def _add(self, target: Target) -> Connection:
        known = self._connections.get(target.key)
        if known is not None and known.running:
            raise ValueError(f"the connection {target.key!r} runs already")
        connection = Connection(target, self._setting, self._on_status, self._news.set)
        self._connections[target.key] = connection
        return connection

    def _some(self, key: ConnectionKey | None) -> Iterable[Connection]:
        return self._connections.values() if key is None else (self._connections[key],)

    # --- what is known -------------------------------------------------------------------------

    @property
    def statuses(self) -> tuple[ConnectionStatus, ...]:
        """The newest status of each connection, in the order opened."""
        return tuple(connection.status for connection in self._connections.values())

    def log_of(self, key: ConnectionKey) -> ConnectionLog:
        """The log of one connection, as far as it is kept; every secret masked."""
        return self._connections[key].log.snapshot()

    async def settled(self) -> None:
        """Wait until every connection is listed, failed, closed or waiting."""
        while any(status.state in _UNSETTLED for status in self.statuses):
            self._news.clear()
            await self._news.wait()
