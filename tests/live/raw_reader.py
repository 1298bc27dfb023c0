"""A second, independent way to read a server's tools: JSON-RPC lines, standard library only.

It asks under the profile it is given, since a list may depend on revision and capabilities.
"""

import json
import os
import subprocess
import threading
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

MODERN = "2026-07-28"
_BOUND = 20.0
"""Seconds after which the server is killed, so that no read waits longer."""
_PASSED = ("HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER")


class RawReader:
    """One server process, spoken to line by line."""

    def __init__(self, command: Sequence[str], *, cwd: Path, revision: str, declared: Any) -> None:
        self._command, self._cwd = list(command), cwd
        self._revision, self._declared = revision, declared
        self._last_id = 0

    def __enter__(self) -> Self:
        environment = {name: os.environ[name] for name in _PASSED if name in os.environ}
        self._process = subprocess.Popen(
            self._command,
            cwd=self._cwd,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._watchdog = threading.Timer(_BOUND, self._process.kill)
        self._watchdog.start()
        if self._revision != MODERN:
            self.result(
                "initialize",
                {
                    "protocolVersion": self._revision,
                    "capabilities": self._declared,
                    "clientInfo": {"name": "raw-reader", "version": "0"},
                },
            )
            self._send({"method": "notifications/initialized"})
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.communicate()
        self._watchdog.cancel()

    def result(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Send one request and give its result; requests of the server's own are refused."""
        self._last_id += 1
        if self._revision == MODERN:
            params = params | {
                "_meta": {
                    "io.modelcontextprotocol/protocolVersion": MODERN,
                    "io.modelcontextprotocol/clientInfo": {"name": "raw-reader", "version": "0"},
                    "io.modelcontextprotocol/clientCapabilities": self._declared,
                }
            }
        self._send({"id": self._last_id, "method": method, "params": params})
        assert self._process.stdout is not None
        for line in self._process.stdout:
            message = json.loads(line)
            if "method" in message and "id" in message:
                refusal = {"code": -32601, "message": "Method not found"}
                self._send({"id": message["id"], "error": refusal})
            elif message.get("id") == self._last_id:
                answer: dict[str, Any] = message["result"]
                return answer
        raise AssertionError(f"{method} got no answer")

    def tools(self) -> list[Any]:
        """All tools, over all pages, as sent."""
        tools: list[Any] = []
        params: dict[str, Any] = {}
        while True:
            page = self.result("tools/list", params)
            tools.extend(page["tools"])
            if page.get("nextCursor") is None:
                return tools
            params = {"cursor": page["nextCursor"]}

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self._process.stdin.flush()
