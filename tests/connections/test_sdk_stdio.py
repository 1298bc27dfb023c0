"""The SDK's own stdio transport under our tap, as Windows uses it."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from mcptui.connections.link import LinkFacts
from mcptui.connections.log_tail import LogTail
from mcptui.connections.sdk import load_sdk, make_client
from mcptui.connections.tap import Exchange, Recorder
from mcptui.connections.tapped import TapTransport
from mcptui.connections.transports.sdk_stdio import open_transport
from mcptui.contract.connection import LogSource
from mcptui.contract.target import Era, Limits, Stdio
from mcptui.errors import UnreachableError
from tests.servers.cases import scripted, wait_gone


@asynccontextmanager
async def listed(
    how: Stdio,
) -> AsyncIterator[tuple[Exchange, Exception | None, LinkFacts, LogTail]]:
    """What one `tools/list` brought."""
    await load_sdk()
    recorder, facts, log = Recorder(), LinkFacts(), LogTail()
    async with (
        asyncio.timeout(5),
        open_transport(how, recorder, facts, log=log, environ=os.environ) as link,
        make_client(
            TapTransport(link, recorder, probe_seconds=0.2), Era.AUTO, Limits(request=5)
        ) as client,
    ):
        problem = None
        with recorder.operation() as exchange:
            try:
                await client.list_tools()
            except Exception as failure:  # noqa: BLE001  # whatever the SDK raises is looked at
                problem = failure
        yield exchange, problem, facts, log


def how_of(entry: dict[str, Any], folder: Path) -> tuple[Stdio, list[int]]:
    served = scripted({"key": "s", **entry}, folder)
    assert isinstance(served.target.how, Stdio)
    return served.target.how, served.record.pids()


async def test_a_list_comes_through_beside_stray_lines_and_standard_error(tmp_path: Path) -> None:
    process = {"stdout_before": "hello [/]\n", "stderr": "a\nb\n"}
    how, pids = how_of({"tools": [{"name": "a", "x": 1.0}], "process": process}, tmp_path)
    async with listed(how) as (exchange, _, facts, log):
        (asked,) = exchange.requests("tools/list")
        answer = exchange.answer_to(asked)
        assert answer is not None
        assert answer.member("result") == {"tools": [{"name": "a", "x": 1.0}]}
        assert facts.stray_lines == ("hello [/]",)
        assert "PATH" in facts.passed_env
    lines = log.snapshot().lines
    assert [line.text for line in lines if line.source is LogSource.STDERR] == ["a", "b"]
    assert wait_gone(pids) == []


async def test_a_malformed_answer_is_answered_at_once(tmp_path: Path) -> None:
    raw = '{"jsonrpc":"2.0","id":{id},"result":[]}'
    how, _ = how_of({"replies": [{"to": "tools/list", "raw": raw}]}, tmp_path)
    async with listed(how) as (_, problem, _, _):
        assert problem is not None
        assert "malformed response" in str(problem)


async def test_a_program_that_is_not_there_is_named(tmp_path: Path) -> None:
    how = Stdio(command="npx-does-not-exist", cwd=str(tmp_path))
    with pytest.raises(UnreachableError, match="cannot start npx-does-not-exist: not found"):
        async with listed(how):
            raise NotImplementedError
