"""What a command loads: asked in fresh interpreters, for the source does not tell."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = {"textual", "mcp", "sklearn", "numpy", "scipy"}
RUN_COMMAND = """
import sys
from mcptui.cli import main
assert main(sys.argv[1:]) == 0
"""
TELL = """
print(*sorted(sys.modules), file=sys.stderr)
"""
CAPTURE = {
    "server": {"serverInfo": {"name": "s", "version": "1"}},
    "pages": 1,
    "tools": [{"name": "t", "description": "T", "inputSchema": {"type": "object"}}],
}


def _loaded(folder: Path, source: str, *arguments: str) -> set[str]:
    """Names of all modules that a program has loaded in its own interpreter."""
    run = subprocess.run(
        [sys.executable, "-c", source + TELL, *arguments],
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=30,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return set(run.stderr.splitlines()[-1].split())


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("--version",),
        (),
        ("connect", "--help"),
        ("completion", "bash"),
        ("tools", "capture.json"),
        ("lint", "capture.json"),
        ("routes", "capture.json"),
        ("capture", "capture.json"),
    ],
    ids=" ".join,
)
def test_a_headless_command_loads_nothing_heavy(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "capture.json").write_text(json.dumps(CAPTURE))
    loaded = _loaded(tmp_path, RUN_COMMAND, *arguments)
    assert {name.partition(".")[0] for name in loaded} & HEAVY == set()


def test_help_loads_no_command_and_none_of_the_workrooms(tmp_path: Path) -> None:
    loaded = _loaded(tmp_path, RUN_COMMAND, "--help")
    ours = {name for name in loaded if name.startswith("mcptui.")}
    assert ours == {
        "mcptui.cli",
        "mcptui.cli.command",
        "mcptui.cli.streams",
        "mcptui.contract",
        "mcptui.contract.display",
        "mcptui.errors",
    }


def test_importing_the_package_loads_nothing(tmp_path: Path) -> None:
    program = "import sys; before = set(sys.modules); import mcptui"
    bare = "import sys; before = set(sys.modules)"
    assert _loaded(tmp_path, program) - _loaded(tmp_path, bare) == {"mcptui"}
