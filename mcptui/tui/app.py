"""The app itself: first screen, theme, keys; and how it is run with its connections around it."""

import asyncio
import re
import signal
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from rich.text import Text
from textual import on
from textual.app import App
from textual.binding import BindingType
from textual.color import Color
from textual.command import Provider
from textual.driver import Driver
from textual.filter import LineFilter
from textual.theme import Theme
from textual.types import CSSPathType
from textual.worker import WorkerFailed

from mcptui.contract.connection import ConnectionState, ConnectionStatus
from mcptui.contract.display import shown
from mcptui.contract.target import Target
from mcptui.errors import ExitCode
from mcptui.tui.actions import BY_ID, Where, bindings_of
from mcptui.tui.messages import CopyText, Failed, LayoutChanged, StatusChanged
from mcptui.tui.remembered import theme_in
from mcptui.tui.screens.start import StartScreen
from mcptui.tui.session import Session
from mcptui.workspace.connecting import Connections
from mcptui.workspace.files import config_dir, state_dir
from mcptui.workspace.offers import Offer
from mcptui.workspace.settings import SETTINGS_FILE, Settings
from mcptui.workspace.state import LockState

if TYPE_CHECKING:
    from mcptui.tui.screens.main import MainScreen

# The first frame is drawn before the main screen, the pages and the palette are loaded: what they
# stand on takes as long to load as Textual itself. So their imports stand where they are used.

_DEFAULT_THEME = "textual-dark"
_FAILED_STAYS = 12.0
"""Seconds that a failure stays in sight; the log keeps it."""
_PATIENCE = 0.5
"""Seconds of closing after which it says so."""
_LONGEST_CLOSING = 4.0
"""Seconds after which servers that do not close are killed."""
_LOOK = 0.02
_REMOTE_FONT = re.compile(r',\s*url\("https?://[^"]*"\) format\("[^"]*"\)')
_ENDED = frozenset({ConnectionState.CLOSED, ConnectionState.FAILED, ConnectionState.WAITING})


class Colourless(LineFilter):
    """Takes every colour out, also the terminal's own, which would be named by a code too."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same text in styles without colour."""
        del background
        return [
            Segment(text, style.without_color if style is not None else None, control)
            for text, style, control in segments
        ]


def _actions_provider() -> type[Provider]:
    from mcptui.tui.palette import ActionsProvider  # noqa: PLC0415  # loaded when first opened

    return ActionsProvider


def _tools_provider() -> type[Provider]:
    from mcptui.tui.palette import ToolsProvider  # noqa: PLC0415  # loaded when first opened

    return ToolsProvider


