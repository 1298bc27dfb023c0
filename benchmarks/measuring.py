"""What the benchmarks share: subjects timed in turn, so that a busy machine is busy for all."""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]


def in_turn(subjects: Mapping[str, Callable[[], float]], *, rounds: int) -> dict[str, list[float]]:
    """Run each subject once a round, in turn, after one round that does not count.

    Args:
        subjects: by name, what to run; each gives the seconds it took.
        rounds: how many rounds count.
    """
    taken: dict[str, list[float]] = {name: [] for name in subjects}
    for number in range(rounds + 1):
        for name, run in subjects.items():
            seconds = run()
            if number:
                taken[name].append(seconds)
    return taken


def seconds_of(command: Sequence[str], environment: Mapping[str, str] | None = None) -> float:
    """Wall-clock seconds of one command that must succeed."""
    begin = time.perf_counter()
    subprocess.run(
        list(command),
        check=True,
        cwd=ROOT,
        env=None if environment is None else dict(environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=60,
    )
    return time.perf_counter() - begin


def say(taken: Mapping[str, list[float]], *, over: str) -> None:
    """Print the median and the spread of each subject, and its ratio to one of them."""
    base = statistics.median(taken[over])
    width = max(map(len, taken))
    for name, seconds in taken.items():
        middle = statistics.median(seconds)
        print(
            f"{name:{width}}  median {middle * 1000:7.0f} ms"
            f"  ({min(seconds) * 1000:.0f} to {max(seconds) * 1000:.0f}, {len(seconds)} runs)"
            f"  {middle / base:5.2f} x"
        )


def python() -> str:
    """The interpreter that runs the benchmark, and all subjects."""
    return sys.executable
