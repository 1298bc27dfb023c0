"""How connections come to be: targets opened, questions asked, consent given, failures told."""

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from textual.reactive import reactive

from mcptui.contract.connection import ConnectionState, ConnectionStatus
from mcptui.contract.target import ConnectionKey, Target
from mcptui.tui.messages import Failed, StatusChanged
from mcptui.tui.own_log import OwnLog
from mcptui.tui.screens.add import AddScreen
from mcptui.tui.screens.ask import AskScreen
from mcptui.tui.screens.base import BaseScreen
from mcptui.tui.screens.consent import ConsentScreen
from mcptui.tui.session import Session
from mcptui.viewmodel.tone import Tone
from mcptui.workspace.offers import Offer
from mcptui.workspace.state import Workspace
from mcptui.workspace.targets import found


def _not_yet() -> Workspace:
    raise NotImplementedError


class Opening(BaseScreen[None]):
    """Opens targets, asking first where something has to be asked."""

    workspace: reactive[Workspace] = reactive(_not_yet, init=False)

    def __init__(self, session: Session) -> None:
        """`session` is what this run stands on."""
        super().__init__()
        self.session = session
        self.own_log = OwnLog(session.now)

    def begin(self) -> None:
        """Open what is to be opened, offer what was found."""
        self._start("opening the servers", self._begin())

    def _start(self, what: str, job: Coroutine[Any, Any, None]) -> None:
        """Do something that may wait for the user; where it fails, that is told."""

        async def told() -> None:
            try:
                await job
            except Exception as error:  # noqa: BLE001  # whatever a config makes fail, the app goes on
                self.post_message(Failed.of(what, error))

        self.run_worker(told(), group="opening")

    async def _begin(self) -> None:
        await self.open_all(self.session.targets)
        if self.session.offered:
            await self.offer(self.session.offered)

    async def open_all(self, targets: Sequence[Target]) -> None:
        """Open targets side by side; those with questions come after the others, one by one."""
        asking = [target for target in targets if self._questions(target)]
        for target in targets:
            if target not in asking:
                self._open(target)
        for target in asking:
            if await self.app.push_screen_wait(AskScreen(target, self.session.answers)):
                self._open(target)
            else:
                self.session.connections.hold(target)

    def _questions(self, target: Target) -> bool:
        return not target.disabled and any(
            name not in self.session.answers for name, _, _ in target.inputs
        )

    def _open(self, target: Target) -> None:
        try:
            self.session.connections.open(target)
        except Exception as error:  # noqa: BLE001  # one target that cannot be opened costs no other
            self.post_message(Failed.of(f"opening {target.key}", error))
            status = ConnectionStatus(
                key=target.key,
                target=target,
                state=ConnectionState.FAILED,
                cause=f"cannot be opened: {error}",
            )
            self.post_message(StatusChanged(status))

    def reconnect(self, key: ConnectionKey) -> None:
        """Connect anew; where the first try was never opened, open it."""
        status = next((each for each in self.workspace.statuses if each.key == key), None)
        if status is None:
            return
        self._start(f"connecting to {key} anew", self._reconnect(status.target))

    async def _reconnect(self, target: Target) -> None:
        if self._questions(target) and not await self.app.push_screen_wait(
            AskScreen(target, self.session.answers)
        ):
            return
        known = {status.key for status in self.session.connections.statuses}
        if target.key in known:
            self.session.connections.reconnect(target.key)
        else:
            self._open(target)

    async def offer(self, offers: Sequence[Offer]) -> None:
        """Show the servers found, and open those the user agrees to."""
        known = {status.key for status in self.workspace.statuses}
        news = [
            replace(offer, targets=tuple(each for each in offer.targets if each.key not in known))
            for offer in offers
        ]
        screen = ConsentScreen(news, self.session.signs)
        await self.open_all(await self.app.push_screen_wait(screen))

    def action_offer(self) -> None:
        """Look for configs, and offer their servers."""
        self._start("looking for configs", self._look_for_configs())

    async def _look_for_configs(self) -> None:
        offers = self.session.offered or await asyncio.to_thread(
            found,
            cwd=self.session.cwd,
            home=Path.home(),
            environ=self.session.environ,
            settings=self.session.settings,
        )
        if offers:
            await self.offer(offers)
        else:
            self.say("no configs with servers were found")

    def action_add(self) -> None:
        """Ask for one more target and open it."""
        self._start("connecting to one more server", self._add())

    async def _add(self) -> None:
        known = {status.key for status in self.workspace.statuses}
        targets = await self.app.push_screen_wait(AddScreen(self.session, known))
        await self.open_all(targets)
        if targets:
            keys = ", ".join(target.key for target in targets)
            self.say(f"connecting to {keys}; C shows how it goes", Tone.INFO)
