import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from tests.servers.cases import case_ids, expanded, load_case, scripted

NOTATION = ("$repeat", "$concat", "$range", "$object_range", "$nest")


@pytest.mark.parametrize(
    "case_id",
    [
        case
        for group in ("names", "lists", "transport", "tui", "schema")
        for case in case_ids(group)
    ],
)
def test_every_case_loads_with_its_short_notation_written_out(case_id: str) -> None:
    case = load_case(case_id)
    assert case.id == case_id
    assert case.expect
    text = json.dumps(case.given)
    assert not [name for name in NOTATION if f'"{name}"' in text]


@pytest.mark.parametrize(
    ("short", "whole"),
    [
        ({"$repeat": {"text": "ab", "times": 2}}, "abab"),
        ({"$concat": ["a", {"$repeat": {"text": "b", "times": 2}}]}, "abb"),
        ({"$range": {"count": 2, "template": {"n{n}": "{n}"}}}, [{"n0": "0"}, {"n1": "1"}]),
        ({"$object_range": {"count": 2, "key": "p{n}", "value": 1}}, {"p0": 1, "p1": 1}),
        ({"$nest": {"levels": 2, "wrap": {"in": "@inner"}, "core": 0}}, {"in": {"in": 0}}),
    ],
)
def test_short_notation_is_written_out(short: Any, whole: Any) -> None:
    assert expanded({"value": [short]}) == {"value": [whole]}


def test_generated_connections_number_their_tools_throughout() -> None:
    case = load_case("tui-large-matrix")
    assert [len(entry["tools"]) for entry in case.connections] == [50] * 6
    assert case.connections[5]["tools"][49]["name"] == "tool_299"


async def test_a_scripted_server_answers_by_turn_and_keeps_a_record(tmp_path: Path) -> None:
    case = load_case("lists-order-changes")
    served = scripted(case.connection("shuffle"), tmp_path)
    how = served.target.how
    process = await asyncio.create_subprocess_exec(
        how.command,  # type: ignore[union-attr]  # a scripted target is stdio
        *how.args,  # type: ignore[union-attr]
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    asked = b'{"jsonrpc":"2.0","id":%d,"method":"tools/list"}\n'
    said, _ = await asyncio.wait_for(process.communicate(b"".join(asked % n for n in (1, 2, 3))), 5)
    names = [
        [tool["name"] for tool in json.loads(line)["result"]["tools"]] for line in said.splitlines()
    ]
    assert names == [["a", "b", "c"], ["c", "a", "b"], ["c", "a", "b"]]
    assert len(served.record.requests("tools/list")) == 3
    assert served.record.pids() == [process.pid]
