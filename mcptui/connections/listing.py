"""Every page of `tools/list`, read from the raw frames.

The SDK's typed answer is only a verdict: what it refuses is shown all the same, with its
objection. Nothing here is ever an exception for the caller but the cancellation of its own task.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeGuard

import anyio

from mcptui.connections.envelope import objection_text
from mcptui.connections.failure import Circumstances, error_words, reason_of
from mcptui.connections.tap import Exchange, Frame, FrameKind, Recorder
from mcptui.connections.verdict import LARGE_PAGE, objections_to
from mcptui.contract.definition import ToolDefinition
from mcptui.contract.display import shown
from mcptui.contract.target import Limits
from mcptui.contract.wire import JsonValue, dumps

if TYPE_CHECKING:
    from mcp import Client
    from mcp.types import ListToolsResult

LIST_METHOD: Final = "tools/list"
_INVALID_PARAMS: Final = -32602
_SPARE: Final = 6.0
"""Seconds past the request's limit in which the SDK should have given up by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """What one walk over the pages brought."""

    tools: tuple[ToolDefinition, ...] = ()
    list_results: tuple[dict[str, Any], ...] = ()
    """The other members of each page's result."""
    pages: int = 0
    """Pages read; 0: the first failed, and nothing is known."""
    problem: str | None = None
    """Why it is incomplete: one line, naming the page; None for a whole list."""
    cursor_repeated: bool = False
    objections: tuple[str, ...] = ()
    """What the SDK's typed models refused."""

    @property
    def complete(self) -> bool:
        """Whether absence of a tool means anything."""
        return self.problem is None


