"""Run as `python -m mcptui.demo NAME [--edition 1|2]`: one demo server over stdio."""

import argparse
import gc
import signal
import sys
from collections.abc import Sequence

from mcptui.demo.servers import EDITIONS, NAMES, NEWEST_EDITION, demo_server


def main(argv: Sequence[str] | None = None) -> int:
    """Serve one demo server until its input ends.

    Args:
        argv: the arguments after the program's name; None takes those of the process.

    Returns:
        0, once the input has ended.
    """
    parser = argparse.ArgumentParser(
        prog="python -m mcptui.demo", description="Serve one of mcptui's demo servers over stdio."
    )
    parser.add_argument("name", choices=NAMES, help="which server")
    parser.add_argument(
        "--edition",
        type=int,
        choices=EDITIONS,
        default=NEWEST_EDITION,
        help="which edition of its tools; only store differs (default: %(default)s)",
    )
    chosen = parser.parse_args(argv)
    gc.disable()  # importing the SDK makes a great many objects that stay
    from mcptui.demo.serving import serve  # noqa: PLC0415 - not before the arguments are known

    gc.freeze()
    gc.enable()
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the SDK's reader thread would outlive Ctrl-C
    serve(demo_server(chosen.name, edition=chosen.edition))
    return 0


if __name__ == "__main__":
    sys.exit(main())
