"""`mcptui tools` on one stdio server, against a bare SDK script that lists the same server.

Claim: at most 1.5 times as long.
"""

import sys

from measuring import ROOT, in_turn, python, say, seconds_of

ROUNDS = 9


def main() -> None:
    server = [python(), "-m", "mcptui.demo", "docs_01"]
    bare = [python(), str(ROOT / "benchmarks" / "bare_sdk.py"), *server]
    ours = [python(), "-m", "mcptui", "tools", "--format", "json", "--", *server]
    taken = in_turn(
        {"bare SDK script": lambda: seconds_of(bare), "mcptui tools": lambda: seconds_of(ours)},
        rounds=ROUNDS,
    )
    print(f"one stdio server listed once, Python {sys.version.split()[0]}")
    say(taken, over="bare SDK script")


if __name__ == "__main__":
    main()
