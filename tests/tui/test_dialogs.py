import json
from pathlib import Path
from typing import Any

from textual.widgets import Button, Input

from mcptui.contract.connection import ConnectionState
from mcptui.contract.target import TargetOptions
from mcptui.tui.screens.add import AddScreen
from mcptui.tui.screens.ask import AskScreen
from mcptui.tui.screens.consent import ConsentScreen
from mcptui.tui.screens.save import SaveScreen
from mcptui.workspace.offers import Offer, found
from mcptui.workspace.settings import Settings
from tests.servers.cases import QUICK, scripted
from tests.tui.driver import Driver, recorded, running
from tests.viewmodel.building import tool

TOOLS = [tool("search", "Search.", q="string")]


def offers(folder: Path, **servers: Any) -> tuple[Offer, ...]:
    """What a project with this config offers."""
    project = folder / "project"
    project.mkdir(exist_ok=True)
    text = json.dumps({"mcpServers": servers})
    (project / ".mcp.json").write_text(text, encoding="utf-8")
    settings = Settings(defaults=TargetOptions(limits=QUICK))
    return found(cwd=project, home=folder / "home", environ={}, settings=settings)


def entry(folder: Path, key: str) -> tuple[dict[str, Any], Any]:
    """A config entry that starts a scripted server, and its record."""
    served = scripted({"key": key, "tools": TOOLS}, folder)
    how: Any = served.target.how
    return {"command": how.command, "args": list(how.args)}, served.record


# --- consent -------------------------------------------------------------------------------------


async def test_nothing_found_starts_before_it_is_agreed_to(tmp_path: Path) -> None:
    docs, docs_record = entry(tmp_path, "docs")
    mail, mail_record = entry(tmp_path, "mail")
    async with running(offered=offers(tmp_path, docs=docs, mail=mail), size=(200, 40)) as app:
        await app.until(lambda: isinstance(app.app.screen, ConsentScreen))
        await app.quiet()
        assert app.connections.statuses == ()
        await app.press("a")
        assert "choose servers with the space key first" in app.key_line
        await app.press("space")
        assert app.app.screen.query_one("#agree", Button).label == "Start 1 server"
        await app.press("a")
        await app.settled()
        assert app.names() == ["search"]
        assert docs_record.pids()
        assert not mail_record.pids()


async def test_every_chosen_command_must_have_been_in_view(tmp_path: Path) -> None:
    servers = {f"s{number}": {"command": "run", "args": ["x" * 300]} for number in range(4)}
    async with running(offered=offers(tmp_path, **servers), size=(60, 18)) as app:
        await app.until(lambda: isinstance(app.app.screen, ConsentScreen))
        await app.quiet()
        await app.press("A")
        for _ in range(3):
            await app.press("a")
            assert isinstance(app.app.screen, ConsentScreen)
            assert "read this command too" in app.key_line
            assert max(line.count("x") for line in app.screen()) > 40


async def test_leaving_the_offer_starts_none(tmp_path: Path) -> None:
    docs, record = entry(tmp_path, "docs")
    async with running(offered=offers(tmp_path, docs=docs)) as app:
        await app.until(lambda: isinstance(app.app.screen, ConsentScreen))
        await app.quiet()
        await app.press("space", "escape")
        assert app.is_on_main
        assert app.shows("No server is known yet.")
        await app.press("O")
        assert isinstance(app.app.screen, ConsentScreen)
        await app.press("escape")
        assert not record.pids()


# --- questions -----------------------------------------------------------------------------------


async def test_inputs_are_asked_before_a_server_starts_and_secrets_are_not_shown(
    tmp_path: Path,
) -> None:
    project = tmp_path / "project"
    (project / ".vscode").mkdir(parents=True)
    docs, record = entry(tmp_path, "docs")
    config = {
        "inputs": [
            {"id": "who", "type": "promptString", "description": "Who are you?"},
            {"id": "key", "type": "promptString", "description": "API key", "password": True},
        ],
        "servers": {"docs": {**docs, "env": {"WHO": "${input:who}", "API_KEY": "${input:key}"}}},
    }
    (project / ".vscode" / "mcp.json").write_text(json.dumps(config), encoding="utf-8")
    settings = Settings(defaults=TargetOptions(limits=QUICK))
    (offer,) = found(cwd=project, home=tmp_path / "home", environ={}, settings=settings)
    answers: dict[str, str] = {}
    async with running(*offer.targets, answers=answers, settle=False) as app:
        await app.until(lambda: isinstance(app.app.screen, AskScreen))
        await app.quiet()
        assert app.shows("Who are you?")
        assert not record.pids()
        await app.type("me")
        await app.press("enter")
        await app.type("tok-EXAMPLE-1")
        assert not app.shows("tok-EXAMPLE")
        await app.press("enter")
        await app.settled()
        assert answers == {"who": "me", "key": "tok-EXAMPLE-1"}
        assert app.names() == ["search"]


