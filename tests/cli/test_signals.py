"""A command that is interrupted while a server hangs."""

import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from mcptui.errors import ExitCode
from tests.cli.shell import Shell, tool
from tests.servers.cases import Record, wait_gone

HANGS = {
    "key": "a",
    "replies": [{"to": "initialize", "silent": True}],
    "process": {"ignores": ["SIGTERM", "SIGINT", "closed stdin"], "spawns": "a grandchild"},
}


def _started(folder: Path, arguments: Sequence[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "mcptui", *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
    )


def _wait_for(record: Record, method: str) -> None:
    deadline = time.monotonic() + 20
    while not record.requests(method):
        assert time.monotonic() < deadline, f"the server was never asked for {method}"
        time.sleep(0.01)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_a_command_with_130_and_no_process_is_left(
    shell: Shell, number: signal.Signals
) -> None:
    server, record = shell.server(HANGS)
    arguments = ["tools", "--server", server, "--timeout", "60", "--era", "legacy"]
    process = _started(shell.folder, arguments)
    try:
        _wait_for(record, "initialize")
        process.send_signal(number)
        out, err = process.communicate(timeout=10)
    finally:
        process.kill()
    assert (process.returncode, out) == (ExitCode.INTERRUPTED, "")
    assert err == "mcptui: interrupted\n"
    assert len(record.pids()) >= 2
    assert wait_gone(record.pids()) == []


def test_an_interrupted_capture_writes_no_file(shell: Shell) -> None:
    server, record = shell.server(HANGS)
    arguments = ["capture", "--server", server, "--timeout", "60", "-o", "a.json"]
    process = _started(shell.folder, [*arguments, "--era", "legacy"])
    try:
        _wait_for(record, "initialize")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=10)
    finally:
        process.kill()
    assert process.returncode == ExitCode.INTERRUPTED
    assert not (shell.folder / "a.json").exists()
    assert wait_gone(record.pids()) == []


def test_progress_is_told_on_a_terminal_and_leaves_no_trace_in_the_data(shell: Shell) -> None:
    server, _ = shell.server({"key": "slow", "tools": [tool("a")], "connect_delay_ms": 300})
    controller, terminal = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "mcptui", "tools", "--server", server],
        cwd=shell.folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=terminal,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
    )
    os.close(terminal)
    try:
        out, _ = process.communicate(timeout=30)
    finally:
        process.kill()
    told = b""
    try:
        while part := os.read(controller, 4096):
            told += part
    except OSError:  # the terminal is closed: everything was read
        pass
    os.close(controller)
    assert process.returncode == ExitCode.FINE
    assert b"0 of 1 answered; waiting for slow" in told
    assert told.endswith(b"\r\x1b[2K")
    assert b"slow_a" in out
    assert b"\x1b" not in out
