"""The servers that a command line names, and the configs that are offered where it names none.

    [TARGET ...] [--config FILE]... [--server KEY=SPEC]... [--only KEY]... [-- PROGRAM ARG ...]

What is named may be started at once: naming it is consent. What is only found never is: it comes
back from `found`, apart.
"""

import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlsplit

from mcptui.connections.importers.finding import is_users_own
from mcptui.connections.importers.reading import targets_of
from mcptui.contract.display import shown
from mcptui.contract.secrets import command_line, masked_url
from mcptui.contract.target import (
    ConnectionKey,
    Http,
    Recorded,
    Source,
    Stdio,
    Target,
    VariableSyntax,
)
from mcptui.errors import ConfigError, UsageError
from mcptui.workspace.offers import Offer, found, with_options
from mcptui.workspace.settings import Settings
from mcptui.workspace.target_files import Kind, kind_of, read_file

__all__ = ["Offer", "collect_targets", "found"]

_HTTP = re.compile(r"https?://", re.IGNORECASE)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
_ASSIGNMENT = re.compile(r"(?P<name>[A-Za-z_]\w*)=(?P<value>.*)", re.DOTALL)
_HOST_FOLDERS = frozenset(
    {".vscode", ".cursor", ".gemini", ".zed", ".codex", ".continue", "mcpServers"}
)
"""Folders of a project in which hosts keep its config."""
_COMMAND_LINE = Source(dialect="command_line")


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """Where the command line is read."""

    cwd: Path
    home: Path
    environ: Mapping[str, str]
    platform: str = sys.platform

    def path(self, written: str) -> Path:
        """The absolute path that the user means."""
        if written == "~" or written.startswith("~/"):
            return self.home / written[2:]
        return self.cwd / written

    def base_of(self, config: Path) -> Path:
        """The folder that relative paths in a config mean: its project's, else the current one."""
        if is_users_own(config, self.platform, self.home, self.cwd, self.environ):
            return self.cwd
        folder = config.parent
        while folder.name in _HOST_FOLDERS:
            folder = folder.parent
        return folder


def collect_targets(
    *,
    arguments: Sequence[str] = (),
    configs: Sequence[str] = (),
    servers: Sequence[str] = (),
    only: Sequence[str] = (),
    program: Sequence[str] | None = None,
    cwd: Path,
    home: Path,
    environ: Mapping[str, str],
    settings: Settings | None = None,
    platform: str = sys.platform,
) -> tuple[Target, ...]:
    """The servers that the command line names, in its order; nothing is started or contacted.

    Args:
        arguments: capture files, hosts' config files, URLs.
        configs: hosts' config files.
        servers: `KEY=SPEC`, SPEC being a command line, a URL or a capture file.
        only: connection keys to keep; one that its config switches off is switched on by it.
        program: a program and its arguments; None if there is no `--`.
        cwd: the current folder.
        home: the user's home folder.
        environ: our environment, for the places of configs.
        settings: what the user set for single connections, or for all.
        platform: as `sys.platform`.

    Returns:
        Targets with keys that are unique; none where nothing is named.

    Raises:
        UsageError: a file is missing, a key stands twice or is not known, a URL or SPEC is none.
        FileError: a file cannot be read, or is broken.
    """
    here = Surroundings(cwd=cwd, home=home, environ=environ, platform=platform)
    named: list[Target] = []
    for argument in arguments:
        named += _argument_targets(argument, here)
    for config in configs:
        named += _config_targets(config, here)
    named += [_server_target(server, here) for server in servers]
    if program is not None:
        named.append(_program_target(program, here))
    places = (*arguments, *configs)
    if not named and places:
        said = ", ".join(shown(place) for place in places)
        raise UsageError("no servers are named in it", place=said, remedy="name another file")
    kept = _only(named, only)
    _check_keys(kept)
    return tuple(with_options(target, settings) for target in kept)


def _argument_targets(argument: str, here: Surroundings) -> tuple[Target, ...]:
    if _HTTP.match(argument):
        return (_url_target(argument, None, here),)
    _refuse_scheme(argument)
    place = shown(argument)
    path = here.path(argument)
    document = read_file(path, place)
    match kind_of(document):
        case Kind.CAPTURE:
            return (_capture_target(document.value, path, place, None),)
        case Kind.LOCKFILE:
            raise UsageError("this is a lockfile", place=place, remedy="give it with --lock")
        case Kind.CONFIG | Kind.OTHER:
            return targets_of(document, base=here.base_of(path), project=here.cwd)


def _config_targets(config: str, here: Surroundings) -> tuple[Target, ...]:
    place = shown(config)
    path = here.path(config)
    document = read_file(path, place)
    if kind_of(document) is Kind.CAPTURE:
        remedy = "name it without --config"
        raise ConfigError("this is a capture, no config", place=place, remedy=remedy)
    return targets_of(document, base=here.base_of(path), project=here.cwd)


def _refuse_scheme(text: str) -> None:
    if _SCHEME.match(text):
        scheme = text.partition("://")[0]
        raise UsageError(
            f"addresses of the kind {scheme}:// are not supported",
            place=masked_url(text),
            remedy="give an http:// or https:// URL, or a file",
        )


