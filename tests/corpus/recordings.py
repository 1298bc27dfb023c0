"""The recorded tool lists in the shared folder beside the checkout."""

import csv
import json
from functools import cache
from pathlib import Path
from typing import Any

CORPUS = Path(__file__).parents[2].parent / "shared" / "corpus"
MODERN = "+2026-07-28"
IS_HERE = (CORPUS / "INDEX.tsv").is_file()


@cache
def _index() -> tuple[dict[str, str], ...]:
    if not IS_HERE:
        return ()
    with (CORPUS / "INDEX.tsv").open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file, delimiter="\t"))


def packages() -> dict[str, list[Path]]:
    """The files of each package, in the order released; the files of variants last."""
    files: dict[str, list[Path]] = {}
    for row in _index():
        files.setdefault(f"{row['registry']}/{row['package']}", []).append(CORPUS / row["file"])
    return files


def newest() -> list[Path]:
    """Each package's newest file that is no variant of another."""
    return [[path for path in files if "+" not in path.name][-1] for files in packages().values()]


def modern() -> list[Path]:
    """The files that were asked for in the 2026-07-28 style."""
    return [path for files in packages().values() for path in files if MODERN in path.name]


def recorded(path: Path) -> Any:
    """What the file holds, read by the standard library alone."""
    return json.loads(path.read_text(encoding="utf-8"))


def spelled(value: Any) -> str:
    """JSON text that keeps every order: equal texts are equal values in equal order."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
