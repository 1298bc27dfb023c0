"""Capture files in, captures out, and back."""

from pathlib import Path

import pytest

from mcptui.contract.capture import Capture, Profile
from mcptui.contract.capture_file import looks_like_capture, read_capture, render_capture
from mcptui.contract.definition import ToolDefinition
from mcptui.contract.wire import RepeatedKeys, dumps, loads
from mcptui.errors import CaptureError

OWN = """{
  "server": {
    "serverInfo": {
      "version": "1",
      "name": "docs"
    },
    "instructions": null
  },
  "profile": {
    "protocol_version": "2025-11-25",
    "client_capabilities": {
      "roots": {}
    },
    "transport": "stdio"
  },
  "complete": false,
  "incomplete_reason": "page 3 did not come",
  "pages": 2,
  "tools": [
    {
      "name": "b",
      "x-order": 1.0
    },
    7,
    {
      "name": "a"
    }
  ],
  "listResults": [
    {
      "ttlMs": 0
    },
    {}
  ]
}
"""


def test_our_own_format_comes_back_byte_for_byte() -> None:
    capture = read_capture(OWN, "docs.json")
    assert capture.profile == Profile(
        protocol_version="2025-11-25", client_capabilities={"roots": {}}, transport="stdio"
    )
    assert (capture.complete, capture.pages) == (False, 2)
    assert capture.incomplete_reason == "page 3 did not come"
    assert [(each.name, each.position) for each in capture.tools] == [("b", 0), (None, 1), ("a", 2)]
    assert capture.list_results == ({"ttlMs": 0}, {})
    assert render_capture(capture) == OWN


def test_profile_and_complete_may_be_missing() -> None:
    capture = read_capture('{"server":{"protocolVersion":"2025-06-18"},"tools":[]}', "x.json")
    assert capture.complete
    assert capture.pages == 1
    assert capture.profile == Profile(protocol_version="2025-06-18")


@pytest.mark.parametrize(
    "text",
    [
        '{"tools":[{"name":"a"}]}',
        '[{"name":"a"}]',
        '{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"a"}]}}',
        '\ufeff{"tools":[{"name":"a"}]}',
    ],
)
def test_what_people_save_is_read_too(text: str) -> None:
    capture = read_capture(text, "x.json")
    assert [each.raw for each in capture.tools] == [{"name": "a"}]
    assert capture.complete
    assert capture.server == {}
    assert read_capture(render_capture(capture), "y.json").tools == capture.tools


def test_a_saved_page_that_names_a_next_one_is_incomplete() -> None:
    capture = read_capture('{"tools":[{"name":"a"}],"nextCursor":"p2","ttlMs":5}', "x.json")
    assert not capture.complete
    assert capture.incomplete_reason == "only page 1 was saved: the result names a next page"
    assert capture.list_results == ({"nextCursor": "p2", "ttlMs": 5},)


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ('{"server":{},\n "tools" []}', "x.json:2:10", "not valid JSON: a colon is expected"),
        ("", "x.json:1:1", "it is empty"),
        ("7", "x.json", "no capture"),
        ("[1, 2]", "x.json", "no entry of the list is a tool"),
        ('{"mcpServers":{}}', "x.json", "no list named tools"),
        ('{"server":{},"tools":{}}', "x.json at /tools", "expected a list, got an object"),
        ('{"server":[],"tools":[]}', "x.json at /server", "expected an object, got a list"),
        ('{"pages":1,"tools":[]}', "x.json at /server", "expected an object, it is missing"),
        ('{"server":{},"complete":"no","tools":[]}', "x.json at /complete", "true or false"),
        ('{"server":{},"complete":null,"tools":[]}', "x.json at /complete", "got null"),
        ('{"server":{},"pages":true,"tools":[]}', "x.json at /pages", "whole number"),
        (f'{{"server":{{}},"pages":{"9" * 5000},"tools":[]}}', "x.json at /pages", "larger one"),
        ('{"server":{},"pages":-1,"tools":[]}', "x.json at /pages", "whole number"),
        ('{"server":{},"tools":[],"listResults":[1]}', "x.json at /listResults/0", "an object"),
        ('{"server":{},"tools":[],"profile":1}', "x.json at /profile", "an object, got a number"),
        (
            '{"server":{},"tools":[],"profile":{"transport":1}}',
            "x.json at /profile/transport",
            "a string",
        ),
        ('{"server":{},"tools":[],"tools":[1]}', "x.json", "tools stands here more than once"),
        ('{"jsonrpc":"2.0","id":1,"error":{"message":"no\\u001b"}}', "x.json at /error", "no␛"),
        ('{"jsonrpc":"2.0","id":1,"result":{"content":[]}}', "x.json at /result", "tools/list"),
        ('{"jsonrpc":"2.0","method":"x"}', "x.json at /result", "it is missing"),
    ],
)
def test_anything_else_is_an_error_with_place_and_remedy(text: str, place: str, says: str) -> None:
    with pytest.raises(CaptureError) as caught:
        read_capture(text, "x.json")
    assert caught.value.place == place
    assert says in caught.value.reason
    assert "mcptui capture" in caught.value.remedy


def test_what_a_server_repeats_inside_its_own_objects_is_kept() -> None:
    text = (
        '{"server":{"serverInfo":{"name":"a","name":"b"}},"tools":[{"name":"t","name":"u"}],'
        '"profile":{"client_capabilities":{"x":1,"x":2}},"listResults":[{"a":1,"a":2}]}'
    )
    capture = read_capture(text, "x.json")
    assert isinstance(capture.tools[0].raw, RepeatedKeys)
    again = read_capture(render_capture(capture), "y.json")
    assert again == capture


def test_captures_are_told_from_configs_by_content() -> None:
    for text in (OWN, '{"tools":[]}', "[]", '[{"name":"a"}]', '{"jsonrpc":"2.0","error":{}}'):
        assert looks_like_capture(loads(text)), text
    for text in ('{"mcpServers":{}}', '{"tools":{}}', "7", "[1]", '{"jsonrpc":"2.0","id":1}'):
        assert not looks_like_capture(loads(text)), text


def test_an_incomplete_capture_without_tools_is_written_and_read() -> None:
    capture = Capture(server={}, profile=Profile(), complete=False, incomplete_reason="page 1")
    assert read_capture(render_capture(capture), "x.json") == capture


CORPUS = Path(__file__).parents[2].parent / "shared" / "corpus"


@pytest.mark.corpus
@pytest.mark.skipif(not CORPUS.is_dir(), reason="the recorded tool lists are not beside us")
def test_every_recorded_list_comes_back_byte_for_byte() -> None:
    files = sorted(CORPUS.rglob("*.json"))
    assert files
    for file in files:
        text = file.read_text(encoding="utf-8")
        capture = read_capture(text, file.name)
        rendered = render_capture(capture)
        from_pages = text.index('\n  "pages": ')
        assert rendered.endswith(text[from_pages:]), file
        assert rendered.startswith(text[: text.index("\n  }") + len("\n  },")]), file
        again = read_capture(rendered, file.name)
        assert again == capture, file
        assert [dumps(each.raw) for each in again.tools] == [
            dumps(each.raw) for each in capture.tools
        ]


def test_positions_count_from_zero_over_the_whole_list() -> None:
    capture = read_capture('[{"name":"a"},{"name":"a"}]', "x.json")
    assert capture.tools == (
        ToolDefinition(raw={"name": "a"}, position=0),
        ToolDefinition(raw={"name": "a"}, position=1),
    )
