"""Configs that were found: offered with their servers, which start only once the user agreed."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mcptui.connections.importers.document import NoServersError
from mcptui.connections.importers.finding import FoundConfig, found_configs
from mcptui.connections.importers.reading import targets_of
from mcptui.contract.display import shown
from mcptui.contract.target import ConnectionKey, Target, TargetOptions
from mcptui.errors import McptuiError
from mcptui.workspace.settings import Settings
from mcptui.workspace.target_files import read_file

_NEARNESS = ("local", "project", "user")


def with_options(target: Target, settings: Settings | None) -> Target:
    """The target with what the user set; what its config says holds where nothing was set."""
    if settings is None:
        return target
    own, chosen, default = target.options, settings.options_of(target.key), TargetOptions()
    connect = chosen.limits.connect
    if connect == default.limits.connect:
        connect = own.limits.connect
    return replace(
        target,
        options=replace(
            chosen,
            era=own.era if chosen.era is default.era else chosen.era,
            limits=replace(chosen.limits, connect=connect),
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A config that was found: its servers may start once the user agreed."""

    config: FoundConfig
    place: str
    """The file as it is shown to the user."""
    targets: tuple[Target, ...] = ()
    error: str | None = None
    """Why the file cannot be used, one line ready to show."""
    replaced: tuple[ConnectionKey, ...] = ()
    """Keys left out, since a nearer config of the same host has them too."""


def found(
    *,
    cwd: Path,
    home: Path,
    environ: Mapping[str, str],
    settings: Settings | None = None,
    platform: str = sys.platform,
) -> tuple[Offer, ...]:
    """The configs that exist here and in the home folder, those of the project first.

    Nothing in them may be started before the user has seen the whole command line and agreed.
    Files without servers are passed over; broken ones are offered with their error. Keys are
    unique over all offers: a key that an earlier one has is followed by `@` and the host's id.

    Args:
        cwd: the current folder.
        home: the user's home folder.
        environ: our environment, for the places of configs.
        settings: what the user set for single connections, or for all.
        platform: as `sys.platform`.
    """
    offers = (_offer(config, cwd, home) for config in found_configs(platform, home, cwd, environ))
    nearest = _without_replaced([offer for offer in offers if offer is not None])
    return tuple(
        replace(offer, targets=tuple(with_options(target, settings) for target in offer.targets))
        for offer in _with_unique_keys(nearest)
    )


def _offer(config: FoundConfig, cwd: Path, home: Path) -> Offer | None:
    place = shown(_place_of(config.path, cwd, home))
    try:
        document = read_file(config.path, place)
        targets = targets_of(document, base=cwd, project=cwd)
    except NoServersError:
        return None
    except McptuiError as error:
        return Offer(config=config, place=place, error=str(error))
    scoped = tuple(
        replace(
            target,
            source=replace(target.source, scope=target.source.scope or config.scope),
        )
        for target in targets
    )
    return Offer(config=config, place=place, targets=scoped) if scoped else None


def _place_of(path: Path, cwd: Path, home: Path) -> str:
    """The path as people write it: from the current folder, or from `~`."""
    if path.is_relative_to(cwd):
        return str(path.relative_to(cwd))
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else str(path)


def _without_replaced(offers: Sequence[Offer]) -> list[Offer]:
    """Of one host's entries of the same name the nearest: local, else project, else user."""
    nearest: dict[tuple[str, ConnectionKey], int] = {}
    for target in _all_targets(offers):
        name = (target.source.dialect, target.key)
        rank = _rank(target)
        nearest[name] = min(rank, nearest.get(name, rank))
    kept: list[Offer] = []
    for offer in offers:
        held = tuple(
            target
            for target in offer.targets
            if _rank(target) == nearest[target.source.dialect, target.key]
        )
        replaced = tuple(target.key for target in offer.targets if target not in held)
        if held or offer.error is not None:
            kept.append(replace(offer, targets=held, replaced=replaced))
    return kept


def _rank(target: Target) -> int:
    scope = target.source.scope
    return _NEARNESS.index(scope) if scope in _NEARNESS else len(_NEARNESS)


def _all_targets(offers: Iterable[Offer]) -> Iterable[Target]:
    return (target for offer in offers for target in offer.targets)


def _with_unique_keys(offers: Sequence[Offer]) -> list[Offer]:
    taken: set[str] = set()
    unique: list[Offer] = []
    for offer in offers:
        targets: list[Target] = []
        for target in offer.targets:
            key, count = str(target.key), 1
            while key in taken:
                suffix = "" if count == 1 else f"-{count}"
                key, count = f"{target.key}@{target.source.dialect}{suffix}", count + 1
            taken.add(key)
            targets.append(replace(target, key=ConnectionKey(key)))
        unique.append(replace(offer, targets=tuple(targets)))
    return unique