@dataclass(slots=True, kw_only=True)
class _Walk:
    """The pages so far."""

    entries: list[list[JsonValue]] = field(default_factory=list)
    results: list[dict[str, Any]] = field(default_factory=list)
    objections: list[str] = field(default_factory=list)
    cursors: set[str] = field(default_factory=set)
    size: int = 0

    @property
    def page(self) -> int:
        """The number of the page that comes next, from 1."""
        return len(self.entries) + 1

    def listing(self, problem: str | None = None, *, cursor_repeated: bool = False) -> Listing:
        if cursor_repeated:
            self._drop_repeats()
        entries = [entry for page in self.entries for entry in page]
        return Listing(
            tools=tuple(
                ToolDefinition(raw=entry, position=position)
                for position, entry in enumerate(entries)
            ),
            list_results=tuple(self.results),
            pages=len(self.entries),
            problem=problem,
            cursor_repeated=cursor_repeated,
            objections=tuple(self.objections),
        )

    def _drop_repeats(self) -> None:
        """A cursor that stands still brings the same page again: its entries are known."""
        known = [entry for page in self.entries[:-1] for entry in page]
        self.entries[-1] = [
            entry
            for entry in self.entries[-1]
            if not any(is_same(entry, earlier) for earlier in known)
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lister:
    """Lists the tools of one connection, again and again.

    Attributes:
        client: entered.
        recorder: of its transport.
        limits: time a page, pages and bytes a list.
        around: gives the circumstances of a failure at this moment.
        on_page: told the number of the page about to be asked for.
    """

    client: "Client"
    recorder: Recorder
    limits: Limits
    around: Callable[[], Circumstances]
    on_page: Callable[[int], None]

    async def list_tools(self) -> Listing:
        """Walk over all pages; begin again once where the server takes no cursor of its own."""
        listing, refused = await self._walk()
        if refused:
            listing, _ = await self._walk()
        return listing

    async def _walk(self) -> tuple[Listing, bool]:
        walk = _Walk()
        cursor: str | None = None
        while True:
            self.on_page(walk.page)
            answer, objection = await self._page(cursor)
            result = _result_of(answer)
            if isinstance(result, str):
                told = self._page_problem(walk.page, answer, result, objection)
                return walk.listing(told), cursor is not None and _is_refused(answer)
            if len(result["tools"]) > LARGE_PAGE and objection is None:
                objection = await objections_to(result, self.client.protocol_version)
            stop = self._take(walk, answer, result, objection)
            if stop is not None:
                return stop, False
            cursor = result["nextCursor"]
            walk.cursors.add(cursor)

    def _take(
        self,
        walk: _Walk,
        answer: Frame | None,
        result: dict[str, Any],
        objection: Exception | str | None,
    ) -> Listing | None:
        """Keep a page; give back the listing where it was the last to be read."""
        page = walk.page
        if objection is not None:
            told = objection if isinstance(objection, str) else objection_text(objection)
            walk.objections.append(f"page {page}: {told}")
        walk.entries.append(result["tools"])
        walk.results.append({name: value for name, value in result.items() if name != "tools"})
        walk.size += len(answer.raw or b"") if answer is not None else 0
        cursor = result.get("nextCursor")
        if cursor is None:
            return walk.listing()
        incomplete = f"list incomplete: page {page + 1} was not asked for, "
        if not isinstance(cursor, str):
            return walk.listing(f"{incomplete}nextCursor of page {page} is not a string")
        if cursor in walk.cursors:
            told = f"{incomplete}the cursor of page {page} repeats an earlier one"
            return walk.listing(told, cursor_repeated=True)
        if page >= self.limits.pages:
            return walk.listing(f"{incomplete}{page} pages are the limit")
        if walk.size > self.limits.message_bytes:
            return walk.listing(f"{incomplete}{walk.size} bytes are over the limit")
        return None

    async def _page(self, cursor: str | None) -> tuple[Frame | None, Exception | str | None]:
        """Ask for one page; the server's answer, and what went wrong in the SDK's eyes."""
        objection: Exception | str | None
        with self.recorder.operation() as exchange:
            try:
                with anyio.fail_after(self.limits.request + _SPARE):
                    typed = await self.client.list_tools(cursor=cursor, cache_mode="bypass")
            except Exception as failure:  # noqa: BLE001  # whatever a server makes the SDK raise
                objection = failure
            else:
                objection = _left_out(typed, _answer_in(exchange))
        return _answer_in(exchange), objection

    def _page_problem(
        self, page: int, answer: Frame | None, reason: str, objection: Exception | str | None
    ) -> str:
        why = reason or "no answer"
        if _is_error(answer):
            why = error_words(answer, self.around().mask)
        elif not reason and isinstance(objection, Exception):
            why = reason_of(objection, self.around())
        if page > 1:
            return f"list incomplete: page {page} failed, {why}"
        return f"{LIST_METHOD} failed: {why}"


def is_same(one: JsonValue, other: JsonValue) -> bool:
    """Whether two values are equal, however deep they are."""
    try:
        return one == other
    except RecursionError:
        return dumps(one) == dumps(other)


def _answer_in(exchange: Exchange) -> Frame | None:
    requests = exchange.requests(LIST_METHOD)
    return exchange.answer_to(requests[0]) if requests else None


def _result_of(answer: Frame | None) -> dict[str, Any] | str:
    """The result that holds a page; else why there is none, empty where no result came at all."""
    if answer is None or answer.kind is FrameKind.ERROR:
        return ""
    result = answer.member("result")
    if not isinstance(result, dict):
        return "the result is not an object"
    if not isinstance(result.get("tools"), list):
        return "the result holds no list named tools"
    return result


def _is_error(answer: Frame | None) -> TypeGuard[Frame]:
    """Whether the server itself answered with an error."""
    return answer is not None and answer.kind is FrameKind.ERROR and answer.raw is not None


def _is_refused(answer: Frame | None) -> bool:
    error = answer.member("error") if answer is not None else None
    return isinstance(error, dict) and error.get("code") == _INVALID_PARAMS


def _left_out(typed: "ListToolsResult", answer: Frame | None) -> str | None:
    """What the SDK keeps from its caller without an error: tools that a host could not call."""
    result = _result_of(answer)
    if isinstance(result, str) or len(result["tools"]) > LARGE_PAGE:
        return None
    kept = {tool.name for tool in typed.tools}
    missing = [
        shown(entry["name"])
        for entry in result["tools"]
        if isinstance(entry, dict) and isinstance(entry.get("name"), str)
        if entry["name"] not in kept
    ]
    if not missing:
        return None
    return f"hosts leave out {', '.join(missing)}: its x-mcp-header is not valid"
