"""What the user set in `mcptui.toml`: the file of this folder over that of the config folder."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self

from mcptui.analysis.routing.alias import AliasRules
from mcptui.contract.display import shown
from mcptui.contract.target import Era, Limits, TargetOptions
from mcptui.errors import SettingsError
from mcptui.workspace.settings_names import SettingsText, read_table

SETTINGS_FILE = "mcptui.toml"
_LIMIT_NAMES = frozenset(limit.name for limit in fields(Limits))


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings, defaults filled in."""

    theme: str | None = None
    """Name of the app's theme; None leaves it to the app."""
    ascii_signs: bool = False
    """Signs of plain ASCII in the place of the usual ones."""
    keys: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Action id and the key, or keys parted by commas, that run it."""
    alias_rules: AliasRules = field(default_factory=AliasRules)
    defaults: TargetOptions = field(default_factory=TargetOptions)
    """What holds for a connection that has no settings of its own."""
    connections: Mapping[str, TargetOptions] = field(default_factory=lambda: MappingProxyType({}))
    """Connection key and what was set for it, over `defaults`."""
    watch_seconds: float | None = None
    """How often silent servers are listed anew; None: never."""
    lock: str | None = None
    """Path of the lockfile, where the user set one."""
    texts: tuple[SettingsText, ...] = field(default=(), repr=False)
    """The files read, the stronger one last."""

    @property
    def limits(self) -> Limits:
        """The limits of a connection that has none of its own."""
        return self.defaults.limits

    def options_of(self, key: str) -> TargetOptions:
        """What holds for the connection `key`."""
        return self.connections.get(key) or self.defaults

    def place_of_key(self, action: str) -> str:
        """`FILE:LINE` of the statement that gives the action of this id its key."""
        return _place_in(self.texts, ("keys", action), ("keys", *action.split(".", 1)))

    def with_flags(
        self,
        *,
        connect: float | None = None,
        request: float | None = None,
        era: Era | None = None,
        pass_env: tuple[str, ...] = (),
    ) -> Self:
        """The same, with what the command line says over every connection.

        Args:
            connect: limit for the handshake, seconds.
            request: limit for one request, seconds.
            era: which handshake to begin with.
            pass_env: names of variables that every child gets too; `*` means all.
        """

        def limits_of(limits: Limits) -> Limits:
            return replace(
                limits,
                connect=limits.connect if connect is None else connect,
                request=limits.request if request is None else request,
            )

        def options_of(options: TargetOptions) -> TargetOptions:
            return replace(
                options,
                limits=limits_of(options.limits),
                era=options.era if era is None else era,
                pass_env=(*options.pass_env, *pass_env),
            )

        return replace(
            self,
            defaults=options_of(self.defaults),
            connections=MappingProxyType(
                {key: options_of(options) for key, options in self.connections.items()}
            ),
        )


def parse(text: str, place: str, folder: Path | None = None) -> Settings:
    """The settings of one file.

    Args:
        text: TOML.
        place: the file as it is shown in errors.
        folder: what relative paths in it are relative to; the current folder if None.

    Raises:
        SettingsError: with file and line.
    """
    return _settings_of((SettingsText(text=text, place=place, folder=folder or Path.cwd()),))


def load(cwd: Path, config_dir: Path) -> Settings:
    """The settings that hold in `cwd`: its `mcptui.toml` over the one in `config_dir`.

    Raises:
        SettingsError: a file is there but cannot be read, or is broken.
    """
    texts = (_text_of(folder / SETTINGS_FILE) for folder in (config_dir, cwd))
    return _settings_of(tuple(text for text in texts if text is not None))


def _text_of(path: Path) -> SettingsText | None:
    try:
        text = path.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise SettingsError(f"cannot be read: {error.strerror}", place=str(path)) from None
    except UnicodeDecodeError as error:
        reason = f"is not UTF-8 (byte {error.start})"
        raise SettingsError(reason, place=str(path), remedy="save it as UTF-8") from None
    return SettingsText(text=text, place=str(path), folder=path.parent)


def _merged(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Member by member, tables merged, all else taken from `over` where it is there."""
    both = dict(under)
    for name, value in over.items():
        below = both.get(name)
        both[name] = (
            _merged(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
        )
    return both


def _settings_of(texts: tuple[SettingsText, ...]) -> Settings:
    """The settings of these files, the stronger ones last."""
    table: dict[str, Any] = {}
    for text in texts:
        table = _merged(table, read_table(text))
    limits = Limits(**table.get("limits", {}))
    return Settings(
        theme=table.get("theme"),
        ascii_signs=table.get("signs") == "ascii",
        keys=MappingProxyType(table.get("keys", {})),
        alias_rules=_alias_rules_of(table.get("alias", {}), texts),
        defaults=TargetOptions(limits=limits),
        connections=MappingProxyType(
            {
                key: _options_of(members, limits)
                for key, members in table.get("connections", {}).items()
            }
        ),
        watch_seconds=table.get("watch"),
        lock=table.get("lock"),
        texts=texts,
    )


def _alias_rules_of(members: Mapping[str, Any], texts: tuple[SettingsText, ...]) -> AliasRules:
    try:
        return AliasRules(**members)
    except ValueError as error:
        place = _place_in(texts, ("alias",))
        raise SettingsError(shown(str(error)), place=place, remedy="mend [alias]") from None


def _place_in(texts: tuple[SettingsText, ...], *paths: tuple[str, ...]) -> str:
    """The file and line of the strongest statement that sets the member at one of the paths."""
    for text in reversed(texts):
        for path in paths:
            if (place := text.place_of(path)) is not None:
                return place
    return SETTINGS_FILE


def _options_of(members: Mapping[str, Any], limits: Limits) -> TargetOptions:
    own = {name: value for name, value in members.items() if name in _LIMIT_NAMES}
    rest = {name: value for name, value in members.items() if name not in _LIMIT_NAMES}
    if "era" in rest:
        rest["era"] = Era(rest["era"])
    return TargetOptions(limits=replace(limits, **own), **rest)
