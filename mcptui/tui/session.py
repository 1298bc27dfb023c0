"""What one run of the app stands on: everything from outside, passed in."""

import os
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from mcptui.contract.target import Target
from mcptui.viewmodel.tone import SignSet
from mcptui.workspace.connecting import Connections
from mcptui.workspace.offers import Offer
from mcptui.workspace.settings import Settings
from mcptui.workspace.state import LockState


def utc_now() -> datetime:
    """The moment it is."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """Connections, what to open, settings, files, and the clock."""

    connections: Connections
    settings: Settings
    lock: LockState
    targets: Sequence[Target] = ()
    """Opened after the first frame."""
    offered: Sequence[Offer] = ()
    """Found, and started only where the user agrees."""
    answers: MutableMapping[str, str] = field(default_factory=dict)
    """What the user answered to `${input:…}`; connections read it when they start."""
    state_folder: Path | None = None
    """Where the layout is remembered; None: nowhere."""
    config_folder: Path | None = None
    """Where the user's own settings are; only told of."""
    cwd: Path = field(default_factory=Path.cwd)
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    now: Callable[[], datetime] = utc_now
    is_demo: bool = False

    @property
    def signs(self) -> SignSet:
        """The characters that signs are drawn with."""
        return SignSet.ASCII if self.settings.ascii_signs else SignSet.USUAL
