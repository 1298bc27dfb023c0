"""What stands on the terminal until the main screen is loaded: the first frame."""

import asyncio
from collections.abc import Callable

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from mcptui.contract.connection import ConnectionState
from mcptui.contract.display import shown
from mcptui.tui.session import Session
from mcptui.viewmodel.tone import CONNECTION_SIGNS


class StartScreen(Screen[None]):
    """The servers to come and the tabs, drawn with the least that it takes.

    Keys typed meanwhile are kept, and typed again on the screen that follows.
    """

    DEFAULT_CSS = """
    StartScreen > Static { height: 1; padding: 0 1; }
    """

    def __init__(self, session: Session, load: Callable[[], Screen[None]]) -> None:
        """`load` makes the screen that follows; the imports it does run in a thread."""
        super().__init__()
        self._session = session
        self._load = load
        self._typed: list[events.Key] = []

    def compose(self) -> ComposeResult:
        """Two lines, where the main screen has its own."""
        title = "mcptui demo" if self._session.is_demo else "mcptui"
        words = [f"{title} "]
        for target in self._session.targets:
            sign = self._session.signs.draw(CONNECTION_SIGNS[ConnectionState.CONNECTING])
            words.append(f"{sign} {shown(target.key)} …")
        yield Static(Text("  ".join(words), no_wrap=True, overflow="ellipsis"))
        yield Static(Text("1 Tools"))

    def on_mount(self) -> None:
        """Once this is painted, make the next."""
        self.call_after_refresh(self._go_on)

    async def _go_on(self) -> None:
        following = await asyncio.to_thread(self._load)
        await self.app.push_screen(following)
        self._type_again(following)

    def _type_again(self, screen: Screen[None]) -> None:
        """Type the keys one by one, each once what the one before did is drawn."""
        if self._typed:
            key = self._typed.pop(0)
            self.app.post_message(events.Key(key.key, key.character))
            screen.call_after_refresh(self._type_again, screen)

    def on_key(self, event: events.Key) -> None:
        """Keep what is typed for the screen that can answer; the app's own keys work already."""
        if event.key not in self.active_bindings:
            self._typed.append(event)
