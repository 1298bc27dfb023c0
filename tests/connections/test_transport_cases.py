"""The behaviour cases on processes, over real ones."""

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from mcptui.connections.child import Grace
from mcptui.connections.era_memory import EraMemory
from mcptui.contract.connection import ConnectionState, LogSource
from mcptui.contract.target import ConnectionKey, Era, TargetOptions, VariableSyntax
from tests.connections.watching import SHORT, Watched, names, watched
from tests.servers.cases import (
    QUICK,
    Scripted,
    is_running,
    load_case,
    scripted,
    scripted_all,
    wait_gone,
)

GRANDCHILD = "transport-grandchild-cleanup"


async def test_a_child_gets_few_variables_and_the_status_names_them(tmp_path: Path) -> None:
    case = load_case("transport-child-environment")
    served = scripted(case.connection("e"), tmp_path)
    target = served.target
    target = type(target)(
        key=target.key, how=target.how, source=target.source, variables=VariableSyntax.BRACED
    )
    environ = {"PATH": os.environ["PATH"], **case.given["environment"]}
    async with watched([target], environ=environ) as seen:
        (status,) = await seen.settled()
        assert status.passed_env == ("API_KEY", "PATH")
        assert status.withheld_env == ("EXTRA", "HTTPS_PROXY", "TEST_KEY")
    (started,) = served.record.events("started")
    assert started["env"]["API_KEY"] == "tok-EXAMPLE-77"
    assert "PATH" in started["env"]
    assert not {"EXTRA", "HTTPS_PROXY", "TEST_KEY"} & set(started["env"])


@pytest.mark.parametrize(
    ("pass_env", "withheld"), [(("EXTRA",), ("HTTPS_PROXY", "TEST_KEY")), (("*",), ())]
)
async def test_variables_are_passed_by_name_or_all(
    tmp_path: Path, pass_env: tuple[str, ...], withheld: tuple[str, ...]
) -> None:
    case = load_case("transport-child-environment")
    entry = {**case.connection("e"), "env": {}}
    options = TargetOptions(pass_env=pass_env, limits=QUICK)
    served = scripted(entry, tmp_path, options=options)
    environ = {"PATH": os.environ["PATH"], **case.given["environment"]}
    async with watched([served.target], environ=environ) as seen:
        (status,) = await seen.settled()
        assert status.withheld_env == withheld
    assert served.record.events("started")[0]["env"]["EXTRA"] == "1"


async def test_a_child_that_ends_at_once_points_to_its_variables(tmp_path: Path) -> None:
    process = {"exits_on": "initialize", "exit_code": 3, "stderr": "API_KEY is missing\n"}
    served = scripted({"key": "s", "process": process}, tmp_path)
    async with watched([served.target], environ={"PATH": "/bin", "TOKEN": "x"}) as seen:
        (status,) = await seen.settled()
        assert status.state is ConnectionState.FAILED
        assert status.exit_code == 3
        assert status.cause == (
            "the server ended with exit code 3 during initialize: API_KEY is missing; "
            "it ran with the variables PATH, without 1 other of ours: pass_env passes more"
        )


async def test_connections_close_in_any_order_and_leave_nothing(tmp_path: Path) -> None:
    case = load_case("transport-close-in-any-order")
    a, b, c = (served.target for served in scripted_all(case, tmp_path))
    most: tuple[int, int] | None = None
    for _ in range(20):
        async with watched([a, b, c]) as seen:
            await seen.settled()
            seen.connections.close(b.key)
            seen.connections.close(a.key)
            await seen.until_state("B", ConnectionState.CLOSED)
            await seen.until_state("A", ConnectionState.CLOSED)
            assert seen.status("C").state is ConnectionState.CONNECTED
            seen.connections.start(a.key)
            await seen.until_state("A", ConnectionState.CONNECTED)
        states = {status.state for status in seen.connections.statuses}
        assert states == {ConnectionState.CLOSED}
        tasks, files = len(asyncio.all_tasks()), len(_open_files())
        most = most or (tasks, files)
        assert tasks <= most[0]
        assert files <= most[1]
    logs = [line for key in "ABC" for line in seen.log(key)]
    assert not [line for line in logs if "Error" in line or "Traceback" in line]


def _open_files() -> list[Path]:
    return list(Path("/proc/self/fd").iterdir())


