"""Where captures are saved."""

import os
from pathlib import Path

import pytest

from mcptui.cli.capture_files import file_name_of, places_of
from mcptui.contract.target import ConnectionKey, Recorded, Source, Target
from mcptui.errors import FileError, UsageError


def _target(key: str) -> Target:
    return Target(
        key=ConnectionKey(key), how=Recorded(path="a.json"), source=Source(dialect="capture")
    )


ONE, TWO = (_target("a"),), (_target("a"), _target("b"))


@pytest.mark.parametrize("output", [None, "-"])
def test_one_server_goes_to_standard_output(output: str | None) -> None:
    assert places_of(ONE, output, force=False) == {"a": None}


@pytest.mark.parametrize("output", [None, "-"])
def test_several_servers_need_a_folder(output: str | None) -> None:
    with pytest.raises(UsageError, match="2 servers need a folder"):
        places_of(TWO, output, force=False)


def test_one_server_goes_to_its_file_several_to_a_folder(tmp_path: Path) -> None:
    file = str(tmp_path / "x.json")
    assert places_of(ONE, file, force=False) == {"a": Path(file)}
    folder = tmp_path / "new" / "captures"
    assert places_of(TWO, str(folder), force=False) == {
        "a": folder / "a.json",
        "b": folder / "b.json",
    }
    assert folder.is_dir()
    assert places_of(ONE, str(folder), force=False) == {"a": folder / "a.json"}
    assert places_of(ONE, f"{tmp_path}/other/", force=False) == {"a": tmp_path / "other" / "a.json"}


def test_a_file_that_is_there_is_written_over_only_by_force(tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    file.write_text("mine")
    with pytest.raises(FileError, match=r"x\.json: is there already; --force"):
        places_of(ONE, str(file), force=False)
    assert places_of(ONE, str(file), force=True) == {"a": file}


def test_a_file_where_a_folder_is_needed_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "x"
    file.write_text("mine")
    with pytest.raises(FileError, match="is a file"):
        places_of(TWO, str(file), force=True)
    with pytest.raises(FileError, match="cannot be made"):
        places_of(TWO, str(file / "below"), force=True)


def test_a_folder_that_is_missing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="there is no such folder"):
        places_of(ONE, str(tmp_path / "none" / "x.json"), force=False)


@pytest.mark.parametrize("key", ["docs_01", "a-b"])
def test_a_plain_key_is_its_file_name(key: str) -> None:
    assert file_name_of(ConnectionKey(key)) == f"{key}.json"


def test_keys_that_are_no_file_names_get_one_each() -> None:
    keys = ["../a", "a/b", "a b", "A", "a", "", ".", "x" * 300, "x" * 301, "\ud800", "con", "con."]
    names = [file_name_of(ConnectionKey(key)) for key in keys]
    assert len({name.lower() for name in names}) == len(names)
    assert all(len(name) < 130 and "/" not in name and name.isascii() for name in names)
    assert not [name for name in names if name.startswith(".")]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_holds_nothing_to_keep(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    assert places_of(ONE, str(path), force=False) == {"a": path}
