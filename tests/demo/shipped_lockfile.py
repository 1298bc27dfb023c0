"""Makes the lockfile that ships with the demo: `python -m tests.demo.shipped_lockfile` writes it.

It starts the demo servers, the drifting one in its first edition, and pins all that they list.
"""

import asyncio
from pathlib import Path

from mcptui.contract.connection import ConnectionStatus
from mcptui.contract.lockfile import Lockfile, ServerPin, identity_of, pin_of, render
from mcptui.demo.servers import demo_targets
from mcptui.workspace.connecting import capture_all

PINNED = "2026-11-30"
"""The day in every pin of the shipped file."""
SHIPPED = Path(__file__).parents[2] / "mcptui" / "demo" / "mcptui.lock.json"


def _server_pin(status: ConnectionStatus) -> ServerPin:
    capture = status.capture
    if capture is None or not capture.complete:
        raise RuntimeError(f"{status.key} was not listed: {status.cause}")
    return ServerPin(
        identity=identity_of(capture, origin=status.origin),
        instructions=capture.instructions,
        tools={str(tool.name): pin_of(tool.raw, pinned=PINNED) for tool in capture.tools},
    )


async def lockfile_text() -> str:
    """The text of the lockfile, from the running servers."""
    statuses = await capture_all(demo_targets(edition=1))
    return render(Lockfile(connections={each.key: _server_pin(each) for each in statuses}))


if __name__ == "__main__":
    SHIPPED.write_bytes(asyncio.run(lockfile_text()).encode("utf-8"))
