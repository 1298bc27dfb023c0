"""`connect` and `demo` before a terminal: what they hand to the app."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from mcptui.cli import app, streams
from mcptui.errors import ExitCode
from mcptui.workspace.state import LockPresence
from tests.cli.shell import Shell, tool


@dataclass(slots=True)
class Opened:
    """What the app was opened with; it ends at once with 130."""

    targets: list[str] = field(default_factory=list)
    others: dict[str, Any] = field(default_factory=dict)
    times: int = 0

    def __call__(self, targets: Any, **others: Any) -> int:
        self.times += 1
        self.targets = [target.key for target in targets]
        self.others = others
        return ExitCode.INTERRUPTED


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Opened:
    """The app stood in for; its own tests run it."""
    stand_in = Opened()
    monkeypatch.setattr(streams, "is_terminal", lambda: True)
    monkeypatch.setattr(app, "run_app", stand_in)
    return stand_in


def test_connect_opens_what_is_named(shell: Shell, opened: Opened) -> None:
    shell.write("mcptui.toml", 'theme = "nord"\nwatch = 9\n')
    ran = shell("connect", shell.capture("docs.json", tool("a")), "--timeout", "3")
    assert (ran.code, ran.out, ran.err) == (ExitCode.INTERRUPTED, "", "")
    assert opened.targets == ["docs"]
    assert opened.others["settings"].theme == "nord"
    assert opened.others["settings"].limits.connect == 3
    assert opened.others["watch_seconds"] == 9
    assert opened.others["offered"] == ()
    assert opened.others["demo"] is False
    assert opened.others["lock"].presence is LockPresence.ABSENT
    assert shell("connect", "docs.json", "--watch", "2.5").code == ExitCode.INTERRUPTED
    assert opened.others["watch_seconds"] == 2.5


def test_connect_without_a_target_offers_what_is_found(shell: Shell, opened: Opened) -> None:
    shell.write(".mcp.json", {"mcpServers": {"a": {"command": "x"}, "b": {"command": "y"}}})
    assert shell("connect").code == ExitCode.INTERRUPTED
    assert opened.targets == []
    (offer,) = opened.others["offered"]
    assert [target.key for target in offer.targets] == ["a", "b"]
    assert shell("connect", "--only", "b").code == ExitCode.INTERRUPTED
    (offer,) = opened.others["offered"]
    assert [target.key for target in offer.targets] == ["b"]


def test_connect_opens_with_a_broken_lockfile_too(shell: Shell, opened: Opened) -> None:
    shell.write("mcptui.lock.json", "{")
    assert shell("connect", shell.capture("docs.json")).code == ExitCode.INTERRUPTED
    assert opened.others["lock"].presence is LockPresence.BROKEN


def test_a_key_for_an_action_that_there_is_not_is_an_error_with_its_line(
    shell: Shell, opened: Opened
) -> None:
    shell.write("mcptui.toml", '[keys]\napp.help = "h"\napp.qiut = "x"\n')
    ran = shell("connect", shell.capture("docs.json"))
    assert ran.code == ExitCode.USAGE
    assert (
        "mcptui.toml:3: no action is called 'app.qiut'; did you mean 'app.quit'?" in ran.complaint
    )
    assert opened.times == 0


def test_the_demo_has_its_own_lockfile_and_leaves_nothing(shell: Shell, opened: Opened) -> None:
    assert shell("demo").code == ExitCode.INTERRUPTED
    assert opened.targets == ["docs_01", "calendar_02", "bugs", "store"]
    assert opened.others["demo"] is True
    lock = opened.others["lock"]
    assert lock.presence is LockPresence.READ
    assert shell.folder not in lock.path.parents
    assert not lock.path.parent.exists()
    assert not (Path.home() / "mcptui.lock.json").exists()
