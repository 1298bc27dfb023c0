"""Bad entries cost nobody else anything; broken files say where."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptui.connections.importers import IMPORTERS
from mcptui.connections.importers.document import NoServersError
from mcptui.connections.importers.importer import Claim, Importer, Reading
from mcptui.connections.importers.json_text import read_json, without_comments
from mcptui.connections.importers.reading import read_config, read_document
from mcptui.connections.variables import UnresolvedVariable, resolve
from mcptui.contract.secrets import command_line
from mcptui.contract.target import Broken, Http, Stdio, Target
from mcptui.errors import ConfigError

CASE = Path(__file__).parents[2] / "cases" / "behaviour" / "transport-config-dialects.json"


ARGS = ("a", "1", "2.5", "true")
STREAMABLE = Http(url="https://h", transport="streamable_http")


def one(entry: object) -> Target:
    (target,) = read_config(json.dumps({"mcpServers": {"k": entry}}), "c.json")
    return target


def test_the_case_of_comments_a_trailing_comma_two_key_names_and_one_bad_entry() -> None:
    given_ = json.loads(CASE.read_text(encoding="utf-8"))["given"]
    first, second, third = read_config(given_["config_text"], "team.json")
    assert first.how == Stdio(command="{python}", args=("a.py",))
    with pytest.raises(UnresolvedVariable, match="variable NOT_SET is not set"):
        resolve(second, {})
    assert third.how == Broken(reason="neither command nor url")
    assert [target.source.line for target in (first, second, third)] == [4, 5, 6]
    (fourth,) = read_config(given_["second_config_text"], "team.json")
    assert fourth.how == Stdio(command="{python}", args=("d.py",))


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ({}, "neither command nor url"),
        ({"args": ["x"]}, "neither command nor url"),
        ({"command": None, "url": None}, "neither command nor url"),
        ({"type": "stdio"}, "neither command nor url"),
        ({"type": "stdio", "url": "https://h"}, "its type is stdio, but it has no command"),
        ({"type": "http", "command": "x"}, "its type is streamable_http, but it has no url"),
        ({"type": "ws", "url": "wss://h"}, "ws is not supported"),
        ({"url": "ws://h"}, "ws is not supported"),
        ({"type": "pigeon", "url": "https://h"}, "the type 'pigeon' is not known"),
        ({"type": ["http"], "url": "https://h"}, "type is a list, not text"),
        ({"url": "h:3000/mcp"}, "url begins with neither http:// nor https://"),
        ({"url": " "}, "url is empty"),
        ({"url": {"a": 1}}, "url is an object, not text"),
        ({"command": ""}, "command is empty"),
        ({"command": []}, "command is empty"),
        ({"command": {"path": "x"}}, "command is an object, not text"),
        ({"command": "x", "args": [{"a": 1}]}, "args[0] is an object, not text"),
        ({"command": "x", "args": ["a", None]}, "args[1] is null, not text"),
        ({"command": "x", "env": ["A=tok-EXAMPLE"]}, "env is a list, not an object"),
        ({"command": "x", "env": {"A": ["tok-EXAMPLE"]}}, "env.A is a list, not text"),
        ({"command": "x", "env": {"A\u202e": {}}}, "env.A⟨U+202E⟩ is an object, not text"),
        ({"url": "https://h", "headers": "tok-EXAMPLE"}, "headers is text, not an object"),
        ({"command": "x", "cwd": 0.5, "envFile": {}}, "envFile is an object, not text"),
        ("npx server", "the entry is text, not an object"),
        (None, "the entry is null, not an object"),
        (["npx"], "the entry is a list, not an object"),
        (True, "the entry is true or false, not an object"),
    ],
)
def test_a_bad_entry_says_why_without_a_value_of_it(entry: object, reason: str) -> None:
    assert one(entry).how == Broken(reason=reason)


@pytest.mark.parametrize(
    ("entry", "how"),
    [
        ({"command": "x", "args": "only"}, Stdio(command="x", args=("only",))),
        ({"command": ["x", "a"], "args": [1, 2.5, True]}, Stdio(command="x", args=ARGS)),
        ({"url": "https://h", "type": "streamableHttp"}, STREAMABLE),
        ({"url": "https://h", "transport": "SSE"}, Http(url="https://h", transport="sse")),
        ({"url": " HTTPS://h "}, Http(url="HTTPS://h")),
        ({"command": "x", "url": "https://h"}, Stdio(command="x")),
        ({"command": "x", "url": "https://h", "type": "http"}, STREAMABLE),
        ({"command": "x", "futureMember": {"a": [1]}}, Stdio(command="x")),
    ],
)
def test_single_values_of_other_types_are_read_as_meant(entry: object, how: Stdio | Http) -> None:
    assert one(entry).how == how


def test_a_number_keeps_all_its_digits() -> None:
    digits = "9" * 5000
    text = f'{{"mcpServers": {{"k": {{"command": "x", "env": {{"A": {digits}}}}}}}}}'
    (target,) = read_config(text, "c.json")
    assert target.how == Stdio(command="x", env=(("A", digits),))


@pytest.mark.parametrize(
    ("members", "disabled"),
    [
        ({"disabled": True}, True),
        ({"disabled": "true"}, True),
        ({"disabled": False}, False),
        ({"enabled": False}, True),
        ({"enabled": "no"}, True),
        ({"enabled": True}, False),
        ({"disabled": None}, False),
    ],
)
def test_switched_off_is_said_in_several_ways(members: dict[str, object], disabled: bool) -> None:
    assert one({"command": "x", **members}).disabled is disabled


@pytest.mark.parametrize("key", ["", "a/b c", "[/nope]", "\u202eevil", "__proto__", "x" * 5000])
def test_a_key_may_be_any_text(key: str) -> None:
    targets = read_config(json.dumps({"mcpServers": {key: {"command": "x"}, "z": {}}}), "c.json")
    assert [target.key for target in targets] == [key, "z"]


def test_a_key_written_twice_is_one_broken_entry_with_both_lines() -> None:
    text = (
        '{"mcpServers": {\n"a": {"command": "x"},\n"a": {"command": "y"},\n"b": {"command": "z"}}}'
    )
    first, second = read_config(text, "c.json")
    assert first.how == Broken(reason="this key stands more than once in the file (lines 2, 3)")
    assert second.how == Stdio(command="z")
    (twice,) = read_config("extensions:\n  a: {cmd: x}\n  a: {cmd: y}\n", "c.yaml")
    assert isinstance(twice.how, Broken)


@pytest.mark.parametrize(
    ("place", "text", "where"),
    [
        ("c.json", '{"mcpServers": {\n  "a": {"command" "x"}\n}}', "c.json:2:19"),
        ("c.json", '\ufeff{"mcpServers": {,}}', "c.json:1:17"),
        ("c.json", '{\n// note\n"mcpServers": {} }}', "c.json:3:19"),
        ("c.json", '{"mcpServers": {"a": [1,,2]}}', "c.json:1:25"),
        ("c.json", "{'mcpServers': {}}", "c.json:1:2"),
        ("c.json", '{"mcpServers": /* open', "c.json:1:16"),
        ("c", '{"a": 1', "c:1:8"),
        ("c.json", "mcpServers: {}", "c.json:1:1"),
        ("c.toml", '[mcp_servers.a]\ncommand = "x\n', "c.toml:2:13"),
        ("c", "[mcp_servers.a]\ncommand =\n", "c:2:10"),
        ("c.yaml", "extensions:\n  a: [1\n  b: 2\n", "c.yaml:3:4"),
        ("c.toml", "[mcp_servers.a", "c.toml:1:15"),
        ("c.yaml", "extensions: *nowhere", "c.yaml:1:13"),
        ("c.yaml", "a: \x07", "c.yaml:1:4"),
        ("c.yaml", "extensions: &a\n  x: *a\n", "c.yaml:1:13"),
    ],
)
def test_a_broken_file_is_reported_with_line_and_column(place: str, text: str, where: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read_config(text, place)
    assert caught.value.place == where
    assert caught.value.reason
    assert caught.value.remedy


@pytest.mark.parametrize("opener", ['{"a":', "["])
def test_json_nested_without_end_is_refused(opener: str) -> None:
    with pytest.raises(ConfigError):
        read_config('{"mcpServers": ' + opener * 200_000, "c.json")


@pytest.mark.parametrize("levels", [200, 5_000])
def test_yaml_nested_beyond_reason_is_refused(levels: int) -> None:
    with pytest.raises(ConfigError, match="nested"):
        read_config("extensions: " + "[" * levels + "]" * levels, "c.yaml")


def test_a_toml_number_beyond_all_measure_is_refused_with_its_line() -> None:
    with pytest.raises(ConfigError, match="too many digits") as caught:
        read_config(f"[mcp_servers.a]\ncommand = 'x'\nretries = {'9' * 5000}\n", "c.toml")
    assert caught.value.place == "c.toml:3:1"


def test_toml_nested_beyond_reason_is_refused() -> None:
    with pytest.raises(ConfigError, match="nested"):
        read_config("a = " + "[" * 5_000, "c.toml")


def test_yaml_beyond_reason_is_not_read() -> None:
    with pytest.raises(ConfigError, match="larger than 4 MB"):
        read_config("a: " + "x" * 5_000_000, "c.yaml")


def test_toml_keeps_lines_beside_texts_that_look_like_tables() -> None:
    text = '''a = """
