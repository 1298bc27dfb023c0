"""One line of parts, each a link: servers at the left, figures at the right."""

from dataclasses import dataclass
from itertools import product
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from mcptui.tui.actions import Where, bindings_of
from mcptui.tui.widgets.cells import fit_line, segments, width_of
from mcptui.tui.widgets.toned import Toned
from mcptui.viewmodel.span import Line, Span, plain
from mcptui.viewmodel.status_line import Part, StatusView
from mcptui.viewmodel.tone import Tone

_GAP = 2
_NUMBERS = "123456789abcdefghijklmnopqrstuvwxyz"


class StatusLine(Toned):
    """Draws the longest version of the status that fits, and follows clicks and numbers."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Where.LINKS)
    COMPONENT_CLASSES: ClassVar[set[str]] = {"status-line--number", "status-line--chosen"}

    DEFAULT_CSS = """
    StatusLine {
        height: 1;
        & > .status-line--number { background: $accent; color: $background; text-style: bold; }
        & > .status-line--chosen { background: $primary 40%; text-style: bold; }
    }
    """

    view: reactive[StatusView | None] = reactive[StatusView | None](None)
    numbered: reactive[bool] = reactive(False)
    chosen: reactive[int] = reactive(0)

    @dataclass
    class Followed(Message):
        """A part was clicked, or its number typed."""

        part: Part

    @dataclass
    class Chosen(Message):
        """The part that `enter` would follow."""

        part: Part

    class Left(Message):
        """The numbers are gone again."""

    def __init__(self, title: str, *, id: str | None = None) -> None:  # noqa: A002  # Textual's own name
        """`title` stands first where there is room."""
        super().__init__(id=id)
        self._title = title
        self._places: list[tuple[int, int, Part]] = []

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts in view, from left to right."""
        return tuple(part for _, _, part in self._placed()[1])

    @property
    def text(self) -> str:
        """The line as it is drawn."""
        return plain(self._placed()[0])

    def number_links(self) -> None:
        """Number the parts and take the keys until one is chosen."""
        self.can_focus = True
        self.numbered = True
        self.chosen = 0
        self.focus()
        self._say_chosen()

    def _say_chosen(self) -> None:
        if self.parts:
            self.post_message(self.Chosen(self.parts[self.chosen]))

    def _placed(self) -> tuple[Line, list[tuple[int, int, Part]]]:
        """The line, and where each part stands in it: first cell, cell after, part."""
        width = self.size.width
        if self.view is None:
            return fit_line((Span(f" {self._title}", Tone.ACCENT),), width), []
        title: Line = (Span(f" {self._title}  ", Tone.ACCENT),)
        for figures, chips, is_titled in product(self.view.figures, self.view.chips, (True, False)):
            head = title if is_titled else (Span(" "),)
            needed = width_of(plain(head)) + sum(self._room(part) for part in (*chips, *figures))
            if needed <= width:
                break
        return self._put(head, chips, figures, width)

    def _room(self, part: Part) -> int:
        return width_of(plain(part.line)) + _GAP + (2 if self.numbered else 0)

    def _put(
        self, head: Line, chips: tuple[Part, ...], figures: tuple[Part, ...], width: int
    ) -> tuple[Line, list[tuple[int, int, Part]]]:
        line: list[Span] = list(head)
        places: list[tuple[int, int, Part]] = []
        at = width_of(plain(head))
        room_right = sum(self._room(part) for part in figures)
        for index, part in enumerate((*chips, *figures)):
            if index == len(chips):
                gap = max(width - at - room_right + _GAP - 1, 0)
                line.append(Span(" " * gap))
                at += gap
            start = at
            if self.numbered and len(places) < len(_NUMBERS):
                line.append(Span(_NUMBERS[len(places)], Tone.MARK))
                line.append(Span(" "))
                at += 2
            line.extend(part.line)
            at += width_of(plain(part.line))
            places.append((start, at, part))
            line.append(Span(" " * _GAP))
            at += _GAP
        return fit_line(line[:-1], width), places

    def render_line(self, y: int) -> Strip:
        """The line; while numbered, the chosen part stands out."""
        line, self._places = self._placed()
        looks = dict(self.looks())
        if self.numbered:
            looks[Tone.MARK] = self.look("status-line--number")
        strip = Strip(segments(line, looks)) if y == 0 else self.blank(self.size.width)
        if self.numbered and self._places:
            start, end, _ = self._places[min(self.chosen, len(self._places) - 1)]
            look = self.look("status-line--chosen")
            before, middle, after = strip.divide([start, end, self.size.width])
            strip = Strip([*before, *middle.apply_style(look), *after])
        return strip.adjust_cell_length(self.size.width, self.looks()[Tone.PLAIN])

    def _part_at(self, x: int) -> Part | None:
        return next((part for start, end, part in self._places if start <= x < end), None)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Say in words what the part under the mouse means."""
        part = self._part_at(event.x)
        self.tooltip = Content(part.words) if part is not None else None

    def on_click(self, event: events.Click) -> None:
        """Go where the part clicked leads."""
        event.stop()
        part = self._part_at(event.x)
        if part is not None:
            self._follow(part)

    def on_key(self, event: events.Key) -> None:
        """Follow the part whose number is typed."""
        if not self.numbered or event.character is None:
            return
        index = _NUMBERS.find(event.character)
        if 0 <= index < len(self.parts):
            event.stop()
            event.prevent_default()
            self._follow(self.parts[index])

    def _follow(self, part: Part) -> None:
        self.action_leave()
        self.post_message(self.Followed(part))

    def on_blur(self) -> None:
        """Take the numbers away."""
        self._take_away()

    def _take_away(self) -> None:
        self.numbered = False
        self.can_focus = False

    def action_leave(self) -> None:
        """Take the numbers away and give the keys back."""
        if self.numbered:
            self._take_away()
            self.post_message(self.Left())

    def action_previous(self) -> None:
        """Choose the part to the left."""
        self._choose(self.chosen - 1)

    def action_next(self) -> None:
        """Choose the part to the right."""
        self._choose(self.chosen + 1)

    def _choose(self, index: int) -> None:
        if self.parts:
            self.chosen = index % len(self.parts)
            self._say_chosen()

    def action_go(self) -> None:
        """Go where the chosen part leads."""
        if self.parts:
            self._follow(self.parts[self.chosen])
