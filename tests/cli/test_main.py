"""The front door: help, usage errors, faults of ours, and the two streams."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import mcptui
from mcptui.cli import COMMANDS, main, streams
from mcptui.errors import ExitCode, FileError

RUN = "import sys; from mcptui.cli import main; sys.exit(main(sys.argv[1:]))"


def test_alone_it_prints_help_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == ExitCode.FINE
    written = capsys.readouterr()
    assert all(name in written.out for name, _ in COMMANDS)
    assert written.err == ""
    assert main(["--help"]) == ExitCode.FINE
    assert capsys.readouterr().out == written.out


def test_commands_of_later_capabilities_are_absent() -> None:
    later = {"pairs", "trace", "pin", "check", "diff", "accept", "reject", "sizes", "guard"}
    assert not later & {name for name, _ in COMMANDS}


@pytest.mark.parametrize("flag", ["--version", "-V"])
def test_it_tells_its_version(flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([flag]) == ExitCode.FINE
    assert capsys.readouterr().out == f"mcptui {mcptui.__version__}\n"


@pytest.mark.parametrize("name", [name for name, _ in COMMANDS])
def test_the_help_of_each_command_ends_in_examples(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([name, "--help"]) == ExitCode.FINE
    written = capsys.readouterr()
    assert written.out.partition("Examples:")[2].count(f"mcptui {name}") >= 2
    assert main([name, "-h"]) == ExitCode.FINE
    assert capsys.readouterr().out == written.out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["tool"], "there is no command 'tool' (did you mean 'tools'?); see mcptui --help"),
        (["zzz"], "there is no command 'zzz'; see mcptui --help"),
        (["--nope"], "No such option '--nope'; see mcptui --help"),
        (["tools", "--nope"], "No such option '--nope'; see mcptui tools --help"),
        (["tools", "--format", "xml"], "see mcptui tools --help"),
        (["tools", "--timeout", "soon"], "'soon' is no number of seconds"),
        (["tools", "--timeout", "0"], "'0' is no number of seconds above 0"),
        (["tools", "--timeout", "nan"], "'nan' is no number of seconds above 0"),
        (["completion"], "Choose from: bash, zsh, fish; see mcptui completion --help"),
        (["completion", "tcsh"], "'tcsh' is not one of 'bash', 'zsh', 'fish'"),
    ],
)
def test_a_usage_error_is_one_line_and_ends_with_2(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == ExitCode.USAGE
    written = capsys.readouterr()
    assert written.out == ""
    (line,) = written.err.splitlines()
    assert line.startswith("mcptui: ")
    assert told in line


def test_control_characters_of_an_argument_are_shown_not_written(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["\x1b]0;owned\x07"]) == ExitCode.USAGE
    assert "\x1b" not in capsys.readouterr().err


def _breaks(*_: object, **__: object) -> None:
    raise KeyError("tok-EXAMPLE")


def test_a_fault_of_ours_is_one_line_without_what_may_be_secret(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mcptui.cli.streams.data", _breaks)
    assert main([]) == ExitCode.USAGE
    (line,) = capsys.readouterr().err.splitlines()
    assert "KeyError" in line
    assert "MCPTUI_DEBUG=1" in line
    assert "tok-EXAMPLE" not in line
    monkeypatch.setenv("MCPTUI_DEBUG", "1")
    assert main([]) == ExitCode.USAGE
    assert "Traceback" in capsys.readouterr().err


def test_an_interrupt_ends_with_130(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("mcptui.cli.streams.data", interrupted)
    assert main([]) == ExitCode.INTERRUPTED
    assert "interrupted" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("shell", "part"),
    [
        ("bash", "complete -o nosort -F _mcptui_completion mcptui"),
        ("zsh", "compdef _mcptui_completion mcptui"),
        ("fish", "complete --no-files --command mcptui"),
    ],
)
def test_completion_prints_a_script_for_each_shell(
    shell: str, part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["completion", shell]) == ExitCode.FINE
    assert part in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("mcptui to", "plain,tools"),
        ("mcptui tools --format j", "plain,json"),
        ("mcptui lint --format sa", "plain,sarif"),
        ("mcptui tools --era le", "plain,legacy"),
    ],
)
def test_completion_knows_commands_and_choices(words: str, offered: str, tmp_path: Path) -> None:
    environment = os.environ | {
        "_MCPTUI_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(words.count(" ")),
    }
    run = subprocess.run(
        [sys.executable, "-c", RUN],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert run.stdout.splitlines() == [offered]


def test_a_reader_that_has_gone_is_no_error(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    run = subprocess.run(
        [sys.executable, "-c", RUN, "--help"],
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        timeout=30,
        check=False,
    )
    os.close(writing)
    assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_full_disk_is_an_error_that_says_so(tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        run = subprocess.run(
            [sys.executable, "-c", RUN, "--help"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            cwd=tmp_path,
            timeout=30,
            check=False,
        )
    assert run.returncode == ExitCode.USAGE
    (line,) = run.stderr.splitlines()
    assert line.startswith("mcptui: standard output: cannot be written: ")


def test_closed_streams_are_no_error(tmp_path: Path) -> None:
    run = subprocess.run(
        ["sh", "-c", f"exec {sys.executable} -c '{RUN}' --help >&- 2>&-"],
        cwd=tmp_path,
        timeout=30,
        check=False,
    )
    assert run.returncode == 0


def test_output_is_utf_8_whatever_the_locale_says(tmp_path: Path) -> None:
    program = (
        "from mcptui.cli import streams; streams.use_utf8();"
        "streams.data('\\u25cf \\ud83d\\n'); streams.talk('\\u2715')"
    )
    environment = os.environ | {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    run = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        timeout=30,
        check=False,
    )
    assert run.stdout == b"\xe2\x97\x8f \\ud83d\n"
    assert run.stderr == b"\xe2\x9c\x95\n"


def test_a_progress_line_is_for_terminals_only(capsys: pytest.CaptureFixture[str]) -> None:
    line = streams.ProgressLine()
    line.show("1 of 2")
    line.clear()
    assert capsys.readouterr().err == ""


def test_data_that_cannot_be_written_names_the_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        def write(self, _: str) -> None:
            raise OSError(28, "No space left on device")

        def fileno(self) -> int:
            raise OSError

    monkeypatch.setattr("sys.stdout", Full())
    with pytest.raises(FileError, match="standard output: cannot be written: No space left"):
        streams.data("x")
