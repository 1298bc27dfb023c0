"""Variables get their values at start, and only there."""

from dataclasses import replace
from pathlib import Path

import pytest

from mcptui.connections.env_file import parse_env
from mcptui.connections.variables import ResolvedTarget, UnresolvedVariable, resolve
from mcptui.contract.target import (
    Broken,
    ConnectionKey,
    Http,
    Recorded,
    Source,
    Stdio,
    Target,
    VariableSyntax,
)
from mcptui.errors import ExitCode, UnreachableError

BRACED, EDITOR, SHELL = VariableSyntax.BRACED, VariableSyntax.EDITOR, VariableSyntax.SHELL
ENVIRON = {"HOME": "/home/ada", "TOKEN": "tok-EXAMPLE-1", "EMPTY": "", "N": "1"}
TARGET = Target(
    key=ConnectionKey("b"),
    how=Stdio(command="run"),
    source=Source(dialect="x", file="c.json", line=5),
    base="/srv/project",
)


def resolved_arg(text: str, syntax: VariableSyntax, **answers: str) -> str:
    target = replace(TARGET, how=Stdio(command="run", args=(text,)), variables=syntax)
    how = resolve(target, ENVIRON, answers, platform="linux").how
    assert isinstance(how, Stdio)
    return how.args[0]


@pytest.mark.parametrize(
    ("syntax", "text", "value"),
    [
        (BRACED, "a${N}b${N}", "a1b1"),
        (BRACED, "$N ${N} ${1} ${", "$N 1 ${1} ${"),
        (BRACED, "${NOT_SET:-x:-y}", "x:-y"),
        (BRACED, "${EMPTY:-x}|${EMPTY}|${NOT_SET:-}", "x||"),
        (BRACED, "${env:N}", "${env:N}"),
        (SHELL, "$N-${N}-${NOT_SET:-d}-%N%-^a$", "1-1-d-%N%-^a$"),
        (EDITOR, "${env:N}/${userHome}/${workspaceFolder}", "1//home/ada//srv/project"),
        (EDITOR, "${workspaceFolderBasename} $N", "project $N"),
        (EDITOR, "${N} ${NOT_SET:-d}", "1 d"),
        (EDITOR, "${input:id}", "answer"),
        (VariableSyntax.SECRETS, "${{ secrets.TOKEN }} ${N}", "tok-EXAMPLE-1 ${N}"),
        (VariableSyntax.NONE, "$N ${N} ${env:N}", "$N ${N} ${env:N}"),
    ],
)
def test_each_host_has_its_own_variables(syntax: VariableSyntax, text: str, value: str) -> None:
    assert resolved_arg(text, syntax, id="answer") == value


def test_percent_signs_are_variables_on_windows_only() -> None:
    target = replace(TARGET, how=Stdio(command="%N% 100%"), variables=SHELL)
    assert resolve(target, ENVIRON, platform="win32").how == Stdio(
        command="1 100%", cwd="/srv/project"
    )


def test_a_value_is_not_searched_for_variables_again() -> None:
    target = replace(TARGET, how=Stdio(command="${A}"), variables=BRACED)
    how = resolve(target, {"A": "${B}"}).how
    assert isinstance(how, Stdio)
    assert how.command == "${B}"


@pytest.mark.parametrize(
    ("syntax", "text", "name"),
    [
        (BRACED, "Bearer ${NOT_SET}", "NOT_SET"),
        (SHELL, "$NOT_SET", "NOT_SET"),
        (EDITOR, "${env:NOT_SET}", "NOT_SET"),
        (EDITOR, "${NOT_SET}", "NOT_SET"),
        (EDITOR, "${command:pick}", "command:pick"),
        (VariableSyntax.SECRETS, "${{secrets.NOT_SET}}", "NOT_SET"),
    ],
)
def test_an_unset_variable_is_named_with_its_file(
    syntax: VariableSyntax, text: str, name: str
) -> None:
    headers = (("Authorization", text),)
    target = replace(TARGET, how=Http(url="https://h/", headers=headers), variables=syntax)
    with pytest.raises(UnresolvedVariable) as caught:
        resolve(target, ENVIRON)
    assert caught.value.name == name
    assert str(caught.value).startswith(f"c.json:5: variable {name} is not set; ")
    assert caught.value.exit_code is ExitCode.UNREACHABLE


def test_an_input_without_an_answer_is_named() -> None:
    with pytest.raises(UnresolvedVariable, match="input api-key is not answered") as caught:
        resolved_arg("${input:api-key}", EDITOR)
    assert caught.value.is_input


