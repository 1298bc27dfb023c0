"""The lockfile: read strictly, written the same for equal pins."""

import json
from pathlib import Path
from typing import Any

import pytest

from mcptui.contract.canonical import digest, facets, semantic_digest
from mcptui.contract.capture import Capture, Profile
from mcptui.contract.definition import MISSING
from mcptui.contract.lockfile import (
    Identity,
    Lockfile,
    Refusal,
    ServerPin,
    identity_of,
    parse,
    pin_of,
    render,
)
from mcptui.contract.wire import loads
from mcptui.errors import ExitCode, LockfileError
from tests.servers.cases import load_case

PLACE = "mcptui.lock.json"
TOOL: Any = {
    "name": "search",
    "title": None,
    "description": "Find.\r\nQuickly.",
    "inputSchema": {"type": "object", "properties": {"b": {"minimum": 1.0}, "a": {"const": 1e-7}}},
}


def _lockfile() -> Lockfile:
    return Lockfile(
        connections={
            "docs_01": ServerPin(
                identity=Identity(
                    server_info={"name": "docs", "version": "1"},
                    protocol_version="2025-11-25",
                    transport="streamable_http",
                    origin="https://docs.example.test",
                    client_capabilities={"roots": {}},
                ),
                instructions="Ask first.",
                tools={"search": pin_of(TOOL, pinned="2026-11-30", volatile=("/title", "/_meta"))},
            )
        },
        refusals=(
            Refusal(
                connection_key="docs_01",
                tool="search",
                digest=digest("x"),
                fingerprints=("b", "a"),
                refused="2026-11-29",
                reason="no",
            ),
        ),
    )


def test_a_lockfile_is_written_in_the_shape_that_scripts_rely_on() -> None:
    text = render(_lockfile())
    pin = {
        "contract": loads(json.dumps(TOOL)),
        "digest": digest(TOOL),
        "facets": facets(TOOL),
        "pinned": "2026-11-30",
        "semantic_digest": semantic_digest(TOOL),
        "volatile": ["/_meta", "/title"],
    }
    expected = {
        "connections": {
            "docs_01": {
                "identity": {
                    "client_capabilities": {"roots": {}},
                    "origin": "https://docs.example.test",
                    "protocol_version": "2025-11-25",
                    "server_info": {"name": "docs", "version": "1"},
                    "transport": "streamable_http",
                },
                "instructions": "Ask first.",
                "tools": {"search": pin},
            }
        },
        "mcptui_lock": 2,
        "recipe": "jcs-1",
        "refusals": [
            {
                "connection_key": "docs_01",
                "digest": digest("x"),
                "fingerprints": ["a", "b"],
                "reason": "no",
                "refused": "2026-11-29",
                "tool": "search",
            }
        ],
    }
    assert json.loads(text) == expected
    sorted_text = json.dumps(expected, indent=2, sort_keys=True, ensure_ascii=False)
    assert text == sorted_text.replace("1.0", "1").replace("1e-07", "1e-7") + "\n"


def test_a_lockfile_comes_back_byte_for_byte() -> None:
    text = render(_lockfile())
    again = parse(text, PLACE)
    assert render(again) == text
    assert again.connections == _lockfile().connections


def test_members_that_this_version_does_not_know_are_written_back() -> None:
    document = json.loads(render(_lockfile()))
    server = document["connections"]["docs_01"]
    for place in (document, server, server["identity"], server["tools"]["search"]):
        place["later"] = {"b": 1, "a": [1.5]}
    document["refusals"][0]["later"] = None
    text = json.dumps(document, indent=2, sort_keys=True).replace("1e-07", "1e-7") + "\n"
    assert render(parse(text, PLACE)) == text


def test_two_spellings_of_one_contract_give_one_lockfile() -> None:
    given = load_case("drift-json-spelling").given
    texts = []
    for wire_text in (given["lock_wire_text"], given["now_wire_text"]):
        tools = {"t": pin_of(loads(wire_text), pinned="2026-11-30")}
        texts.append(render(Lockfile(connections={"k": ServerPin(tools=tools)})))
    then, now = (text.splitlines() for text in texts)
    differing = [line for line, other in zip(then, now, strict=True) if line != other]
    assert [line.strip().split(":")[0] for line in differing] == [
        '"a",',
        '"b"',
        '"digest"',
        '"input"',
    ]
    assert '"minimum": 1,' in texts[1]
    assert '"description": "café",' in texts[0]


def test_the_same_server_gives_the_same_bytes_wherever_it_runs() -> None:
    connection = load_case("drift-lock-is-portable").connection("srv")
    tools = connection["tools"]

    def written(listed: list[Any]) -> str:
        pins = {tool["name"]: pin_of(tool, pinned="2026-11-30") for tool in listed}
        return render(Lockfile(connections={"srv": ServerPin(tools=pins)}))

    text = written(tools)
    assert written(tools[::-1]) == text
    names = list(json.loads(text)["connections"]["srv"]["tools"])
    assert names == ["Z", "a", "b", "Ä"]
    assert text.endswith("}\n")
    assert "\r" not in text
    assert "/home/" not in text


