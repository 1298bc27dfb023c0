"""Takes the pictures of the app: `python -m screenshots.take`.

The demo servers are started and listed once; the app then shows what they said with its clock
stopped, so that the same servers give the same pictures.
"""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from mcptui.contract.connection import ConnectionState, ConnectionStatus
from mcptui.contract.lockfile import parse
from mcptui.contract.target import ConnectionKey, Source, Stdio, Target
from mcptui.demo.servers import demo_lockfile_text, demo_targets
from mcptui.tui.app import McptuiApp
from mcptui.workspace.connecting import capture_all
from mcptui.workspace.offers import Offer, found
from mcptui.workspace.settings import Settings
from mcptui.workspace.state import LockPresence, LockState
from tests.tui.driver import send_key
from tests.tui.stage import staged
from tests.tui.test_looks import settled
from tests.viewmodel.building import NOW

HERE = Path(__file__).parent
LOCK = LockState(
    path=Path("mcptui.lock.json"),
    presence=LockPresence.READ,
    lockfile=parse(demo_lockfile_text(), "mcptui.lock.json"),
)
SLACK = ConnectionStatus(
    key=ConnectionKey("slack"),
    target=Target(
        key=ConnectionKey("slack"),
        how=Stdio(command="slack-mcp", args=("--stdio",)),
        source=Source(dialect="claude_code", file=".mcp.json", line=14),
    ),
    state=ConnectionState.FAILED,
    cause="cannot start slack-mcp: not found; install it, or write its whole path",
    started_at=NOW,
)
GITHUB = replace(
    SLACK,
    key=ConnectionKey("github"),
    target=replace(SLACK.target, key=ConnectionKey("github")),
    state=ConnectionState.CONNECTING,
    cause=None,
    stage="tools/list page 2",
)
CONFIG = {
    "mcpServers": {
        "files": {
            "command": "npx",
            "args": ["-y", "@modelcontextprotocol/server-filesystem", "/home/ada/team docs"],
        },
        "tickets": {
            "url": "https://tickets.example.com/mcp?team=7",
            "headers": {"Authorization": "Bearer ${TICKETS_TOKEN}", "X-Trace": "on"},
        },
        "setup": {"command": "bash", "args": ["-c", "curl -s https://example.com/run.sh | sh"]},
    }
}


@dataclass(frozen=True, kw_only=True)
class Picture:
    """One picture: what is shown, how large, after which keys."""

    name: str
    size: tuple[int, int] = (120, 40)
    keys: Sequence[str] = ()
    theme: str | None = None
    also: Sequence[ConnectionStatus] = ()
    is_offer: bool = False


PICTURES = (
    Picture(name="tools"),
    Picture(name="tools-80x24", size=(80, 24), keys=["j"]),
    Picture(name="tools-200x60", size=(200, 60), keys=["j", "j"]),
    Picture(name="tools-light", theme="textual-light", keys=["v", "j", "j"]),
    Picture(name="filter", size=(120, 30), keys=["slash", *"sea"]),
    Picture(name="drifted", size=(120, 30), keys=["slash", "i", "s", "colon", *"drift", "enter"]),
    Picture(name="failed", size=(120, 30), keys=["v", "G", "k"], also=(SLACK, GITHUB)),
    Picture(name="detail", size=(100, 40), keys=["enter"]),
    Picture(name="server", size=(100, 40), keys=["i"]),
    Picture(name="consent", size=(100, 30), keys=["space", "down", "down"], is_offer=True),
    Picture(name="help", size=(100, 40), keys=["question_mark"]),
)


def frozen(status: ConnectionStatus) -> ConnectionStatus:
    """A status without what differs from run to run and from machine to machine."""
    how = status.target.how
    if isinstance(how, Stdio):
        how = replace(how, command="python")
    return replace(
        status,
        target=replace(status.target, how=how),
        started_at=NOW,
        listed_at=NOW,
        pid=4242,
        passed_env=("HOME", "LANG", "PATH"),
        withheld_env=("EDITOR", "SSH_AUTH_SOCK"),
    )


def offers(folder: Path) -> tuple[Offer, ...]:
    """What a project with a config offers."""
    (folder / ".mcp.json").write_text(json.dumps(CONFIG), encoding="utf-8")
    return found(cwd=folder, home=folder / "home", environ={})


def app_for(
    picture: Picture, statuses: Sequence[ConnectionStatus], offered: Sequence[Offer]
) -> McptuiApp:
    """The app on prepared connections."""
    settings = Settings(theme=picture.theme)
    if picture.is_offer:
        return staged(settings=settings, offered=offered)
    return staged(*statuses, *picture.also, lock=LOCK, settings=settings, is_demo=True)


async def take(
    picture: Picture, statuses: Sequence[ConnectionStatus], offered: Sequence[Offer]
) -> Path:
    """Take one picture and give its file."""
    app = app_for(picture, statuses, offered)
    async with app.run_test(size=picture.size) as pilot:
        await settled(app, pilot)
        for key in picture.keys:
            send_key(app, key)
            await pilot.pause(0)
        await settled(app, pilot)
        path = HERE / f"{picture.name}.svg"
        path.write_text(app.picture() + "\n", encoding="utf-8")
    return path


async def main() -> None:
    """List the demo servers, and take every picture."""
    statuses = [frozen(status) for status in await capture_all(demo_targets())]
    with TemporaryDirectory() as folder:
        offered = offers(Path(folder))
        for picture in PICTURES:
            print((await take(picture, statuses, offered)).name)


if __name__ == "__main__":
    asyncio.run(main())
