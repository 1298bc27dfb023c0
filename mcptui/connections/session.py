"""An open connection at work: its first list, further lists, and the changes it announces."""

import asyncio
import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import anyio

from mcptui.connections.changes import ChangeWatch
from mcptui.connections.failure import Circumstances, cause_of
from mcptui.connections.handshake import MODERN_REVISION, Handshake
from mcptui.connections.link import LinkFacts
from mcptui.connections.listing import LIST_METHOD, Lister, Listing, is_same
from mcptui.connections.log_tail import LogTail
from mcptui.connections.status_keeper import StatusKeeper
from mcptui.connections.tap import Direction, Frame, FrameKind, Recorder
from mcptui.contract.capture import Capture, Profile
from mcptui.contract.connection import ConnectionState, LogSource
from mcptui.contract.target import Limits
from mcptui.contract.wire import JsonValue, dumps

if TYPE_CHECKING:
    from mcp import Client

CHANGED: Final = "notifications/tools/list_changed"
_MESSAGE: Final = "notifications/message"
_SUBSCRIPTIONS: Final = 3
_BETWEEN_SUBSCRIPTIONS: Final = 1.0
_LONGEST_MESSAGE: Final = 8 * 1024


@dataclass(slots=True, kw_only=True)
class Session:
    """What happens between the handshake and the end of one connection.

    Attributes:
        keeper: of the connection's status.
        log: of the connection.
        handshake: told of every frame.
        facts: of the transport.
        limits: of the connection.
        around: the circumstances of a failure in a given stage, at this moment.
        changes: says when a list is due.
    """

    keeper: StatusKeeper
    log: LogTail
    handshake: Handshake
    facts: LinkFacts
    limits: Limits
    around: Callable[[str], Circumstances]
    changes: ChangeWatch
    lost: bool = False
    """Nothing more will come from the server."""
    stopping: bool = False
    stage: str = ""
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _work: anyio.CancelScope | None = None
    _unnoted: int = 0

    @property
    def renews(self) -> bool:
        """The server forgot the session after it had listed: it should be reached once more."""
        return self.facts.session_lost and self.keeper.status.lists > 0

    # --- what others tell, in plain calls ------------------------------------------------------

    def stop(self) -> None:
        """End `serve` soon, whatever it waits for."""
        self.stopping = True
        if self._work is not None:
            self._work.cancel()
        self._wake.set()

    def end(self) -> None:
        """The server will send nothing more."""
        self.lost = True
        self._wake.set()

    def refresh(self) -> None:
        """Fetch the list again; while one is being fetched, once more afterwards."""
        self.changes.asked(_now())
        self._wake.set()

    def learned(self) -> None:
        """The transport learned something: perhaps that it cannot bring announcements."""
        if self.facts.announces is False and not self.changes.polls:
            self._say_notifications(declared=False)
        if self.renews:
            self._wake.set()

    def saw(self, frame: Frame) -> None:
        """Take notice of a frame of this connection."""
        self.handshake.saw(frame)
        if frame.kind is not FrameKind.NOTIFICATION or frame.direction is not Direction.RECEIVED:
            return
        if frame.method == CHANGED:
            self._announced()
        elif frame.method == _MESSAGE:
            # masked before it is cut, or a part of a secret would be left
            self.log.add(LogSource.SERVER, self.log.mask(_message_words(frame))[:_LONGEST_MESSAGE])

    def _announced(self) -> None:
        status = self.keeper.status
        if self.changes.announced(_now()):
            self.log.event("the server announced that its tools changed")
        else:
            self._unnoted += 1
        announced = status.notifications
        if not self.handshake.declares_changes:
            announced = "announced, though the server did not declare it"
        self.keeper.update(list_changed=status.list_changed + 1, notifications=announced)
        self._wake.set()

    # --- the work, in the connection's own task ------------------------------------------------

    async def serve(self, client: "Client", recorder: Recorder, transport: str) -> None:
        """List, then keep the list up to date, until stopped or lost, or the session is gone."""
        lister = Lister(
            client=client,
            recorder=recorder,
            limits=self.limits,
            around=lambda: self.around(self.stage),
            on_page=self._page_begins,
        )
        profile = Profile(
            protocol_version=client.protocol_version,
            client_capabilities=self.handshake.client_capabilities,
            transport=transport,
        )
        if not self.handshake.offers_tools:
            self._no_tools(profile)
            await self._until_over(None)
            return
        async with anyio.create_task_group() as tasks:
            if client.protocol_version == MODERN_REVISION and self.handshake.declares_changes:
                tasks.start_soon(self._subscribe, client)
            else:
                announces = self.facts.announces is not False
                self._say_notifications(declared=self.handshake.declares_changes and announces)
            await self._list(lister, profile)
            await self._until_over(lambda: self._list(lister, profile))
            tasks.cancel_scope.cancel()

    async def _until_over(self, list_again: Any) -> None:
        while not (self.stopping or self.lost or self.renews):
            self._wake.clear()
            due = self.changes.due() if list_again is not None else math.inf
            if due <= _now():
                await list_again()
                continue
            with anyio.move_on_after(due - _now()):
                await self._wake.wait()

    async def _list(self, lister: Lister, profile: Profile) -> None:
        if self._unnoted:
            self.log.event(f"… and {self._unnoted} more times")
            self._unnoted = 0
        self.changes.begins()
        listing = None
        with anyio.CancelScope() as self._work:
            if not self.stopping:
                listing = await lister.list_tools()
        self._work = None
        self.stage = ""
        if listing is not None and not self.renews:
            self._take(listing, profile)

    def _page_begins(self, page: int) -> None:
        self.stage = f"{LIST_METHOD} page {page}"
        if self.keeper.status.state is ConnectionState.CONNECTING:
            self.keeper.update(stage=self.stage)

    def _take(self, listing: Listing, profile: Profile) -> None:
        if not listing.pages:
            self._list_failed(listing)
            return
        capture = Capture(
            server=self.handshake.server(profile.protocol_version),
            profile=profile,
            complete=listing.complete,
            incomplete_reason=listing.problem,
            pages=listing.pages,
            tools=listing.tools,
            list_results=listing.list_results,
        )
        status = self.keeper.status
        earlier = status.capture
        same = earlier is not None and is_same(_raws(earlier), _raws(capture))
        self.changes.listed(_now(), changed=not same)
        self._note_list(listing)
        whole = listing.complete
        self.keeper.update(
            state=ConnectionState.CONNECTED if whole else ConnectionState.INCOMPLETE,
            stage="",
            cause=listing.problem,
            capture=capture,
            listed_at=datetime.now(UTC),
            lists=status.lists + 1,
            previous_names=None if earlier is None else _names(earlier),
            order_changed=status.order_changed or _is_reordered(earlier, capture),
            cursor_repeated=listing.cursor_repeated,
            sdk_objections=listing.objections,
        )

    def _list_failed(self, listing: Listing) -> None:
        status = self.keeper.status
        cause = listing.problem
        if status.capture is not None and status.listed_at is not None:
            cause = f"{cause}; shown is the list of {status.listed_at:%H:%M:%S} UTC"
        self.changes.listed(_now(), changed=False)
        self.log.event(f"{cause}")
        if not self.lost:
            self.keeper.update(state=ConnectionState.LIST_FAILED, stage="", cause=cause)

    def _note_list(self, listing: Listing) -> None:
        count = len(listing.tools)
        pages = f"{listing.pages} page{'s' if listing.pages != 1 else ''}"
        said = f"listed {count} tool{'s' if count != 1 else ''}, {pages}"
        self.log.event(said if listing.problem is None else f"{said}; {listing.problem}")

    def _no_tools(self, profile: Profile) -> None:
        self.log.event("the server declares no tools; no list was asked for")
        self.keeper.update(
            state=ConnectionState.NO_TOOLS,
            stage="",
            capture=Capture(
                server=self.handshake.server(profile.protocol_version),
                profile=profile,
                complete=True,
                pages=0,
            ),
        )

    # --- announcements -------------------------------------------------------------------------

    async def _subscribe(self, client: "Client") -> None:
        """Keep a subscription open; the tap counts what comes on it."""
        for _ in range(_SUBSCRIPTIONS):
            try:
                async with client.listen(tools_list_changed=True) as subscription:
                    honoured = subscription.honored.tools_list_changed is True
                    self._say_notifications(declared=honoured)
                    async for _event in subscription:
                        pass
            except Exception as failure:  # noqa: BLE001  # whatever a server makes the SDK raise
                if self.lost or self.stopping:
                    return
                why = cause_of(failure, self.around("subscriptions/listen"))
                self.log.event(f"the subscription to changes ended: {why}")
            else:
                self.log.event("the server ended the subscription to changes")
            await anyio.sleep(_BETWEEN_SUBSCRIPTIONS)
            self.refresh()  # what was announced meanwhile is not told again
        self._say_notifications(declared=False)

    def _say_notifications(self, *, declared: bool) -> None:
        self.changes.polls = not declared
        watch = self.changes.watch_seconds
        polled = f"; asked again every {watch:g} s" if watch else ""
        self.keeper.update(
            notifications="changes are announced"
            if declared
            else f"changes are not announced{polled}"
        )
        self._wake.set()


def _now() -> float:
    return asyncio.get_running_loop().time()


def _message_words(frame: Frame) -> str:
    """A log message of the server, on one line, bounded."""
    params = frame.member("params")
    if not isinstance(params, dict):
        return ""
    data = params.get("data")
    text = data if isinstance(data, str) else dumps(data)
    told = [str(params[name]) for name in ("level", "logger") if isinstance(params.get(name), str)]
    return f"{' '.join(told)}: {text}"[: 2 * _LONGEST_MESSAGE]


def _raws(capture: Capture) -> list[JsonValue]:
    return [definition.raw for definition in capture.tools]


def _names(capture: Capture) -> frozenset[str]:
    return frozenset(name for tool in capture.tools if (name := tool.name) is not None)


def _is_reordered(earlier: Capture | None, later: Capture) -> bool:
    """Whether two whole lists name the same tools in different orders."""
    if earlier is None or not (earlier.complete and later.complete):
        return False
    before = [tool.name for tool in earlier.tools]
    after = [tool.name for tool in later.tools]
    return before != after and Counter(before) == Counter(after)
