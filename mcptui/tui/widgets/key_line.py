"""The last line: the keys that work here and now, and what was just done."""

from typing import ClassVar

from textual import events
from textual.reactive import reactive
from textual.screen import Screen
from textual.strip import Strip
from textual.timer import Timer
from textual.widgets import Input

from mcptui.tui.actions import BY_ID, Action, key_shown
from mcptui.tui.widgets.cells import cut, fit_line, segments, width_of
from mcptui.tui.widgets.toned import Toned
from mcptui.viewmodel.span import Line, Span, plain
from mcptui.viewmodel.tone import Tone

_INTERRUPT = "ctrl+c"
_MOST = 8
"""Keys shown at once."""
_LASTING_RANK = 80
"""From this rank on a key keeps its place when others have to go."""
_GAP = 2
_STAYS = 6.0
"""Seconds that an answer stays."""


class KeyLine(Toned):
    """Made from the bindings in force; each key can be clicked."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"key-line--key"}

    DEFAULT_CSS = """
    KeyLine {
        height: 1;
        & > .key-line--key { color: $footer-key-foreground; text-style: bold; }
    }
    """

    answer: reactive[Line] = reactive[Line](())
    """What was just done, at the right end."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  # Textual's own name
        super().__init__(id=id)
        self._keys: tuple[tuple[str, str, str], ...] = ()
        self._lasting = 0
        self._places: list[tuple[int, int, str]] = []
        self._timer: Timer | None = None

    @property
    def text(self) -> str:
        """The line as it is drawn."""
        return "".join(segment.text for segment in self.render_line(0))

    @property
    def labels(self) -> dict[str, str]:
        """The keys in force that have a place here, and what they do."""
        return {shown: label for _, shown, label in self._keys}

    def on_mount(self) -> None:
        """Follow the bindings of the screen."""
        self.screen.bindings_updated_signal.subscribe(self, self._read)
        self.call_after_refresh(self._read, self.screen)

    def say(self, line: Line) -> None:
        """Show an answer for a while."""
        self.answer = line
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(_STAYS, self._forget)

    def _forget(self) -> None:
        self.answer = ()

    def _read(self, screen: Screen[object]) -> None:
        """Take the bindings that belong here, most used first."""
        found: dict[str, tuple[int, str, str, str]] = {}
        for key, active in screen.active_bindings.items():
            action = BY_ID.get(active.binding.id or "")
            if action is None or action.rank is None or not active.enabled:
                continue
            if isinstance(screen.focused, Input) and len(key_shown(key)) == 1:
                continue  # it is typed
            found.setdefault(action.id, (action.rank, key, self._shown(action, key), action.label))
        ordered = sorted(found.values())
        last = [entry for entry in ordered if entry[0] >= _LASTING_RANK]
        rest = ordered[: len(ordered) - len(last)][: _MOST - len(last)]
        self._lasting = len(last)
        self._keys = tuple((key, shown, label) for _, key, shown, label in (*rest, *last))
        self.refresh()

    def _shown(self, action: Action, key: str) -> str:
        """The key to show; `^c` is told wherever it does the same."""
        interrupts = key != _INTERRUPT and _INTERRUPT in action.keys.split(",")
        return f"{key_shown(key)} {key_shown(_INTERRUPT)}" if interrupts else key_shown(key)

    def render_line(self, y: int) -> Strip:
        """Keys from the left as far as there is room, the answer at the right."""
        width = self.size.width
        looks = self.looks()
        if y:
            return self.blank(width)
        said = cut(plain(self.answer), max(width - 2, 0))
        room = width - (width_of(said) + _GAP if said else 0)
        line: list[Span] = [Span(" ")]
        at = 1
        self._places = []
        for key, shown, label in self._fitting(room):
            cells = width_of(shown) + 1 + width_of(label)
            line += [
                Span(shown, Tone.MARK),
                Span(f" {label}", Tone.MUTED),
                Span(" " * _GAP),
            ]
            self._places.append((at, at + cells, key))
            at += cells + _GAP
        key_looks = {**looks, Tone.MARK: self.look("key-line--key")}
        left = segments(fit_line(line, max(room, 0)), key_looks)
        answer = segments(fit_line(self.answer, width_of(said)), looks) if said else []
        pad = segments((Span(" " * _GAP),), looks) if said else []
        return Strip([*left, *answer, *pad]).adjust_cell_length(width, self.looks()[Tone.PLAIN])

    def _fitting(self, room: int) -> list[tuple[str, str, str]]:
        """The keys for which there is room; those for help and quitting go last."""
        needed = [width_of(shown) + 1 + width_of(label) + _GAP for _, shown, label in self._keys]
        kept = list(range(len(self._keys)))
        while kept and sum(needed[index] for index in kept) + 1 > room:
            kept.pop(-self._lasting - 1 if len(kept) > self._lasting else 0)
        return [self._keys[index] for index in kept]

    def on_click(self, event: events.Click) -> None:
        """Press the key that was clicked."""
        event.stop()
        for start, end, key in self._places:
            if start <= event.x < end:
                self.app.simulate_key(key)
