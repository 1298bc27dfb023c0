"""Commands and exit codes."""

from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    raise NotImplementedError(argv)
