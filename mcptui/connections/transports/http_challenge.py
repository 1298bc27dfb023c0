"""What a `WWW-Authenticate` header asks for (RFC 9110 §11.6.1, RFC 9728 §5.1)."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

_PIECE = re.compile(
    r"""[\s,]*(?:
        (?P<name>[\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<plain>[^\s,"]*))
      | (?P<scheme>[\w!#$%&'*+.^`|~-]+)
    )""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """One scheme and its parameters, as sent; foreign text."""

    scheme: str
    """In lower case."""
    parameters: dict[str, str]
    """Names in lower case; the first of a repeated name counts."""


def challenges(headers: Iterable[str]) -> tuple[Challenge, ...]:
    """Read header values; what is no challenge is passed over."""
    found: list[Challenge] = []
    for header in headers:
        for piece in _PIECE.finditer(header):
            if piece["scheme"]:
                found.append(Challenge(scheme=piece["scheme"].lower(), parameters={}))
            elif found:
                text = piece["plain"]
                if piece["quoted"] is not None:
                    text = re.sub(r"\\(.)", r"\1", piece["quoted"])
                found[-1].parameters.setdefault(piece["name"].lower(), text)
    return tuple(found)


def chosen(found: tuple[Challenge, ...]) -> Challenge | None:
    """The challenge to show: the bearer one, which MCP authorization uses, else the first."""
    for challenge in found:
        if challenge.scheme == "bearer":
            return challenge
    return found[0] if found else None
