"""A routes file: aliases fixed by hand, each error with its line."""

import difflib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from json import JSONDecodeError, JSONDecoder
from typing import Final

from mcptui.analysis.completeness import has_complete_list
from mcptui.analysis.routing.routes import Route, RouteTable, table_of
from mcptui.contract.connection import ConnectionStatus
from mcptui.contract.display import shown
from mcptui.contract.target import ConnectionKey
from mcptui.errors import RoutesError

_MEMBERS: Final = ("connection_key", "upstream_name")
_SHAPE: Final = 'write {"ALIAS": {"connection_key": "KEY", "upstream_name": "TOOL"}}'
_BLANKS: Final = " \t\r\n"
_FEW: Final = 5
"""How many known names an error lists."""
_DECODER = JSONDecoder(parse_int=float)
"""No number means anything here; as floats, those of any length are read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownTools:
    """What is known of one connection's tools."""

    names: frozenset[str]
    complete: bool
    """False: there may be others."""


def known_tools(statuses: Iterable[ConnectionStatus]) -> dict[ConnectionKey, KnownTools]:
    """What each connection is known to offer; a list that failed or is cut says nothing of more."""
    return {
        status.key: KnownTools(
            names=frozenset(
                tool.name
                for tool in (status.capture.tools if status.capture else ())
                if tool.name is not None
            ),
            complete=has_complete_list(status),
        )
        for status in statuses
    }


def read_routes(text: str, place: str, known: Mapping[ConnectionKey, KnownTools]) -> RouteTable:
    """The routes that a file fixes, in its order.

    A tool that an incomplete list does not show stays, marked as not known.

    Args:
        text: the file's JSON; a leading byte-order mark is passed over.
        place: the file as it is shown in errors.
        known: the connections there are, and what they offer.

    Raises:
        RoutesError: no JSON of the right shape, an alias twice, a connection key or a tool that
            does not exist; with its line.
    """
    text = text.removeprefix("\ufeff")
    try:
        whole = _DECODER.decode(text)
    except JSONDecodeError as error:
        where = f"{place}:{error.lineno}:{error.colno}"
        raise RoutesError(f"is not JSON: {error.msg}", place=where, remedy=_SHAPE) from None
    except RecursionError:
        raise RoutesError("is nested too deeply", place=place, remedy=_SHAPE) from None
    if not isinstance(whole, dict):
        raise RoutesError("expected an object", place=f"{place}:1", remedy=_SHAPE)
    file = _File(text=text, place=place)
    first_lines: dict[str, int] = {}
    routes = []
    for member in file.members(text.index("{")):
        if member.name in first_lines:
            raise file.error(
                f"the alias {_quoted(member.name)} stands here twice",
                member.line,
                f"the first is in line {first_lines[member.name]}; take one out",
            )
        first_lines[member.name] = member.line
        routes.append(_route_of(member, file, known))
    return table_of(routes)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Member:
    name: str
    value: object
    line: int
    """1-based line of the name."""
    value_at: int
    """Offset of the value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _File:
    text: str
    place: str

    def members(self, at: int) -> Iterator[_Member]:
        """The members of the object at offset `at` of this text, which is known to be JSON."""
        at = self._past(at + 1, "")
        while self.text[at] != "}":
            name, end = _DECODER.raw_decode(self.text, at)
            line = self.text.count("\n", 0, at) + 1
            value_at = self._past(end, ":")
            value, end = _DECODER.raw_decode(self.text, value_at)
            yield _Member(name=name, value=value, line=line, value_at=value_at)
            at = self._past(end, ",")

    def _past(self, at: int, separator: str) -> int:
        """The offset of what follows blanks and, if it is there, this separator."""
        while self.text[at] in _BLANKS or self.text[at] == separator:
            at += 1
        return at

    def error(self, reason: str, line: int, remedy: str) -> RoutesError:
        return RoutesError(reason, place=f"{self.place}:{line}", remedy=remedy)


def _route_of(member: _Member, file: _File, known: Mapping[ConnectionKey, KnownTools]) -> Route:
    if not member.name:
        raise file.error("an alias is empty", member.line, "give it a name")
    alias = _quoted(member.name)
    if not isinstance(member.value, dict):
        raise file.error(f"the alias {alias} needs an object", member.line, _SHAPE)
    parts: dict[str, str] = {}
    lines: dict[str, int] = {}
    for part in file.members(member.value_at):
        if part.name not in _MEMBERS:
            raise file.error(f"{_quoted(part.name)} is not known here", part.line, _SHAPE)
        if part.name in parts:
            raise file.error(f"{part.name} stands in {alias} twice", part.line, "take one out")
        if not isinstance(part.value, str):
            raise file.error(f"{part.name} of {alias} needs a text", part.line, _SHAPE)
        parts[part.name], lines[part.name] = part.value, part.line
    for missing in (name for name in _MEMBERS if name not in parts):
        raise file.error(f"the alias {alias} has no {missing}", member.line, _SHAPE)
    key, name = ConnectionKey(parts["connection_key"]), parts["upstream_name"]
    if key not in known:
        reason = f"there is no connection {_quoted(key)}"
        raise file.error(reason, lines["connection_key"], _known_instead(key, known))
    tools = known[key]
    if tools.complete and name not in tools.names:
        reason = f"{_quoted(key)} offers no tool {_quoted(name)}"
        raise file.error(reason, lines["upstream_name"], _known_instead(name, tools.names))
    return Route(
        alias=member.name, connection_key=key, upstream_name=name, known=name in tools.names
    )


def _quoted(text: str) -> str:
    return f"`{shown(text)}`"


def _known_instead(wrong: str, known: Iterable[str]) -> str:
    """What to do about a name that is not known."""
    names = sorted(known)
    near = difflib.get_close_matches(wrong, names, n=1)
    if near:
        return f"did you mean {_quoted(near[0])}?"
    few = ", ".join(_quoted(name) for name in names[:_FEW])
    return f"known: {few}{', …' if len(names) > _FEW else ''}" if names else "none is known"
