"""What is kept of servers silent to the probe."""

import json
from datetime import date
from pathlib import Path

import pytest

from mcptui.connections.era_memory import EraMemory, fingerprint
from mcptui.contract.target import ConnectionKey, Http, Source, Stdio, Target


def target(how: Stdio | Http, key: str = "k") -> Target:
    return Target(key=ConnectionKey(key), how=how, source=Source(dialect="command_line"))


SERVER = target(Stdio(command="npx", args=("-y", "server")))


def memory(file: Path, today: str = "2026-11-30") -> EraMemory:
    return EraMemory(file, today=lambda: date.fromisoformat(today))


def test_silence_outlives_the_run_and_mere_refusal_does_not(tmp_path: Path) -> None:
    file = tmp_path / "new" / "silent.json"
    first = memory(file)
    first.remember(SERVER, silent=True)
    first.remember(target(Stdio(command="other")), silent=False)
    later = memory(file, "2026-12-01")
    kept = later.recall(SERVER)
    assert kept is not None
    assert (kept.day, kept.silent) == ("2026-11-30", True)
    assert later.recall(target(Stdio(command="other"))) is None
    assert first.recall(target(Stdio(command="other"))) is not None
    assert [path.name for path in file.parent.iterdir()] == ["silent.json"]


def test_what_is_forgotten_is_gone_from_the_file(tmp_path: Path) -> None:
    file = tmp_path / "silent.json"
    memory(file).remember(SERVER, silent=True)
    memory(file).forget(SERVER)
    assert memory(file).recall(SERVER) is None
    assert json.loads(file.read_text(encoding="utf-8")) == {"silent": {}}


def test_a_month_later_the_server_is_probed_again(tmp_path: Path) -> None:
    file = tmp_path / "silent.json"
    memory(file).remember(SERVER, silent=True)
    assert memory(file, "2026-12-29").recall(SERVER) is not None
    assert memory(file, "2027-01-02").recall(SERVER) is None


@pytest.mark.parametrize("text", ["", "[]", '{"silent": []}', '{"silent": {"a": "x"}}', "[" * 9999])
def test_a_broken_file_is_ignored_with_a_word(tmp_path: Path, text: str) -> None:
    file = tmp_path / "silent.json"
    file.write_text(text, encoding="utf-8")
    broken = memory(file)
    assert broken.recall(SERVER) is None
    assert broken.problem == "silent.json in the state folder cannot be read and is ignored"
    broken.remember(SERVER, silent=True)
    assert memory(file).recall(SERVER) is not None


def test_a_folder_that_cannot_be_written_is_a_word_not_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    kept = memory(tmp_path / "file" / "silent.json")
    kept.remember(SERVER, silent=True)
    assert kept.problem is not None
    assert kept.recall(SERVER) is not None


def test_servers_are_told_apart_without_their_secrets() -> None:
    one = target(Stdio(command="s", args=("--token", "tok-EXAMPLE-1"), env=(("A", "1"),)))
    same = target(Stdio(command="s", args=("--token", "tok-EXAMPLE-2"), env=(("A", "2"),)), "x")
    other = target(Stdio(command="s", args=("--port", "1")))
    assert fingerprint(one) == fingerprint(same) != fingerprint(other)
    url = target(Http(url="https://u:p@h.example.test/mcp?key=1"))
    same_url = target(Http(url="https://h.example.test/mcp?key=2"))
    other_url = target(Http(url="https://h.example.test/other"))
    assert fingerprint(url) == fingerprint(same_url) != fingerprint(other_url)
