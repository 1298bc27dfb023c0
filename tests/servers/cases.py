"""Behaviour cases as tests use them: loaded by id, written out in full, and started as servers."""

import json
import os
import re
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from mcptui.contract.target import ConnectionKey, Limits, Source, Stdio, Target, TargetOptions

_ROOT = Path(__file__).parents[2]
_CASES = _ROOT / "tests" / "cases" / "behaviour"
_SERVER = Path(__file__).with_name("scripted.py")

QUICK = Limits(connect=10.0, request=5.0, probe=0.2)
"""Limits for tests: a silent probe costs little, and nothing waits long."""


@dataclass(frozen=True, kw_only=True)
class Case:
    """One behaviour case, its short notation written out."""

    id: str
    given: dict[str, Any]
    expect: str

    @property
    def connections(self) -> list[dict[str, Any]]:
        """The servers of the case."""
        return list(self.given.get("connections", []))

    def connection(self, key: str) -> dict[str, Any]:
        """The server with that connection key."""
        return next(entry for entry in self.connections if entry["key"] == key)


def load_case(case_id: str) -> Case:
    """The case of that id, `{python}` and all short notation replaced."""
    text = (_CASES / f"{case_id}.json").read_text(encoding="utf-8")
    whole = json.loads(text.replace('"{python}"', json.dumps(sys.executable)))
    given = expanded(whole["given"])
    if "connections_generate" in given:
        given["connections"] = list(_generated(given["connections_generate"]))
    return Case(id=whole["id"], given=given, expect=whole["expect"])


def case_ids(group: str) -> list[str]:
    """The ids of all cases of a group, sorted."""
    return sorted(path.stem for path in _CASES.glob(f"{group}-*.json"))


def expanded(value: Any) -> Any:
    """The value with `$repeat`, `$concat`, `$range`, `$object_range` and `$nest` written out."""
    if isinstance(value, list):
        return [expanded(part) for part in value]
    if not isinstance(value, dict):
        return value
    if len(value) == 1:
        (name, given), *_ = value.items()
        if name in _NOTATION:
            return _NOTATION[name](given)
    return {name: expanded(part) for name, part in value.items()}


def _concat(parts: Any) -> Any:
    first, *rest = (expanded(part) for part in parts)
    for part in rest:
        first = first + part
    return first


def _object_range(given: Any) -> dict[str, Any]:
    return {
        _numbered(given["key"], n): _numbered(expanded(given["value"]), n)
        for n in range(given["count"])
    }


def _nest(given: Any) -> Any:
    value = expanded(given["core"])
    for _ in range(given["levels"]):
        value = _placed(given["wrap"], value)
    return value


_NOTATION = {
    "$repeat": lambda given: given["text"] * given["times"],
    "$concat": _concat,
    "$range": lambda given: [
        _numbered(expanded(given["template"]), n) for n in range(given["count"])
    ],
    "$object_range": _object_range,
    "$nest": _nest,
}


def _placed(wrap: Any, inner: Any) -> Any:
    if wrap == "@inner":
        return inner
    if isinstance(wrap, dict):
        return {name: _placed(part, inner) for name, part in wrap.items()}
    if isinstance(wrap, list):
        return [_placed(part, inner) for part in wrap]
    return wrap


def _numbered(value: Any, n: int) -> Any:
    if isinstance(value, str):
        return value.replace("{n}", str(n))
    if isinstance(value, dict):
        return {_numbered(name, n): _numbered(part, n) for name, part in value.items()}
    if isinstance(value, list):
        return [_numbered(part, n) for part in value]
    return value


def _generated(given: Any) -> Iterator[dict[str, Any]]:
    each = given["tools_each"]
    for index in range(given["connections"]):
        numbers = range(index * each, (index + 1) * each)
        tools = [_numbered(expanded(given["tool"]), n) for n in numbers]
        yield {"key": f"server_{index}", "tools": tools}


@dataclass(frozen=True, kw_only=True)
class Record:
    """What a scripted server wrote down, as far as it has come."""

    path: Path

    def lines(self) -> list[dict[str, Any]]:
        """Every whole line so far, in order."""
        if not self.path.exists():
            return []
        text = self.path.read_bytes().decode("utf-8", "surrogatepass")
        return [json.loads(line) for line in text.split("\n")[:-1]]

    def requests(self, method: str) -> list[dict[str, Any]]:
        """The messages of that method that the server received."""
        messages = [line["message"] for line in self.lines() if "message" in line]
        return [message for message in messages if message.get("method") == method]

    def events(self, name: str) -> list[dict[str, Any]]:
        """What the process noted under that name."""
        return [line for line in self.lines() if line.get("event") == name]

    def pids(self) -> list[int]:
        """Every process of this server: itself, its child, its grandchildren."""
        named = ("started", "child", "grandchild")
        return sorted({line["pid"] for line in self.lines() if line.get("event") in named})


@dataclass(frozen=True, kw_only=True)
class Scripted:
    """A scripted server that a target starts."""

    target: Target
    record: Record
    entry: dict[str, Any] = field(repr=False)


def scripted(
    entry: Mapping[str, Any],
    folder: Path,
    *,
    options: TargetOptions | None = None,
    limits: Limits = QUICK,
    key: str | None = None,
) -> Scripted:
    """A target that runs this server entry of a case, or one made up.

    Args:
        entry: as in `given.connections`, written out; `command` is kept where it is not Python.
        folder: where the script and the record are kept.
        options: instead of options that hold just `limits`.
        limits: time limits; `config.timeout_ms` of the entry wins for `connect`.
        key: connection key instead of the entry's.
    """
    name = key or entry["key"]
    stem = re.sub(r"\W", "_", name) + f".{len(list(folder.iterdir()))}"
    script = folder / f"{stem}.script.json"
    script.write_text(json.dumps(entry), encoding="utf-8")
    record = Record(path=folder / f"{stem}.record.jsonl")
    if "timeout_ms" in entry.get("config", {}):
        limits = replace(limits, connect=entry["config"]["timeout_ms"] / 1000)
    command = entry.get("command", sys.executable)
    args = ("-S", "-E", str(_SERVER), str(script), str(record.path))
    if command != sys.executable:
        args = tuple(entry.get("args", ()))
    how = Stdio(command=command, args=args, env=tuple(entry.get("env", {}).items()))
    target = Target(
        key=ConnectionKey(name),
        how=how,
        source=Source(dialect="command_line"),
        options=options or TargetOptions(limits=limits),
    )
    return Scripted(target=target, record=record, entry=dict(entry))


def scripted_all(case: Case, folder: Path, *, limits: Limits = QUICK) -> list[Scripted]:
    """Every server of a case, in order."""
    return [scripted(entry, folder, limits=limits) for entry in case.connections]


def is_running(pid: int) -> bool:
    """Whether a process lives; a zombie does not, where the system tells."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    if not Path("/proc/self/stat").exists():
        return True
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in ("Z", "X")


def wait_gone(pids: list[int], seconds: float = 5.0) -> list[int]:
    """Wait until none of these processes lives; give back those that still do after `seconds`."""
    deadline = time.monotonic() + seconds
    while (left := [pid for pid in pids if is_running(pid)]) and time.monotonic() < deadline:
        time.sleep(0.005)
    return left
