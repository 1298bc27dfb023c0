"""A sample file for each host and shape: what is read from it, told apart by content."""

from pathlib import Path

import pytest

from mcptui.connections.importers import IMPORTERS
from mcptui.connections.importers.reading import read_config
from mcptui.contract.target import Broken, Era, Http, Recorded, Stdio, Target, VariableSyntax

SAMPLES = Path(__file__).parent / "samples"
HERE = Path("/srv/shop/sub")


def read(name: str, place: str = "some-file") -> tuple[Target, ...]:
    text = (SAMPLES / name).read_text(encoding="utf-8")
    return read_config(text, place, base=HERE)


def hows(name: str, place: str = "some-file") -> dict[str, Stdio | Http | Recorded | Broken]:
    return {target.key: target.how for target in read(name, place)}


@pytest.mark.parametrize(
    ("name", "place", "dialect", "variables"),
    [
        ("claude_desktop_config.json", "x/claude_desktop_config.json", "claude_desktop", "none"),
        ("claude_code.json", "some-file", "claude_code", "braced"),
        ("claude_code_user.json", "some-file", "claude_code", "braced"),
        ("vscode.json", "some-file", "vscode", "editor"),
        ("vscode_settings.json", "some-file", "vscode", "editor"),
        ("cursor.json", "some-file", "cursor", "editor"),
        ("windsurf.json", "some-file", "windsurf", "editor"),
        ("gemini_settings.json", "some-file", "gemini_cli", "shell"),
        ("codex.toml", "some-file", "codex", "none"),
        ("zed_settings.json", "some-file", "zed", "none"),
        ("goose.yaml", "some-file", "goose", "braced"),
        ("goose_nested.yaml", "some-file", "goose", "braced"),
        ("continue.yaml", "some-file", "continue", "secrets"),
        ("continue.json", "some-file", "continue", "secrets"),
        ("continue_object.yaml", "some-file", "continue", "secrets"),
        ("lm_studio.json", "C:\\Users\\a\\.lmstudio\\mcp.json", "lm_studio", "editor"),
        ("lm_studio.json", "/home/a/.cursor/mcp.json", "cursor", "editor"),
        ("lm_studio.json", "p/.continue/mcpServers/hf.json", "continue", "secrets"),
        ("lm_studio.json", "some-file", "claude_code", "braced"),
        ("cline_mcp_settings.json", "some-file", "cline", "none"),
        ("copilot.json", "some-file", "copilot", "braced"),
        ("inspector.json", "some-file", "inspector", "none"),
        ("server.json", "some-file", "server_json", "editor"),
        # what stands in a file counts for more than its name
        ("vscode.json", "/home/a/.cursor/mcp.json", "vscode", "editor"),
        ("windsurf.json", "claude_desktop_config.json", "windsurf", "editor"),
        ("goose.yaml", "claude.json.bak", "goose", "braced"),
    ],
)
def test_a_host_is_told_by_the_content_of_its_file(
    name: str, place: str, dialect: str, variables: str
) -> None:
    targets = read(name, place)
    assert {target.source.dialect for target in targets} == {dialect}
    assert {target.variables for target in targets} == {VariableSyntax(variables)}
    assert {target.source.file for target in targets} == {place}
    assert {target.base for target in targets} == {str(HERE)}


def test_every_importer_has_a_sample() -> None:
    places = {
        "lm_studio.json": ".lmstudio/mcp.json",
        "claude_desktop_config.json": "claude_desktop_config.json",
    }
    seen = {
        read(path.name, places.get(path.name, "some-file"))[0].source.dialect
        for path in SAMPLES.iterdir()
    }
    assert seen == {importer.id for importer in IMPORTERS}


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("claude_code.json", [3, 8, 9]),
        ("claude_code_user.json", [11, 5]),
        ("vscode.json", [8, 17, 18]),
        ("codex.toml", [3, 11, 18]),
        ("goose.yaml", [3, 8, 21, 27]),
        ("continue.yaml", [5, 10, 16, 18]),
        ("zed_settings.json", [6, 7, 8, 9]),
    ],
)
def test_each_entry_knows_its_line(name: str, lines: list[int]) -> None:
    assert [target.source.line for target in read(name)] == lines


