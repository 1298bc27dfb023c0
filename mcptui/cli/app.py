"""The way into the app, for `connect` and `demo`: the one import of textual."""

from collections.abc import Sequence
from difflib import get_close_matches

from mcptui.contract.display import shown
from mcptui.contract.target import Target
from mcptui.errors import SettingsError
from mcptui.tui.actions import BY_ID
from mcptui.tui.app import run_app
from mcptui.workspace.settings import Settings
from mcptui.workspace.state import LockState
from mcptui.workspace.targets import Offer


def open_app(
    targets: Sequence[Target],
    *,
    settings: Settings,
    lock: LockState,
    watch_seconds: float | None = None,
    offers: Sequence[Offer] = (),
    is_demo: bool = False,
) -> int:
    """Run the app until the user leaves it, and return its exit code.

    Raises:
        SettingsError: a key is given to an action that there is not; with file and line.
    """
    for action in settings.keys:
        if action not in BY_ID:
            near = get_close_matches(action, BY_ID, n=1)
            raise SettingsError(
                f"no action is called '{shown(action)}'",
                place=settings.place_of_key(action),
                remedy=f"did you mean '{near[0]}'?" if near else "docs/keys.md lists all actions",
            )
    return run_app(
        targets,
        settings=settings,
        lock=lock,
        watch_seconds=watch_seconds,
        offered=offers,
        demo=is_demo,
    )
