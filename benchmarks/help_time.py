"""`mcptui --help`: what it does not import, and how long it takes.

Claim: it loads neither textual, mcp, scikit-learn nor numpy.
"""

import subprocess
import sys

from measuring import in_turn, python, say, seconds_of

ROUNDS = 15
HEAVY = ("textual", "mcp", "sklearn", "numpy", "pydantic", "rich", "anyio")
_PROGRAM = """
import sys
from mcptui.cli import main
try:
    main(["--help"])
except SystemExit:
    pass
print("LOADED", *(name for name in sys.argv[1:] if name in sys.modules))
"""


def main() -> None:
    run = subprocess.run(
        [python(), "-c", _PROGRAM, *HEAVY], capture_output=True, text=True, check=True, timeout=30
    )
    loaded = run.stdout.splitlines()[-1].removeprefix("LOADED").split()
    print(f"mcptui --help, Python {sys.version.split()[0]}")
    print(f"loaded of {', '.join(HEAVY)}: {', '.join(loaded) or 'none'}")
    taken = in_turn(
        {
            "python -c pass": lambda: seconds_of([python(), "-c", "pass"]),
            "mcptui --help": lambda: seconds_of([python(), "-m", "mcptui", "--help"]),
        },
        rounds=ROUNDS,
    )
    say(taken, over="python -c pass")


if __name__ == "__main__":
    main()
