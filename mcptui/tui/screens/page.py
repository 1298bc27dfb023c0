"""A document as a page of its own: scroll, find, copy, export."""

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.timer import Timer
from textual.widgets import Input, Static

from mcptui.tui.actions import Where, bindings_of
from mcptui.tui.guarded import document_or_failure
from mcptui.tui.messages import CopyText, Failed, Said
from mcptui.tui.screens.base import BaseScreen
from mcptui.tui.widgets.content import content_of
from mcptui.tui.widgets.reader import Reader
from mcptui.viewmodel.document import Document, Prose, text_of
from mcptui.viewmodel.span import Span
from mcptui.viewmodel.tone import Tone

_EVERY = 0.5
"""Seconds between two looks at a page that changes."""
_PREPARING = Prose(spans=(Span("preparing…", Tone.MUTED),))


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

    def __init__(
        self, source: Callable[[], Document], *, is_live: bool = False, is_large: bool = False
    ) -> None:
        """`source` makes the document.

        Args:
            source: called once, or again and again.
            is_live: ask again and again.
            is_large: ask in a thread, since it may take a while.
        """
        super().__init__()
        self._source = source
        self._is_live = is_live
        self._is_large = is_large
        self._timer: Timer | None = None

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
        if self._is_large:
            self.reader.show(Document(title=(), blocks=(_PREPARING,)))
            self.run_worker(self._make_in_thread, thread=True, exclusive=True)
        else:
            self.call_after_refresh(self.reload)
        if self._is_live:
            self._timer = self.set_interval(_EVERY, self._look_again)

    def _make_in_thread(self) -> None:
        document, failed = document_or_failure(self._source)
        self.app.call_from_thread(self._put, document, failed=failed)

    def reload(self, *, keep: bool = False) -> None:
        """Ask for the document again; where it is another one, show it."""
        document, failed = document_or_failure(self._source)
        if failed is not None or not keep or document != self.reader.document:
            self._put(document, keep=keep, failed=failed)

    def _put(self, document: Document, *, keep: bool = False, failed: Failed | None = None) -> None:
        """Show a document; after a failure nobody asks again until the page is opened anew."""
        self.reader.border_title = content_of(document.title)
        self.reader.border_subtitle = content_of(document.subtitle)
        self.reader.show(document, keep=keep, follow=self.follows)
        if failed is not None:
            if self._timer is not None:
                self._timer.stop()
            self.post_message(failed)

    @property
    def follows(self) -> bool:
        """Whether the page stays at its end while it grows."""
        return False

    def _look_again(self) -> None:
        self.reload(keep=True)

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
