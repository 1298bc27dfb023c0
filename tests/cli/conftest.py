"""Commands run in an empty folder of their own, with short time limits."""

from pathlib import Path

import pytest

from tests.cli.shell import Shell


@pytest.fixture
def shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Shell:
    """Runs commands, with both streams and exit codes."""
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.chdir(folder)
    (folder / "mcptui.toml").write_text("[limits]\nconnect = 10\nrequest = 5\nprobe = 0.2\n")
    return Shell(folder=folder, capsys=capsys)
