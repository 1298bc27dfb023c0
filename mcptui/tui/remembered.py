"""How the user left the app, kept in the state folder; a broken file is as good as none."""

import json
from contextlib import suppress
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from mcptui.errors import FileError
from mcptui.viewmodel.arrangement import Sorting
from mcptui.viewmodel.layout import Layout
from mcptui.workspace.files import write_atomically

LAYOUT_FILE = "layout.json"


def layout_in(folder: Path) -> Layout:
    """What was remembered, member by member as far as it makes sense."""
    try:
        found = json.loads((folder / LAYOUT_FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return Layout()
    if not isinstance(found, dict):
        return Layout()
    usable = {name: found[name] for name in _usable(found)}
    if "sorting" in usable:
        usable["sorting"] = Sorting(usable["sorting"])
    return Layout(**usable).with_share(usable.get("detail_share", Layout().detail_share))


def _usable(found: dict[str, Any]) -> list[str]:
    kinds = {"theme": str, "is_grouped": bool, "sorting": str, "detail_share": int}
    return [
        field.name
        for field in fields(Layout)
        if type(found.get(field.name)) is kinds[field.name]
        and (field.name != "sorting" or found["sorting"] in set(Sorting))
    ]


def remember(layout: Layout, folder: Path) -> None:
    """Keep a layout for the next run; where that cannot be done, nothing is lost but the layout."""
    with suppress(OSError, FileError):
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(folder / LAYOUT_FILE, json.dumps(asdict(layout), indent=2) + "\n")
