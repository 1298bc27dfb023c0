"""Revisions, eras, and answers that no SDK would take, over real processes."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from mcptui.connections.era_memory import EraMemory
from mcptui.contract.connection import ConnectionState, LogSource
from mcptui.contract.target import ConnectionKey, Era, Limits, Source, Stdio, Target, TargetOptions
from mcptui.contract.wire import dumps, loads
from tests.connections.watching import names, watched
from tests.servers.cases import QUICK, case_ids, load_case, scripted

LIST = "tools/list"
SDK_SERVER = Path(__file__).parents[1] / "servers" / "sdk_server.py"


def answer(result: str) -> dict[str, str]:
    """A scripted list answer with this text as its result."""
    return {"to": LIST, "raw": f'{{"jsonrpc":"2.0","id":{{id}},"result":{result}}}'}


def sdk_target(*args: str, era: Era = Era.AUTO) -> Target:
    return Target(
        key=ConnectionKey("sdk"),
        how=Stdio(command=sys.executable, args=(str(SDK_SERVER), *args)),
        source=Source(dialect="command_line"),
        options=TargetOptions(era=era, limits=Limits(connect=15.0)),
    )


# --- eras and revisions ---------------------------------------------------------------------------


@pytest.mark.parametrize("revision", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
async def test_every_revision_with_a_handshake_is_spoken(tmp_path: Path, revision: str) -> None:
    entry = {"key": "s", "tools": [{"name": "a"}], "protocol": revision, "instructions": "Read."}
    async with watched([scripted(entry, tmp_path).target]) as seen:
        (status,) = await seen.settled()
        assert status.capture is not None
        assert status.capture.profile.protocol_version == revision
        assert status.capture.profile.client_capabilities == {}
        assert status.capture.profile.transport == "stdio"
        assert status.capture.instructions == "Read."
        words = f"initialize, {revision}; the probe was answered with error -32601"
        assert status.handshake == words


async def test_the_modern_revision_is_found_by_the_probe(tmp_path: Path) -> None:
    info = {"name": "m", "version": "1", "x": 1.0}
    entry = {"key": "s", "tools": [{"name": "a"}], "protocol": "2026-07-28", "server_info": info}
    async with watched([scripted(entry, tmp_path).target]) as seen:
        (status,) = await seen.settled()
        assert status.handshake == "server/discover, 2026-07-28"
        assert status.capture is not None
        assert status.capture.server == {
            "serverInfo": info,
            "protocolVersion": "2026-07-28",
            "capabilities": {"tools": {}},
        }
        assert status.capture.profile.client_capabilities == {}


async def test_an_era_that_is_set_is_not_probed_for(tmp_path: Path) -> None:
    entry = {"key": "s", "tools": [{"name": "a"}], "protocol": "2026-07-28", "instructions": "Go."}
    options = TargetOptions(era=Era.MODERN, limits=QUICK)
    served = scripted(entry, tmp_path, options=options)
    async with watched([served.target]) as seen:
        (status,) = await seen.settled()
        assert names(status) == ["a"]
        assert status.handshake == "no handshake, 2026-07-28 at once (set so)"
        assert status.capture is not None
        assert status.capture.instructions == "Go."
    assert served.record.requests("initialize") == []


async def test_a_server_that_ends_at_the_probe_is_started_without_it(tmp_path: Path) -> None:
    entry = {"key": "s", "tools": [{"name": "a"}], "connect_delay_ms": 120}
    entry["process"] = {"exits_on": "server/discover"}
    served = scripted(entry, tmp_path)
    async with watched([served.target]) as seen:
        (status,) = await seen.settled()
        assert status.state is ConnectionState.CONNECTED
        assert names(status) == ["a"]
        assert status.handshake.startswith(
            "initialize, 2025-11-25; not probed: the probe ended the server on "
        )
        seen.connections.reconnect(status.key)
        await seen.until_state("s", ConnectionState.CONNECTING)
        await seen.until_state("s", ConnectionState.CONNECTED)
    assert len(served.record.events("started")) == 3
    assert len(served.record.requests("server/discover")) == 1


async def test_a_server_that_always_ends_is_started_twice_at_most(tmp_path: Path) -> None:
    entry: dict[str, Any] = {"key": "s", "process": {"exits_at_start": True, "exit_code": 4}}
    entry["process"]["stderr"] = "no key\n"
    served = scripted(entry, tmp_path)
    async with watched([served.target]) as seen:
        (status,) = await seen.settled()
        assert status.state is ConnectionState.FAILED
        assert status.exit_code == 4
        assert status.cause is not None
        assert "ended with exit code 4 during initialize: no key" in status.cause
    assert len(served.record.events("started")) == 2


async def test_a_slow_starter_is_not_taken_for_silent(tmp_path: Path) -> None:
    entry = {"key": "s", "tools": [{"name": "a"}], "connect_delay_ms": 600}
    memory = EraMemory(tmp_path / "silent.json")
    async with watched([scripted(entry, tmp_path).target], memory=memory) as seen:
        (status,) = await seen.settled()
        assert names(status) == ["a"]
        assert not status.probe_silent
    assert not (tmp_path / "silent.json").exists()


async def test_a_remembered_era_that_fails_is_forgotten(tmp_path: Path) -> None:
    entry = {"key": "s", "tools": [{"name": "a"}], "protocol": "2026-07-28"}
    served = scripted(entry, tmp_path)
    memory = EraMemory(tmp_path / "silent.json")
    memory.remember(served.target, silent=True)
    async with watched([served.target], memory=memory) as seen:
        (status,) = await seen.settled()
        assert status.state is ConnectionState.CONNECTED
        assert status.handshake == "server/discover, 2026-07-28"
    assert memory.recall(served.target) is None


@pytest.mark.parametrize("code", [-32000, -32001, -32603])
async def test_a_refused_handshake_is_told_by_code_and_message(tmp_path: Path, code: int) -> None:
    refusal = {"code": code, "message": "Bad Request:\nno"}
    served = scripted({"key": "s", "replies": [{"to": "initialize", "error": refusal}]}, tmp_path)
    async with watched([served.target]) as seen:
        (status,) = await seen.settled()
        assert status.state is ConnectionState.FAILED
        assert status.cause == f"initialize failed: {code} Bad Request:␊no"


async def test_an_answer_to_initialize_that_is_not_valid_says_where(tmp_path: Path) -> None:
    greeting = {"protocolVersion": "2025-11-25", "serverInfo": {"name": 1}}
    served = scripted({"key": "s", "replies": [{"to": "initialize", "result": greeting}]}, tmp_path)
    async with watched([served.target]) as seen:
        (status,) = await seen.settled()
        assert status.cause is not None
        assert status.cause.startswith("initialize failed: its answer is not valid, ")
        assert "capabilities: Field required" in status.cause
        assert "TaskGroup" not in status.cause


async def test_a_revision_of_nobody_is_named(tmp_path: Path) -> None:
    entry = {"key": "s", "tools": [], "protocol": "2024-10-07"}
    async with watched([scripted(entry, tmp_path).target]) as seen:
        (status,) = await seen.settled()
        assert status.state is ConnectionState.FAILED
        assert status.cause is not None
        assert "2024-10-07" in status.cause


@pytest.mark.parametrize("era", [Era.AUTO, Era.LEGACY])
async def test_a_server_of_the_sdk_is_listed_in_both_eras(era: Era) -> None:
    async with watched([sdk_target(era=era)]) as seen:
        (status,) = await seen.settled(seconds=15)
        assert status.state is ConnectionState.CONNECTED
        assert names(status) == ["add"]
        assert status.capture is not None
        assert status.capture.server_info == {"name": "sdk-server", "version": "7"}
        assert status.capture.instructions == "Add what is to be added."
        modern = era is not Era.LEGACY
        assert (status.capture.profile.protocol_version == "2026-07-28") is modern
        assert status.sdk_objections == ()


async def test_a_modern_server_announces_over_a_subscription() -> None:
    async with watched([sdk_target("grows")]) as seen:
        await seen.settled(seconds=15)
        status = await seen.until("sdk", lambda status: status.lists == 2)
        assert names(status) == ["add", "subtract"]
        assert status.list_changed == 1
        assert status.notifications == "changes are announced"


async def test_a_server_that_announces_undeclared_is_followed(tmp_path: Path) -> None:
    burst = {"method": "notifications/tools/list_changed", "times": 1, "within_ms": 1}
    capabilities = {"tools": {"listChanged": False}}
    entry = {"key": "s", "tools": [], "capabilities": capabilities, "notify": burst}
    async with watched([scripted(entry, tmp_path).target]) as seen:
        status = await seen.until("s", lambda status: status.lists == 2)
        assert status.notifications == "announced, though the server did not declare it"


async def test_log_messages_of_a_server_go_to_its_log(tmp_path: Path) -> None:
    said = {
        "jsonrpc": "2.0",
        "method": "notifications/message",
        "params": {"level": "warning", "logger": "db", "data": {"slow": True}},
    }
    listed = json.dumps({"jsonrpc": "2.0", "id": 0, "result": {"tools": []}})
    raw = f"{json.dumps(said)}\n{listed}".replace('"id": 0', '"id": {id}')
    served = scripted({"key": "s", "replies": [{"to": LIST, "raw": raw}]}, tmp_path)
    async with watched([served.target]) as seen:
        await seen.settled()
        assert seen.log("s", LogSource.SERVER) == ['warning db: {"slow":true}']


# --- what the typed models would lose -------------------------------------------------------------


def cases_with_tools() -> list[str]:
    groups = ("names", "schema", "tui")
    ids = [case_id for group in groups for case_id in case_ids(group)]
    return [case_id for case_id in ids if load_case(case_id).connections]


@pytest.mark.parametrize("case_id", cases_with_tools())
async def test_every_tool_of_a_case_comes_as_it_was_sent(tmp_path: Path, case_id: str) -> None:
    entries = [entry for entry in load_case(case_id).connections if entry.get("tools")]
    async with watched([scripted(entry, tmp_path).target for entry in entries]) as seen:
        for status, entry in zip(await seen.settled(), entries, strict=True):
            assert status.state is ConnectionState.CONNECTED
            assert status.capture is not None
            sent = [dumps(tool) for tool in entry["tools"]]
            assert [dumps(tool.raw) for tool in status.capture.tools] == sent


ODD_TOOLS = {
    "no schema": '{"name":"a"}',
    "an empty schema": '{"name":"a","inputSchema":{}}',
    "a boolean schema": '{"name":"a","inputSchema":true}',
    "null": "null",
    "a number for a name": '{"name":7,"inputSchema":{"type":"object"}}',
    "a lone surrogate": '{"name":"a","description":"\\ud83d"}',
    "a huge integer": f'{{"name":"a","x":{"9" * 5000}}}',
    "repeated members": '{"name":"a","name":"b","inputSchema":{"type":"object"}}',
    "numbers beyond a double": '{"name":"a","x":[1e400,-0,0.1,1.0,NaN]}',
    "a schema 400 deep": '{"name":"a","inputSchema":'
    + '{"type":"object","properties":{"p":' * 400
    + "{}"
    + "}}" * 400
    + "}",
}


@pytest.mark.parametrize("sent", ODD_TOOLS.values(), ids=ODD_TOOLS.keys())
async def test_an_odd_tool_is_listed_beside_a_sound_one(tmp_path: Path, sent: str) -> None:
    sound = '{"name":"sound","inputSchema":{"type":"object"}}'
    replies = [answer(f'{{"tools":[{sent},{sound}]}}')]
    served = scripted({"key": "s", "replies": replies}, tmp_path)
    async with watched([served.target]) as seen:
        (status,) = await seen.settled()
        assert status.state is ConnectionState.CONNECTED, status.cause
        assert status.capture is not None
        odd, other = (dumps(tool.raw) for tool in status.capture.tools)
        assert odd == dumps(loads(sent))
        assert other == sound
        assert status.stray_count == 0
        seen.connections.refresh()
        again = await seen.until("s", lambda status: status.lists == 2)
        assert again.state is ConnectionState.CONNECTED


async def test_what_the_sdk_refuses_is_told(tmp_path: Path) -> None:
    replies = [answer('{"tools":[{"name":"a"},{"name":"b","inputSchema":{"type":"array"}}]}')]
    served = scripted({"key": "s", "replies": replies}, tmp_path)
    async with watched([served.target]) as seen:
        (status,) = await seen.settled()
        (objection,) = status.sdk_objections
        assert objection.startswith("page 1: tools.0.inputSchema: Field required; tools.1.")


async def test_a_tool_that_hosts_leave_out_stays_visible(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    schema = {"type": "object", "properties": {"x": {"type": "object", "x-mcp-header": "X"}}}
    tools = [{"name": "good", "inputSchema": {"type": "object"}}]
    tools.append({"name": "mirrored", "inputSchema": schema})
    entry = {"key": "s", "tools": tools, "protocol": "2026-07-28"}
    async with watched([scripted(entry, tmp_path).target]) as seen:
        (status,) = await seen.settled()
        assert names(status) == ["good", "mirrored"]
        (objection,) = status.sdk_objections
        assert objection == "page 1: hosts leave out mirrored: its x-mcp-header is not valid"
        assert [line for line in seen.log("s") if line.startswith("SDK: dropping tool 'mirrored'")]
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("revision", ["2025-11-25", "2026-07-28"])
async def test_a_very_long_page_is_listed_whole_and_checked_too(
    tmp_path: Path, revision: str
) -> None:
    tools: list[dict[str, Any]] = [
        {"name": f"t{n}", "inputSchema": {"type": "object"}} for n in range(300)
    ]
    tools[270]["inputSchema"] = {"type": "array"}
    entry = {"key": "s", "tools": tools, "protocol": revision}
    async with watched([scripted(entry, tmp_path).target]) as seen:
        (status,) = await seen.settled()
        assert status.state is ConnectionState.CONNECTED
        assert status.capture is not None
        assert [tool.raw for tool in status.capture.tools] == tools
        (objection,) = status.sdk_objections
        assert objection.startswith("page 1: tools.270.inputSchema")


# --- answers that are none ------------------------------------------------------------------------

LISTED = '{"tools":[{"name":"a"}]}'
TAKEN = {
    "a byte order mark": '\ufeff{"jsonrpc":"2.0","id":{id},"result":' + LISTED + "}",
    "an id as a float": '{"jsonrpc":"2.0","id":{id}.0,"result":' + LISTED + "}",
    "an id as text": '{"jsonrpc":"2.0","id":"{id}","result":' + LISTED + "}",
    "a batch": '[{"jsonrpc":"2.0","id":{id},"result":' + LISTED + "}]",
    "no jsonrpc": '{"id":{id},"result":' + LISTED + "}",
}


@pytest.mark.parametrize("raw", TAKEN.values(), ids=TAKEN.keys())
async def test_an_answer_is_taken_in_spite_of_its_envelope(tmp_path: Path, raw: str) -> None:
    served = scripted({"key": "s", "replies": [{"to": LIST, "raw": raw}]}, tmp_path)
    async with watched([served.target]) as seen:
        (status,) = await seen.settled()
        assert status.state is ConnectionState.CONNECTED, status.cause
        assert names(status) == ["a"]


REFUSED = {
    "a null result": ('{"jsonrpc":"2.0","id":{id},"result":null}', "the result is not an object"),
    "a list as result": ('{"jsonrpc":"2.0","id":{id},"result":[]}', "the result is not an object"),
    "no tools": (
        '{"jsonrpc":"2.0","id":{id},"result":{"tool":[]}}',
        "the result holds no list named tools",
    ),
    "an error without message": (
        '{"jsonrpc":"2.0","id":{id},"error":{"code":-32000}}',
        "-32000 without a message",
    ),
    "an error without id": (
        '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}',
        "-32700 Parse error",
    ),
    "too deep": (
        '{"jsonrpc":"2.0","id":{id},"result":' + "[" * 1200 + "]" * 1200 + "}",
        "malformed response: it is nested deeper than 1000 levels",
    ),
    "broken JSON": (
        '{"jsonrpc":"2.0","id":{id},"result":{"tools":[}}',
        "malformed response: a JSON value is expected",
    ),
}


@pytest.mark.parametrize(("raw", "reason"), REFUSED.values(), ids=REFUSED.keys())
async def test_a_malformed_answer_fails_at_once_with_its_reason(
    tmp_path: Path, raw: str, reason: str
) -> None:
    served = scripted(
        {"key": "s", "replies": [{"to": LIST, "raw": raw}]},
        tmp_path,
        limits=Limits(request=60.0, probe=0.2),
    )
    async with watched([served.target]) as seen:
        (status,) = await seen.settled()
        assert status.state is ConnectionState.LIST_FAILED
        assert status.cause == f"tools/list failed: {reason}"


async def test_an_answer_that_is_not_utf8_says_so(tmp_path: Path) -> None:
    replies = [{"to": LIST, "silent": True}]
    line = '{"jsonrpc":"2.0","id":3,"result":{"tools":[{"name":"caf\xe9"}]}}\n'.encode("latin-1")
    entry: dict[str, Any] = {"key": "s", "replies": replies}
    entry["process"] = {"stdout_between_hex": line.hex()}
    served = scripted(entry, tmp_path, limits=Limits(request=60.0, probe=0.2))
    async with watched([served.target]) as seen:
        (status,) = await seen.settled()
        assert status.state is ConnectionState.LIST_FAILED
        assert status.cause is not None
        assert "malformed response: byte E9 at offset 55 is not UTF-8" in status.cause
        assert status.invalid_utf8 == "byte E9 at offset 55"


async def test_a_message_over_the_limit_ends_the_connection_with_its_size(tmp_path: Path) -> None:
    tools = [{"name": "a", "description": "x" * 20_000}]
    options = TargetOptions(limits=Limits(probe=0.2, message_bytes=10_000))
    served = scripted({"key": "s", "tools": tools}, tmp_path, options=options)
    async with watched([served.target]) as seen:
        (status,) = await seen.settled()
        assert status.state is ConnectionState.FAILED
        assert status.cause == (
            "a message is larger than 10000 bytes; the limit can be set per connection"
        )


async def test_a_page_without_answer_is_given_up_in_time(tmp_path: Path) -> None:
    entry = {"key": "s", "replies": [{"to": LIST, "silent": True}]}
    served = scripted(entry, tmp_path, limits=Limits(request=0.3, probe=0.2))
    async with watched([served.target]) as seen:
        (status,) = await seen.settled()
        assert status.state is ConnectionState.LIST_FAILED
        assert status.cause == (
            "tools/list failed: no answer within 0.3 s: tools/list page 1 is unanswered"
        )


async def test_a_server_that_stops_reading_holds_nothing_up(tmp_path: Path) -> None:
    cursor = "c" * 1_000_000
    replies = [
        {"to": LIST, "when": {"cursor": None}, "result": {"tools": [], "nextCursor": cursor}}
    ]
    entry = {"key": "s", "replies": replies, "process": {"stops_reading_after": LIST}}
    served = scripted(entry, tmp_path, limits=Limits(request=0.5, probe=0.2))
    async with watched([served.target]) as seen:
        (status,) = await seen.settled()
        assert status.state is ConnectionState.INCOMPLETE
        assert status.cause is not None
        assert status.cause.startswith("list incomplete: page 2 failed, no answer within 0.5 s")
        assert "does not read its input" in status.cause
