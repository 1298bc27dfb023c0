"""One entry of a config, in the members that most hosts share, made into a target.

A host that names things differently renames them first (`Entry.value`) and hands over the rest.
A bad entry becomes a broken target with its reason; it never costs another entry anything.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from mcptui.connections.importers.document import Document, MemberPath
from mcptui.connections.importers.importer import Reading
from mcptui.contract import wire
from mcptui.contract.display import shown
from mcptui.contract.target import (
    Broken,
    ConnectionKey,
    Era,
    Http,
    Limits,
    Source,
    Stdio,
    Target,
    TargetOptions,
    VariableSyntax,
)

_TRANSPORTS = {
    "stdio": "stdio",
    "local": "stdio",
    "http": "streamable_http",
    "streamablehttp": "streamable_http",
    "sse": "sse",
    "remote": "auto",
}
_UNSUPPORTED = {"ws": "ws", "websocket": "ws", "wss": "ws"}
_TYPE_MEMBERS = ("type", "transport", "transportType")
_URL = re.compile(r"https?://", re.IGNORECASE)
_SCHEME = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)://")
_KINDS = {
    str: "text",
    bool: "true or false",
    int: "a number",
    float: "a number",
    list: "a list",
    dict: "an object",
}
_FALSE = frozenset({"false", "no", "off", "0", ""})


class BadEntryError(Exception):
    """Why an entry cannot be used; the text holds no value of the entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One server of a config."""

    key: str
    value: Any
    """Its members, named as most hosts name them."""
    line: int | None = None
    scope: str | None = None
    original_key: str | None = None
    """The key in the file, where it is not `key`."""
    forward_env: Any = None
    """Names of our variables that the server gets."""
    header_env: Any = None
    """Header names and our variables whose values they take."""
    bearer_env: Any = None
    """The variable that holds a bearer token."""
    era: Era = Era.AUTO
    connect_seconds: float | None = None
    disabled: bool = False
    broken: str | None = None
    """Why it cannot be used, where the host's reader knows."""
    inputs: tuple[tuple[str, str, bool], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """What all entries of one file share."""

    id: str
    variables: VariableSyntax = VariableSyntax.NONE
    normal: Callable[[Entry], Entry] = field(default=lambda entry: entry)
    """Renames a host's own members; may raise BadEntryError."""


def targets_in(
    document: Document, path: MemberPath, dialect: Dialect, reading: Reading, scope: str | None
) -> tuple[Target, ...]:
    """The targets of an object of entries.

    Args:
        document: the file.
        path: where in it the object stands; there must be one.
        dialect: how its entries are written.
        reading: where relative paths lead.
        scope: whose entries they are.
    """
    container = document.at(*(str(name) for name in path))
    lines = document.lines_below(path) if container else {}
    repeated = document.repeated_below(path) if container else {}
    return tuple(
        target_of(
            Entry(
                key=key,
                value=value,
                line=lines.get(key),
                scope=scope,
                broken=_twice(repeated.get(key)),
            ),
            dialect,
            document.place,
            reading,
        )
        for key, value in container.items()
    )


def _twice(lines: tuple[int, ...] | None) -> str | None:
    if not lines:
        return None
    return f"this key stands more than once in the file (lines {', '.join(map(str, lines))})"


def target_of(entry: Entry, dialect: Dialect, place: str, reading: Reading) -> Target:
    """The target that an entry describes; a broken one where it describes none."""
    try:
        if entry.broken is None and isinstance(entry.value, dict):
            entry = dialect.normal(entry)
        how: Stdio | Http | Broken = _how(entry)
    except BadEntryError as bad:
        how = Broken(reason=str(bad))
    return Target(
        key=ConnectionKey(entry.key),
        how=how,
        source=Source(
            dialect=dialect.id,
            file=place,
            line=entry.line,
            original_key=entry.key if entry.original_key is None else entry.original_key,
            scope=entry.scope,
        ),
        variables=dialect.variables,
        options=_options(entry),
        disabled=entry.disabled or _is_disabled(entry.value),
        base=reading.base,
        inputs=entry.inputs,
    )


def _options(entry: Entry) -> TargetOptions:
    if entry.connect_seconds is None:
        return TargetOptions(era=entry.era)
    return TargetOptions(era=entry.era, limits=Limits(connect=entry.connect_seconds))


def _is_disabled(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    return _is_true(value.get("disabled", False)) or not _is_true(value.get("enabled", True))


def _is_true(value: Any) -> bool:
    return value.lower() not in _FALSE if isinstance(value, str) else value not in (False, None, 0)


def _how(entry: Entry) -> Stdio | Http:
    if entry.broken is not None:
        raise BadEntryError(entry.broken)
    if not isinstance(entry.value, dict):
        raise BadEntryError(f"the entry is {_kind(entry.value)}, not an object")
    members = entry.value
    transport = _transport(members)
    has_command, has_url = members.get("command") is not None, members.get("url") is not None
    if not has_command and not has_url:
        raise BadEntryError("neither command nor url")
    if transport is None:
        transport = "stdio" if has_command else "auto"
    if transport == "stdio":
        if not has_command:
            raise BadEntryError("its type is stdio, but it has no command")
        return _stdio(entry)
    if not has_url:
        raise BadEntryError(f"its type is {transport}, but it has no url")
    return _http(entry, transport)


def _transport(members: Mapping[str, Any]) -> str | None:
    named = next((members[name] for name in _TYPE_MEMBERS if members.get(name) is not None), None)
    if named is None:
        return None
    word = text_of(named, "type")
    plain = re.sub(r"[-_ ]", "", word).lower()
    if plain in _UNSUPPORTED:
        raise BadEntryError(f"{_UNSUPPORTED[plain]} is not supported")
    if plain not in _TRANSPORTS:
        raise BadEntryError(f"the type {shown(word)!r} is not known")
    return _TRANSPORTS[plain]


def _stdio(entry: Entry) -> Stdio:
    members = entry.value
    command = words_of(members["command"], "command")
    if not command or not command[0].strip():
        raise BadEntryError("command is empty")
    cwd = members.get("cwd")
    return Stdio(
        command=command[0],
        args=(*command[1:], *words_of(members.get("args"), "args")),
        env=pairs_of(members.get("env"), "env"),
        env_files=words_of(members.get("envFile"), "envFile"),
        forward_env=words_of(entry.forward_env, "names of variables"),
        cwd=None if cwd is None else text_of(cwd, "cwd"),
    )


def _http(entry: Entry, transport: str) -> Http:
    members = entry.value
    url = text_of(members["url"], "url").strip()
    _check_url(url)
    bearer = entry.bearer_env
    return Http(
        url=url,
        headers=pairs_of(members.get("headers"), "headers"),
        header_env=pairs_of(entry.header_env, "names of header variables"),
        bearer_env=None if bearer is None else text_of(bearer, "the token's variable"),
        transport=transport,
    )


def _check_url(url: str) -> None:
    if _URL.match(url) or url.startswith(("$", "%")):
        return
    if not url:
        raise BadEntryError("url is empty")
    scheme = _SCHEME.match(url)
    if scheme is None:
        raise BadEntryError("url begins with neither http:// nor https://")
    name = scheme["scheme"].lower()
    if name in _UNSUPPORTED:
        raise BadEntryError(f"{_UNSUPPORTED[name]} is not supported")
    raise BadEntryError(f"addresses of the kind {name}:// are not supported")


def _kind(value: Any) -> str:
    return next((words for kind, words in _KINDS.items() if isinstance(value, kind)), "null")


def text_of(value: Any, what: str) -> str:
    """The text of a single value; numbers and booleans are spelled as JSON has them."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool | int | float):
        return wire.dumps(value)
    raise BadEntryError(f"{what} is {_kind(value)}, not text")


def words_of(value: Any, what: str) -> tuple[str, ...]:
    """The texts of a list; nothing is no text, and a single value is a list of one."""
    if value is None:
        return ()
    if not isinstance(value, list):
        return (text_of(value, what),)
    return tuple(text_of(item, f"{what}[{index}]") for index, item in enumerate(value))


def pairs_of(value: Any, what: str) -> tuple[tuple[str, str], ...]:
    """The names and texts of an object; a name whose value is null is left out."""
    if value is None:
        return ()
    if not isinstance(value, dict):
        raise BadEntryError(f"{what} is {_kind(value)}, not an object")
    return tuple(
        (str(name), text_of(text, f"{what}.{shown(str(name))}"))
        for name, text in value.items()
        if text is not None
    )


def renamed(entry: Entry, names: Mapping[str, str], **more: Any) -> Entry:
    """The entry with members of its value renamed where the common name is not taken.

    Args:
        entry: its value is an object.
        names: the host's name of a member, and the common one.
        more: further fields of the entry to set.
    """
    value = dict(entry.value)
    for own, common in names.items():
        if own in value and value.get(common) is None:
            value[common] = value.pop(own)
    return replace(entry, value=value, **more)


def strings_in(value: Any) -> Iterable[str]:
    """Every text in an entry, however deep, names of members aside."""
    stack = [value]
    while stack:
        inner = stack.pop()
        if isinstance(inner, str):
            yield inner
        elif isinstance(inner, dict):
            stack.extend(inner.values())
        elif isinstance(inner, list):
            stack.extend(inner)
