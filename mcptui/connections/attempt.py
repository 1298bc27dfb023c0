"""From a target as written to an open connection: variables, the ways, and what is remembered."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from mcptui.connections.child_environment import ALL
from mcptui.connections.log_tail import LogTail
from mcptui.connections.opening import Surroundings, Way, ways
from mcptui.connections.reach import Outcome, Plan, Reach
from mcptui.connections.setting import Setting
from mcptui.connections.status_keeper import StatusKeeper
from mcptui.connections.transports.recorded import play
from mcptui.connections.variables import ResolvedTarget, UnresolvedVariable, resolve
from mcptui.contract.connection import ConnectionState
from mcptui.contract.credentials import is_secret_name
from mcptui.contract.secrets import mask_in_text
from mcptui.contract.target import Era, Recorded, Target
from mcptui.errors import McptuiError


class Attempt:
    """One time that a connection is tried; used once, in one task.

    Args:
        target: how to reach the server.
        setting: what its connection shares with others.
        keeper: of the connection's status.
        log: of the connection.
    """

    def __init__(
        self, target: Target, setting: Setting, keeper: StatusKeeper, log: LogTail
    ) -> None:
        self._target = target
        self._setting = setting
        self._keeper = keeper
        self._log = log
        self._reach: Reach | None = None
        self.stopping = False

    def stop(self) -> None:
        """End soon; `run` returns when all is closed."""
        self.stopping = True
        if self._reach is not None:
            self._reach.stop()

    def kill(self) -> None:
        """End at once what runs or waits."""
        self.stopping = True
        if self._reach is not None:
            self._reach.kill()

    def refresh(self) -> None:
        """Fetch the list again, if there is an open connection."""
        if self._reach is not None:
            self._reach.session.refresh()

    async def run(self) -> bool:
        """Connect, list, stay, and close; the status tells how it goes.

        Returns:
            Whether the server forgot the session, so that it should be tried once more.
        """
        outcome = Outcome()
        try:
            target = resolve(self._target, self._setting.environ, self._setting.answers)
            self._log.mask = partial(mask_in_text, secrets=self._secrets(target))
            if isinstance(target.how, Recorded):
                await self._play(target.how)
            else:
                outcome = await self._try_ways(target)
        except UnresolvedVariable as problem:
            waits = ConnectionState.WAITING if problem.is_input else ConnectionState.FAILED
            self._keeper.update(state=waits, stage="", cause=str(problem))
        except McptuiError as problem:
            outcome = Outcome(cause=self._log.mask(str(problem)))
        if outcome.cause is not None and not self.stopping:
            self._log.event(outcome.cause)
            self._keeper.update(state=ConnectionState.FAILED, stage="", cause=outcome.cause)
        return outcome.session_lost

    async def _try_ways(self, target: ResolvedTarget) -> Outcome:
        around = Surroundings(
            environ=self._setting.environ, log=self._log, grace=self._setting.grace
        )
        deadline = asyncio.get_running_loop().time() + self._target.options.limits.connect
        causes: list[str] = []
        outcome = Outcome()
        for way in ways(target, around):
            outcome = await self._try_eras(way, deadline)
            if outcome.cause is not None:
                causes.insert(0, f"{outcome.cause} ({way.name})" if causes else outcome.cause)
            if not outcome.fallback or self.stopping:
                break
        if len(causes) > 1:
            return Outcome(cause="; before that: ".join(causes))
        return outcome

    async def _try_eras(self, way: Way, deadline: float) -> Outcome:
        """Go by what is remembered of the server; where that fails, forget it and ask anew."""
        memory, era = self._setting.memory, self._target.options.era
        remembered = memory.recall(self._target) if era is Era.AUTO else None
        if memory.problem is not None:
            self._log.event(memory.problem)
            memory.problem = None
        plan = Plan(
            target=self._target,
            way=way,
            era=era if remembered is None else Era.LEGACY,
            remembered=remembered,
            deadline=deadline,
            watch_seconds=self._setting.watch_seconds,
        )
        outcome = await self._carry_out(plan)
        if outcome.ended_at_probe and era is Era.AUTO:
            self._log.event(f"{outcome.cause}; it is started again without the probe")
            remembered = memory.remember(self._target, silent=False, ended=True)
            plan = replace(plan, era=Era.LEGACY, remembered=remembered)
            outcome = await self._carry_out(plan)
        if remembered is None or outcome.cause is None or self._keeper.status.lists:
            return outcome
        memory.forget(self._target)
        if not outcome.answered or remembered.ended:
            return outcome
        self._log.event(f"{outcome.cause}; it is probed again")
        return await self._carry_out(replace(plan, era=era, remembered=None))

    async def _carry_out(self, plan: Plan) -> Outcome:
        self._reach = Reach(plan, self._keeper, self._log, self._setting.memory)
        if self.stopping:
            return Outcome()
        return await self._reach.run()

    async def _play(self, how: Recorded) -> None:
        limit = self._target.options.limits.message_bytes
        capture = await play(how, self._target.base, limit)
        whole = capture.complete
        self._keeper.update(
            state=ConnectionState.CONNECTED if whole else ConnectionState.INCOMPLETE,
            stage="",
            cause=capture.incomplete_reason,
            capture=capture,
            listed_at=datetime.now(UTC),
            lists=1,
            handshake="recorded",
            notifications="a recorded list does not change",
        )

    def _secrets(self, target: ResolvedTarget) -> tuple[str, ...]:
        """The target's secrets, and those of ours that are passed on by name."""
        passed, ours = self._target.options.pass_env, self._setting.environ
        names = ours if ALL in passed else [name for name in passed if name in ours]
        return (*target.secrets, *(ours[name] for name in names if is_secret_name(name)))