async def test_a_command_that_does_not_exist_fails_alone(tmp_path: Path) -> None:
    case = load_case("transport-command-not-found")
    environ = {"PATH": "/nowhere/bin:/bin"}
    targets = [served.target for served in scripted_all(case, tmp_path)]
    async with watched(targets, environ=environ) as seen:
        await seen.settled()
        missing, good = seen.status("n"), seen.status("good")
        assert missing.state is ConnectionState.FAILED
        assert missing.cause == (
            "cannot start npx-does-not-exist: not found "
            "(searched PATH of mcptui's own environment: /nowhere/bin:/bin)"
        )
        assert good.state is ConnectionState.CONNECTED


async def test_a_signal_from_the_terminal_does_not_reach_the_server(tmp_path: Path) -> None:
    case = load_case("transport-ctrl-c")
    (served,) = scripted_all(case, tmp_path)
    async with watched([served.target]) as seen:
        (status,) = await seen.settled()
        assert status.pid is not None
        assert os.getpgid(status.pid) == status.pid
        assert os.getsid(status.pid) == status.pid
    assert served.record.events("signal") == []
    assert wait_gone(served.record.pids()) == []


async def _launched(tmp_path: Path, how: str | None, ignores: list[str]) -> Scripted:
    entry = load_case(GRANDCHILD).connection("l")
    entry["process"]["ignores"] = ignores
    if how is not None:
        entry["process"]["launches"] = how
    return scripted(entry, tmp_path)


@pytest.mark.parametrize("ignores", [["SIGTERM"], ["SIGTERM", "closed stdin"]])
@pytest.mark.parametrize("ending", ["leave", "close", "close_now"])
async def test_no_ending_leaves_a_grandchild_behind(
    tmp_path: Path, ending: str, ignores: list[str]
) -> None:
    served = await _launched(tmp_path, None, ignores)
    other = scripted({"key": "other", "tools": []}, tmp_path)
    async with watched([served.target, other.target]) as seen:
        await seen.settled()
        pids = served.record.pids()
        assert len(pids) == 2
        assert all(is_running(pid) for pid in pids)
        if ending == "close":
            seen.connections.close(ConnectionKey("l"))
            await seen.until_state("l", ConnectionState.CLOSED)
            assert wait_gone(pids) == []
            assert seen.status("other").state is ConnectionState.CONNECTED
        elif ending == "close_now":
            seen.connections.close_now()
            assert wait_gone(pids) == []
    assert wait_gone(pids + other.record.pids()) == []


async def test_a_launcher_that_exits_leaves_nothing_behind(tmp_path: Path) -> None:
    served = await _launched(tmp_path, "and exits", ["SIGTERM", "closed stdin"])
    async with watched([served.target]) as seen:
        status = await seen.until_state("l", ConnectionState.FAILED)
        assert status.exit_code == 0
        assert status.cause is not None
        assert status.cause.startswith("the server ended with exit code 0")
    assert wait_gone(served.record.pids()) == []


async def test_a_launcher_that_waits_is_served_through(tmp_path: Path) -> None:
    served = await _launched(tmp_path, "and waits", ["SIGTERM"])
    async with watched([served.target]) as seen:
        (status,) = await seen.settled()
        assert names(status) == ["a"]
    assert len(served.record.pids()) == 4
    assert wait_gone(served.record.pids()) == []


async def test_servers_that_ignore_everything_are_left_in_time(tmp_path: Path) -> None:
    process = {"ignores": ["SIGTERM", "SIGINT", "closed stdin"]}
    entries: list[dict[str, Any]] = [{"key": f"s{n}", "tools": []} for n in range(3)]
    hanging = {"key": "hangs", "replies": [{"to": "initialize", "silent": True}]}
    served = [scripted({**entry, "process": process}, tmp_path) for entry in (*entries, hanging)]
    # leaving is held to 5 s by `watched`, with the graces that users get
    async with watched([each.target for each in served], grace=Grace()) as seen:
        for entry in entries:
            await seen.until_state(entry["key"], ConnectionState.CONNECTED)
    assert wait_gone([pid for each in served for pid in each.record.pids()]) == []


async def test_a_line_that_is_not_utf8_is_a_fact_not_an_end(tmp_path: Path) -> None:
    case = load_case("transport-invalid-utf8-line")
    async with watched([served.target for served in scripted_all(case, tmp_path)]) as seen:
        await seen.settled()
        latin = seen.status("latin")
        assert names(latin) == ["a"]
        assert latin.invalid_utf8 == "byte E9 at offset 3"
        assert latin.stray_lines == (r"caf\xe9 started 1",)
        assert names(seen.status("good")) == ["b"]
        assert seen.status("good").invalid_utf8 is None