def test_environment_comes_from_files_then_our_own_then_the_entry(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("A=file\nB=file\nC=file\n", encoding="utf-8")
    stdio = Stdio(
        command="run",
        env=(("C", "entry ${N}"),),
        env_files=("${workspaceFolder}/.env",),
        forward_env=("B", "NOT_SET"),
        cwd="sub",
    )
    target = replace(TARGET, how=stdio, variables=EDITOR, base=str(tmp_path))
    how = resolve(target, {"B": "ours", "N": "1"}).how
    assert how == Stdio(
        command="run",
        env=(("A", "file"), ("B", "ours"), ("C", "entry 1")),
        cwd=str(tmp_path / "sub"),
    )


@pytest.mark.parametrize("name", ["absent.env", ".", "binary.env"])
def test_an_environment_file_that_cannot_be_read_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / "binary.env").write_bytes(b"\xff\xfe")
    stdio = Stdio(command="run", env_files=(name,))
    with pytest.raises(UnreachableError) as caught:
        resolve(replace(TARGET, how=stdio, base=str(tmp_path)), {})
    assert str(tmp_path) in caught.value.reason
    assert caught.value.place == "c.json:5"
    assert caught.value.remedy


def test_an_environment_file_is_read_as_shells_write_it() -> None:
    text = '\ufeff# c\nexport A = 1 # c\nB=\'x # y\' # c\nC="a\\n\\"b\\""\nD=\nE=p#q\nno\n=x\n'
    assert parse_env(text) == (
        ("A", "1"),
        ("B", "x # y"),
        ("C", 'a\n"b"'),
        ("D", ""),
        ("E", "p#q"),
    )


def test_headers_take_tokens_from_named_variables() -> None:
    http = Http(url="https://h/${N}", header_env=(("X-Key", "TOKEN"),), bearer_env="TOKEN")
    resolved = resolve(replace(TARGET, how=http), ENVIRON)
    assert resolved.how == Http(
        url="https://h/${N}",
        headers=(("X-Key", "tok-EXAMPLE-1"), ("Authorization", "Bearer tok-EXAMPLE-1")),
    )
    with pytest.raises(UnresolvedVariable, match="GONE"):
        resolve(replace(TARGET, how=Http(url="https://h/", bearer_env="GONE")), ENVIRON)


def test_nothing_resolved_is_kept_in_the_target_or_shown() -> None:
    stdio = Stdio(command="run", args=("${TOKEN}", "${input:pin}"), env=(("X", "${TOKEN}"),))
    target = replace(TARGET, how=stdio, variables=EDITOR)
    resolved = resolve(target, ENVIRON, {"pin": "4711"})
    assert target.how == stdio
    assert resolved.target is target
    assert "tok-EXAMPLE" not in repr(resolved)
    assert set(resolved.secrets) == {"tok-EXAMPLE-1", "4711"}


def test_an_open_input_is_no_secret() -> None:
    stdio = Stdio(command="run", args=("${input:region}",))
    target = replace(
        TARGET, how=stdio, variables=EDITOR, inputs=(("region", "Which region?", False),)
    )
    assert resolve(target, {}, {"region": "eu-west"}).secrets == ()


def test_a_capture_needs_nothing_and_a_broken_entry_says_why() -> None:
    recorded = Recorded(path="a.json")
    resolved = resolve(replace(TARGET, how=recorded), {})
    assert isinstance(resolved, ResolvedTarget)
    assert resolved.how is recorded
    assert (resolved.key, resolved.options) == (TARGET.key, TARGET.options)
    with pytest.raises(UnreachableError, match="neither command nor url"):
        resolve(replace(TARGET, how=Broken(reason="neither command nor url")), {})


def test_a_tilde_in_a_folder_means_the_home_folder() -> None:
    target = replace(TARGET, how=Stdio(command="run", cwd="~/srv"))
    how = resolve(target, {"HOME": "/home/ada"}).how
    assert how == Stdio(command="run", cwd="/home/ada/srv")


def test_an_environment_file_beyond_reason_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "huge.env").open("wb") as file:
        file.truncate(5 * 1024 * 1024)
    stdio = Stdio(command="run", env_files=("huge.env", "x" * 5000))
    with pytest.raises(UnreachableError, match="larger than"):
        resolve(replace(TARGET, how=stdio, base=str(tmp_path)), {})
    stdio = Stdio(command="run", env_files=("x" * 5000,))
    with pytest.raises(UnreachableError, match="cannot be read"):
        resolve(replace(TARGET, how=stdio, base=str(tmp_path)), {})