def test_an_identity_holds_what_was_seen_and_no_command() -> None:
    capture = Capture(
        server={"serverInfo": {"version": 1.0, "name": "x"}, "package": "p"},
        profile=Profile(protocol_version="2025-11-25", client_capabilities={}, transport="stdio"),
        complete=True,
    )
    assert identity_of(capture, origin=None) == Identity(
        server_info={"name": "x", "version": 1},
        protocol_version="2025-11-25",
        transport="stdio",
        client_capabilities={},
    )
    unknown = Capture(server={}, profile=Profile(), complete=True)
    assert identity_of(unknown) == Identity()


# --- broken files ---------------------------------------------------------------------------


def _with(old: str, new: str) -> str:
    text = render(_lockfile())
    assert old in text
    return text.replace(old, new, 1)


BROKEN = [
    ('{"version":1,"connections":{"a":', f"{PLACE}:1:33", "before it is complete"),
    ("[]", PLACE, "expected an object, got a list"),
    (
        '{"version":1,"connections":{"a":{"tools":{"t":{"digest":"ab"}}}}}',
        f"{PLACE} at /connections/a/tools/t/digest",
        "64 hexadecimal digits",
    ),
    ("", f"{PLACE}:1:1", "it is empty"),
    ("{}", PLACE, "no lockfile of mcptui"),
    ('{"mcptui_lock":2,\n"recipe" "x"}', f"{PLACE}:2:10", "a colon is expected"),
    ('{"mcptui_lock":3}', f"{PLACE} at /mcptui_lock", "of format 3"),
    (f'{{"mcptui_lock":{"9" * 5000}}}', f"{PLACE} at /mcptui_lock", "larger one"),
    ('{"mcptui_lock":1}', f"{PLACE} at /mcptui_lock", "no lockfile format 1"),
    ('{"mcptui_lock":true}', f"{PLACE} at /mcptui_lock", "whole number"),
    ('{"version":9}', f"{PLACE} at /version", "of format 9"),
    ('{"version":"1"}', f"{PLACE} at /version", "got a string"),
    (_with('"jcs-1"', '"jcs-2"'), f"{PLACE} at /recipe", "the recipe jcs-2, not jcs-1"),
    ('{"mcptui_lock":2,"recipe":"jcs-1"}', f"{PLACE} at /connections", "it is missing"),
    ('{"mcptui_lock":2,"mcptui_lock":2}', PLACE, "mcptui_lock stands here more than once"),
    (
        _with("Find.", "Delete."),
        f"{PLACE} at /connections/docs_01/tools/search/digest",
        "the digest of search is not that of the contract",
    ),
    (
        _with('"name": "search"', '"name": "s"'),
        f"{PLACE} at /connections/docs_01/tools/search/contract/name",
        "the contract of search is named s",
    ),
    (
        _with('"const": 1e-7', '"const": 1e-7, "const": 2'),
        f"{PLACE} at /connections/docs_01/tools/search/contract/inputSchema/properties/a/const",
        "named more than once",
    ),
    (
        _with('"const": 1e-7', '"const": NaN'),
        f"{PLACE} at /connections/docs_01/tools/search/contract/inputSchema/properties/a/const",
        "NaN is no finite number",
    ),
    (
        _with("2026-11-30", "2026-11-31"),
        f"{PLACE} at /connections/docs_01/tools/search/pinned",
        "expected a day",
    ),
    (
        _with("2026-11-30", "20261130"),
        f"{PLACE} at /connections/docs_01/tools/search/pinned",
        "expected a day",
    ),
    (
        _with('"/title"', '"title"'),
        f"{PLACE} at /connections/docs_01/tools/search/volatile/1",
        "begins with /",
    ),
    (_with('"Ask first."', "[]"), f"{PLACE} at /connections/docs_01/instructions", "a string"),
    (_with('"tool": "search"', '"tool": 1'), f"{PLACE} at /refusals/0/tool", "a string"),
    (
        _with('"roots": {}', '"a": 1')
        .replace('"client_capabilities": {', '"x": [{')
        .replace('"a": 1\n        }', '"a": 1\n        }], "client_capabilities": []'),
        f"{PLACE} at /connections/docs_01/identity/client_capabilities",
        "expected an object, got a list",
    ),
    (
        '{"version":1,"connections":{"a":{"tools":{"t":{"name":"t","inputSchema":[]}}}}}',
        f"{PLACE} at /connections/a/tools/t/inputSchema",
        "expected an object, got a list",
    ),
    (
        '{"version":1,"connections":{"a":{"tools":{"t":{"name":"t","description":5}}}}}',
        f"{PLACE} at /connections/a/tools/t/description",
        "expected a string",
    ),
]


