"""What a scripted server answers: the `connections` entry of a behaviour case, brought to life.

Shared by the line server and the HTTP one; standard library only, and quick to load. Beyond the
members that the cases use, an entry may hold `eras: "both"` (speaks `server/discover` and
`initialize`), and a reply may hold `raw` (text sent as it stands, with `{id}` replaced by the
request's id).
"""

from __future__ import annotations

import json
import time

TYPE_CHECKING = False  # typing costs a tenth of a server's start
if TYPE_CHECKING:
    from typing import Any

MODERN = "2026-07-28"
_OPTIONAL = ("instructions",)
_META_VERSION = "io.modelcontextprotocol/protocolVersion"
SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"


class Reply:
    """What to send for one request.

    Attributes:
        text: the message as JSON text; None: nothing is ever answered.
        after_ms: how long to wait before it.
        then_notify: methods of the notifications to send after it.
    """

    def __init__(
        self, *, text: str | None, after_ms: float = 0, then_notify: tuple[str, ...] = ()
    ) -> None:
        self.text = text
        self.after_ms = after_ms
        self.then_notify = then_notify


class Replies:
    """The answers of one scripted server; counts requests, so make one for each process."""

    def __init__(self, *, given: dict[str, Any]) -> None:
        self.given = given
        self.started = time.monotonic()
        self._seen: dict[int, int] = {}

    @property
    def protocol(self) -> str:
        return str(self.given.get("protocol", "2025-11-25"))

    def tools(self) -> list[Any]:
        """The tools at this moment, by the timeline where there is one."""
        now = (time.monotonic() - self.started) * 1000
        current = self.given.get("tools", [])
        for moment in self.given.get("timeline", []):
            if moment["at_ms"] <= now:
                current = moment["tools"]
        return list(current)

    def to(self, message: dict[str, Any]) -> Reply:
        """The answer to one request; past the last scripted `nth`, that one stays."""
        last = None
        chosen = None
        for index, scripted in enumerate(self.given.get("replies", [])):
            if _asks_for(scripted, message):
                count = self._seen[index] = self._seen.get(index, 0) + 1
                nth = scripted.get("nth", "every")
                last = scripted
                if chosen is None and nth in ("every", count, "odd" if count % 2 else "even"):
                    chosen = scripted
        chosen = chosen or last
        if chosen is not None:
            return self._scripted(chosen, message)
        return Reply(text=self._answer(message, self._usual(message)))

    def _scripted(self, scripted: dict[str, Any], message: dict[str, Any]) -> Reply:
        text = None
        if "raw" in scripted:
            text = scripted["raw"].replace("{id}", json.dumps(message["id"]))
        elif not scripted.get("silent"):
            if "error" in scripted:
                part = {"error": scripted["error"]}
            elif isinstance(scripted.get("result"), str):
                part = self._usual(message)
            else:
                part = {"result": self._modern(scripted["result"], message)}
            text = self._answer(message, part, scripted.get("wire", "utf8"))
        return Reply(
            text=text,
            after_ms=scripted.get("after_ms", 0),
            then_notify=tuple(scripted.get("then_notify", ())),
        )

    def _answer(self, message: dict[str, Any], part: dict[str, Any], wire: str = "utf8") -> str:
        whole = {"jsonrpc": "2.0", "id": message["id"], **part}
        text = json.dumps(whole, separators=(",", ":"), ensure_ascii=wire == "ascii-escapes")
        if any("\ud800" <= char <= "\udfff" for char in text):
            return json.dumps(whole, separators=(",", ":"))
        return text

    def _usual(self, message: dict[str, Any]) -> dict[str, Any]:
        method = message["method"]
        if method in ("initialize", "server/discover"):
            return self._greeting(method)
        if method == "tools/list":
            listed = {"tools": self.tools(), **self.given.get("list_hints", {})}
            return {"result": self._modern(listed, message)}
        if method == "tools/call":
            said = {"content": [{"type": "text", "text": "ok"}]}
            return {"result": self._modern(said, message)}
        if method == "ping":
            return {"result": {}}
        return {"error": {"code": -32601, "message": "Method not found"}}

    def _greeting(self, method: str) -> dict[str, Any]:
        is_modern = self.protocol == MODERN
        common = {name: self.given[name] for name in _OPTIONAL if name in self.given}
        common["capabilities"] = self._capabilities()
        info = self.given.get("server_info", {"name": self.given.get("key", "s"), "version": "1"})
        if method == "server/discover":
            if not (is_modern or self.given.get("eras") == "both"):
                return {"error": {"code": -32601, "message": "Method not found"}}
            return {
                "result": {
                    "supportedVersions": [MODERN],
                    "resultType": "complete",
                    "ttlMs": 0,
                    "cacheScope": "private",
                    "_meta": {"io.modelcontextprotocol/serverInfo": info},
                    **common,
                }
            }
        if is_modern and self.given.get("eras") != "both":
            return {
                "error": {
                    "code": -32022,
                    "message": "Unsupported protocol version",
                    "data": {"supported": [MODERN], "requested": "2025-11-25"},
                }
            }
        version = "2025-11-25" if is_modern else self.protocol
        return {"result": {"protocolVersion": version, "serverInfo": info, **common}}

    def _capabilities(self) -> Any:
        if "capabilities" in self.given:
            return self.given["capabilities"]
        listed = any(reply["to"] == "tools/list" for reply in self.given.get("replies", []))
        return {"tools": {}} if listed or "tools" in self.given else {}

    def _modern(self, result: Any, message: dict[str, Any]) -> Any:
        meta = (message.get("params") or {}).get("_meta") or {}
        if meta.get(_META_VERSION) != MODERN or not isinstance(result, dict):
            return result
        added: dict[str, Any] = {"resultType": "complete"}
        if message["method"] == "tools/list":
            added |= {"ttlMs": 0, "cacheScope": "private"}
        return added | result


def _asks_for(scripted: dict[str, Any], message: dict[str, Any]) -> bool:
    params = message.get("params") or {}
    wanted = scripted.get("when", {})
    return bool(scripted["to"] == message["method"]) and all(
        params.get(name) == value for name, value in wanted.items()
    )
