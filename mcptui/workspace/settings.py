"""What the user set in `mcptui.toml`: the file of this folder over that of the config folder."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self

from mcptui.analysis.routing.alias import AliasRules
from mcptui.contract.target import Era, Limits, TargetOptions
from mcptui.errors import SettingsError
from mcptui.workspace.settings_names import read_table

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
    limits: Limits = field(default_factory=Limits)
    era: Era = Era.AUTO
    """How connections without an `era` of their own begin."""
    connections: Mapping[str, TargetOptions] = field(default_factory=lambda: MappingProxyType({}))
    """Connection key and what was set for it, over `limits`."""
    watch_seconds: float | None = None
    """How often silent servers are listed anew; None: never."""
    lock: str | None = None
    """Path of the lockfile, where the user set one."""
    files: tuple[str, ...] = ()
    """The files read, the stronger one last."""

    def options_of(self, key: str) -> TargetOptions:
        """What holds for the connection `key`."""
        return self.connections.get(key) or TargetOptions(limits=self.limits, era=self.era)

    def with_flags(
        self,
        *,
        connect: float | None = None,
        request: float | None = None,
        era: Era | None = None,
    ) -> Self:
        """The same, with what the command line says over every connection; seconds."""

        def limits_of(limits: Limits) -> Limits:
            return replace(
                limits,
                connect=limits.connect if connect is None else connect,
                request=limits.request if request is None else request,
            )

        def options_of(options: TargetOptions) -> TargetOptions:
            return replace(
                options, limits=limits_of(options.limits), era=options.era if era is None else era
            )

        return replace(
            self,
            limits=limits_of(self.limits),
            era=self.era if era is None else era,
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
    return _settings_of(read_table(text, place, folder or Path.cwd()), (place,))


def load(cwd: Path, config_dir: Path) -> Settings:
    """The settings that hold in `cwd`: its `mcptui.toml` over the one in `config_dir`.

    Raises:
        SettingsError: a file is there but cannot be read, or is broken.
    """
    merged: dict[str, Any] = {}
    read = []
    for path in (config_dir / SETTINGS_FILE, cwd / SETTINGS_FILE):
        try:
            text = path.read_text(encoding="utf-8")
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            reason = f"cannot be read: {error.strerror}"
            raise SettingsError(reason, place=str(path)) from None
        except UnicodeDecodeError as error:
            reason = f"is not UTF-8 (byte {error.start})"
            raise SettingsError(reason, place=str(path), remedy="save it as UTF-8") from None
        merged = _merged(merged, read_table(text, str(path), path.parent))
        read.append(str(path))
    return _settings_of(merged, tuple(read))


def _merged(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Member by member, tables merged, all else taken from `over` where it is there."""
    both = dict(under)
    for name, value in over.items():
        below = both.get(name)
        both[name] = (
            _merged(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
        )
    return both


def _settings_of(table: Mapping[str, Any], files: tuple[str, ...]) -> Settings:
    limits = Limits(**table.get("limits", {}))
    return Settings(
        theme=table.get("theme"),
        ascii_signs=table.get("signs") == "ascii",
        keys=MappingProxyType(table.get("keys", {})),
        alias_rules=AliasRules(**table.get("alias", {})),
        limits=limits,
        connections=MappingProxyType(
            {
                key: _options_of(members, limits)
                for key, members in table.get("connections", {}).items()
            }
        ),
        watch_seconds=table.get("watch"),
        lock=table.get("lock"),
        files=files,
    )


def _options_of(members: Mapping[str, Any], limits: Limits) -> TargetOptions:
    own = {name: value for name, value in members.items() if name in _LIMIT_NAMES}
    rest = {name: value for name, value in members.items() if name not in _LIMIT_NAMES}
    if "era" in rest:
        rest["era"] = Era(rest["era"])
    return TargetOptions(limits=replace(limits, **own), **rest)
