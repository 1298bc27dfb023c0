"""First painted frame of `mcptui connect` with four servers, against an empty Textual app.

Claim: at most 1.5 times as long.
"""

import os
import shlex
import sys
import tempfile

from measuring import ROOT, in_turn, python, say
from terminal import first_text

ROUNDS = 9
SERVERS = ("docs_01", "calendar_02", "bugs", "store")


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        environment = {
            "HOME": home,
            "PATH": os.environ["PATH"],
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
        }
        connect = [python(), "-m", "mcptui", "connect"]
        for name in SERVERS:
            program = shlex.join([python(), "-m", "mcptui.demo", name])
            connect += ["--server", f"{name}={program}"]
        empty = [python(), str(ROOT / "benchmarks" / "empty_app.py")]
        taken = in_turn(
            {
                "empty Textual app": lambda: first_text(empty, environment, holds="mcptui"),
                "mcptui connect": lambda: first_text(connect, environment, holds="mcptui"),
            },
            rounds=ROUNDS,
        )
    print(f"first frame, {len(SERVERS)} stdio servers, Python {sys.version.split()[0]}")
    say(taken, over="empty Textual app")


if __name__ == "__main__":
    main()
