"""What every test stands on: the same examples in every run, and no reach into the user's folders.

With `MCPTUI_HUNT` set, laws are tried on new examples in each run.
"""

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("hunting", deadline=None, print_blob=True)
settings.load_profile("hunting" if os.environ.get("MCPTUI_HUNT") else "steady")


@pytest.fixture(autouse=True)
def _own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Point home, settings, state and lockfile searches at an empty folder."""
    home: Path = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    for name, below in (
        ("XDG_CONFIG_HOME", "config"),
        ("XDG_STATE_HOME", "state"),
        ("XDG_CACHE_HOME", "cache"),
    ):
        monkeypatch.setenv(name, str(home / below))
    for name in ("NO_COLOR", "FORCE_COLOR", "MCPTUI_CONFIG", "CODEX_HOME", "COPILOT_HOME"):
        monkeypatch.delenv(name, raising=False)
