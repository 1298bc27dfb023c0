"""Scripted MCP servers over Streamable HTTP and SSE, scripted as `replies.py` says."""

import itertools
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.servers.http_scripted import Feed, Reply, Request, event, events_reply, json_reply
from tests.servers.replies import MODERN, SUBSCRIPTION, Replies

LIST_CHANGED = "notifications/tools/list_changed"
ONE_TOOL: Mapping[str, Any] = {
    "key": "s",
    "tools": [{"name": "a", "inputSchema": {"type": "object", "properties": {}}}],
}
"""A server of a behaviour case, at its smallest."""
NOTHING_SPECIAL: Callable[[Request], Reply | None] = lambda _request: None  # noqa: E731


@dataclass(kw_only=True)
class McpScript:
    """A server over Streamable HTTP; an instance is called with each HTTP request."""

    given: Mapping[str, Any] = field(default_factory=lambda: ONE_TOOL)
    """The `connections` entry of a behaviour case."""
    events: bool = False
    """Answer with event streams, not JSON bodies."""
    sessions: bool = True
    """Give out a session id at `initialize`, and ask for it afterwards."""
    stream_status: int | None = None
    """HTTP status for the GET of the notification stream; None offers the stream."""
    on_request: Callable[[Request], Reply | None] = NOTHING_SPECIAL
    """Looked at first; None goes on with the script."""

    def __post_init__(self) -> None:
        self.replies = Replies(given=dict(self.given))
        self.live_sessions: set[str] = set()
        self._streams = Streams()
        self._numbers = itertools.count(1)

    def __call__(self, request: Request) -> Reply:
        """Answer one HTTP request."""
        reply = self.on_request(request)
        if reply is not None:
            return reply
        if request.method == "GET":
            return self._get()
        if request.method == "DELETE":
            self.live_sessions.discard(request.headers.get("mcp-session-id", ""))
            return Reply(status=204)
        return self._post(request)

    def forget_sessions(self) -> None:
        """Behave as after a restart."""
        self.live_sessions.clear()

    def announce(self, method: str = LIST_CHANGED) -> None:
        """Send a notification on every open stream for them, or on the next to be opened."""
        self._streams.announce(method)

    def _get(self) -> Reply:
        if self.stream_status is not None or self.replies.protocol == MODERN:
            return Reply(status=self.stream_status or 405)
        feed = Feed(b": open\r\n\r\n")
        self._streams.add(feed)
        return events_reply(feed)

    def _post(self, request: Request) -> Reply:
        message = request.message
        if "id" not in message or "method" not in message:
            return Reply(status=202)
        if request.rpc_method == "subscriptions/listen":
            return self._listen(message)
        opens = request.rpc_method in ("initialize", "server/discover")
        is_modern = "mcp-method" in request.headers
        known = request.headers.get("mcp-session-id") in self.live_sessions
        if self.sessions and not (opens or is_modern or known):
            return json_reply({"detail": "no such session"}, status=404)
        return self._answer(request)

    def _answer(self, request: Request) -> Reply:
        said = self.replies.to(request.message)
        if said.text is None:
            return Reply(silent=True)
        headers: dict[str, str] = {}
        if self.sessions and request.rpc_method == "initialize":
            headers["mcp-session-id"] = f"s{next(self._numbers)}"
            self.live_sessions.add(headers["mcp-session-id"])
        for method in said.then_notify:
            self.announce(method)
        after = said.after_ms / 1000
        if self.events:
            return events_reply([event(said.text)], after=after, headers=headers)
        return json_reply(said.text, after=after, headers=headers)

    def _listen(self, message: Mapping[str, Any]) -> Reply:
        feed = Feed(event(acknowledgement(message)))
        self._streams.add(feed, message["id"])
        return events_reply(feed)


class Streams:
    """The open streams for notifications, each with the id of its subscription, if it has one."""

    def __init__(self) -> None:
        self._open: list[tuple[Feed, Any]] = []
        self._kept: list[str] = []

    def add(self, feed: Feed, subscription: Any = None) -> None:
        """Take in a stream, and send on it what found none before."""
        self._open.append((feed, subscription))
        kept, self._kept = self._kept, []
        for method in kept:
            self.announce(method)

    def announce(self, method: str) -> None:
        """Send on every stream, or keep it for the next."""
        if not self._open:
            self._kept.append(method)
        for feed, subscription in self._open:
            note: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
            if subscription is not None:
                note["params"] = {"_meta": {SUBSCRIPTION: subscription}}
            feed.send(event(json.dumps(note)))


def acknowledgement(message: Mapping[str, Any]) -> str:
    """What a server says first on a subscription."""
    params = {
        "_meta": {SUBSCRIPTION: message["id"]},
        "notifications": message["params"]["notifications"],
    }
    method = "notifications/subscriptions/acknowledged"
    return json.dumps({"jsonrpc": "2.0", "method": method, "params": params})


@dataclass(kw_only=True)
class SseScript:
    """A server over the deprecated HTTP+SSE transport: GET opens, POST /messages sends."""

    given: Mapping[str, Any] = field(default_factory=lambda: ONE_TOOL)
    endpoint: str = "/messages?session_id=1"
    """What the `endpoint` event says."""
    on_request: Callable[[Request], Reply | None] = NOTHING_SPECIAL

    def __post_init__(self) -> None:
        self.replies = Replies(given=dict(self.given))
        self.feeds: list[Feed] = []
        self._streams = Streams()

    def __call__(self, request: Request) -> Reply:
        """Answer one HTTP request."""
        reply = self.on_request(request)
        if reply is not None:
            return reply
        if request.method == "GET":
            feed = Feed(event(self.endpoint, name="endpoint"))
            self.feeds.append(feed)
            if self.replies.protocol != MODERN:
                self._streams.add(feed)
            return events_reply(feed)
        if not request.path.startswith("/messages"):
            return Reply(status=405)
        if "id" in request.message and "method" in request.message:
            self._answer(request.message)
        return Reply(status=202)

    def announce(self, method: str = LIST_CHANGED) -> None:
        """Send a notification on the open stream."""
        self._streams.announce(method)

    def _answer(self, message: dict[str, Any]) -> None:
        if message["method"] == "subscriptions/listen":
            self.feeds[-1].send(event(acknowledgement(message)))
            self._streams.add(self.feeds[-1], message["id"])
            return
        said = self.replies.to(message)
        if said.text is not None:
            self.feeds[-1].send(event(said.text))
        for method in said.then_notify:
            self.announce(method)


def by_status(*scripted: Mapping[str, Any]) -> Callable[[Request], Reply | None]:
    """The `http` member of a behaviour case that answers by method alone: `POST any`, `GET any`.

    A status of 200 leaves the answer to the server.
    """

    def answer(request: Request) -> Reply | None:
        for entry in scripted:
            if entry["request"] != f"{request.method} any" or entry["status"] == 200:
                continue
            return Reply(
                status=entry["status"],
                headers=entry.get("headers", {}),
                body=entry.get("body", "").encode(),
            )
        return None

    return answer


def in_chunks(body: bytes, count: int) -> Iterable[bytes]:
    """The body in that many chunks, about equal."""
    size = -(-len(body) // count)
    return [body[start : start + size] for start in range(0, len(body), size)]
