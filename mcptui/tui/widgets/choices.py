"""A list of things to choose from, each as high as it has to be, nothing of it cut."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from mcptui.tui.actions import Where, bindings_of
from mcptui.tui.widgets.cells import segments, wrapped
from mcptui.tui.widgets.layout import laid_out
from mcptui.tui.widgets.toned import Toned
from mcptui.viewmodel.choices import Choice
from mcptui.viewmodel.document import Document
from mcptui.viewmodel.span import Line, Span
from mcptui.viewmodel.tone import CURSOR_MARK, SignSet, Tone

_INDENT = 4


class Choices(Toned, ScrollView, can_focus=True):
    """The cursor goes from one thing to the next; `space` chooses it or leaves it out."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Where.CHOICES)
    COMPONENT_CLASSES: ClassVar[set[str]] = {"choices--cursor"}

    DEFAULT_CSS = """
    Choices {
        overflow-x: hidden;
        overflow-y: auto;
        scrollbar-size-vertical: 1;
        scrollbar-gutter: stable;
        & > .choices--cursor { background: $primary 25%; }
    }
    """

    @dataclass
    class Changed(Message):
        """Something was chosen, or left out."""

        count: int

    def __init__(
        self,
        choices: Sequence[Choice],
        signs: SignSet,
        *,
        id: str | None = None,  # noqa: A002  # Textual's own name
    ) -> None:
        """`choices` with their headings between them."""
        super().__init__(id=id)
        self._choices = tuple(choices)
        self._mark = signs.draw(CURSOR_MARK)
        self._chosen: set[Hashable] = set()
        self._places = [at for at, choice in enumerate(self._choices) if choice.id is not None]
        self._cursor = 0
        self._lines: list[tuple[int, Line]] = []
        self._seen: set[int] = set()
        self._width = 0

    @property
    def chosen(self) -> frozenset[Hashable]:
        """Ids of what is chosen."""
        return frozenset(self._chosen)

    @property
    def cursor_id(self) -> Hashable | None:
        """Id of the thing under the cursor."""
        return self._choices[self._places[self._cursor]].id if self._places else None

    @property
    def unseen(self) -> tuple[Hashable, ...]:
        """Ids of chosen things of which a line was never in view."""
        at_fault = {at for index, (at, _) in enumerate(self._lines) if index not in self._seen}
        ids = (self._choices[at].id for at in sorted(at_fault))
        return tuple(id_ for id_ in ids if id_ is not None and id_ in self._chosen)

    def go_to(self, id_: Hashable) -> None:
        """Put the cursor on a thing and bring all of it into view."""
        for number, at in enumerate(self._places):
            if self._choices[at].id == id_:
                self._move(number)

    def on_resize(self) -> None:
        """Lay everything out at the new width."""
        width = self.scrollable_content_region.width
        if width == self._width:
            return
        self._width = width
        self._lines = []
        self._seen = set()
        for at, choice in enumerate(self._choices):
            self._lines += [(at, line) for line in self._laid_out(choice, width)]
        self.virtual_size = Size(width, len(self._lines))
        self._show_cursor()

    def _laid_out(self, choice: Choice, width: int) -> list[Line]:
        room = max(width - _INDENT - 1, 8)
        head = list(wrapped(choice.head, room))
        body = laid_out(Document(title=(), blocks=choice.body), room)
        pad = (Span(" " * _INDENT),)
        return [*head, *((*pad, *line) for line in body), ()]

    def notify_style_update(self) -> None:
        """Draw anew with other colours."""
        super().notify_style_update()
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line of the window; what was drawn counts as seen."""
        width = self.scrollable_content_region.width
        index = self.scroll_offset.y + y
        if index >= len(self._lines):
            return self.blank(width)
        self._seen.add(index)
        at, line = self._lines[index]
        choice = self._choices[at]
        is_under = bool(self._places) and self._places[self._cursor] == at and bool(line)
        is_first = index == 0 or self._lines[index - 1][0] != at
        looks = self.looks("choices--cursor") if is_under else self.looks()
        mark = Span(self._mark if is_under else " ", Tone.ACCENT)
        box: Line = ()
        if choice.id is None and is_first and not choice.is_heading:
            box = (Span(" " * _INDENT),)
        elif choice.id is not None and is_first:
            is_chosen = choice.id in self._chosen
            box = (Span("[x] " if is_chosen else "[ ] ", Tone.GOOD if is_chosen else Tone.MUTED),)
        strip = Strip(segments((mark, *box, *line), looks))
        return strip.adjust_cell_length(width, looks[Tone.PLAIN])

    def _move(self, number: int) -> None:
        if self._places:
            self._cursor = min(max(number, 0), len(self._places) - 1)
            self._show_cursor()

    def _show_cursor(self) -> None:
        """Bring the thing under the cursor into view, its end first and then its beginning."""
        if self._places:
            mine = [i for i, (at, _) in enumerate(self._lines) if at == self._places[self._cursor]]
            height = max(self.size.height, 1)
            top = self.scroll_offset.y
            if mine and mine[-1] >= top + height:
                top = mine[-1] - height + 1
            if mine and (mine[0] < top or self._cursor == 0):
                top = 0 if self._cursor == 0 else mine[0]
            self.scroll_to(y=top, animate=False)
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        """Choose what was clicked, or leave it out."""
        event.stop()
        index = self.scroll_offset.y + event.y
        if index < len(self._lines) and self._lines[index][0] in self._places:
            self._move(self._places.index(self._lines[index][0]))
            self.action_choose()

    def action_choose(self) -> None:
        """Choose the thing under the cursor, or leave it out."""
        if (id_ := self.cursor_id) is not None:
            self._chosen ^= {id_}
            self._say_changed()

    def action_choose_all(self) -> None:
        """Choose all, or, where all are chosen, none."""
        every = {self._choices[at].id for at in self._places}
        self._chosen = set() if self._chosen == every else every
        self._say_changed()

    def _say_changed(self) -> None:
        self.post_message(self.Changed(len(self._chosen)))
        self.refresh()

    def action_up(self) -> None:
        """The thing before."""
        self._move(self._cursor - 1)

    def action_down(self) -> None:
        """The next thing."""
        self._move(self._cursor + 1)

    def action_page_back(self) -> None:
        """One window up."""
        self.scroll_relative(y=-max(self.size.height - 1, 1), animate=False)

    def action_page_on(self) -> None:
        """One window down."""
        self.scroll_relative(y=max(self.size.height - 1, 1), animate=False)

    def action_first(self) -> None:
        """The first thing."""
        self._move(0)

    def action_last(self) -> None:
        """The last thing."""
        self._move(len(self._places) - 1)
