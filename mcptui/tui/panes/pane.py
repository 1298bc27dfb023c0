"""What every pane is to the screen that holds it."""

from textual.widget import Widget


class Pane(Widget):
    """A region that shows one view model; its screen gives it data and takes its messages."""

    DEFAULT_CSS = """
    Pane { height: 1fr; width: 1fr; }
    """

    def show_filter(self, text: str) -> None:
        """Show what a filter text leaves; a pane without a filter ignores it."""

    def copy_text(self) -> tuple[str, str] | None:
        """What `y` copies now, and what it is; None where nothing is chosen."""
        return None
