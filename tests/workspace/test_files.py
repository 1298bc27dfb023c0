"""Where the lockfile stands, how it is found, and writing whole or not at all."""

import os
import stat
from functools import partial
from pathlib import Path

import pytest

from mcptui.contract.lockfile import Lockfile, render
from mcptui.errors import FileError, LockfileError, RoutesError
from mcptui.workspace.files import (
    LOCKFILE,
    config_dir,
    find_lockfile,
    has_project_config,
    is_special,
    read_lock,
    read_text,
    state_dir,
    write_atomically,
)
from mcptui.workspace.state import LockPresence

IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


def _found(cwd: Path, home: Path, explicit: str | None = None) -> Path:
    return find_lockfile(
        explicit,
        cwd=cwd,
        home=home,
        config_folder=home / "own",
        has_project_config=partial(has_project_config, home=home, environ={}),
    )


def _folder(path: Path) -> Path:
    path.mkdir(parents=True)
    return path


def test_the_lockfile_stands_here_by_default(tmp_path: Path) -> None:
    cwd = _folder(tmp_path / "home" / "project" / "deep")
    assert _found(cwd, tmp_path / "home") == cwd / LOCKFILE


def test_the_lockfile_stands_beside_the_nearest_project_config_above(tmp_path: Path) -> None:
    home = tmp_path / "home"
    cwd = _folder(home / "project" / "a" / "b")
    (cwd.parent / "server.json").write_text("{}")
    (home / "project" / ".mcp.json").write_text("{}")
    assert _found(cwd, home) == home / "project" / LOCKFILE
    _folder(home / "project" / "a" / ".vscode")
    (home / "project" / "a" / ".vscode" / "mcp.json").write_text("{}")
    assert _found(cwd, home) == home / "project" / "a" / LOCKFILE


def test_a_lockfile_here_comes_before_a_config_above(tmp_path: Path) -> None:
    home = tmp_path / "home"
    cwd = _folder(home / "project" / "a")
    (home / "project" / ".mcp.json").write_text("{}")
    (cwd / LOCKFILE).write_text("{}")
    assert _found(cwd, home) == cwd / LOCKFILE


def test_the_lockfile_never_stands_in_the_home_folder(tmp_path: Path) -> None:
    home = _folder(tmp_path / "home")
    (home / ".mcp.json").write_text("{}")
    (home / LOCKFILE).write_text("{}")
    assert _found(home, home) == home / "own" / LOCKFILE
    cwd = _folder(home / "project")
    assert _found(cwd, home) == cwd / LOCKFILE


def test_a_link_to_the_home_folder_is_the_home_folder(tmp_path: Path) -> None:
    home = _folder(tmp_path / "home")
    (tmp_path / "link").symlink_to(home)
    assert _found(tmp_path / "link", home) == home / "own" / LOCKFILE


def test_the_path_that_a_user_gives_is_taken_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = _folder(tmp_path / "home")
    monkeypatch.setenv("HOME", str(home))
    assert _found(home, home, "pins.json") == home / "pins.json"
    assert _found(tmp_path, home, "~/pins.json") == home / "pins.json"
    assert _found(tmp_path, home, "/x/pins.json") == Path("/x/pins.json")


def test_a_missing_lockfile_is_absent(tmp_path: Path) -> None:
    state = read_lock(tmp_path / LOCKFILE)
    assert (state.presence, state.lockfile, state.error) == (LockPresence.ABSENT, None, None)


def test_a_lockfile_is_read(tmp_path: Path) -> None:
    path = tmp_path / LOCKFILE
    path.write_text(render(Lockfile()), encoding="utf-8")
    state = read_lock(path)
    assert (state.path, state.presence, state.error) == (path, LockPresence.READ, None)
    assert state.lockfile == Lockfile()


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"null", b'{"mcptui_lock": 99}', b"\xff{}", b"[" * 100_000],
    ids=["empty", "cut", "list", "null", "newer", "not UTF-8", "deep"],
)
def test_a_broken_lockfile_is_never_absent_or_empty(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / LOCKFILE
    path.write_bytes(content)
    state = read_lock(path)
    assert (state.presence, state.lockfile) == (LockPresence.BROKEN, None)
    assert isinstance(state.error, LockfileError)
    assert str(path) in state.error.place
    assert path.read_bytes() == content


def test_a_folder_or_a_dead_link_in_its_place_is_a_broken_lockfile(tmp_path: Path) -> None:
    folder, link = tmp_path / "folder", tmp_path / "link"
    folder.mkdir()
    link.symlink_to(tmp_path / "none")
    for path in (folder, link):
        state = read_lock(path)
        assert state.presence is LockPresence.BROKEN
        assert state.error is not None
        assert state.error.place == str(path)


@pytest.mark.skipif(IS_ROOT, reason="root may read everything")
def test_a_lockfile_without_read_permission_is_broken(tmp_path: Path) -> None:
    path = tmp_path / LOCKFILE
    path.write_text("{}")
    path.chmod(0)
    state = read_lock(path)
    assert state.presence is LockPresence.BROKEN
    assert state.error is not None
    assert "Permission denied" in state.error.reason


def test_a_file_that_the_user_named_is_read_or_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "routes.json"
    with pytest.raises(RoutesError, match="there is no such file"):
        read_text(str(path), error=RoutesError)
    path.write_bytes(b"\xff")
    with pytest.raises(RoutesError, match="UTF-8"):
        read_text(str(path), error=RoutesError)
    path.write_text("é", encoding="utf-8")
    assert read_text(str(path), error=RoutesError) == "é"


def test_a_file_is_written_byte_for_byte(tmp_path: Path) -> None:
    path = tmp_path / "new.json"
    write_atomically(path, "é\r\n\n")
    assert path.read_bytes() == b"\xc3\xa9\r\n\n"
    assert [entry.name for entry in tmp_path.iterdir()] == ["new.json"]


def test_a_new_file_gets_the_mode_that_new_files_get(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    write_atomically(tmp_path / "ours", "x")
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_the_mode_of_a_file_that_is_there_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    path.chmod(0o640)
    write_atomically(path, "new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert path.read_text() == "new"


def test_a_link_is_followed_not_replaced(tmp_path: Path) -> None:
    real = _folder(tmp_path / "real") / "file"
    real.write_text("old")
    (tmp_path / "link").symlink_to(real)
    write_atomically(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert real.read_text() == "new"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_written_to_and_never_replaced(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reading = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    write_atomically(path, "data")
    assert os.read(reading, 100) == b"data"
    os.close(reading)
    assert is_special(path)
    assert [entry.name for entry in tmp_path.iterdir()] == ["pipe"]
    assert not is_special(tmp_path)
    assert not is_special(tmp_path / "none")


def test_a_write_that_fails_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.fsync", full)
        with pytest.raises(FileError, match="file: cannot be written: No space left on device"):
            write_atomically(path, "new")
    with pytest.raises(FileError, match="surrogates not allowed"):
        write_atomically(path, "\ud800")
    with pytest.raises(FileError, match="cannot be written"):
        write_atomically(tmp_path, "new")
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    path = tmp_path / "none" / "file"
    with pytest.raises(FileError, match="No such file or directory") as caught:
        write_atomically(path, "x")
    assert caught.value.place == str(path)


def test_our_folders_are_the_platforms(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "c"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "s"))
    assert config_dir() == tmp_path / "c" / "mcptui"
    assert state_dir() == tmp_path / "s" / "mcptui"