class McptuiApp(App[None], inherit_bindings=False):
    """Themes, keys, palette, quitting; all else is the main screen's."""

    TITLE = "mcptui"
    CSS_PATH: ClassVar[CSSPathType | None] = "app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Where.APP)
    COMMANDS = {_actions_provider, _tools_provider}  # noqa: RUF012  # Textual's own declaration
    COMMAND_PALETTE_BINDING = "ctrl+p"
    ENABLE_COMMAND_PALETTE = True

    def __init__(self, session: Session) -> None:
        """`session` is what this run stands on."""
        self._themes: dict[str, Theme | None] = {}
        is_colourless = bool(session.environ.get("NO_COLOR"))
        super().__init__(ansi_color=True if is_colourless else None)
        self._line_filters: tuple[LineFilter, ...] = (Colourless(),) if is_colourless else ()
        self.session = session
        self._main: MainScreen | None = None
        self._closing_since: float | None = None
        self.set_keymap(dict(session.settings.keys))
        self._choose_theme()
        if session.settings.ascii_signs:
            self.add_class("-ascii")

    def get_default_screen(self) -> StartScreen:
        """The least that can be shown, until the main screen is loaded."""
        return StartScreen(self.session, lambda: self.main)

    @property
    def main(self) -> "MainScreen":
        """The screen that holds the workspace; made when it is first asked for."""
        if self._main is None:
            from mcptui.tui.screens.main import MainScreen  # noqa: PLC0415  # after the first frame

            self._main = MainScreen(self.session)
        return self._main

    @property
    def is_ready(self) -> bool:
        """Whether the main screen has taken the place of the first frame."""
        return self._main is not None and self._main.is_mounted

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What every line drawn passes through; none of our colours needs translating."""
        return self._line_filters

    def get_driver_class(self) -> type[Driver]:
        """Textual's choice, where it is not the one that may never end."""
        chosen = super().get_driver_class()
        if chosen.__name__ != "LinuxDriver":
            return chosen
        # Deferred: there is no such driver on Windows.
        from mcptui.tui.lasting_driver import LastingDriver  # noqa: PLC0415

        return LastingDriver

    # --- looks ---------------------------------------------------------------------------------

    def _choose_theme(self) -> None:
        folder = self.session.state_folder
        remembered = theme_in(folder) if folder is not None else None
        wanted = self.session.settings.theme or remembered
        self.theme = wanted if wanted in self.available_themes else _DEFAULT_THEME

    def on_mount(self) -> None:
        """Say what in the settings means nothing."""
        settings = self.session.settings
        unknown = [
            f"no action is called {shown(name)}" for name in settings.keys if name not in BY_ID
        ]
        if settings.theme and settings.theme not in self.available_themes:
            unknown.append(f"no theme is called {shown(settings.theme)}")
        for words in unknown:
            self.warn("mcptui.toml", words)

    def get_theme(self, theme_name: str) -> Theme | None:
        """A theme by name; Textual asks for it with every line drawn, so the answer is kept."""
        if theme_name not in self._themes:
            self._themes[theme_name] = super().get_theme(theme_name)
        return self._themes[theme_name]

    def watch_theme(self, theme: str) -> None:
        """Remember a theme that was chosen while the app runs."""
        if self._main is not None and self.main.layout_memory.theme != theme:
            self.main.post_message(LayoutChanged(self.main.layout_memory.with_theme(theme)))

    def warn(self, title: str, words: str) -> None:
        """A warning in sight for a while; both texts ready to show."""
        self.notify(words, title=title, severity="warning", markup=False)

    # --- messages that any screen may send ------------------------------------------------------

    @on(Failed)
    def _failed(self, message: Failed) -> None:
        """A job did not end well: say so, and keep the details in the log."""
        message.stop()
        self.main.own_log.add(f"{message.what} failed: {message.cause}\n{message.details}")
        self.notify(
            f"{message.cause}\no shows the log",
            title=f"{message.what} failed",
            severity="error",
            timeout=_FAILED_STAYS,
            markup=False,
        )

    @on(CopyText)
    def _copy(self, message: CopyText) -> None:
        message.stop()
        self.copy_to_clipboard(message.text)
        words = f"sent {message.what} to the terminal (OSC 52); some terminals refuse it"
        self.main_say(words)

    def main_say(self, words: str) -> None:
        """Answer in the last line of the screen in front."""
        say = getattr(self.screen, "say", None)
        if say is not None:
            say(words)

    # --- actions -------------------------------------------------------------------------------

    def action_palette(self) -> None:
        """Open the palette."""
        self.action_command_palette()

    def action_theme(self) -> None:
        """Choose the colours."""
        self.action_change_theme()

    def action_help(self) -> None:
        """The keys of this place."""
        from mcptui.tui.screens.help import help_document  # noqa: PLC0415  # after the first frame
        from mcptui.tui.screens.page import PageScreen  # noqa: PLC0415  # as above

        here = tuple(
            dict.fromkeys(
                action.where
                for active in self.active_bindings.values()
                if (action := BY_ID.get(active.binding.id or "")) is not None
            )
        )
        folders = (self.session.cwd, self.session.config_folder)
        files = [shown(str(folder / SETTINGS_FILE)) for folder in folders if folder is not None]
        document = help_document(here, self.session.settings.keys, files, self.session.signs)
        self.push_screen(PageScreen(lambda: document))

    def picture(self) -> str:
        """The screen as an SVG; whoever opens it asks nobody for a font."""
        return _REMOTE_FONT.sub("", self.export_screenshot())

    def action_picture(self) -> None:
        """Save an SVG of the screen."""
        picture = self.picture()
        self.main.export("mcptui.svg", lambda _: picture)

    async def action_quit(self) -> None:
        """Close all connections and end; a second time, end at once."""
        if self._closing_since is not None:
            self.session.connections.close_now()
            self.exit()
            return
        self._closing_since = asyncio.get_running_loop().time()
        for status in self._open_ones():
            self.session.connections.close(status.key)
        self._look_whether_closed()

    def _open_ones(self) -> list[ConnectionStatus]:
        return [s for s in self.session.connections.statuses if s.state not in _ENDED]

    def _look_whether_closed(self) -> None:
        open_ones = self._open_ones()
        passed = asyncio.get_running_loop().time() - (self._closing_since or 0)
        if not open_ones:
            self.exit()
            return
        if passed > _LONGEST_CLOSING:
            self.session.connections.close_now()
            self.exit()
            return
        if passed > _PATIENCE:
            from mcptui.tui.screens.closing import ClosingScreen  # noqa: PLC0415  # once, at the end

            keys = [shown(status.key) for status in open_ones]
            if isinstance(self.screen, ClosingScreen):
                self.screen.tell(keys)
            else:
                self.push_screen(ClosingScreen(keys))
        self.set_timer(_LOOK, self._look_whether_closed)

    def _fatal_error(self) -> None:
        """End with one line, and keep the traceback, without any values, in the state folder."""
        error: BaseException | None = self._exception
        if isinstance(error, WorkerFailed):
            error = error.error
        words = f"mcptui ended over a mistake of its own: {type(error).__name__}"
        folder = self.session.state_folder
        if folder is not None and error is not None:
            with suppress(OSError):
                folder.mkdir(parents=True, exist_ok=True)
                lines = traceback.format_tb(error.__traceback__)
                (folder / "crash.txt").write_text("".join(lines), encoding="utf-8")
                words += f"; where it happened is in {folder / 'crash.txt'}"
        self._exit_renderables.append(Text(shown(words)))
        self._close_messages_no_wait()