def test_claude_desktop_has_no_variables() -> None:
    assert hows("claude_desktop_config.json", "claude_desktop_config.json") == {
        "filesystem": Stdio(
            command="npx",
            args=("-y", "@modelcontextprotocol/server-filesystem", "/srv/${HOME}"),
            env=(("LOG_LEVEL", "debug"),),
        )
    }


def test_claude_code_has_programs_urls_and_defaults() -> None:
    assert hows("claude_code.json") == {
        "api": Http(
            url="${API_BASE:-https://api.example.test}/mcp",
            headers=(("Authorization", "Bearer ${API_KEY}"),),
            transport="streamable_http",
        ),
        "local": Stdio(command="uvx", args=("mcp-server-time",), env=(("TZ", "${TZ:-UTC}"),)),
        "live": Broken(reason="ws is not supported"),
    }


def test_a_local_entry_of_claude_code_replaces_the_users() -> None:
    targets = read("claude_code_user.json")
    assert [(target.key, target.source.scope) for target in targets] == [
        ("notes", "local"),
        ("mail", "user"),
    ]
    assert targets[0].how == Stdio(command="notes-local")
    text = (SAMPLES / "claude_code_user.json").read_text(encoding="utf-8")
    elsewhere = read_config(text, "f", base=Path("/"), project=Path("/srv/elsewhere"))
    assert [(target.key, target.source.scope) for target in elsewhere] == [
        ("notes", "user"),
        ("mail", "user"),
    ]


def test_vs_code_has_inputs_files_and_values_of_other_types() -> None:
    targets = read("vscode.json")
    assert hows("vscode.json") == {
        "db": Stdio(
            command="${workspaceFolder}/bin/db",
            args=("--port", "5432", "--region=${input:region}"),
            env=(("PORT", "5432"), ("DEBUG", "true"), ("KEY", "${input:key}")),
            env_files=("${workspaceFolder}/.env",),
            cwd="${workspaceFolder}",
        ),
        "remote": Http(
            url="https://h.example.test/mcp",
            headers=(("X-Key", "${env:KEY}"),),
            transport="streamable_http",
        ),
        "socket": Broken(reason="addresses of the kind unix:// are not supported"),
    }
    assert targets[0].inputs == (("key", "API key", True), ("region", "Region (eu, us)", False))


def test_vs_codes_settings_hold_servers_too() -> None:
    assert hows("vscode_settings.json") == {"time": Stdio(command="uvx", args=("mcp-server-time",))}


def test_cursor_has_environment_files() -> None:
    assert hows("cursor.json") == {
        "files": Stdio(command="npx", args=("server", "${workspaceFolder}"), env_files=(".env",)),
        "cloud": Http(
            url="https://c.example.test/mcp",
            headers=(("Authorization", "Bearer ${env:TOKEN}"),),
        ),
    }


def test_windsurf_names_its_urls_differently() -> None:
    assert hows("windsurf.json") == {
        "remote": Http(url="https://w.example.test/mcp", headers=(("API_KEY", "${env:KEY}"),)),
        "off": Stdio(command="npx", args=("server",)),
    }


def test_gemini_cli_has_a_url_for_each_transport() -> None:
    assert hows("gemini_settings.json") == {
        "fast": Http(
            url="https://g.example.test/mcp",
            headers=(("Authorization", "Bearer $TOKEN"),),
            transport="streamable_http",
        ),
        "slow": Http(url="https://g.example.test/sse", transport="sse"),
        "python": Stdio(
            command="python",
            args=("-m", "server"),
            env=(("KEY", "${KEY:-none}"),),
            cwd="./srv",
        ),
        "unlisted": Stdio(command="x"),
    }


def test_codex_names_variables_instead_of_using_them() -> None:
    targets = read("codex.toml")
    assert hows("codex.toml") == {
        "docs": Stdio(
            command="npx",
            args=("-y", "docs-server"),
            env=(("LOG.LEVEL", "debug"),),
            forward_env=("DOCS_TOKEN", "OTHER"),
        ),
        "with space": Http(
            url="https://x.example.test/mcp",
            headers=(("X-Region", "eu"),),
            header_env=(("X-Key", "X_KEY"),),
            bearer_env="X_TOKEN",
        ),
        "refused": Broken(
            reason="a bearer_token in the file is refused: name a variable in bearer_token_env_var"
        ),
    }
    assert targets[0].options.limits.connect == 60.0


