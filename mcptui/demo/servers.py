"""Which demo servers there are, how they are started, and the lockfile that ships with them.

Their targets are started by the same code path as any server of the user's. Nothing here imports
the SDK: the app asks for the targets before its first frame.
"""

import sys
from collections.abc import Callable
from functools import partial
from importlib import resources
from pathlib import Path

from mcptui.contract.target import ConnectionKey, Source, Stdio, Target
from mcptui.demo.appointments import appointments
from mcptui.demo.bug_tracker import bug_tracker
from mcptui.demo.documents import documents
from mcptui.demo.shop import shop
from mcptui.demo.tool import DemoServer

EDITIONS = (1, 2)
NEWEST_EDITION = 2
"""The edition that runs; edition 1 is what the shipped lockfile pins."""
_PACKAGE_HOME = Path(__file__).parents[2]
"""The folder that holds our package: started there, a server runs this very copy of it."""
NAMES = ("docs_01", "calendar_02", "bugs", "store")
"""The connection keys, in the order shown; each is also the server's name on our command line."""


def demo_server(name: str, *, edition: int = NEWEST_EDITION) -> DemoServer:
    """One demo server, fresh: what calls change is kept in memory, and gone when it ends.

    Raises:
        KeyError: there is no demo server of this name.
    """
    makers: dict[str, Callable[[], DemoServer]] = {
        "docs_01": documents,
        "calendar_02": appointments,
        "bugs": bug_tracker,
        "store": partial(shop, edition),
    }
    return makers[name]()


def demo_targets(*, edition: int = NEWEST_EDITION) -> tuple[Target, ...]:
    """The demo's connections, in the order shown.

    Args:
        edition: which edition of the server that drifts is started.
    """
    return tuple(_target(name, edition) for name in NAMES)


def _target(name: str, edition: int) -> Target:
    pinned = name == "store" and edition != NEWEST_EDITION
    which = ("--edition", str(edition)) if pinned else ()
    return Target(
        key=ConnectionKey(name),
        how=Stdio(
            command=sys.executable, args=("-m", "mcptui.demo", name, *which), cwd=str(_PACKAGE_HOME)
        ),
        source=Source(dialect="demo"),
    )


def demo_lockfile_text() -> str:
    """The shipped lockfile: all demo servers pinned, the drifting one in its first edition."""
    return resources.files("mcptui.demo").joinpath("mcptui.lock.json").read_text(encoding="utf-8")
