"""`mcptui tools`: the merged list, in every state that servers can be in."""

import json
import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from mcptui.contract.lockfile import render
from mcptui.demo.servers import demo_lockfile_text
from mcptui.errors import ExitCode
from tests.cli.shell import OPEN, Shell, tool
from tests.export.examples import lockfile

QUERY = {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}


def test_a_capture_is_listed_as_the_json_says(shell: Shell) -> None:
    raw = {"zzz": 1, "name": "find", "inputSchema": QUERY, "description": "Finds."}
    name = shell.capture("docs.json", raw, server={"instructions": "Ask.", "package": "@x/docs"})
    ran = shell("tools", name, "--format", "json")
    assert (ran.code, ran.err) == (ExitCode.FINE, "")
    document = ran.json()
    assert list(document)[:3] == ["mcptui", "connections", "tools"]
    assert document["mcptui"] == 1
    assert document["connections"] == [
        {
            "connection_key": "docs",
            "state": "connected",
            "cause": None,
            "transport": "recorded",
            "protocol_version": None,
            "server_info": None,
            "instructions": "Ask.",
            "pages": 1,
            "tools": 1,
        }
    ]
    (found,) = document["tools"]
    size = len(json.dumps(raw, separators=(",", ":")))
    assert found.pop("findings") != []
    assert re.fullmatch("sha256:[0-9a-f]{64}", found.pop("digest"))
    assert found == {
        "alias": "docs_find",
        "connection_key": "docs",
        "tool": "find",
        "title": None,
        "description": "Finds.",
        "pin_state": "unpinned",
        "contract_bytes": size,
        "estimated_tokens": -(-size // 4),
        "parameters": [{"name": "q", "type": "string", "required": True}],
        "definition": raw,
    }
    assert list(found["definition"]) == list(raw)


def test_equal_input_gives_equal_bytes(shell: Shell) -> None:
    name = shell.capture("docs.json", tool("b"), tool("a"))
    for format_name in ("text", "json"):
        first = shell("tools", name, "--format", format_name)
        assert shell("tools", name, "--format", format_name) == first


def test_a_table_stands_straight_with_wide_names(shell: Shell) -> None:
    name = shell.capture("docs.json", tool("検索"), tool("find"), tool("é"))
    ran = shell("tools", name)
    rows = [line for line in ran.out.splitlines() if "docs" in line and "sha" not in line][1:]
    at = {cell_len(row[: re.search(r" docs {2,}", row).start()]) for row in rows}  # type: ignore[union-attr]  # each row has it
    assert len(rows) == 3
    assert len(at) == 1


def test_a_name_listed_twice_stands_twice(shell: Shell) -> None:
    ran = shell("tools", *shell.case("lists-duplicate-in-one-list"), "--format", "json")
    assert [found["tool"] for found in ran.json()["tools"]] == ["export", "export", "other"]
    states = [found["pin_state"] for found in ran.json()["tools"]]
    assert states == ["unpinnable", "unpinnable", "unpinned"]
    assert ran.code == ExitCode.FINE


def test_an_entry_that_is_no_tool_keeps_its_place(shell: Shell) -> None:
    name = shell.capture("docs.json", tool("a"), "text", {"inputSchema": OPEN}, tool("b"))  # type: ignore[arg-type]  # what broken servers send
    found = shell("tools", name, "--format", "json").json()["tools"]
    assert [each["tool"] for each in found] == ["a", None, None, "b"]
    assert found[1]["definition"] == "text"
    assert found[1]["findings"] != []
    assert found[1]["alias"] is None


def test_a_dead_server_costs_the_others_nothing(shell: Shell) -> None:
    good, _ = shell.server({"key": "good", "tools": [tool("a")]})
    for format_name in ("text", "json"):
        ran = shell(
            "tools", "--server", "dead=no-such-program", "--server", good, "--format", format_name
        )
        assert ran.code == ExitCode.UNREACHABLE
        assert "good_a" in ran.out
        assert "no-such-program" in ran.out
        assert ("no-such-program" in ran.err) == (format_name == "json")
    document = ran.json()
    assert [each["state"] for each in document["connections"]] == ["failed", "connected"]
    assert "not found" in document["connections"][0]["cause"]
    assert document["connections"][0]["tools"] == 0


def test_a_later_page_that_fails_is_incomplete_and_never_removed(shell: Shell) -> None:
    options = shell.case("lists-page-two-fails")
    shell.write("mcptui.lock.json", render(lockfile()))
    ran = shell("tools", *options, "--format", "json")
    assert ran.code == ExitCode.UNREACHABLE
    document = ran.json()
    (connection,) = document["connections"]
    assert connection["state"] == "incomplete"
    assert "page 2 failed, -32603 backend timeout" in connection["cause"]
    states = {found["tool"]: found["pin_state"] for found in document["tools"]}
    assert states == {"t1": "unpinned", "t2": "unpinned", "later": "unknown"}
    assert "unknown" in shell("tools", *options).out


def test_a_server_without_tools_is_no_failure(shell: Shell) -> None:
    ran = shell("tools", *shell.case("lists-no-tools-capability"), "--format", "json")
    assert ran.code == ExitCode.FINE
    assert [each["state"] for each in ran.json()["connections"]] == ["no_tools"]
    assert "offers no tools" in shell("tools", *shell.case("lists-no-tools-capability")).out


def test_page_one_that_fails_is_never_empty(shell: Shell) -> None:
    replies = [{"to": "tools/list", "error": {"code": -32603, "message": "no backend"}}]
    server, _ = shell.server({"key": "a", "replies": replies})
    ran = shell("tools", "--server", server, "--format", "json")
    assert ran.code == ExitCode.UNREACHABLE
    assert ran.json()["connections"][0]["state"] == "list_failed"
    assert "no backend" in ran.json()["connections"][0]["cause"]


def test_the_transport_is_told_of_servers_that_are_never_reached(shell: Shell) -> None:
    config = {"a": {"command": "true"}, "b": {"type": "sse", "url": "http://127.0.0.1:1/sse"}}
    shell.write(".mcp.json", {"mcpServers": config})
    ran = shell("tools", "--config", ".mcp.json", "http://127.0.0.1:1/mcp", "--format", "json")
    found = {each["connection_key"]: each["transport"] for each in ran.json()["connections"]}
    assert found == {"127.0.0.1": None, "a": "stdio", "b": "sse"}


def test_an_incomplete_capture_without_a_reason_is_not_called_unstarted(shell: Shell) -> None:
    shell.write("a.json", {"server": {}, "complete": False, "tools": [tool("a")]})
    ran = shell("tools", "a.json", "--format", "json")
    assert ran.code == ExitCode.UNREACHABLE
    assert ran.json()["connections"][0]["cause"] == "list incomplete: nothing says why"


def test_one_program_is_named_after_two_hyphens(shell: Shell) -> None:
    how = shell.scripted({"key": "x", "tools": [tool("a")]}).target.how
    ran = shell("tools", "--format", "json", "--", how.command, *how.args)  # type: ignore[union-attr]  # scripted servers are started
    assert ran.code == ExitCode.FINE
    assert ran.json()["connections"][0]["connection_key"] == Path(how.command).name  # type: ignore[union-attr]  # as above


def test_options_after_two_hyphens_are_the_programs_own(shell: Shell) -> None:
    ran = shell("tools", "--", "no-such-program", "--help", "--", "--format", "json")
    assert ran.code == ExitCode.UNREACHABLE
    assert "no-such-program --help -- --format json" in ran.out
    assert shell("tools", "--").code == ExitCode.USAGE


def test_the_same_key_twice_names_both_sources(shell: Shell) -> None:
    first = shell.capture("one.json", tool("a"), server={"package": "@x/docs"})
    second = shell.capture("two.json", tool("a"), server={"package": "@y/docs"})
    ran = shell("tools", first, second)
    assert (ran.code, ran.out) == (ExitCode.USAGE, "")
    assert all(part in ran.complaint for part in ("one.json", "two.json", "--server KEY="))
    assert shell("tools", first, "--server", f"other={second}").code == ExitCode.FINE


def test_pins_are_held_against_the_lockfile_here_or_the_one_named(shell: Shell) -> None:
    name = shell.capture("docs.json", tool("search"), tool("new"))
    assert shell("tools", name, "--format", "json").json()["tools"][0]["pin_state"] == "unpinned"
    path = shell.write("pins.json", render(lockfile()))
    for option in (["--lock", "pins.json"], []):
        ran = shell("tools", name, "--format", "json", *option)
        states = {found["tool"]: found["pin_state"] for found in ran.json()["tools"]}
        assert states == {"search": "drifted", "new": "unpinned", "gone": "removed"}
        assert ran.code == ExitCode.FINE
        path.rename(shell.folder / "mcptui.lock.json")
        path = shell.folder / "mcptui.lock.json"


@pytest.mark.parametrize("text", ["{", '{"mcptui_lock": 99}', ""], ids=["cut", "newer", "empty"])
def test_a_broken_lockfile_is_told_and_everything_shown_as_unknown(shell: Shell, text: str) -> None:
    name = shell.capture("docs.json", tool("search"))
    path = shell.write("mcptui.lock.json", text)
    ran = shell("tools", name, "--format", "json")
    assert ran.code == ExitCode.USAGE
    assert [found["pin_state"] for found in ran.json()["tools"]] == ["unknown"]
    assert "mcptui.lock.json" in ran.complaint
    assert "every pin state is unknown" in ran.complaint
    assert path.read_text() == text
    assert "? unknown" in shell("tools", name).out


def test_hostile_text_reaches_the_terminal_as_text(shell: Shell) -> None:
    options = shell.case("tui-escape-sequences")
    for format_name in ("text", "json"):
        ran = shell("tools", *options, "--format", format_name)
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", ran.out + ran.err)
    assert ran.json()["tools"][0]["tool"] == "n\x1b[2Jame"


def test_secrets_stay_secret_whatever_goes_wrong(shell: Shell) -> None:
    config = {
        "mcpServers": {
            "s": {
                "command": "no-such-program",
                "args": ["--token", "tok-EXAMPLE-a", "--port=1", "--key", "${NOT_HERE}"],
                "env": {"DB_PASSWORD": "tok-EXAMPLE-e", "LOG_LEVEL": "debug"},
            },
            "u": {
                "url": "http://u:tok-EXAMPLE-p@127.0.0.1:9/mcp?apikey=tok-EXAMPLE-q&page=2",
                "headers": {"Authorization": "Bearer tok-EXAMPLE-h"},
            },
        }
    }
    shell.write(".mcp.json", config)
    for arguments in (
        ["tools", "--config", ".mcp.json"],
        ["tools", "--config", ".mcp.json", "--format", "json"],
        ["lint", "--config", ".mcp.json", "--format", "github"],
        ["capture", "--config", ".mcp.json", "--output", "captures"],
        ["tools"],
    ):
        ran = shell(*arguments)
        assert ran.code in {ExitCode.UNREACHABLE, ExitCode.USAGE}
        assert "tok-EXAMPLE" not in ran.out + ran.err
    assert "--port=1" in ran.err
    assert "${NOT_HERE}" in ran.err
    assert "page=2" in ran.err


def test_a_server_that_its_host_switches_off_is_not_started(shell: Shell) -> None:
    started = shell.scripted({"key": "off", "tools": [tool("a")]})
    how = started.target.how
    entry = {"command": how.command, "args": list(how.args), "disabled": True}  # type: ignore[union-attr]  # scripted servers are started
    shell.write(".mcp.json", {"mcpServers": {"off": entry}})
    ran = shell("tools", "--config", ".mcp.json", "--format", "json")
    assert ran.code == ExitCode.FINE
    assert ran.json()["connections"] == []
    (left_out,) = ran.json()["not_started"]
    assert left_out["connection_key"] == "off"
    assert left_out["reason"]
    assert started.record.lines() == []
    ran = shell("tools", "--config", ".mcp.json", "--only", "off", "--format", "json")
    assert [each["state"] for each in ran.json()["connections"]] == ["connected"]


def test_time_limits_and_the_era_can_be_given(shell: Shell) -> None:
    silent = [{"to": "server/discover", "silent": True}, {"to": "initialize", "silent": True}]
    server, record = shell.server({"key": "a", "replies": silent})
    ran = shell("tools", "--server", server, "--timeout", "0.3", "--era", "legacy")
    assert ran.code == ExitCode.UNREACHABLE
    assert "0.3 s" in ran.out
    assert [request["method"] for request in record.requests("server/discover")] == []
    assert len(record.requests("initialize")) == 1


def test_variables_are_handed_on_by_name(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OF_OURS", "tok-EXAMPLE")
    monkeypatch.setenv("OTHER", "x")
    server, record = shell.server({"key": "a", "tools": []})
    assert shell("tools", "--server", server).code == ExitCode.FINE
    assert shell("tools", "--server", server, "--pass-env", "OF_OURS").code == ExitCode.FINE
    assert shell("tools", "--server", server, "--pass-env", "all").code == ExitCode.FINE
    first, second, third = (event["env"] for event in record.events("started"))
    assert not {"OF_OURS", "OTHER"} & set(first)
    assert second["OF_OURS"] == "tok-EXAMPLE"
    assert "OTHER" not in second
    assert {"OF_OURS", "OTHER"} <= set(third)


def test_settings_choose_signs_and_aliases(shell: Shell) -> None:
    name = shell.capture("docs.json", tool("find"))
    shell.write("mcptui.toml", 'signs = "ascii"\n[alias]\ntemplate = "x_{key}_{tool}"\n')
    ran = shell("tools", name)
    assert ran.out.isascii()
    assert "x_docs_find" in ran.out


def test_the_demo_without_a_terminal_prints_its_list(shell: Shell) -> None:
    before = {path.name for path in shell.folder.iterdir()}
    ran = shell("demo")
    assert ran.code == ExitCode.FINE
    assert all(f" {key} " in ran.out for key in ("docs_01", "calendar_02", "bugs", "store"))
    assert "drifted" in ran.out
    assert {path.name for path in shell.folder.iterdir()} == before
    assert demo_lockfile_text().startswith("{")


def test_connect_without_a_terminal_names_tools(shell: Shell) -> None:
    ran = shell("connect", shell.capture("docs.json", tool("a")))
    assert (ran.code, ran.out) == (ExitCode.USAGE, "")
    assert "mcptui tools" in ran.complaint