async def test_a_silent_server_with_broken_output_says_so(tmp_path: Path) -> None:
    entry = load_case("transport-invalid-utf8-line").connection("latin")
    entry["replies"] = [{"to": "initialize", "silent": True}]
    entry["config"] = {"timeout_ms": 600}
    async with watched([scripted(entry, tmp_path).target]) as seen:
        (status,) = await seen.settled()
        assert status.cause == (
            "no answer within 0.6 s: initialize is unanswered; standard output is not valid UTF-8 "
            "(byte E9 at offset 3): set the server's output encoding to UTF-8"
        )


async def test_secrets_are_in_no_text(tmp_path: Path) -> None:
    entry = load_case("transport-secrets-masked").connection("s")
    secret = "tok-EXAMPLE-e"
    entry["process"] = {
        "stdout_before": f"DB_PASSWORD is {secret}\n",
        "stderr": f"connecting with {secret}\nLOG_LEVEL=debug\n",
        "exits_on": "initialize",
    }
    entry["replies"] = [{"to": "server/discover", "error": {"code": -32600, "message": secret}}]
    async with watched([scripted(entry, tmp_path).target]) as seen:
        (status,) = await seen.settled()
        texts = [repr(each) for each in seen.told] + seen.log("s") + list(status.stray_lines)
        assert status.cause is not None
        assert not [text for text in (*texts, status.cause) if "tok-EXAMPLE" in text]
        assert "connecting with •••" in seen.log("s", LogSource.STDERR)
        assert "LOG_LEVEL=debug" in seen.log("s", LogSource.STDERR)


@pytest.mark.parametrize("padding", [0, 290])
@pytest.mark.parametrize("cursor", [None, "next"])
async def test_secrets_that_an_error_of_a_list_says_back_are_masked(
    cursor: str | None, padding: int, tmp_path: Path
) -> None:
    """Also one that stands where a long message is cut."""
    secret = "tok-EXAMPLE-e"
    entry = load_case("transport-secrets-masked").connection("s")
    first = {"tools": [{"name": "a"}], "nextCursor": "next"}
    error = {"code": -32000, "message": f"{'x' * padding} {secret}"}
    entry["replies"] = [
        {"to": "tools/list", "when": {"cursor": cursor}, "error": error},
        {"to": "tools/list", "result": first},
    ]
    async with watched([scripted(entry, tmp_path).target]) as seen:
        (status,) = await seen.settled()
        said = [status.cause or ""]
        if status.capture is not None:
            said.append(status.capture.incomplete_reason or "")
        texts = [repr(each) for each in seen.told] + seen.log("s") + said
        assert all("•••" in text for text in said)
        assert not [text for text in texts if "tok-EX" in text]


async def test_a_server_silent_to_the_probe_costs_the_wait_once(tmp_path: Path) -> None:
    case = load_case("transport-silent-to-discover")
    entry = {**case.connection("old"), "protocol": "2025-06-18"}
    served = scripted(entry, tmp_path)
    file = tmp_path / "state" / "silent_servers.json"
    async with watched([served.target], memory=EraMemory(file)) as seen:
        (status,) = await seen.settled()
        assert names(status) == ["a"]
        assert status.probe_silent
        assert status.handshake == "initialize, 2025-06-18; the probe got no answer"
        seen.connections.reconnect(status.key)
        again = await seen.until("old", lambda status: "not probed" in status.handshake)
        again = await seen.until_state("old", ConnectionState.CONNECTED)
        assert again.probe_silent
        assert again.handshake.startswith("initialize, 2025-06-18; not probed: the probe got no")
    assert len(served.record.events("started")) == 2
    assert len(served.record.requests("server/discover")) == 1

    async with watched([served.target], memory=EraMemory(file)) as seen:
        await seen.settled()
    assert len(served.record.requests("server/discover")) == 1


async def test_the_probe_can_be_switched_off(tmp_path: Path) -> None:
    entry = load_case("transport-silent-to-discover").connection("old")
    options = TargetOptions(era=Era.LEGACY, limits=QUICK)
    served = scripted(entry, tmp_path, options=options)
    async with watched([served.target]) as seen:
        (status,) = await seen.settled()
        assert status.handshake == "initialize, 2025-11-25; no probe (set so)"
        assert not status.probe_silent
    assert served.record.requests("server/discover") == []


