"""One connection and the one task that owns it, from start to end and start again.

The SDK's client is entered and left in this task alone. It is asked to end, never cancelled: a
cancellation from outside would break through the SDK's shutdown and leave a process behind.
"""

import asyncio
import importlib
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING

from mcptui.connections.log_tail import LogTail, speaking_log
from mcptui.connections.setting import Setting
from mcptui.connections.status_keeper import StatusKeeper
from mcptui.contract.connection import ConnectionState, ConnectionStatus
from mcptui.contract.display import shown
from mcptui.contract.target import Broken, Target

if TYPE_CHECKING:
    from mcptui.connections.attempt import Attempt


class Connection:
    """One target, connected or not.

    Args:
        target: how to reach it.
        setting: what it shares with others.
        tell: called with its newest status, not too often.
        changed: called at once after every change of it.
    """

    def __init__(
        self,
        target: Target,
        setting: Setting,
        tell: Callable[[ConnectionStatus], None],
        changed: Callable[[], None],
    ) -> None:
        self.target = target
        self._setting = setting
        self.keeper = StatusKeeper(target, tell, changed)
        self.log = LogTail(changed=self.keeper.touch)
        self.task: asyncio.Task[None] | None = None
        self._attempt: Attempt | None = None
        self._again = False
        self._stopping = False

    @property
    def status(self) -> ConnectionStatus:
        """Its newest status."""
        return self.keeper.status

    @property
    def running(self) -> bool:
        """Whether its task has something to end."""
        return self.task is not None and not self.task.done()

    def hold(self) -> None:
        """Say why it is not started."""
        match self.target.how:
            case Broken(reason=reason):
                self.keeper.update(state=ConnectionState.FAILED, cause=reason)
            case _ if self.target.disabled:
                cause = f"switched off in {self.target.source}"
                self.keeper.update(state=ConnectionState.WAITING, cause=cause)
            case _:
                self.keeper.update(state=ConnectionState.WAITING)

    def start(self) -> None:
        """Start its task; one that runs is started again."""
        if isinstance(self.target.how, Broken):
            self.hold()
        elif self.running:
            self._again = True
            if self._attempt is not None:
                self._attempt.stop()
        else:
            self._again = self._stopping = False
            self.keeper.update(**_beginning())
            name = f"mcptui:{self.target.key}"
            self.task = asyncio.get_running_loop().create_task(self._own(), name=name)

    def stop(self) -> None:
        """Ask it to end; it says when it has."""
        self._stopping = True
        if self.running:
            self.keeper.update(state=ConnectionState.CLOSING, stage="")
            if self._attempt is not None:
                self._attempt.stop()
        elif self.status.state is not ConnectionState.WAITING:
            self.keeper.update(state=ConnectionState.CLOSED, cause=None)

    def refresh(self) -> None:
        """Fetch its list again, if it has one to fetch."""
        if self._attempt is not None:
            self._attempt.refresh()

    def kill(self) -> None:
        """End its process, or what it waits for, at once."""
        self._stopping = True
        if self._attempt is not None:
            self._attempt.kill()

    async def _own(self) -> None:
        speaking_log.set(self.log)
        await asyncio.to_thread(_load_machinery)
        goes_on = not self._stopping
        while goes_on:
            self._again = False
            session_lost = await self._try_once()
            goes_on = (self._again or session_lost) and not self._stopping
            if goes_on:
                self.log.event("connecting again")
                self.keeper.update(**_beginning())
        if self._stopping:
            self.keeper.update(state=ConnectionState.CLOSED, stage="", cause=None)
        self.keeper.flush()

    async def _try_once(self) -> bool:
        """Make one attempt; whether the server forgot the session."""
        # heavy; loaded in a thread before
        from mcptui.connections.attempt import Attempt  # noqa: PLC0415

        attempt = self._attempt = Attempt(self.target, self._setting, self.keeper, self.log)
        try:
            return await attempt.run()
        except Exception as problem:  # noqa: BLE001  # a fault of ours costs one connection
            cause = self.log.mask(shown(f"{type(problem).__name__}: {problem}"))
            self.keeper.update(state=ConnectionState.FAILED, stage="", cause=cause)
            return False
        finally:
            self._attempt = None
            attempt.kill()


@cache
def _load_machinery() -> None:
    """Load what connecting needs, anyio's part for asyncio too, which it loads when first used."""
    importlib.import_module("mcptui.connections.attempt")
    anyio = importlib.import_module("anyio")
    anyio.run(anyio.sleep, 0)


def _beginning() -> dict[str, object]:
    """The members of a status when an attempt begins; lists of earlier ones are kept."""
    return {
        "state": ConnectionState.CONNECTING,
        "stage": "starting",
        "started_at": datetime.now(UTC),
        "cause": None,
        "lists": 0,
        "list_changed": 0,
        "notifications": "",
        "handshake": "",
        "probe_silent": False,
    }