class Bridge:
    """Carries states from the connections to the app, once there is one."""

    def __init__(self) -> None:
        self.app: McptuiApp | None = None

    def __call__(self, status: ConnectionStatus) -> None:
        """Hand on one state; called on the event loop."""
        if self.app is not None:
            self.app.main.post_message(StatusChanged(status))


def make_app(session: Session, bridge: Bridge) -> McptuiApp:
    """The app on a session whose connections tell `bridge` what happens."""
    app = McptuiApp(session)
    bridge.app = app
    return app


def run_app(
    targets: Sequence[Target],
    *,
    settings: Settings,
    lock: LockState,
    watch_seconds: float | None,
    offered: Sequence[Offer] = (),
    demo: bool = False,
) -> int:
    """Run the app in this terminal until the user leaves it.

    Args:
        targets: opened after the first frame.
        settings: what `mcptui.toml` says.
        lock: the lockfile as it was found.
        watch_seconds: how often silent servers are listed anew; None: never.
        offered: configs found, whose servers start only where the user agrees.
        demo: the servers are those that ship with the package.

    Returns:
        The exit code: fine, or interrupted where a signal ended it.
    """
    return asyncio.run(
        _run(targets, settings, lock, watch_seconds, offered, is_demo=demo, folder=state_dir())
    )


async def _run(
    targets: Sequence[Target],
    settings: Settings,
    lock: LockState,
    watch_seconds: float | None,
    offered: Sequence[Offer],
    *,
    is_demo: bool,
    folder: Path,
) -> int:
    bridge = Bridge()
    answers: dict[str, str] = {}
    ending = _Ending()
    async with Connections(
        on_status=bridge, watch_seconds=watch_seconds, answers=answers
    ) as connections:
        session = Session(
            connections=connections,
            settings=settings,
            lock=lock,
            targets=targets,
            offered=offered,
            answers=answers,
            state_folder=folder,
            config_folder=config_dir(),
            is_demo=is_demo,
        )
        app = make_app(session, bridge)
        ending.watch(app, connections)
        await app.run_async()
        bridge.app = None
        ending.say_if_slow()
    ending.done()
    return ExitCode.INTERRUPTED if ending.is_interrupted else app.return_code or 0


class _Ending:
    """Signals, and the word on the terminal while connections take their time to close."""

    def __init__(self) -> None:
        self.is_interrupted = False
        self._timer: asyncio.TimerHandle | None = None

    def watch(self, app: McptuiApp, connections: Connections) -> None:
        """End the app on the first signal, and everything at once on the second."""

        def on_signal() -> None:
            if self.is_interrupted:
                connections.close_now()
            self.is_interrupted = True
            app.exit()

        loop = asyncio.get_running_loop()
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None:
                with suppress(NotImplementedError):  # Windows event loops take no handlers
                    loop.add_signal_handler(number, on_signal)

    def say_if_slow(self) -> None:
        """Write `closing…` to stderr if it is not done soon."""
        self._timer = asyncio.get_running_loop().call_later(_PATIENCE, _say_closing)

    def done(self) -> None:
        """All is closed."""
        if self._timer is not None:
            self._timer.cancel()


def _say_closing() -> None:
    with suppress(OSError, ValueError):  # the terminal may be gone
        print("mcptui: closing…", file=sys.stderr, flush=True)  # noqa: T201  # the app is over, and has the terminal no more
