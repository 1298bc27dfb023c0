"""From what the command line asks for to the servers, settings and lockfile that it means."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from mcptui.cli.offer import key_in_file, nothing_named
from mcptui.cli.options import Asked
from mcptui.contract.capture_file import read_capture
from mcptui.contract.target import Recorded, Target
from mcptui.errors import CaptureError, UsageError
from mcptui.workspace.files import (
    config_dir,
    find_lockfile,
    has_project_config,
    read_lock,
    read_text,
)
from mcptui.workspace.settings import Settings, load
from mcptui.workspace.state import LockState
from mcptui.workspace.targets import Offer, collect_targets, found


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What a command works on."""

    targets: tuple[Target, ...]
    settings: Settings
    lock: LockState
    offers: Sequence[Offer] = ()
    """Configs found where no server is named; nothing of them starts without consent."""


def own_settings() -> Settings:
    """The settings that hold in the current folder.

    Raises:
        SettingsError: a settings file is broken.
    """
    return load(_cwd(), config_dir())


def chosen(asked: Asked) -> Choice:
    """The servers that the command line names.

    Raises:
        McptuiError: what it names cannot be; or it names none, and what was found has been told.
    """
    choice = chosen_or_offered(asked)
    if not asked.names_a_server:
        raise nothing_named(choice.offers)
    return choice


def chosen_or_offered(asked: Asked) -> Choice:
    """The servers that the command line names; where it names none, the configs found.

    Raises:
        McptuiError: what it names cannot be.
    """
    cwd, home = _cwd(), Path.home()
    settings = load(cwd, config_dir()).with_flags(
        connect=asked.connect_seconds,
        request=asked.request_seconds,
        era=asked.era,
        pass_env=asked.pass_env,
    )
    lock = read_lock(
        find_lockfile(
            asked.lock or settings.lock,
            cwd=cwd,
            home=home,
            config_folder=config_dir(),
            has_project_config=partial(has_project_config, home=home, environ=os.environ),
        )
    )
    if not asked.names_a_server:
        offers = found(cwd=cwd, home=home, environ=os.environ, settings=settings)
        return Choice(targets=(), settings=settings, lock=lock, offers=_only(offers, asked.only))
    targets = collect_targets(
        arguments=asked.arguments,
        configs=asked.configs,
        servers=asked.servers,
        only=asked.only,
        program=asked.program,
        cwd=cwd,
        home=home,
        environ=os.environ,
        settings=settings,
    )
    for target in targets:
        _check_capture(target)
    return Choice(targets=targets, settings=settings, lock=lock)


def _check_capture(target: Target) -> None:
    """Find a broken capture file before anything is started; a server that fails is no file.

    Raises:
        CaptureError: with file and line.
    """
    if isinstance(target.how, Recorded):
        place = target.source.file or target.how.path
        read_capture(read_text(target.how.path, error=CaptureError), place)


def _only(offers: Sequence[Offer], keys: Sequence[str]) -> tuple[Offer, ...]:
    """Of what was found, the servers of these keys; all where none is given."""
    if not keys:
        return tuple(offers)
    kept = (
        replace(
            offer,
            targets=tuple(
                target
                for target in offer.targets
                if target.key in keys or key_in_file(target) in keys
            ),
        )
        for offer in offers
    )
    return tuple(offer for offer in kept if offer.targets)


def _cwd() -> Path:
    try:
        return Path.cwd()
    except FileNotFoundError:
        raise UsageError("the current folder is gone", remedy="go to another one") from None
