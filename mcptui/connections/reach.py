"""One way to one server: the transport opened, greeted, kept at work, and closed again."""

import asyncio
import math
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import anyio

from mcptui.connections.changes import ChangeWatch
from mcptui.connections.era_memory import EraMemory, Remembered
from mcptui.connections.failure import Circumstances, cause_of, ended, no_answer
from mcptui.connections.handshake import INITIALIZE, MODERN_REVISION, Handshake
from mcptui.connections.link import Link, LinkFacts
from mcptui.connections.log_tail import LogTail
from mcptui.connections.opening import Way
from mcptui.connections.sdk import load_sdk, make_client
from mcptui.connections.session import Session
from mcptui.connections.status_keeper import StatusKeeper
from mcptui.connections.tap import Frame, Recorder
from mcptui.connections.tapped import TapTransport
from mcptui.contract.connection import ConnectionState
from mcptui.contract.target import Era, Target

if TYPE_CHECKING:
    from mcp import Client

_FAREWELL: Final = 1.0
"""Seconds in which a server may answer our goodbye (the end of an HTTP session)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How a server is to be reached this time."""

    target: Target
    way: Way
    era: Era
    remembered: Remembered | None
    """Why `era` is not the one set, if it is not."""
    deadline: float
    """When the handshake has to be over, on the event loop's clock."""
    watch_seconds: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How it ended, when nobody asked for the end."""

    cause: str | None = None
    answered: bool = False
    """The server answered, but with an error: another era may suit it."""
    fallback: bool = False
    """Its answer calls for the next way."""
    ended_at_probe: bool = False
    """It ended, and the era probe was all it had heard."""
    session_lost: bool = False
    """It forgot the session: reach it once more."""


class Reach:
    """One plan carried out; used once, in one task.

    Args:
        plan: what to do.
        keeper: of the connection's status.
        log: of the connection.
        memory: told how the server takes the era probe.
    """

    def __init__(self, plan: Plan, keeper: StatusKeeper, log: LogTail, memory: EraMemory) -> None:
        self._plan = plan
        self._limits = plan.target.options.limits
        self._keeper = keeper
        self._log = log
        self._memory = memory
        self._facts = LinkFacts(changed=self._learned)
        self._handshake = Handshake()
        self._recorder = Recorder(on_frame=self._saw)
        self._scope = anyio.CancelScope(deadline=plan.deadline)
        self._link: Link | None = None
        self._began = 0.0
        self._lifetime: float | None = None
        self._is_open = False
        self._stopping = False
        self._silence: str | None = None
        self.session = Session(
            keeper=keeper,
            log=log,
            handshake=self._handshake,
            facts=self._facts,
            limits=self._limits,
            around=self._around,
            changes=ChangeWatch(watch_seconds=plan.watch_seconds),
        )

    # --- what others ask, in plain calls -------------------------------------------------------

    def stop(self) -> None:
        """End soon; `run` returns when all is closed."""
        self._stopping = True
        if self._is_open:
            self.session.stop()
        else:
            self._scope.cancel()

    def kill(self) -> None:
        """End at once what runs or waits."""
        self._stopping = True
        if self._link is not None:
            self._link.kill()
        self._scope.cancel()

    # --- the whole way -------------------------------------------------------------------------

    async def run(self) -> Outcome:
        """Open, greet, work, close; the status tells how it goes."""
        failure: Exception | None = None
        loop = asyncio.get_running_loop()
        self._began = loop.time()
        watchdog = loop.call_at(self._plan.deadline, self._too_slow)
        try:
            with self._scope:
                await self._through(watchdog)
        except Exception as problem:  # noqa: BLE001  # whatever a server makes the SDK raise
            failure = problem
        finally:
            watchdog.cancel()
        self._keeper.take_facts(self._facts)
        return self._outcome(failure)

    async def _through(self, watchdog: asyncio.TimerHandle) -> None:
        if not self._plan.way.starts_without_sdk:
            await load_sdk()
        opened: AbstractAsyncContextManager[Link] = self._plan.way.open(self._recorder, self._facts)
        async with opened as self._link:
            await load_sdk()
            tapped = TapTransport(
                self._link,
                self._recorder,
                probe_seconds=self._limits.probe,
                on_end=self.session.end,
            )
            async with make_client(tapped, self._plan.era, self._limits) as client:
                await self._greeted(client)
                self._scope.deadline = math.inf
                watchdog.cancel()
                self._is_open = True
                if not self._stopping:
                    await self.session.serve(client, self._recorder, self._link.kind)
                self._scope.deadline = asyncio.get_running_loop().time() + _FAREWELL

    async def _greeted(self, client: "Client") -> None:
        """Say how the handshake went, and remember it."""
        if self._plan.era is Era.MODERN:
            with suppress(Exception):  # what a server says of itself is welcome, not needed
                await client.session.send_discover(MODERN_REVISION)
        seen, remembered = self._handshake, self._plan.remembered
        if seen.probe_silent:
            self._log.event("server/discover got no answer; initialize did")
        if INITIALIZE in seen.asked and remembered is None and self._plan.era is Era.AUTO:
            self._memory.remember(self._plan.target, silent=seen.probe_silent)
        version = client.protocol_version
        self._keeper.update(
            handshake=seen.words(self._plan.era, version, remembered=remembered),
            probe_silent=seen.probe_silent or (remembered is not None and remembered.silent),
        )

    def _outcome(self, failure: Exception | None) -> Outcome:
        if self._stopping:
            return Outcome()
        if self._silence is not None:
            return Outcome(cause=self._silence)
        if self.session.renews:
            return Outcome(session_lost=True)
        around = self._around(self._stage())
        if failure is None:
            return Outcome(cause=ended(around))
        return Outcome(
            cause=cause_of(failure, around),
            answered=self._handshake.refusal(INITIALIZE) is not None,
            fallback=self._facts.fallback,
            ended_at_probe=self._facts.pid is not None and self._handshake.stopped_at_probe,
        )

    def _too_slow(self) -> None:
        """Say at once that the time is up; closing may take a little longer."""
        if not self._stopping:
            self._silence = no_answer(self._limits.connect, self._around(self._stage()))
            self._keeper.update(state=ConnectionState.FAILED, stage="", cause=self._silence)

    # --- what is seen on the way ---------------------------------------------------------------

    def _saw(self, frame: Frame) -> None:
        self.session.saw(frame)
        stage = self._handshake.stage
        if not self._is_open and stage and self._silence is None:
            self._keeper.update(stage=stage)

    def _learned(self) -> None:
        if self._facts.exit_code is not None and self._lifetime is None:
            self._lifetime = asyncio.get_running_loop().time() - self._began
        self._keeper.take_facts(self._facts)
        self.session.learned()

    def _stage(self) -> str:
        if self._is_open:
            return self.session.stage
        return self._handshake.stage or "starting"

    def _around(self, stage: str) -> Circumstances:
        return Circumstances(
            stage=stage,
            limits=self._limits,
            facts=self._facts,
            mask=self._log.mask,
            last_complaint=self._log.last_complaint,
            lifetime=self._lifetime,
            answer=None if self._is_open else self._handshake.refusal(stage),
        )