async def test_a_flood_on_standard_error_costs_nothing_but_its_own_head(tmp_path: Path) -> None:
    case = load_case("transport-stderr-flood")
    entry = case.connection("spam")
    # there are no calls yet: the flood comes with each list
    flood = entry["process"].pop("stderr_on_call")
    assert len(flood) == 300_000
    entry["process"]["stderr_on"] = {"tools/list": flood}
    async with watched([scripted(entry, tmp_path).target]) as seen:
        await seen.settled()
        seen.connections.refresh()
        await seen.until("spam", lambda status: status.lists == 2)
        seen.connections.refresh()
        await seen.until("spam", lambda status: status.lists == 3)
        log = seen.connections.log_of(ConnectionKey("spam"))
        kept = "".join(line.text for line in log.lines if line.source is LogSource.STDERR)
        assert 8 * 1024 <= len(kept) <= 300_000
        assert set(kept) == {"x"}
        assert log.dropped_bytes >= 900_000 - 300_000
        assert max(len(line.text) for line in log.lines) <= 8 * 1024


async def test_coloured_log_lines_go_to_the_log_alone(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    case = load_case("transport-stderr-not-on-screen")
    async with watched([scripted_all(case, tmp_path)[0].target]) as seen:
        await seen.settled()
        lines = seen.log("chatty", LogSource.STDERR)
        assert lines == ["\x1b[31mINFO processing request\x1b[0m"] * 50
    assert capfd.readouterr() == ("", "")


async def test_text_between_messages_is_kept_beside_them(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    case = load_case("transport-stdout-banner")
    async with watched([scripted_all(case, tmp_path)[0].target]) as seen:
        (status,) = await seen.settled()
        assert names(status) == ["a"]
        banner = ["Server v1.2 ready [1/3]", "✓ listening", "debug: list requested"]
        assert list(status.stray_lines) == banner
        assert status.stray_count == 3
        assert seen.log("noisy", LogSource.STDOUT) == banner
    assert capfd.readouterr() == ("", "")


async def test_an_exception_of_ours_leaves_nothing_behind(tmp_path: Path) -> None:
    served = await _launched(tmp_path, None, ["SIGTERM", "closed stdin"])

    async def broken(seen: Watched) -> None:
        await seen.settled()
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        async with watched([served.target]) as seen:
            await broken(seen)
    assert wait_gone(served.record.pids()) == []


PROGRAM = """
import asyncio, sys
from mcptui.connections.child import Grace
from mcptui.connections.manager import ConnectionManager
from mcptui.contract.target import ConnectionKey, Source, Stdio, Target

async def main():
    how = Stdio(command=sys.executable, args=tuple(sys.argv[2:]))
    target = Target(key=ConnectionKey("l"), how=how, source=Source(dialect="command_line"))
    connections = ConnectionManager(grace=Grace(after_input=0.2, after_term=0.2))
    connections.open(target)
    await connections.settled()
    if sys.argv[1] == "never left":
        return
    async with connections:
        if sys.argv[1] == "exception":
            raise ZeroDivisionError
        if sys.argv[1] == "cancelled twice":
            task = asyncio.current_task()
            loop = asyncio.get_running_loop()
            loop.call_later(0.01, task.cancel)
            loop.call_later(0.05, task.cancel)
            await asyncio.sleep(60)

asyncio.run(main())
"""


@pytest.mark.parametrize("ending", ["exception", "cancelled twice", "never left"])
async def test_no_end_of_our_process_leaves_one_behind(tmp_path: Path, ending: str) -> None:
    served = await _launched(tmp_path, None, ["SIGTERM", "closed stdin"])
    args = served.target.how.args  # type: ignore[union-attr]  # a scripted target is stdio
    ours = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        PROGRAM,
        ending,
        *args,
        cwd=Path(__file__).parents[2],
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(15):
        said, complained = await ours.communicate()
    assert said == b""
    assert b"Task was destroyed" not in complained
    pids = served.record.pids()
    assert len(pids) == 2
    assert wait_gone(pids) == []


def test_the_short_graces_are_shorter_than_those_of_users() -> None:
    assert SHORT.after_input < Grace().after_input
    assert Grace().after_input + Grace().after_term + Grace().after_kill <= 4
