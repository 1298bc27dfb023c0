"""What all our drawing widgets share: the looks of each tone, from the theme."""

from typing import ClassVar

from textual.widget import Widget

from mcptui.tui.widgets.cells import Styles
from mcptui.viewmodel.tone import Tone


class Toned(Widget):
    """A widget that draws spans; `app.tcss` says what each tone looks like."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"tone--{tone}" for tone in Tone}

    def looks(self, *parts: str) -> Styles:
        """The style of every tone on the background of `parts` (component classes)."""
        return {tone: self.get_visual_style(*parts, f"tone--{tone}").rich_style for tone in Tone}
