"""Reading the `NAME=value` files that hosts load into a server's environment."""

import re
from pathlib import Path

from mcptui.contract.display import shown
from mcptui.errors import UnreachableError

_LINE = re.compile(r"\s*(?:export\s+)?(?P<name>[A-Za-z_][\w.-]*)\s*=[ \t]*(?P<value>.*)", re.DOTALL)
_DOUBLE = re.compile(r'"(?P<text>(?:\\.|[^"\\])*)"[ \t]*(?:#.*)?', re.DOTALL)
_SINGLE = re.compile(r"'(?P<text>[^']*)'[ \t]*(?:#.*)?", re.DOTALL)
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}
_MOST_BYTES = 4 * 1024 * 1024


def parse_env(text: str) -> tuple[tuple[str, str], ...]:
    """The names and values of such a file, in its order; lines of any other form are passed over.

    Comments, `export`, single and double quotes and a leading byte-order mark are understood;
    variables inside values are not.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    matches = (_LINE.fullmatch(line) for line in lines if not line.lstrip().startswith("#"))
    return tuple((match["name"], _value(match["value"])) for match in matches if match)


def _value(written: str) -> str:
    if match := _DOUBLE.fullmatch(written):
        return re.sub(r"\\(.)", lambda hit: _ESCAPES.get(hit[1], hit[1]), match["text"])
    if match := _SINGLE.fullmatch(written):
        return match["text"]
    return re.split(r"\s+#", written, maxsplit=1)[0].strip()


def read_env(path: Path, place: str) -> tuple[tuple[str, str], ...]:
    """The same for a file on disk.

    Args:
        path: the file.
        place: the config that names it, for the error.

    Raises:
        UnreachableError: it is absent, no file, too large or not UTF-8.
    """
    remedy = "mend the path, or take the file out of the config"
    try:
        if not path.is_file():
            reason = "is not there" if not path.exists() else "is no file"
        elif path.stat().st_size > _MOST_BYTES:
            reason = "is larger than 4 MB"
        else:
            return parse_env(path.read_text(encoding="utf-8"))
    except OSError as error:
        reason = f"cannot be read: {error.strerror}"
    except ValueError:
        reason = "is not UTF-8 text"
    raise UnreachableError(
        f"environment file {shown(str(path))} {reason}", place=place, remedy=remedy
    )
