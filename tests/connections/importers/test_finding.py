"""Where hosts keep their configs, on each platform."""

from pathlib import Path

import pytest

from mcptui.connections.importers import IMPORTERS
from mcptui.connections.importers.finding import found_configs

HOME, CWD = Path("/home/ada"), Path("/srv/shop")


def places(platform: str, environ: dict[str, str] | None = None) -> dict[str, list[str]]:
    """Every place that is looked at, by importer."""
    looked: dict[str, list[str]] = {}
    found = found_configs(
        platform,
        HOME,
        CWD,
        environ or {},
        exists=lambda _path: True,
        files_in=lambda folder, patterns: [folder / pattern for pattern in patterns],
    )
    for config in found:
        looked.setdefault(config.dialect, []).append(str(config.path))
    return looked


def test_places_on_linux() -> None:
    assert places("linux") == {
        "claude_code": ["/srv/shop/.mcp.json", "/home/ada/.claude.json"],
        "claude_desktop": ["/home/ada/.config/Claude/claude_desktop_config.json"],
        "vscode": [
            "/srv/shop/.vscode/mcp.json",
            "/home/ada/.config/Code/User/mcp.json",
            "/home/ada/.config/Code - Insiders/User/mcp.json",
            "/home/ada/.config/VSCodium/User/mcp.json",
        ],
        "cursor": ["/srv/shop/.cursor/mcp.json", "/home/ada/.cursor/mcp.json"],
        "windsurf": ["/home/ada/.codeium/windsurf/mcp_config.json"],
        "gemini_cli": ["/srv/shop/.gemini/settings.json", "/home/ada/.gemini/settings.json"],
        "codex": ["/srv/shop/.codex/config.toml", "/home/ada/.codex/config.toml"],
        "zed": ["/srv/shop/.zed/settings.json", "/home/ada/.config/zed/settings.json"],
        "goose": ["/home/ada/.config/goose/config.yaml"],
        "continue": [
            "/srv/shop/.continue/mcpServers/*.yaml",
            "/srv/shop/.continue/mcpServers/*.yml",
            "/srv/shop/.continue/mcpServers/*.json",
            "/home/ada/.continue/config.yaml",
            "/home/ada/.continue/mcpServers/*.yaml",
            "/home/ada/.continue/mcpServers/*.yml",
            "/home/ada/.continue/mcpServers/*.json",
        ],
        "lm_studio": ["/home/ada/.lmstudio/mcp.json"],
        "cline": [
            f"/home/ada/.config/{edition}/User/globalStorage/saoudrizwan.claude-dev/settings/"
            "cline_mcp_settings.json"
            for edition in ("Code", "Code - Insiders", "VSCodium")
        ],
        "copilot": ["/home/ada/.copilot/mcp-config.json"],
        "inspector": ["/home/ada/.mcp-inspector/mcp.json"],
        "server_json": ["/srv/shop/server.json"],
    }


@pytest.mark.parametrize(
    ("platform", "dialect", "place"),
    [
        (
            "darwin",
            "claude_desktop",
            "Library/Application Support/Claude/claude_desktop_config.json",
        ),
        ("darwin", "vscode", "Library/Application Support/Code/User/mcp.json"),
        ("darwin", "zed", ".config/zed/settings.json"),
        ("darwin", "goose", ".config/goose/config.yaml"),
        ("win32", "claude_desktop", "AppData/Roaming/Claude/claude_desktop_config.json"),
        ("win32", "vscode", "AppData/Roaming/Code/User/mcp.json"),
        ("win32", "zed", "AppData/Roaming/Zed/settings.json"),
        ("win32", "goose", "AppData/Roaming/Block/goose/config/config.yaml"),
        ("win32", "windsurf", ".codeium/windsurf/mcp_config.json"),
    ],
)
def test_places_elsewhere(platform: str, dialect: str, place: str) -> None:
    assert str(HOME / place) in places(platform)[dialect]


@pytest.mark.parametrize(
    ("platform", "variable", "dialect", "place"),
    [
        ("linux", "XDG_CONFIG_HOME", "goose", "goose/config.yaml"),
        ("win32", "APPDATA", "claude_desktop", "Claude/claude_desktop_config.json"),
        ("linux", "CODEX_HOME", "codex", "config.toml"),
        ("linux", "COPILOT_HOME", "copilot", "mcp-config.json"),
        ("linux", "CLAUDE_CONFIG_DIR", "claude_code", ".claude.json"),
    ],
)
def test_variables_move_places(platform: str, variable: str, dialect: str, place: str) -> None:
    assert f"/moved/{place}" in places(platform, {variable: "/moved"})[dialect]


def test_configs_of_the_project_come_first_and_each_file_once(tmp_path: Path) -> None:
    for name in (".cursor/mcp.json", ".mcp.json", ".continue/mcpServers/b.yaml", ".claude.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / ".continue/mcpServers/a.json").touch()
    (tmp_path / ".vscode/mcp.json").mkdir(parents=True)
    found = found_configs("linux", tmp_path, tmp_path, {})
    assert [
        (config.dialect, str(config.path.relative_to(tmp_path)), config.scope) for config in found
    ] == [
        ("claude_code", ".mcp.json", "project"),
        ("cursor", ".cursor/mcp.json", "project"),
        ("continue", ".continue/mcpServers/a.json", "project"),
        ("continue", ".continue/mcpServers/b.yaml", "project"),
        ("claude_code", ".claude.json", "user"),
    ]


def test_a_place_that_cannot_be_looked_at_is_passed_over() -> None:
    assert found_configs("linux", Path("/" + "x" * 5000), Path("/dev/null/x"), {}) == ()


def test_ids_are_unique() -> None:
    assert len({importer.id for importer in IMPORTERS}) == len(IMPORTERS)
