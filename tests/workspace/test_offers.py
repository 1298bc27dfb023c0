"""What is found is offered, never started."""

import json
from pathlib import Path

from mcptui.contract.target import Broken, Stdio, TargetOptions
from mcptui.workspace.offers import Offer, found
from mcptui.workspace.settings import Settings


def write(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def servers(**entries: str) -> str:
    return json.dumps({"mcpServers": {key: {"command": value} for key, value in entries.items()}})


def offered(cwd: Path, home: Path, settings: Settings | None = None) -> tuple[Offer, ...]:
    return found(cwd=cwd, home=home, environ={}, settings=settings, platform="linux")


def shape(offers: tuple[Offer, ...]) -> list[tuple[str, list[str]]]:
    return [(offer.place, [target.key for target in offer.targets]) for offer in offers]


def test_the_projects_configs_come_first_and_places_read_as_people_write_them(
    tmp_path: Path,
) -> None:
    home, cwd = tmp_path / "home", tmp_path / "home" / "shop"
    write(cwd, ".mcp.json", servers(a="x"))
    write(cwd, ".vscode/mcp.json", '{"servers": {"b": {"command": "y"}}}')
    write(home, ".cursor/mcp.json", servers(c="z"))
    offers = offered(cwd, home)
    assert shape(offers) == [
        (".mcp.json", ["a"]),
        (".vscode/mcp.json", ["b"]),
        ("~/.cursor/mcp.json", ["c"]),
    ]
    assert [offer.config.dialect for offer in offers] == ["claude_code", "vscode", "cursor"]
    scopes = [target.source.scope for offer in offers for target in offer.targets]
    assert scopes == ["project", "project", "user"]
    assert {target.base for offer in offers for target in offer.targets} == {str(cwd)}
    assert offers[2].targets[0].source.file == "~/.cursor/mcp.json"


def test_files_without_servers_are_passed_over_and_broken_ones_say_why(tmp_path: Path) -> None:
    home, cwd = tmp_path / "home", tmp_path / "cwd"
    write(home, ".gemini/settings.json", '{"theme": "x"}')
    write(home, ".claude.json", servers())
    write(cwd, "server.json", '{"port": 80}')
    write(cwd, ".cursor/mcp.json", "{\n  oops")
    write(cwd, ".mcp.json", servers(a="x"))
    (home / ".lmstudio").mkdir()
    (home / ".lmstudio" / "mcp.json").write_bytes(b"\xff\x00\x01")
    offers = offered(cwd, home)
    assert [offer.place for offer in offers] == [
        ".mcp.json",
        ".cursor/mcp.json",
        "~/.lmstudio/mcp.json",
    ]
    assert [bool(offer.targets) for offer in offers] == [True, False, False]
    assert offers[1].error is not None
    assert offers[1].error.startswith(".cursor/mcp.json:2:3: ")


def test_of_one_hosts_entries_the_nearest_holds(tmp_path: Path) -> None:
    home, cwd = tmp_path / "home", tmp_path / "shop"
    write(cwd, ".mcp.json", servers(both="project", three="project", only="project"))
    user = json.loads(servers(both="user", three="user", mail="user"))
    user["projects"] = {str(cwd): json.loads(servers(three="local"))}
    write(home, ".claude.json", json.dumps(user))
    offers = offered(cwd, home)
    commands = {
        target.key: target.how.command
        for offer in offers
        for target in offer.targets
        if isinstance(target.how, Stdio)
    }
    assert commands == {"both": "project", "only": "project", "three": "local", "mail": "user"}
    assert [offer.replaced for offer in offers] == [("three",), ("both",)]


def test_keys_are_unique_over_all_offers_and_keep_their_own_name(tmp_path: Path) -> None:
    home, cwd = tmp_path / "home", tmp_path / "cwd"
    write(cwd, ".mcp.json", servers(fs="a"))
    write(cwd, ".cursor/mcp.json", servers(fs="b"))
    write(home, ".config/Code/User/mcp.json", '{"servers": {"fs": {"command": "c"}}}')
    write(home, ".config/VSCodium/User/mcp.json", '{"servers": {"fs": {"command": "d"}}}')
    offers = offered(cwd, home)
    keys = [target.key for offer in offers for target in offer.targets]
    assert keys == ["fs", "fs@cursor", "fs@vscode", "fs@vscode-2"]
    originals = {target.source.original_key for offer in offers for target in offer.targets}
    assert originals == {"fs"}


def test_settings_hold_for_what_is_offered_too(tmp_path: Path) -> None:
    write(tmp_path, ".mcp.json", servers(a="x"))
    settings = Settings(connections={"a": TargetOptions(verify=False)})
    (offer,) = offered(tmp_path, tmp_path / "home", settings)
    assert not offer.targets[0].options.verify


def test_a_broken_entry_is_offered_with_its_reason(tmp_path: Path) -> None:
    write(tmp_path, ".mcp.json", '{"mcpServers": {"a": {}}}')
    (offer,) = offered(tmp_path, tmp_path / "home")
    assert offer.targets[0].how == Broken(reason="neither command nor url")
