"""Ten stdio servers connected side by side, against the slowest of them alone.

Each server waits before it answers, the first 0.1 s, the tenth 1.0 s. Claim: about 1 time as long;
one after the other they would take more than five times as long.
"""

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from measuring import ROOT, in_turn, say

sys.path.insert(0, str(ROOT))

from mcptui.contract.connection import ConnectionState
from mcptui.contract.target import Limits, Target
from mcptui.workspace.connecting import capture_all
from tests.servers.cases import scripted

ROUNDS = 5
SERVERS = 10
STEP_MS = 100


def seconds_for(targets: list[Target]) -> float:
    begin = time.perf_counter()
    statuses = asyncio.run(capture_all(targets))
    taken = time.perf_counter() - begin
    assert all(status.state is ConnectionState.CONNECTED for status in statuses), statuses
    return taken


def main() -> None:
    tool = {"name": "wait", "description": "Wait.", "inputSchema": {"type": "object"}}
    with tempfile.TemporaryDirectory() as folder:
        targets = [
            scripted(
                {
                    "key": f"server_{number}",
                    "tools": [tool],
                    "eras": "both",
                    "connect_delay_ms": number * STEP_MS,
                },
                Path(folder),
                limits=Limits(),
            ).target
            for number in range(1, SERVERS + 1)
        ]
        taken = in_turn(
            {
                "the slowest alone": lambda: seconds_for(targets[-1:]),
                "ten side by side": lambda: seconds_for(targets),
            },
            rounds=ROUNDS,
        )
    print(f"{SERVERS} stdio servers connected, listed and closed, Python {sys.version.split()[0]}")
    say(taken, over="the slowest alone")


if __name__ == "__main__":
    main()
