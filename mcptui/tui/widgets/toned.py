"""What all our drawing widgets share: the looks of each tone, from the theme."""

from rich.style import Style
from textual.color import Color
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from mcptui.tui.widgets.cells import Styles
from mcptui.viewmodel.tone import Tone

TONE_CLASSES = frozenset({f"tone--{tone}" for tone in Tone})
"""Component classes of the screen on which toned widgets stand; `app.tcss` gives them looks."""
_REVERSE = Style(reverse=True)


class Toned(Widget):
    """A widget that draws spans; its screen has the looks of the tones, once for all of them."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  # Textual's own name
        super().__init__(id=id)
        self._looks: dict[tuple[str, ...], Styles] = {}

    def render_lines(self, crop: Region) -> list[Strip]:
        """Draw a region; looks are worked out once for all of its lines."""
        self._looks.clear()
        return super().render_lines(crop)

    def looks(self, *parts: str) -> Styles:
        """The style of every tone on the background of `parts` (component classes)."""
        found = self._looks.get(parts)
        if found is None:
            base, ground = self.look(*parts), self.get_visual_style(*parts).background
            found = {tone: base + self._tone(tone, ground) for tone in Tone}
            self._looks[parts] = found
        return found

    def _tone(self, tone: Tone, ground: Color | None) -> Style:
        """What a tone adds to the looks of the place it stands on."""
        styles = self.screen.get_component_styles(f"tone--{tone}")
        colour = styles.color if ground is None else ground + styles.color
        return Style.from_color(colour.rich_color) + styles.text_style

    def look(self, *parts: str) -> Style:
        """The style of some component classes together, the later over the earlier."""
        style = self.get_visual_style(*parts).rich_style
        # Textual's own answer knows nothing of reverse.
        if any(self.get_component_styles(part).text_style.reverse for part in parts):
            style += _REVERSE
        return style

    def blank(self, width: int) -> Strip:
        """An empty line."""
        return Strip.blank(width, self.looks()[Tone.PLAIN])
