"""The demo servers as processes: real servers of the official SDK, in both eras."""

import signal
import subprocess
import sys

import anyio
import pytest
from mcp import Client, MCPError, StdioServerParameters

from mcptui.contract.target import Stdio, Target
from mcptui.demo.servers import demo_server, demo_targets

BOUND = 5.0
"""Seconds any one request may take."""
WHOLE = 2 * BOUND
"""Seconds from a server's start to its end."""


def started_by(target: Target) -> StdioServerParameters:
    how = target.how
    assert isinstance(how, Stdio)
    return StdioServerParameters(command=how.command, args=list(how.args), cwd=how.cwd)


@pytest.mark.parametrize("target", demo_targets(), ids=lambda target: target.key)
async def test_a_demo_server_lists_its_tools_in_their_order(target: Target) -> None:
    demo = demo_server(target.key)
    with anyio.fail_after(WHOLE):
        async with Client(started_by(target), cache=None, read_timeout_seconds=BOUND) as client:
            listed = await client.list_tools()
            assert client.protocol_version == "2026-07-28"
            assert client.server_info is not None
            assert (client.server_info.name, client.server_info.version) == (
                demo.name,
                demo.version,
            )
            assert client.instructions == demo.instructions
    sent = [tool.model_dump(by_alias=True, exclude_unset=True) for tool in listed.tools]
    assert sent == [tool.definition for tool in demo.tools]


async def test_a_demo_server_speaks_the_earlier_handshake_too() -> None:
    target = demo_targets(edition=1)[-1]
    with anyio.fail_after(WHOLE):
        async with Client(
            started_by(target), mode="legacy", cache=None, read_timeout_seconds=BOUND
        ) as client:
            listed = await client.list_tools()
            result = await client.call_tool("check_stock", {"item_id": "cup-02"})
            with pytest.raises(MCPError, match="Unknown tool: nothing"):
                await client.call_tool("nothing", {})
            assert client.protocol_version == "2025-11-25"
    sent = [tool.model_dump(by_alias=True, exclude_unset=True) for tool in listed.tools]
    assert sent == [tool.definition for tool in demo_server("store", edition=1).tools]
    assert result.structured_content == {"pieces": 0}


async def test_a_demo_server_ends_when_its_input_ends() -> None:
    with anyio.fail_after(WHOLE):
        run = await anyio.run_process([sys.executable, "-m", "mcptui.demo", "store"], input=b"")
    assert (run.returncode, run.stdout) == (0, b"")
    assert b"ready" in run.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to one process")
async def test_ctrl_c_ends_a_demo_server_that_waits_for_input() -> None:
    with anyio.fail_after(WHOLE):
        async with await anyio.open_process(
            [sys.executable, "-m", "mcptui.demo", "store"], stdin=subprocess.PIPE
        ) as process:
            assert process.stderr is not None
            assert b"ready" in await process.stderr.receive()
            process.send_signal(signal.SIGINT)
            assert await process.wait() == -signal.SIGINT


async def test_an_unknown_demo_server_is_a_usage_error() -> None:
    with anyio.fail_after(WHOLE):
        run = await anyio.run_process([sys.executable, "-m", "mcptui.demo", "nothing"], check=False)
    assert run.returncode == 2
    assert b"docs_01" in run.stderr
