"""A line server driven by a script: `python scripted.py SCRIPT.json [RECORD]`.

The script is the `connections` entry of a behaviour case (see `replies.py` for the answers); its
`process` member says how the process misbehaves. Beyond the cases' own members it may hold:

    ignores          also "closed stdin" (goes on after the end of input) and "SIGINT"
    spawns           any text: a grandchild is started that ignores closed stdin, and the signals
                     in `ignores` too
    launches         "and waits" or "and exits": the process is a launcher; a child serves
    stops_reading_after   method after which standard input is not read any more
    exits_at_start   true: ends after its first words
    exits_on         method that ends the process unanswered
    stdout_between_hex    raw bytes, before each list
    stderr_on        {method: text written to standard error before its answer}

The record is a file of JSON lines: `{"event": …}` for what the process did and
`{"message": …}` for each message it received, in order.
"""

# pathlib and typing would cost half of the start of every server
# ruff: noqa: PTH100, PTH109, PTH110, PTH120, PTH123
from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

from tests.servers.replies import SUBSCRIPTION, Replies, Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

_FOREVER = 600
_GRANDCHILD = """
import signal, sys, time
for name in sys.argv[2:]:
    signal.signal(getattr(signal, name), signal.SIG_IGN)
open(sys.argv[1], "a").close()
time.sleep(600)
"""


class Server:
    """One scripted process."""

    def __init__(self, given: dict[str, Any], record: str | None) -> None:
        self.given = given
        self.process: dict[str, Any] = given.get("process", {})
        self.replies = Replies(given=given)
        self._record = record
        self._lock = threading.Lock()
        self._listening: list[Any] = []
        self._announced = False

    def note(self, **what: Any) -> None:
        """Write one line of the record, whole."""
        if self._record is not None:
            line = json.dumps({"at": time.time(), **what}) + "\n"
            with self._lock, open(self._record, "ab") as file:
                file.write(line.encode())

    def write(self, data: bytes) -> None:
        with self._lock:
            view = memoryview(data)
            while view:
                view = view[os.write(1, view) :]

    def run(self) -> None:
        self._prepare_signals()
        self.note(event="started", pid=os.getpid(), env=dict(os.environ), cwd=os.getcwd())
        self._spawn()
        self._launch()
        if "exits_after_ms" in self.process:
            _later(self.process["exits_after_ms"], self._exit)
        self.write(bytes.fromhex(self.process.get("stdout_before_hex", "")))
        self.write(self.process.get("stdout_before", "").encode())
        self._complain(self.process.get("stderr", ""))
        if self.process.get("exits_at_start"):
            self._exit()
        time.sleep(self.given.get("connect_delay_ms", 0) / 1000)
        for moment in self.given.get("timeline", []):
            if moment.get("notify"):
                _later(moment["at_ms"], lambda: self.notify("notifications/tools/list_changed"))
        for line in sys.stdin.buffer:
            self._take(line)
        self.note(event="end of input")
        if "closed stdin" in self.process.get("ignores", []):
            time.sleep(_FOREVER)

    def _take(self, line: bytes) -> None:
        message = json.loads(line)
        self.note(message=message)
        method = message.get("method")
        if method is not None and "id" in message:
            self._serve(method, message)
        if method is not None and method == self.process.get("stops_reading_after"):
            time.sleep(_FOREVER)

    def _serve(self, method: str, message: dict[str, Any]) -> None:
        if method == self.process.get("exits_on"):
            self._exit()
        if method == "subscriptions/listen":
            self._listen(message)
            return
        complaints = dict(self.process.get("stderr_on", {}))
        complaints.setdefault("tools/call", self.process.get("stderr_on_call", ""))
        self._complain(complaints.get(method, ""))
        if method == "tools/list":
            self.write(self.process.get("stdout_between", "").encode())
            self.write(bytes.fromhex(self.process.get("stdout_between_hex", "")))
        reply = self.replies.to(message)
        if reply.after_ms:
            _later(reply.after_ms, lambda: self._send(reply))
        else:
            self._send(reply)
        if method == "tools/list" and not self._announced:
            self._announced = True
            threading.Thread(target=self._burst, daemon=True).start()

    def _send(self, reply: Reply) -> None:
        if reply.text is not None:
            self.write(reply.text.encode("utf-8", "surrogatepass") + b"\n")
        for method in reply.then_notify:
            self.notify(method)

    def _listen(self, message: dict[str, Any]) -> None:
        self._listening.append(message["id"])
        honoured = message["params"]["notifications"]
        if not self.replies._capabilities().get("tools", {}).get("listChanged"):
            honoured = {}
        self._tell(
            "notifications/subscriptions/acknowledged",
            {"notifications": honoured, "_meta": {SUBSCRIPTION: message["id"]}},
        )

    def notify(self, method: str) -> None:
        """Announce a change, on every open subscription or, without one, plainly."""
        for subscription in self._listening:
            self._tell(method, {"_meta": {SUBSCRIPTION: subscription}})
        if not self._listening:
            self._tell(method, None)

    def _tell(self, method: str, params: Any) -> None:
        message = {"jsonrpc": "2.0", "method": method}
        if params is not None:
            message["params"] = params
        self.write(json.dumps(message).encode() + b"\n")

    def _burst(self) -> None:
        burst = self.given.get("notify", {"times": 0})
        for _ in range(burst["times"]):
            self.notify(burst["method"])
            time.sleep(burst["within_ms"] / burst["times"] / 1000)

    def _complain(self, text: str) -> None:
        if text:
            sys.stderr.buffer.write(text.encode("utf-8", "surrogatepass"))
            sys.stderr.buffer.flush()

    def _prepare_signals(self) -> None:
        for name in self.process.get("ignores", []):
            if name.startswith("SIG"):
                signal.signal(getattr(signal, name), signal.SIG_IGN)
        if self.process.get("reports_signals"):
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, self._signalled)

    def _signalled(self, number: int, _frame: object) -> NoReturn:
        self.note(event="signal", name=signal.Signals(number).name)
        os._exit(128 + number)

    def _spawn(self) -> None:
        if self.process.get("spawns"):
            import subprocess  # few scripts need it, and every server starts faster without

            ignored = [name for name in self.process.get("ignores", []) if name.startswith("SIG")]
            ready = str(self._record) + ".grandchild"
            child = subprocess.Popen([sys.executable, "-S", "-c", _GRANDCHILD, ready, *ignored])
            deadline = time.monotonic() + 10
            while not os.path.exists(ready) and time.monotonic() < deadline:
                time.sleep(0.005)
            self.note(event="grandchild", pid=child.pid)

    def _launch(self) -> None:
        how = self.process.pop("launches", None)
        if how is None:
            return
        import subprocess  # as above

        script = f"{self._record}.child.json"
        with open(script, "w", encoding="utf-8") as file:
            json.dump(self.given, file)
        command = [sys.executable, "-S", "-E", __file__, script, str(self._record)]
        child = subprocess.Popen(command)
        self.note(event="child", pid=child.pid)
        if how == "and waits":
            child.wait()
        os._exit(0)

    def _exit(self) -> NoReturn:
        os._exit(self.process.get("exit_code", 0))


def _later(milliseconds: float, act: Callable[[], object]) -> None:
    timer = threading.Timer(milliseconds / 1000, act)
    timer.daemon = True
    timer.start()


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as script:
        given = json.load(script)
    Server(given, sys.argv[2] if sys.argv[2:] else None).run()


if __name__ == "__main__":
    main()
