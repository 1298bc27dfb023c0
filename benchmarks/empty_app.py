"""The least a Textual app can be that shows a word: what a first frame is measured against."""

from textual.app import App, ComposeResult
from textual.widgets import Static


class EmptyApp(App[None]):
    """One word on the screen."""

    def compose(self) -> ComposeResult:
        """Yield the word."""
        yield Static("mcptui")


if __name__ == "__main__":
    EmptyApp().run()
