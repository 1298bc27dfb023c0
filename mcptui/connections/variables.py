"""Variables in configs get their values here, at start, and nowhere else.

A `Target` keeps its text as written; what comes out is used to start one connection and is never
shown, logged or kept.
"""

import os
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from mcptui.connections.env_file import read_env
from mcptui.contract.credentials import is_secret_name
from mcptui.contract.display import shown
from mcptui.contract.secrets import secret_values_of
from mcptui.contract.target import (
    Broken,
    ConnectionKey,
    Http,
    Recorded,
    Stdio,
    Target,
    TargetOptions,
    VariableSyntax,
)
from mcptui.errors import UnreachableError

_NAME = r"[A-Za-z_]\w*"
_BRACED = rf"\$\{{(?P<name>{_NAME})(?::-(?P<default>[^{{}}]*))?\}}"
_PATTERNS = {
    VariableSyntax.BRACED: re.compile(_BRACED),
    VariableSyntax.SHELL: re.compile(rf"{_BRACED}|\$(?P<plain>{_NAME})"),
    VariableSyntax.EDITOR: re.compile(
        rf"\$\{{(?P<kind>env|input|config|command):(?P<of>[^{{}}]*)\}}"
        rf"|\$\{{(?P<name>{_NAME}|/)(?::-(?P<default>[^{{}}]*))?\}}"
    ),
    VariableSyntax.SECRETS: re.compile(
        r"\$\{\{\s*(?P<kind>secrets|inputs)\.(?P<of>[\w.-]+)\s*\}\}"
    ),
}
_PERCENT = re.compile(rf"%(?P<plain>{_NAME})%")


class UnresolvedVariable(UnreachableError):  # noqa: N818  # reads as a fact about the target
    """A variable of a target has no value.

    Attributes:
        name: the variable, or the id of the input.
        is_input: whether the user has to be asked for it.
    """

    def __init__(self, name: str, *, place: str, remedy: str = "", is_input: bool = False) -> None:
        said = shown(name)
        reason = f"input {said} is not answered" if is_input else f"variable {said} is not set"
        super().__init__(reason, place=place, remedy=remedy)
        self.name = name
        self.is_input = is_input


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolvedTarget:
    """A target ready to start: its variables have values, so nothing of it may be shown."""

    target: Target = field(repr=False)
    """As the user wrote it: what may be shown."""
    how: Stdio | Http | Recorded = field(repr=False)
    """Without variables, environment files, forwarded names: `env` and `headers` hold them all,
    `cwd` is absolute or None for the current folder."""
    secrets: tuple[str, ...] = field(repr=False)
    """Values that must not appear in any text, for `mask_in_text`."""

    @property
    def key(self) -> ConnectionKey:
        """The connection key."""
        return self.target.key

    @property
    def options(self) -> TargetOptions:
        """What the user set for this connection."""
        return self.target.options


def resolve(
    target: Target,
    environ: Mapping[str, str] | None = None,
    answers: Mapping[str, str] | None = None,
    *,
    platform: str = sys.platform,
) -> ResolvedTarget:
    """Give every variable of the target its value.

    Args:
        target: as the user wrote it.
        environ: our environment; that of the process if None.
        answers: input id and what the user answered.
        platform: as `sys.platform`; `%NAME%` is a variable on Windows only.

    Raises:
        UnresolvedVariable: a variable or input has no value and no default.
        UnreachableError: the entry is broken, or an environment file cannot be read.
    """
    environ = os.environ if environ is None else environ
    values = _Values(target, environ, answers or {}, windows=platform == "win32")
    match target.how:
        case Stdio() as stdio:
            how: Stdio | Http | Recorded = _resolved_stdio(stdio, values)
        case Http() as http:
            how = _resolved_http(http, values)
        case Recorded() as recorded:
            how = recorded
        case Broken(reason=reason):
            raise UnreachableError(shown(reason), place=str(target.source))
    secrets = {*secret_values_of(how), *values.secrets}
    return ResolvedTarget(
        target=target,
        how=how,
        secrets=tuple(sorted(secrets, key=lambda value: (-len(value), value))),
    )