[x y]
"""
[mcp_servers]
one.command = "a"
"two words" = { command = "b" }
[mcp_servers.three]
command = "c"
'''
    targets = read_config(text, "c")
    assert [(target.key, target.source.line) for target in targets] == [
        ("one", 5),
        ("two words", 6),
        ("three", 7),
    ]


def test_yaml_that_grows_by_its_aliases_is_refused() -> None:
    levels = "".join(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 10)}]\n" for n in range(1, 9))
    with pytest.raises(ConfigError, match="aliases"):
        read_config(f"l0: &l0 [x]\n{levels}extensions: {{}}\n", "c.yaml")


def test_yaml_makes_no_objects() -> None:
    text = (
        "extensions:\n  a:\n    cmd: !!python/object/apply:os.system ['touch x']\n    type: stdio\n"
    )
    (target,) = read_config(text, "c.yaml")
    assert target.how == Stdio(command="touch x")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  \n",
        "// nothing\n",
        '{"theme": "dark"}',
        "{}",
        "[]",
        "a = 1",
        "a: 1",
        '{"servers": []}',
    ],
)
def test_a_file_without_servers_is_no_broken_file(text: str) -> None:
    with pytest.raises(NoServersError) as caught:
        read_config(text, "settings")
    assert caught.value.place == "settings"


@pytest.mark.parametrize("importer", IMPORTERS, ids=lambda importer: importer.id)
def test_an_importer_given_another_file_says_there_are_no_servers(importer: Importer) -> None:
    document = read_document('{"name": "x"}', "other.json")
    assert importer.claims(document) is Claim.NONE
    with pytest.raises(NoServersError):
        importer.read(document, Reading())


def test_text_of_no_known_format_is_refused() -> None:
    with pytest.raises(ConfigError, match="neither JSON nor TOML nor YAML"):
        read_config("#!/usr/bin/python\nimport sys\n", "server.py")


def test_a_section_of_the_wrong_type_is_refused_with_its_line() -> None:
    with pytest.raises(ConfigError) as caught:
        read_config('{\n"a": 1,\n"projects": {},\n"mcpServers": "x"}', "c.json")
    assert caught.value.place == "c.json:4"


def test_servers_for_other_folders_only_are_named() -> None:
    text = json.dumps({"projects": {"/srv/a": {"mcpServers": {"k": {"command": "x"}}}}})
    with pytest.raises(NoServersError, match="/srv/a"):
        read_config(text, ".claude.json", project=Path("/srv/b"))


def test_a_file_with_servers_for_this_folder_alone_is_enough() -> None:
    text = json.dumps({"projects": {"/srv/a": {"mcpServers": {"k": {"command": "x"}}}}})
    (target,) = read_config(text, ".claude.json", project=Path("/srv/a"))
    assert (target.key, target.source.scope) == ("k", "local")


def test_line_numbers_are_true_beside_comments_strings_and_nested_lists() -> None:
    text = (
        '{"x": [[{"mcpServers": 1}], {"a": "]"}],\n/* {\n */ "mcpServers": {\n'
        '"a": {"command": "x", "args": ["{", ["}"]]},\n\n"b\\u0041": {}}}'
    )
    assert dict(read_json(text, "c").lines_below(("mcpServers",))) == {"a": 4, "bA": 6}


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
SPACES = st.sampled_from(["", " ", "\n", "/* c, } */", "// d ]\n", "\r\n\t"])


@given(VALUES, st.data())
def test_comments_and_trailing_commas_change_nothing(value: object, data: st.DataObject) -> None:
    def written(inner: object) -> str:
        gap = data.draw(SPACES)
        if isinstance(inner, dict | list) and inner:
            is_dict = isinstance(inner, dict)
            items = (
                [f"{json.dumps(name)}{gap}:{written(item)}" for name, item in inner.items()]
                if isinstance(inner, dict)
                else [written(item) for item in inner]
            )
            tail = data.draw(st.sampled_from(["", ",", f"{gap},{gap}"]))
            body = f"{gap},".join(items) + tail
            return f"{gap}{'{' if is_dict else '['}{body}{gap}{'}' if is_dict else ']'}"
        return gap + json.dumps(inner) + gap

    text = written(value)
    assert read_json(text, "c").value == value
    assert len(without_comments(text)) == len(text)


def outcome(text: str, place: str) -> tuple[tuple[Target, ...], str]:
    """What was read, and the place of the error if there was one."""
    try:
        return read_config(text, place, base=Path("/")), place
    except ConfigError as error:
        return (), error.place


@given(st.text(max_size=60) | st.text(alphabet='{}[]:,"/*\\ \nab=&*!-', max_size=60))
def test_any_text_is_targets_or_one_clear_error(text: str) -> None:
    for name in ("c", "c.json", "c.yaml", "c.toml"):
        targets, place = outcome(text, name)
        assert place.startswith(name)
        assert all(command_line(target) for target in targets)


SECTIONS = ("mcpServers", "servers", "context_servers", "packages", "remotes", "projects")


@given(st.sampled_from(SECTIONS), VALUES)
def test_any_section_is_targets_or_one_clear_error(section: str, value: object) -> None:
    text = json.dumps({"name": "n", "$schema": "server.schema.json", section: value})
    targets, place = outcome(text, "c.json")
    assert place.startswith("c.json")
    assert all(isinstance(target.key, str) for target in targets)
