"""Regions that show one view model each."""

from collections.abc import Callable
from dataclasses import dataclass

from mcptui.tui.panes.pane import Pane
from mcptui.tui.panes.tools import ToolsPane
from mcptui.viewmodel.tone import SignSet


@dataclass(frozen=True, slots=True, kw_only=True)
class PaneEntry:
    """One pane of the app."""

    id: str
    title: str
    make: Callable[[SignSet], Pane]
    data: tuple[str, ...]
    """Reactives of the main screen that it is bound to, by the same names."""


PANES: tuple[PaneEntry, ...] = (
    PaneEntry(
        id="tools",
        title="Tools",
        make=ToolsPane,
        data=("view", "statuses", "now", "layout_memory", "is_analysing"),
    ),
)
"""In the order of their numbers."""