@pytest.mark.parametrize(("text", "place", "says"), BROKEN)
def test_a_broken_lockfile_is_an_error_with_place_and_remedy(
    text: str, place: str, says: str
) -> None:
    with pytest.raises(LockfileError) as caught:
        parse(text, PLACE)
    assert caught.value.place == place
    assert says in caught.value.reason
    assert caught.value.remedy
    assert caught.value.exit_code is ExitCode.USAGE


def test_a_newer_format_asks_for_an_update() -> None:
    for text in ('{"mcptui_lock":3}', '{"version":2}', _with('"jcs-1"', '"jcs-9"')):
        with pytest.raises(LockfileError, match="update mcptui"):
            parse(text, PLACE)


def test_a_conflict_left_by_a_merge_is_named() -> None:
    text = '{\n<<<<<<< mine\n"a": 1\n=======\n"a": 2\n>>>>>>> theirs\n}'
    with pytest.raises(LockfileError, match="conflict markers") as caught:
        parse(text, PLACE)
    assert caught.value.place == f"{PLACE}:2"


def test_what_the_corrupt_case_holds_is_refused() -> None:
    variants = load_case("drift-corrupt-lockfile").given["variants"]
    texts = ["" if text == "(empty file)" else text for text in variants if "(file" not in text]
    for text in texts:
        if not text.startswith("("):
            with pytest.raises(LockfileError, match=PLACE):
                parse(text, PLACE)


def test_a_lockfile_may_leave_out_what_can_be_worked_out() -> None:
    document = json.loads(render(_lockfile()))
    pin = document["connections"]["docs_01"]["tools"]["search"]
    for member in ("semantic_digest", "facets", "volatile"):
        del pin[member]
    del document["refusals"]
    read = parse(json.dumps(document), PLACE)
    assert read.refusals == ()
    found = read.connections["docs_01"].tools["search"]
    assert found.semantic_digest == semantic_digest(TOOL)
    assert found.facets == facets(TOOL)
    assert found.volatile == ()


def test_odd_spellings_of_numbers_in_a_contract_are_read_and_written_plainly() -> None:
    text = render(_lockfile())
    spelt = text.replace('"minimum": 1', '"minimum": 1.0000000000000000000001')
    assert spelt != text
    assert render(parse(spelt, PLACE)) == text


# --- format 1 -------------------------------------------------------------------------------


def _old_text() -> str:
    pins = load_case("drift-lock-recipe-migration").given["lock"]["srv"]
    tools = {tool["name"]: {**tool, "pinned": "2025-01-02"} for tool in pins}
    return json.dumps({"version": 1, "connections": {"srv": {"tools": tools}}})


def test_format_1_is_read_and_says_what_it_does_not_hold() -> None:
    case = load_case("drift-lock-recipe-migration")
    lockfile = parse(_old_text(), PLACE)
    assert lockfile.format == 1
    server = lockfile.connections["srv"]
    assert server.identity is None
    assert server.instructions is MISSING
    for tool, same in zip(case.connection("srv")["tools"], (True, False), strict=True):
        pin = server.tools[tool["name"]]
        assert pin.pinned == "2025-01-02"
        assert (digest(pin.covered(tool)) == pin.digest) is same
        assert pin.not_pinned_so_far(tool) == ("outputSchema",)


def test_format_1_is_written_as_the_newest_and_stays_partial() -> None:
    old = parse(_old_text(), PLACE)
    text = render(old)
    assert json.loads(text)["mcptui_lock"] == 2
    again = parse(text, PLACE)
    assert again.connections == old.connections
    assert render(again) == text


def test_a_whole_pin_covers_every_member() -> None:
    pin = pin_of(TOOL, pinned=None)
    assert pin.covered({**TOOL, "x": 1}) == {**TOOL, "x": 1}
    assert pin.not_pinned_so_far({**TOOL, "x": 1}) == ()


def test_refusals_are_written_in_one_order() -> None:
    refusals = tuple(
        Refusal(connection_key=key, tool=tool, digest=digest(text))
        for key in "ba"
        for tool in ("y", None, "x")
        for text in "21"
    )
    text = render(Lockfile(refusals=refusals))
    assert render(Lockfile(refusals=refusals[::-1])) == text
    read = parse(text, PLACE).refusals
    assert [(each.connection_key, each.tool) for each in read][::2] == [
        ("a", None), ("a", "x"), ("a", "y"), ("b", None), ("b", "x"), ("b", "y"),
    ]  # fmt: skip


CORPUS = Path(__file__).parents[2].parent / "shared" / "corpus"


@pytest.mark.corpus
@pytest.mark.skipif(not CORPUS.is_dir(), reason="the recorded tool lists are not beside us")
def test_recorded_lists_survive_the_lockfile() -> None:
    connections = {}
    for file in sorted(CORPUS.rglob("*.json"))[::9]:
        tools: list[Any] = json.loads(file.read_text(encoding="utf-8"))["tools"]
        pins = {tool["name"]: pin_of(tool, pinned="2026-11-30") for tool in tools}
        connections[file.as_posix()] = ServerPin(instructions=None, tools=pins)
    text = render(Lockfile(connections=connections))
    assert render(parse(text, PLACE)) == text
