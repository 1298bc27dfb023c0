"""A document as a page of its own: scroll, find, copy, export."""

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Input, Static

from mcptui.tui.actions import Where, bindings_of
from mcptui.tui.messages import CopyText, Said
from mcptui.tui.screens.base import BaseScreen
from mcptui.tui.widgets.content import content_of
from mcptui.tui.widgets.reader import Reader
from mcptui.viewmodel.document import Document, text_of
from mcptui.viewmodel.span import Span
from mcptui.viewmodel.tone import Tone

_EVERY = 0.5
"""Seconds between two looks at a page that changes."""


class PageScreen(BaseScreen[None]):
    """One document over everything else; `esc` goes back."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Where.PAGE)
    AUTO_FOCUS: ClassVar[str | None] = "Reader"

    DEFAULT_CSS = """
    PageScreen {
        & > #page { border: round $border; padding: 0 1; height: 1fr; }
        & > #find { height: 1; display: none; padding: 0 1; }
        &.-finding > #find { display: block; }
        & > #find > Static { width: auto; }
        & > #find > Input { width: 1fr; }
    }
    """

    def __init__(self, source: Callable[[], Document], *, is_live: bool = False) -> None:
        """`source` makes the document; where `is_live`, it is asked again and again."""
        super().__init__()
        self._source = source
        self._is_live = is_live

    def compose(self) -> ComposeResult:
        """The page, the line to find something in it, the keys."""
        yield Reader(id="page")
        with Horizontal(id="find"):
            yield Static("/ ", markup=False)
            yield Input(compact=True, placeholder="find on this page")
        yield from self.compose_frame()

    @property
    def reader(self) -> Reader:
        """Where the document is shown."""
        return self.query_one("#page", Reader)

    def on_mount(self) -> None:
        """Show the document, and go on doing so where it changes."""
        self.call_after_refresh(self.reload)
        if self._is_live:
            self.set_interval(_EVERY, self._follow)

    def reload(self, *, keep: bool = False) -> None:
        """Ask for the document again; where it is another one, show it."""
        document = self._source()
        if keep and document == self.reader.document:
            return
        self._put_title(document)
        self.reader.show(document, keep=keep, follow=self.follows)

    @property
    def follows(self) -> bool:
        """Whether the page stays at its end while it grows."""
        return False

    def _follow(self) -> None:
        self.reload(keep=True)

    def _put_title(self, document: Document) -> None:
        self.reader.border_title = content_of(document.title)
        self.reader.border_subtitle = content_of(document.subtitle)

    def action_back(self) -> None:
        """Leave the find line, or the page."""
        if self.has_class("-finding"):
            self.remove_class("-finding")
            self.reader.find("")
            self.reader.focus()
        else:
            self.dismiss()

    def action_find(self) -> None:
        """Open the find line."""
        self.add_class("-finding")
        self.query_one(Input).focus()

    @on(Input.Changed)
    def _find(self, event: Input.Changed) -> None:
        event.stop()
        self._say_found(self.reader.find(event.value))

    @on(Input.Submitted)
    def _found(self, event: Input.Submitted) -> None:
        event.stop()
        self.reader.focus()

    def action_find_next(self) -> None:
        """Go to the next place."""
        self._say_found(self.reader.find_again(1))

    def action_find_previous(self) -> None:
        """Go to the place before."""
        self._say_found(self.reader.find_again(-1))

    def _say_found(self, found: tuple[int, int] | None) -> None:
        if found is None:
            self.post_message(Said(()))
        elif found[1]:
            self.post_message(Said((Span(f"{found[0]} of {found[1]}", Tone.MUTED),)))
        else:
            self.post_message(Said((Span("not on this page", Tone.WARN),)))

    def action_copy(self) -> None:
        """Copy the whole text."""
        document = self.reader.document
        if document is not None:
            self.post_message(CopyText(text_of(document), "the text of this page"))

    def action_export(self) -> None:
        """Ask for a file and write the text to it."""
        document = self.reader.document
        if document is not None:
            self.export("page.txt", lambda _: text_of(document))