class _Values:
    """Looks up variables of one target, and remembers which values are secret."""

    def __init__(
        self,
        target: Target,
        environ: Mapping[str, str],
        answers: Mapping[str, str],
        *,
        windows: bool,
    ) -> None:
        self.place = str(target.source)
        self.base = target.base
        self.secrets: set[str] = set()
        self._environ = environ
        self._answers = answers
        self._open_inputs = {name for name, _, is_secret in target.inputs if not is_secret}
        self._syntax = target.variables
        self._pattern = _PATTERNS.get(target.variables)
        self._percent = windows and target.variables is VariableSyntax.SHELL

    def text(self, written: str) -> str:
        """The text with every variable replaced; values are not searched again."""
        if self._pattern is None:
            return written
        if self._percent:
            written = _PERCENT.sub(self._found, written)
        return self._pattern.sub(self._found, written)

    def pairs(self, written: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
        """The same for values; names are no place for variables."""
        return tuple((name, self.text(value)) for name, value in written)

    def variable(self, name: str, default: str | None = None) -> str:
        """The value of an environment variable; the default where it is unset or empty."""
        value = self._environ.get(name)
        if default is not None and not value:
            value = default
        if value is None:
            raise UnresolvedVariable(name, place=self.place, remedy=self._remedy(name))
        return self._kept(name, value)

    def forwarded(self, names: Iterable[str]) -> tuple[tuple[str, str], ...]:
        """Those of our variables that are set."""
        return tuple(
            (name, self._kept(name, self._environ[name])) for name in names if name in self._environ
        )

    def _kept(self, name: str, value: str) -> str:
        if value and is_secret_name(name):
            self.secrets.add(value)
        return value

    def _remedy(self, name: str) -> str:
        if self._syntax in (VariableSyntax.BRACED, VariableSyntax.SHELL):
            return f"set it, or give a default: ${{{name}:-…}}"
        return "set it in the environment of mcptui"

    def _found(self, match: re.Match[str]) -> str:
        groups = match.groupdict()
        name = groups.get("name") or groups.get("plain")
        if name is not None:
            if self._syntax is VariableSyntax.EDITOR:
                return self._editor_variable(name, groups.get("default"))
            return self.variable(name, groups.get("default"))
        kind, of = groups["kind"], groups["of"]
        if kind in ("env", "secrets"):
            return self.variable(of)
        if kind in ("input", "inputs"):
            return self._answer(of)
        raise UnresolvedVariable(
            f"{kind}:{of}", place=self.place, remedy="only its host knows it: write the value"
        )

    def _answer(self, name: str) -> str:
        answer = self._answers.get(name)
        if answer is None:
            remedy = "answer it in `mcptui connect`"
            raise UnresolvedVariable(name, place=self.place, remedy=remedy, is_input=True)
        if answer and name not in self._open_inputs:
            self.secrets.add(answer)
        return answer

    def _editor_variable(self, name: str, default: str | None) -> str:
        known = {
            "workspaceFolder": self.base,
            "workspaceRoot": self.base,
            "workspaceFolderBasename": Path(self.base).name if self.base else None,
            "cwd": self.base,
            "userHome": self._environ.get("HOME") or self._environ.get("USERPROFILE"),
            "pathSeparator": os.sep,
            "/": os.sep,
        }
        value = known.get(name)
        return self.variable(name, default) if value is None else value

    def folder(self, written: str | None) -> str | None:
        """An absolute folder: the one written, relative to the base, or the base itself."""
        if written is None:
            return self.base
        return str(self.path(written))

    def path(self, written: str) -> Path:
        """The path written, relative to the base; `~` is the home folder."""
        text = self.text(written)
        home = self._environ.get("HOME") or self._environ.get("USERPROFILE")
        if home and (text == "~" or text.startswith(("~/", "~\\"))):
            text = home + text[1:]
        return Path(self.base or Path.cwd()) / text


def _resolved_stdio(stdio: Stdio, values: _Values) -> Stdio:
    env: dict[str, str] = {}
    for path in stdio.env_files:
        env.update(read_env(values.path(path), values.place))
    env.update(values.forwarded(stdio.forward_env))
    env.update(values.pairs(stdio.env))
    return Stdio(
        command=values.text(stdio.command),
        args=tuple(values.text(word) for word in stdio.args),
        env=tuple(env.items()),
        cwd=values.folder(stdio.cwd),
    )


def _resolved_http(http: Http, values: _Values) -> Http:
    headers = [*values.pairs(http.headers)]
    headers += [(header, values.variable(name)) for header, name in http.header_env]
    if http.bearer_env is not None:
        headers.append(("Authorization", f"Bearer {values.variable(http.bearer_env)}"))
    return replace(
        http,
        url=values.text(http.url),
        headers=tuple(headers),
        header_env=(),
        bearer_env=None,
    )