async def test_a_question_left_open_leaves_the_server_waiting(tmp_path: Path) -> None:
    target = recorded(tmp_path, "docs", TOOLS)
    object.__setattr__(target, "inputs", (("who", "Who?", False),))
    async with running(target, settle=False) as app:
        await app.until(lambda: isinstance(app.app.screen, AskScreen))
        await app.press("escape")
        await app.settled()
        assert app.main.statuses[0].state is ConnectionState.WAITING
        await app.press("R")
        assert isinstance(app.app.screen, AskScreen)
        await app.type("me")
        await app.press("enter")
        await app.settled()
        assert app.names() == ["search"]


# --- one more target -----------------------------------------------------------------------------


async def add(app: Driver, text: str) -> None:
    await app.press("plus")
    assert isinstance(app.app.screen, AddScreen)
    app.input().value = text
    await app.press("enter")


async def test_one_more_server_can_be_named(tmp_path: Path) -> None:
    more = recorded(tmp_path, "unused", [tool("fetch")]).how.path  # type: ignore[union-attr]  # a capture
    async with running(recorded(tmp_path, "docs", TOOLS), cwd=tmp_path) as app:
        await add(app, f"more={more}")
        await app.until(lambda: app.shows("connecting to more"))
        await app.until(lambda: "fetch" in app.names())
        assert app.names() == ["search", "fetch"]


async def test_what_cannot_be_connected_to_is_said_and_can_be_mended(tmp_path: Path) -> None:
    async with running(recorded(tmp_path, "docs", TOOLS), cwd=tmp_path) as app:
        await app.press("plus")
        for text, says in (
            ("", "nothing is named"),
            ("docs=x", "the key docs is taken"),
            ("ftp://host/x", "not supported"),
            ("run 'unclosed", "cannot be split into words"),
        ):
            app.input().value = text
            await app.press("enter")
            assert app.says(says)
            assert isinstance(app.app.screen, AddScreen)
        await app.press("escape")
        assert app.is_on_main


# --- files ---------------------------------------------------------------------------------------


async def save(app: Driver, path: Path) -> None:
    assert isinstance(app.app.screen, SaveScreen)
    app.app.screen.query_one("#file", Input).value = str(path)
    await app.press("enter")


async def test_the_list_is_written_as_json_or_text_by_the_ending(tmp_path: Path) -> None:
    async with running(recorded(tmp_path, "docs", TOOLS)) as app:
        await app.press("e")
        await save(app, tmp_path / "out.json")
        assert "written to" in app.key_line
        assert json.loads((tmp_path / "out.json").read_bytes())["tools"][0]["tool"] == "search"
        await app.press("e")
        await save(app, tmp_path / "out.txt")
        assert "docs_search" in (tmp_path / "out.txt").read_bytes().decode()


async def test_a_file_that_is_there_is_replaced_only_on_a_second_word(tmp_path: Path) -> None:
    path = tmp_path / "kept.txt"
    path.write_bytes(b"mine")
    async with running(recorded(tmp_path, "docs", TOOLS)) as app:
        await app.press("enter")
        await app.press("e")
        await save(app, path)
        assert app.shows("is there already")
        assert path.read_bytes() == b"mine"
        await app.press("enter")
        assert b"Search." in path.read_bytes()


async def test_a_file_that_cannot_be_written_is_named_with_its_cause(tmp_path: Path) -> None:
    async with running(recorded(tmp_path, "docs", TOOLS)) as app:
        await app.press("e")
        await save(app, tmp_path / "no" / "such" / "folder" / "x.json")
        assert isinstance(app.app.screen, SaveScreen)
        assert any("cannot be written" in line for line in app.screen())
        await save(app, tmp_path / "x.json")
        assert app.is_on_main


async def test_a_picture_of_the_screen_is_an_svg_without_hidden_characters(
    tmp_path: Path,
) -> None:
    async with running(recorded(tmp_path, "docs", [tool("n\x1b[2Jame\u202e<b>")])) as app:
        await app.press("s")
        await save(app, tmp_path / "x.svg")
        text = (tmp_path / "x.svg").read_bytes().decode()
        assert text.startswith("<svg")
        assert "\x1b" not in text
        assert "\u202e" not in text
        assert "&lt;b&gt;" in text
        assert "@font-face" in text
        assert 'url("http' not in text