def test_zed_has_three_forms_of_entries() -> None:
    assert hows("zed_settings.json") == {
        "plain": Stdio(command="srv", args=("a",), env=(("A", "$B"),)),
        "nested": Stdio(command="old", args=("b",), env=(("C", "d"),)),
        "remote": Http(url="https://z.example.test/mcp", headers=(("Authorization", "Bearer t"),)),
        "extension": Broken(
            reason="an extension of Zed provides it: its command is not in the file"
        ),
    }


def test_goose_keeps_the_spelling_of_values() -> None:
    assert hows("goose.yaml") == {
        "developer": Broken(reason="Goose runs it within itself: there is no server"),
        "github": Stdio(
            command="npx",
            args=("-y", "@modelcontextprotocol/server-github"),
            env=(("PORT", "8080"), ("VERSION", "1.10")),
            forward_env=("GITHUB_TOKEN",),
        ),
        "web": Http(
            url="https://goose.example.test/mcp",
            headers=(("Authorization", "Bearer ${WEB_TOKEN}"),),
            transport="streamable_http",
        ),
        "events": Http(url="https://goose.example.test/sse", transport="sse"),
    }


def test_continue_lists_its_servers() -> None:
    assert hows("continue.yaml") == {
        "sqlite": Stdio(
            command="npx",
            args=("-y", "mcp-sqlite", "./data.db"),
            env=(("KEY", "${{ secrets.SQLITE_KEY }}"),),
        ),
        "remote": Http(
            url="https://k.example.test/mcp",
            headers=(("Authorization", "Bearer ${{ secrets.TOKEN }}"),),
            transport="streamable_http",
        ),
        "hub": Broken(reason="it stands for a block elsewhere: no command is in the file"),
        "server 4": Broken(reason="it has no name"),
    }
    assert hows("continue.json") == {"one": Stdio(command="srv", env=(("K", "${{ secrets.K }}"),))}


def test_what_a_host_switches_off_is_marked() -> None:
    off = {
        (name, target.key)
        for name in (path.name for path in SAMPLES.iterdir())
        if name != "server.json"
        for target in read(name)
        if target.disabled
    }
    assert off == {
        ("windsurf.json", "off"),
        ("gemini_settings.json", "slow"),
        ("gemini_settings.json", "unlisted"),
        ("codex.toml", "with space"),
        ("goose.yaml", "developer"),
        ("goose.yaml", "web"),
        ("zed_settings.json", "remote"),
        ("zed_settings.json", "extension"),
        ("cline_mcp_settings.json", "tool"),
    }


def test_the_inspector_says_which_handshake_to_begin_with() -> None:
    assert [target.options.era for target in read("inspector.json")] == [
        Era.MODERN,
        Era.LEGACY,
        Era.AUTO,
    ]


WEATHER_ARGS = (
    *("-y", "@example/weather@1.2.0", "Oslo", "--units", "metric", "--verbose"),
    *("--account", "${input:account}"),
)
DOCKER_ARGS = (
    *("run", "-i", "--rm", "--mount", "type=tmpfs,dst=/data", "-e", "WEATHER_KEY"),
    "ghcr.io/example/weather:1.2.0",
)


def test_a_manifest_becomes_one_chosen_way_and_the_others_switched_off() -> None:
    targets = read("server.json")
    assert [(target.key, target.disabled) for target in targets] == [
        ("weather", False),
        ("weather-mcpb", True),
        ("weather-oci", True),
        ("weather-pypi", True),
        ("weather-streamable-http", True),
        ("weather-sse", True),
    ]
    assert {target.source.original_key for target in targets} == {"io.example.test/weather"}
    assert targets[0].how == Stdio(
        command="npx",
        args=WEATHER_ARGS,
        env=(("WEATHER_KEY", "${env:WEATHER_KEY}"), ("CACHE", "on")),
        forward_env=("PROXY",),
    )
    assert targets[0].inputs == (("account", "Your account", False),)
    assert targets[2].how == Stdio(
        command="docker",
        args=DOCKER_ARGS,
        env=(("WEATHER_KEY", "${env:WEATHER_KEY}"),),
    )
    assert targets[3].how == Stdio(command="uvx", args=("weather-mcp==1.2.0",))
    assert targets[4].how == Http(
        url="https://${input:tenant}.example.test/mcp",
        headers=(("Authorization", "Bearer ${input:key}"),),
        transport="streamable_http",
    )
    assert targets[4].inputs == (("tenant", "Tenant", False), ("key", "Key", True))
