"""Pages of `docs/` say what the registries say."""

import re
import shlex
from pathlib import Path

import pytest

from mcptui.cli import COMMANDS, group
from mcptui.workspace.settings import parse
from mcptui.workspace.settings_names import SETTINGS, Table
from tests.house.pages import PAGES

ROOT = Path(__file__).parents[2]


def _page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_what_its_registry_says(name: str) -> None:
    assert _page(name) == PAGES[name](), "run: python tests/house/pages.py"


def test_the_settings_page_is_one_file_that_sets_everything() -> None:
    (sample,) = re.findall(r"```toml\n(.*?)```", _page("settings.md"), re.DOTALL)
    settings = parse(sample, "mcptui.toml", ROOT)
    assert settings.watch_seconds == 60

    def names(table: Table) -> set[str]:
        nested = [part for part in (*table.members.values(), table.others) if part]
        below = (names(part) for part in nested if isinstance(part, Table))
        return set(table.members).union(*below)

    documented = set(re.findall(r"^\[?(\w+)", sample, re.MULTILINE)) | set(settings_words(sample))
    assert names(SETTINGS) - documented == set()


def settings_words(sample: str) -> list[str]:
    return re.findall(r"^(\w+) = ", sample, re.MULTILINE)


def test_every_command_has_a_file_and_the_summary_of_its_help() -> None:
    from importlib import import_module

    for name, summary in COMMANDS:
        command = import_module(f"mcptui.cli.commands.{name}").command
        assert (command.name, command.get_short_help_str(limit=200)) == (name, summary)
    files = {path.stem for path in (ROOT / "mcptui/cli/commands").glob("*.py")} - {"__init__"}
    assert files == {name for name, _ in COMMANDS}


def _command_lines(text: str) -> list[str]:
    """Lines of shell code that run mcptui, without their comments."""
    blocks = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    lines = (line.partition(" #")[0].strip() for block in blocks for line in block.splitlines())
    return [line for line in lines if line.startswith("mcptui ")]


@pytest.mark.parametrize("line", _command_lines((ROOT / "README.md").read_text(encoding="utf-8")))
def test_every_command_line_of_the_readme_can_be_given(line: str) -> None:
    _, name, *arguments = shlex.split(line)
    with group.make_context("mcptui", [name]) as context:
        command = group.get_command(context, name)
        assert command is not None
        command.make_context(name, arguments, parent=context).close()