def _url_target(url: str, key: str | None, here: Surroundings) -> Target:
    try:
        host = urlsplit(url).hostname
    except ValueError:
        host = None
    if not host:
        remedy = "write it as https://HOST/PATH"
        raise UsageError("the URL has no host", place=masked_url(url), remedy=remedy)
    return Target(
        key=ConnectionKey(host if key is None else key),
        how=Http(url=url),
        source=_COMMAND_LINE,
        variables=VariableSyntax.BRACED,
        base=str(here.cwd),
    )


def _capture_target(value: object, path: Path, place: str, key: str | None) -> Target:
    server = value.get("server") if isinstance(value, dict) else None
    package = server.get("package") if isinstance(server, dict) else None
    name = package.rpartition("/")[2] if isinstance(package, str) else ""
    return Target(
        key=ConnectionKey(key if key is not None else name or path.stem),
        how=Recorded(path=str(path)),
        source=Source(dialect="capture", file=place),
    )


def _server_target(server: str, here: Surroundings) -> Target:
    key, mark, spec = server.partition("=")
    spec = spec.strip()
    if not mark or not key or not spec:
        said = shown(key) if not mark else shown(f"{key}=")
        remedy = "write --server KEY='PROGRAM ARG …', KEY=URL or KEY=CAPTURE"
        raise UsageError("--server wants KEY=SPEC", place=f"--server {said}", remedy=remedy)
    if _HTTP.match(spec):
        return _url_target(spec, key, here)
    _refuse_scheme(spec)
    path = here.path(spec)
    if _holds_json(path):
        return _recorded_server(key, path, shown(spec))
    words = _words_of(spec, key)
    if len(words) == 1 and words[0].endswith(".json") and not _exists(path):
        remedy = "check the path of the capture"
        raise UsageError("there is no such file", place=shown(spec), remedy=remedy)
    env: list[tuple[str, str]] = []
    while len(words) > 1 and (match := _ASSIGNMENT.fullmatch(words[0])):
        env.append((match["name"], match["value"]))
        words = words[1:]
    return _started(key, words, tuple(env), here)


def _holds_json(path: Path) -> bool:
    """Whether this is a file that begins as JSON does, so that it is no program."""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            start = file.read(64)
    except (OSError, ValueError):
        return False
    return start.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"[")


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False


def _recorded_server(key: str, path: Path, place: str) -> Target:
    document = read_file(path, place)
    kind = kind_of(document)
    if kind is Kind.CAPTURE:
        return _capture_target(document.value, path, place, key)
    reason = "this is a config, no single server" if kind is Kind.CONFIG else "this is no capture"
    remedy = f"take a server of it: --config {place} --only KEY" if kind is Kind.CONFIG else ""
    raise UsageError(reason, place=place, remedy=remedy or "name a capture file")


def _words_of(spec: str, key: str) -> list[str]:
    try:
        words = shlex.split(spec)
    except ValueError as error:
        reason = f"the command line cannot be split: {str(error).lower()}"
        remedy = "close the quotes, or escape them"
        raise UsageError(reason, place=f"--server {shown(key)}=…", remedy=remedy) from None
    if not words or not words[0]:
        place = f"--server {shown(key)}=…"
        raise UsageError("the command line is empty", place=place, remedy="name a program")
    return words


def _program_target(program: Sequence[str], here: Surroundings) -> Target:
    if not program or not program[0]:
        remedy = "write: -- PROGRAM ARG …"
        raise UsageError("there is no program after --", remedy=remedy)
    return _started(Path(program[0]).name or program[0], program, (), here)


def _started(
    key: str, words: Sequence[str], env: tuple[tuple[str, str], ...], here: Surroundings
) -> Target:
    return Target(
        key=ConnectionKey(key),
        how=Stdio(command=words[0], args=tuple(words[1:]), env=env),
        source=_COMMAND_LINE,
        variables=VariableSyntax.BRACED,
        base=str(here.cwd),
    )


def _only(targets: Sequence[Target], only: Sequence[str]) -> list[Target]:
    if not only:
        return list(targets)
    known = {target.key for target in targets}
    for key in only:
        if key not in known:
            said = ", ".join(sorted(shown(name) for name in known)) or "none"
            raise UsageError(
                f"no server has the key {shown(key)!r}",
                place="--only",
                remedy=f"known keys: {said}",
            )
    return [replace(target, disabled=False) for target in targets if target.key in only]


def _check_keys(targets: Sequence[Target]) -> None:
    first: dict[ConnectionKey, Target] = {}
    for target in targets:
        other = first.setdefault(target.key, target)
        if other is not target:
            raise UsageError(
                f"the connection key {shown(target.key)!r} stands twice: "
                f"{_where(other)} and {_where(target)}",
                remedy="give one of them another key: --server KEY=…",
            )


def _where(target: Target) -> str:
    source = target.source
    return command_line(target) if source.file is None else shown(str(source))
