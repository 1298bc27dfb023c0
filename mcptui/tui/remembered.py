"""How the user left the app, kept in the state folder; a broken file is as good as none."""

import json
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mcptui.errors import FileError
from mcptui.workspace.files import write_atomically

if TYPE_CHECKING:
    from mcptui.viewmodel.layout import Layout

LAYOUT_FILE = "layout.json"


def theme_in(folder: Path) -> str | None:
    """The theme that was remembered; the first frame needs it, and nothing else."""
    theme = _found_in(folder).get("theme")
    return theme if isinstance(theme, str) else None


def layout_in(folder: Path) -> "Layout":
    """What was remembered, member by member as far as it makes sense."""
    # Deferred: the theme is read before the first frame, and what a layout stands on after it.
    from mcptui.viewmodel.arrangement import Sorting  # noqa: PLC0415
    from mcptui.viewmodel.layout import Layout  # noqa: PLC0415

    found = _found_in(folder)
    kinds = {"theme": str, "is_grouped": bool, "sorting": str, "detail_share": int}
    usable = {name: found[name] for name, kind in kinds.items() if type(found.get(name)) is kind}
    if "sorting" in usable:
        if usable["sorting"] in set(Sorting):
            usable["sorting"] = Sorting(usable["sorting"])
        else:
            del usable["sorting"]
    if "sorting" in usable:
        usable["sorting"] = Sorting(usable["sorting"])
    return Layout(**usable).with_share(usable.get("detail_share", Layout().detail_share))


def _found_in(folder: Path) -> dict[str, Any]:
    try:
        found = json.loads((folder / LAYOUT_FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def remember(layout: "Layout", folder: Path) -> None:
    """Keep a layout for the next run; where that cannot be done, nothing is lost but the layout."""
    with suppress(OSError, FileError):
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(folder / LAYOUT_FILE, json.dumps(asdict(layout), indent=2) + "\n")
