"""What the manager does with targets, beside what a server does."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from mcptui.connections.manager import ConnectionManager
from mcptui.contract.connection import ConnectionState, LogSource
from mcptui.contract.target import (
    Broken,
    ConnectionKey,
    Http,
    Limits,
    Recorded,
    Source,
    Stdio,
    Target,
    TargetOptions,
    VariableSyntax,
)
from mcptui.contract.wire import JsonValue, dumps
from tests.connections.watching import names, until_asked, watched
from tests.servers.cases import scripted, wait_gone

LIST = "tools/list"
HERE = Source(dialect="claude_code", file=".mcp.json", line=3)


WHAT_IS_LOADED = """
import sys, mcptui.connections.manager
print([name for name in ("mcp", "pydantic", "httpx2") if name in sys.modules])
"""


def test_importing_the_manager_loads_no_sdk() -> None:
    said = subprocess.run(
        [sys.executable, "-c", WHAT_IS_LOADED],
        capture_output=True,
        text=True,
        check=True,
        timeout=10,
    )
    assert said.stdout == "[]\n"


async def test_a_broken_entry_is_shown_and_never_started() -> None:
    how = Broken(reason="neither command nor url")
    target = Target(key=ConnectionKey("c"), how=how, source=HERE)
    async with watched([target]) as seen:
        (status,) = await seen.settled()
        assert status.state is ConnectionState.FAILED
        assert status.cause == "neither command nor url"
        seen.connections.reconnect(status.key)
        assert seen.status("c").cause == "neither command nor url"


async def test_a_switched_off_entry_waits_until_it_is_started(tmp_path: Path) -> None:
    served = scripted({"key": "s", "tools": [{"name": "a"}]}, tmp_path)
    target = Target(key=served.target.key, how=served.target.how, source=HERE, disabled=True)
    async with watched([target]) as seen:
        (status,) = await seen.settled()
        assert status.state is ConnectionState.WAITING
        assert status.cause == "switched off in .mcp.json:3"
        seen.connections.start(target.key)
        started = await seen.until_state("s", ConnectionState.CONNECTED)
        assert names(started) == ["a"]
        assert started.cause is None


async def test_a_held_target_is_not_started(tmp_path: Path) -> None:
    served = scripted({"key": "s", "tools": []}, tmp_path)
    async with watched() as seen:
        seen.connections.hold(served.target)
        (status,) = await seen.settled()
        assert status.state is ConnectionState.WAITING
        assert served.record.lines() == []
        seen.connections.start(status.key)
        await seen.until_state("s", ConnectionState.CONNECTED)


async def test_an_unset_variable_is_named_and_nothing_is_contacted() -> None:
    headers = (("Authorization", "Bearer ${NOT_SET}"),)
    how = Http(url="https://b.example.test/mcp", headers=headers)
    target = Target(key=ConnectionKey("b"), how=how, source=HERE, variables=VariableSyntax.BRACED)
    async with watched([target], environ={}) as seen:
        (status,) = await seen.settled()
        assert status.state is ConnectionState.FAILED
        assert status.cause is not None
        assert "variable NOT_SET is not set" in status.cause


async def test_an_unanswered_input_waits_for_its_answer(tmp_path: Path) -> None:
    served = scripted({"key": "s", "tools": []}, tmp_path)
    assert isinstance(served.target.how, Stdio)
    how = Stdio(
        command=served.target.how.command,
        args=served.target.how.args,
        env=(("TOKEN", "${input:token}"),),
    )
    target = Target(
        key=ConnectionKey("s"),
        how=how,
        source=HERE,
        variables=VariableSyntax.EDITOR,
        inputs=(("token", "The token", True),),
    )
    answers: dict[str, str] = {}
    async with watched([target], answers=answers) as seen:
        (status,) = await seen.settled()
        assert status.state is ConnectionState.WAITING
        assert status.cause is not None
        assert "token" in status.cause
        answers["token"] = "tok-EXAMPLE-9"
        seen.connections.start(status.key)
        await seen.until_state("s", ConnectionState.CONNECTED)
    assert served.record.events("started")[0]["env"]["TOKEN"] == "tok-EXAMPLE-9"


async def test_a_capture_is_played_back_with_its_profile(tmp_path: Path) -> None:
    tool: dict[str, JsonValue] = {"z": 1.0, "name": "a", "inputSchema": {"type": "object"}}
    capture = {
        "server": {"serverInfo": {"name": "kept", "version": "1"}, "instructions": "Read."},
        "profile": {
            "protocol_version": "2025-06-18",
            "client_capabilities": {"roots": {}},
            "transport": "sse",
        },
        "complete": True,
        "pages": 2,
        "tools": [tool],
    }
    (tmp_path / "capture.json").write_text(json.dumps(capture), encoding="utf-8")
    how = Recorded(path="capture.json")
    target = Target(key=ConnectionKey("r"), how=how, source=HERE, base=str(tmp_path))
    async with watched([target]) as seen:
        (status,) = await seen.settled()
        assert status.state is ConnectionState.CONNECTED
        assert status.pid is None
        assert status.capture is not None
        assert status.capture.profile.protocol_version == "2025-06-18"
        assert status.capture.profile.client_capabilities == {"roots": {}}
        assert status.capture.profile.transport == "sse"
        assert status.capture.pages == 2
        assert [dumps(each.raw) for each in status.capture.tools] == [dumps(tool)]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "capture.json: no such file or directory"),
        (b"{", "capture.json:1:2: not valid JSON: the JSON ends before it is complete"),
        (b'{"tools": []}\xe9', "capture.json: it is not UTF-8 (byte E9 at offset 13)"),
    ],
)
async def test_a_capture_that_cannot_be_read_fails_with_its_place(
    tmp_path: Path, content: bytes | None, reason: str
) -> None:
    if content is not None:
        (tmp_path / "capture.json").write_bytes(content)
    how = Recorded(path="capture.json")
    target = Target(key=ConnectionKey("r"), how=how, source=HERE, base=str(tmp_path))
    async with watched([target]) as seen:
        (status,) = await seen.settled()
        assert status.state is ConnectionState.FAILED
        assert status.cause is not None
        assert status.cause.startswith(reason)


async def test_a_server_that_dies_keeps_its_tools_and_last_words(tmp_path: Path) -> None:
    process = {"stderr": "out of memory\n", "exits_after_ms": 700, "exit_code": 137}
    entry = {"key": "s", "tools": [{"name": "a"}], "process": process}
    async with watched([scripted(entry, tmp_path).target]) as seen:
        await seen.settled()
        dead = await seen.until_state("s", ConnectionState.FAILED)
        assert dead.exit_code == 137
        assert dead.cause is not None
        assert dead.cause.startswith("the server ended with exit code 137: out of memory")
        assert names(dead) == ["a"]
        assert "ended, exit code 137" in seen.log("s", LogSource.EVENT)


async def test_reconnecting_starts_a_new_process_and_keeps_the_list_meanwhile(
    tmp_path: Path,
) -> None:
    served = scripted({"key": "s", "tools": [{"name": "a"}], "connect_delay_ms": 300}, tmp_path)
    async with watched([served.target]) as seen:
        (first,) = await seen.settled()
        seen.connections.reconnect(first.key)
        between = await seen.until_state("s", ConnectionState.CONNECTING)
        assert names(between) == ["a"]
        second = await seen.until_state("s", ConnectionState.CONNECTED)
        assert second.pid != first.pid
        assert second.lists == 1
        assert second.previous_names == frozenset({"a"})
    assert len(served.record.events("started")) == 2


async def test_reconnecting_again_and_again_ends_with_one_process(tmp_path: Path) -> None:
    served = scripted({"key": "s", "tools": [{"name": "a"}], "connect_delay_ms": 300}, tmp_path)
    async with watched([served.target]) as seen:
        for _ in range(5):
            seen.connections.reconnect(served.target.key)
        await seen.settled()
        for _ in range(5):
            seen.connections.reconnect(served.target.key)
        await seen.until_state("s", ConnectionState.CONNECTING)
        status = await seen.until_state("s", ConnectionState.CONNECTED)
        assert status.pid is not None
        running = [pid for pid in served.record.pids() if pid != status.pid]
        assert wait_gone(running) == []


async def test_refreshing_while_a_list_is_fetched_asks_once_more(tmp_path: Path) -> None:
    replies = [{"to": LIST, "after_ms": 150, "result": {"tools": [{"name": "a"}]}}]
    served = scripted({"key": "s", "replies": replies}, tmp_path)
    async with watched([served.target]) as seen:
        await seen.settled()
        seen.connections.refresh()
        await until_asked(served.record, LIST, 2)
        for _ in range(10):
            seen.connections.refresh()
        await seen.until("s", lambda status: status.lists == 3)
        seen.connections.close(served.target.key)
        await seen.until_state("s", ConnectionState.CLOSED)
    assert len(served.record.requests(LIST)) == 3


@pytest.mark.parametrize("stage", ["connecting", "listing"])
async def test_closing_does_not_wait_for_an_answer(tmp_path: Path, stage: str) -> None:
    silent = "initialize" if stage == "connecting" else LIST
    entry = {"key": "s", "replies": [{"to": silent, "silent": True}]}
    limits = Limits(connect=60, request=60, probe=0.2)
    served = scripted(entry, tmp_path, limits=limits)
    async with watched([served.target]) as seen:
        await seen.until("s", lambda status: status.stage.startswith(silent))
        seen.connections.close(served.target.key)
        assert seen.status("s").state is ConnectionState.CLOSING
        status = await seen.until_state("s", ConnectionState.CLOSED)
        assert status.cause is None
    assert wait_gone(served.record.pids()) == []


async def test_ten_slow_servers_connect_side_by_side(tmp_path: Path) -> None:
    entries = [{"key": f"s{n}", "tools": [], "connect_delay_ms": 700} for n in range(10)]
    targets = [scripted(entry, tmp_path).target for entry in entries]
    async with watched(targets) as seen:
        statuses = await seen.settled()  # one after the other they would take 7 s, more than that
        assert {status.state for status in statuses} == {ConnectionState.CONNECTED}
        assert [status.key for status in statuses] == [f"s{n}" for n in range(10)]


async def test_a_key_that_runs_cannot_be_opened_again(tmp_path: Path) -> None:
    served = scripted({"key": "s", "tools": []}, tmp_path)
    async with watched([served.target]) as seen:
        with pytest.raises(ValueError, match="runs already"):
            seen.connections.open(served.target)


async def test_an_interrupted_leave_still_ends_every_process(tmp_path: Path) -> None:
    process = {"ignores": ["SIGTERM", "closed stdin"]}
    served = scripted({"key": "s", "tools": [], "process": process}, tmp_path)

    async def work() -> None:
        async with ConnectionManager() as connections:
            connections.open(served.target)
            await connections.settled()
            entered.set()

    entered = asyncio.Event()
    task = asyncio.create_task(work())
    async with asyncio.timeout(5):
        await entered.wait()
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert wait_gone(served.record.pids()) == []


async def test_statuses_hold_no_secret_in_their_repr(tmp_path: Path) -> None:
    entry = {"key": "s", "tools": [], "env": {"TOKEN": "tok-EXAMPLE-1"}}
    options = TargetOptions(limits=Limits(probe=0.2))
    async with watched([scripted(entry, tmp_path, options=options).target]) as seen:
        await seen.settled()
        assert "tok-EXAMPLE" not in repr(seen.told)


async def test_a_fault_of_ours_costs_one_connection(tmp_path: Path) -> None:
    good = scripted({"key": "good", "tools": []}, tmp_path)
    how = Stdio(command="x", env_files=("\0",))
    odd = Target(key=ConnectionKey("odd"), how=how, source=HERE)
    async with watched([odd, good.target]) as seen:
        await seen.settled()
        assert seen.status("odd").state is ConnectionState.FAILED
        assert seen.status("odd").cause
        assert seen.status("good").state is ConnectionState.CONNECTED
