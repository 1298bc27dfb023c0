"""The import directions, and the one command that checks everything."""

import subprocess
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_every_import_goes_in_an_allowed_direction() -> None:
    program = Path(sysconfig.get_path("scripts")) / "lint-imports"
    if not program.exists():
        pytest.skip("import-linter is not installed beside this interpreter")
    run = subprocess.run(
        [program, "--no-logo", "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stdout


def test_the_check_runs_the_commands_of_the_readme_and_no_others() -> None:
    lines = (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()
    start = next(index for index, line in enumerate(lines) if line.startswith("cd ")) + 1
    command = "\n".join(lines[start:]).strip()
    assert command in (ROOT / "README.md").read_text(encoding="utf-8")
