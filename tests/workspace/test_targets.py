"""The grammar of TARGETs: what is named, by which key, and what cannot be."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptui.contract.display import is_hidden
from mcptui.contract.secrets import command_line
from mcptui.contract.target import (
    Broken,
    Era,
    Http,
    Limits,
    Recorded,
    Source,
    Stdio,
    Target,
    TargetOptions,
    VariableSyntax,
)
from mcptui.errors import ConfigError, ExitCode, FileError, McptuiError, UsageError
from mcptui.workspace.settings import Settings
from mcptui.workspace.targets import collect_targets

CAPTURE = {"server": {"package": "@modelcontextprotocol/server-filesystem"}, "tools": []}


def config(**servers: object) -> str:
    return json.dumps({"mcpServers": servers}, indent=1)


def collected(cwd: Path, **named: Any) -> tuple[Target, ...]:
    return collect_targets(cwd=cwd, home=cwd / "home", environ={}, platform="linux", **named)


def one(cwd: Path, **named: Any) -> Target:
    (target,) = collected(cwd, **named)
    return target


def refused(cwd: Path, **named: Any) -> McptuiError:
    with pytest.raises(McptuiError) as caught:
        collected(cwd, **named)
    assert caught.value.exit_code is ExitCode.USAGE
    assert caught.value.remedy
    return caught.value


def test_nothing_named_is_nothing_to_start(tmp_path: Path) -> None:
    (tmp_path / ".mcp.json").write_text(config(a={"command": "x"}), encoding="utf-8")
    assert collected(tmp_path) == ()


def test_a_url_has_its_host_for_a_key(tmp_path: Path) -> None:
    target = one(tmp_path, arguments=["HTTPS://user:pw@Docs.example:8443/mcp?x=1"])
    assert target == Target(
        key=target.key,
        how=Http(url="HTTPS://user:pw@Docs.example:8443/mcp?x=1"),
        source=Source(dialect="command_line"),
        variables=VariableSyntax.BRACED,
        base=str(tmp_path),
    )
    assert target.key == "docs.example"


@pytest.mark.parametrize(
    ("content", "name", "key"),
    [
        (CAPTURE, "f.json", "server-filesystem"),
        ({"server": {"package": "mcp-server-time"}, "tools": []}, "f.json", "mcp-server-time"),
        ({"server": {"serverInfo": {"name": "liar"}}, "tools": []}, "mine.json", "mine"),
        ({"tools": [{"name": "a"}]}, "page.json", "page"),
        ([{"name": "a"}], "list.json", "list"),
        ({"jsonrpc": "2.0", "id": 1, "result": {"tools": []}}, "reply.json", "reply"),
        ({"tools": []}, "no-ending", "no-ending"),
    ],
)
def test_a_capture_has_its_package_for_a_key_or_its_file(
    tmp_path: Path, content: object, name: str, key: str
) -> None:
    (tmp_path / name).write_text(json.dumps(content), encoding="utf-8")
    target = one(tmp_path, arguments=[name])
    assert target.key == key
    assert target.how == Recorded(path=str(tmp_path / name))
    assert target.source == Source(dialect="capture", file=name)


def test_a_config_is_told_from_a_capture_by_content(tmp_path: Path) -> None:
    (tmp_path / "any.json").write_text(config(a={"command": "x"}, b={}), encoding="utf-8")
    for named in ({"arguments": ["any.json"]}, {"configs": ["any.json"]}):
        targets = collected(tmp_path, **named)
        assert [target.key for target in targets] == ["a", "b"]
        assert [str(target.source) for target in targets] == ["any.json:3", "any.json:6"]
        assert targets[1].how == Broken(reason="neither command nor url")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_config_may_be_saved_in_either_unicode(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "c.json").write_text(config(ü={"command": "x"}), encoding=encoding)
    assert one(tmp_path, configs=["c.json"]).key == "ü"


def test_targets_come_in_the_order_of_the_grammar(tmp_path: Path) -> None:
    (tmp_path / "c.json").write_text(config(c={"command": "x"}), encoding="utf-8")
    (tmp_path / "t.json").write_text(json.dumps(CAPTURE), encoding="utf-8")
    targets = collected(
        tmp_path,
        program=["/usr/bin/prog", "a b"],
        servers=["s=run it"],
        configs=["c.json"],
        arguments=["https://u.example", "t.json"],
    )
    assert [target.key for target in targets] == [
        "u.example",
        "server-filesystem",
        "c",
        "s",
        "prog",
    ]


WITH_VARIABLES = Stdio(command="run", args=("C=2",), env=(("A", "1"), ("B", "x y")))


@pytest.mark.parametrize(
    ("server", "key", "how"),
    [
        ("k=npx -y 'a b' \"c d\"", "k", Stdio(command="npx", args=("-y", "a b", "c d"))),
        ("k=A=1 B='x y' run C=2", "k", WITH_VARIABLES),
        ("k=A=1", "k", Stdio(command="A=1")),
        ("k= https://h.example/a=b ", "k", Http(url="https://h.example/a=b")),
        ("a b/c=run", "a b/c", Stdio(command="run")),
        ("k=t.json", "k", Recorded(path="t.json")),
        ("k=with space.json", "k", Recorded(path="with space.json")),
        (f"k={'x' * 5000}", "k", Stdio(command="x" * 5000)),
        ("k=./script", "k", Stdio(command="./script")),
    ],
)  # fmt: skip
def test_a_server_is_a_key_and_how_to_reach_it(
    tmp_path: Path, server: str, key: str, how: Stdio | Http | Recorded
) -> None:
    for name in ("t.json", "with space.json"):
        (tmp_path / name).write_text(json.dumps(CAPTURE), encoding="utf-8")
    (tmp_path / "script").write_bytes(b"#!/bin/sh\n\xff")
    if isinstance(how, Recorded):
        how = Recorded(path=str(tmp_path / how.path))
    target = one(tmp_path, servers=[server])
    assert (target.key, target.how) == (key, how)


@pytest.mark.parametrize(
    ("program", "key"),
    [
        (["/usr/bin/python3.11", "-m", "server"], "python3.11"),
        (["npx", "-y", "@scope/pkg"], "npx"),
        (["./a b", "c"], "a b"),
    ],
)
def test_a_program_has_its_base_name_for_a_key(
    tmp_path: Path, program: list[str], key: str
) -> None:
    target = one(tmp_path, program=program)
    assert target.key == key
    assert target.how == Stdio(command=program[0], args=tuple(program[1:]))
    assert target.base == str(tmp_path)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"program": ["npx", "a"]}, {"servers": ["npx=other"]}),
        ({"configs": ["a.json"]}, {"servers": ["k=run it"]}),
        ({"configs": ["a.json", "b.json"]}, {}),
        ({"arguments": ["https://h.example/a", "https://h.example/b"]}, {}),
        ({"arguments": ["a.json"], "configs": ["a.json"]}, {}),
    ],
)
def test_the_same_key_twice_names_both_sources_and_the_way_out(
    tmp_path: Path, first: dict[str, Any], second: dict[str, Any]
) -> None:
    for name in ("a.json", "b.json"):
        (tmp_path / name).write_text(config(k={"command": "x"}), encoding="utf-8")
    error = refused(tmp_path, **first, **second)
    assert isinstance(error, UsageError)
    assert "stands twice" in error.reason
    assert "--server KEY=…" in error.remedy
    for source in (*first.get("configs", ()), *first.get("arguments", ())):
        assert source in error.reason


def test_a_key_twice_is_no_matter_where_only_another_is_wanted(tmp_path: Path) -> None:
    servers = ["k=a", "k=b", "other=c"]
    assert one(tmp_path, servers=servers, only=["other"]).key == "other"
    assert "stands twice" in refused(tmp_path, servers=servers, only=["k"]).reason


def test_only_an_unknown_key_lists_the_known(tmp_path: Path) -> None:
    error = refused(tmp_path, servers=["b=x", "a\x1b=y"], only=["c"])
    assert error.reason == "no server has the key 'c'"
    assert error.remedy == "known keys: a␛, b"


def test_only_switches_on_what_its_config_switches_off(tmp_path: Path) -> None:
    text = config(a={"command": "x", "disabled": True}, b={"command": "y"})
    (tmp_path / "c.json").write_text(text, encoding="utf-8")
    assert collected(tmp_path, configs=["c.json"])[0].disabled
    assert not one(tmp_path, configs=["c.json"], only=["a"]).disabled


@pytest.mark.parametrize(
    ("named", "kind", "place"),
    [
        ({"arguments": ["absent.json"]}, UsageError, "absent.json"),
        ({"arguments": ["npx"]}, UsageError, "npx"),
        ({"arguments": ["c.json/below"]}, UsageError, "c.json/below"),
        ({"arguments": [""]}, UsageError, ""),
        ({"arguments": ["a\0b"]}, UsageError, "a␀b"),
        ({"arguments": ["x" * 5000]}, FileError, "x" * 5000),
        ({"arguments": ["folder"]}, UsageError, "folder"),
        ({"configs": ["folder"]}, UsageError, "folder"),
        ({"arguments": ["image.png"]}, FileError, "image.png"),
        ({"arguments": ["zeros"]}, FileError, "zeros"),
        ({"arguments": ["/dev/null"]}, FileError, "/dev/null"),
        ({"arguments": ["empty.json"]}, ConfigError, "empty.json"),
        ({"arguments": ["other.json"]}, ConfigError, "other.json"),
        ({"arguments": ["none.json"]}, UsageError, "none.json"),
        ({"arguments": ["broken.json"]}, ConfigError, "broken.json:2:2"),
        ({"arguments": ["lock.json"]}, UsageError, "lock.json"),
        ({"configs": ["capture.json"]}, ConfigError, "capture.json"),
        ({"arguments": ["ws://u:p@h/"]}, UsageError, "ws://•••@h/"),
        ({"arguments": ["https://"]}, UsageError, "https://"),
        ({"arguments": ["https://[u:p@h"]}, UsageError, None),
        ({"servers": ["no-sign"]}, UsageError, "--server no-sign"),
        ({"servers": ["=run"]}, UsageError, "--server ="),
        ({"servers": ["k="]}, UsageError, "--server k="),
        ({"servers": ["k='open"]}, UsageError, "--server k=…"),
        ({"servers": ["k=''"]}, UsageError, "--server k=…"),
        ({"servers": ["k=absent.json"]}, UsageError, "absent.json"),
        ({"servers": [f"k={'x' * 5000}.json"]}, UsageError, "x" * 5000 + ".json"),
        ({"servers": ["k=c.json"]}, UsageError, "c.json"),
        ({"servers": ["k=other.json"]}, UsageError, "other.json"),
        ({"servers": ["k=broken.json"]}, ConfigError, "broken.json:2:2"),
        ({"servers": ["k=ftp://h"]}, UsageError, "ftp://h"),
        ({"program": []}, UsageError, ""),
        ({"program": [""]}, UsageError, ""),
    ],
)
def test_what_cannot_be_is_one_clear_error(
    tmp_path: Path, named: dict[str, Any], kind: type[McptuiError], place: str | None
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "image.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    (tmp_path / "zeros").write_bytes(b"{\0}")
    for name, text in {
        "c.json": config(k={"command": "x"}),
        "empty.json": "",
        "none.json": config(),
        "other.json": '{"name": "package"}',
        "broken.json": "{\n}}",
        "lock.json": '{"mcptui_lock": 2}',
        "capture.json": json.dumps(CAPTURE),
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    error = refused(tmp_path, **named)
    assert isinstance(error, kind)
    if place is not None:
        assert error.place == place
    assert "u:p" not in str(error)


def test_a_file_beyond_any_use_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "huge.json").open("wb") as file:
        file.truncate(300 * 1024 * 1024)
    assert "larger than" in refused(tmp_path, arguments=["huge.json"]).reason


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unreadable to root")
def test_a_file_without_the_right_to_read_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "c.json").touch(mode=0)
    assert "cannot be read" in refused(tmp_path, arguments=["c.json"]).reason


def test_a_pipe_is_read_as_a_file(tmp_path: Path) -> None:
    read_end, write_end = os.pipe()
    with os.fdopen(write_end, "w", encoding="utf-8") as pipe:
        pipe.write(config(a={"command": "x"}))
    try:
        assert one(tmp_path, configs=[f"/dev/fd/{read_end}"]).key == "a"
    finally:
        os.close(read_end)


@pytest.mark.parametrize(
    ("path", "base"),
    [
        ("p/.vscode/mcp.json", "p"),
        ("p/.continue/mcpServers/a.json", "p"),
        ("p/.mcp.json", "p"),
        ("p/dev.json", "p"),
        ("home/.cursor/mcp.json", "."),
        ("home/.claude.json", "."),
    ],
)
def test_relative_paths_mean_the_project_of_a_config(tmp_path: Path, path: str, base: str) -> None:
    (tmp_path / path).parent.mkdir(parents=True)
    (tmp_path / path).write_text(config(a={"command": "x"}), encoding="utf-8")
    assert one(tmp_path, configs=[path]).base == str(tmp_path / base)


def test_a_tilde_means_the_home_folder(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "c.json").write_text(config(a={"command": "x"}), encoding="utf-8")
    assert one(tmp_path, arguments=["~/c.json"]).source.file == "~/c.json"


def test_settings_hold_for_the_connection_they_name(tmp_path: Path) -> None:
    own = TargetOptions(limits=Limits(connect=5), verify=False)
    settings = Settings(defaults=TargetOptions(limits=Limits(request=7)), connections={"a": own})
    first, second = collected(tmp_path, servers=["a=x", "b=y"], settings=settings)
    assert first.options is own or first.options == own
    assert second.options.limits.request == 7


def test_what_a_config_says_holds_where_nothing_was_set(tmp_path: Path) -> None:
    (tmp_path / "c.json").write_text(
        config(a={"command": "x", "protocolEra": "legacy"}), encoding="utf-8"
    )
    (tmp_path / "c.toml").write_text(
        '[mcp_servers.b]\ncommand = "x"\nstartup_timeout_sec = 90\n', encoding="utf-8"
    )
    named = {"configs": ["c.json", "c.toml"]}
    first, second = collected(tmp_path, settings=Settings(), **named)
    assert (first.options.era, second.options.limits.connect) == (Era.LEGACY, 90)
    options = TargetOptions(era=Era.MODERN, limits=Limits(connect=4))
    settings = Settings(connections={"a": options, "b": options})
    first, second = collected(tmp_path, settings=settings, **named)
    assert (first.options, second.options) == (options, options)


WORDS = st.lists(st.text(min_size=1, max_size=12), min_size=1, max_size=5)


@given(WORDS)
def test_a_program_after_two_dashes_is_taken_word_for_word(words: list[str]) -> None:
    target = one(Path("/srv"), program=words)
    assert target.how == Stdio(command=words[0], args=tuple(words[1:]))
    assert target.key
    assert not any(is_hidden(char) for char in command_line(target))


@given(st.text(max_size=40))
def test_any_server_text_is_a_target_or_a_usage_error(text: str) -> None:
    try:
        target = one(Path("/nowhere"), servers=[text])
    except McptuiError as error:
        assert error.remedy  # noqa: PT017  # both ends are right
    else:
        assert text.startswith(target.key + "=")
