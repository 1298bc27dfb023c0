"""A page at the side of a list: it shows whatever belongs to the chosen row."""

from collections.abc import Callable

from textual.worker import get_current_worker

from mcptui.tui.guarded import document_or_failure
from mcptui.tui.messages import Failed
from mcptui.tui.widgets.content import content_of
from mcptui.tui.widgets.reader import Reader
from mcptui.viewmodel.document import Document


class SidePage(Reader):
    """A reader with its title in the frame; the same page made anew keeps its place."""

    DEFAULT_CSS = """
    SidePage {
        border: round $foreground 30%;
        border-title-color: $foreground;
        border-subtitle-color: $foreground 60%;
        padding: 0 1;
        &:focus { border: round $primary; }
    }
    """

    def show_made(self, make: Callable[[], Document], *, is_large: bool = False) -> None:
        """Make a document and show it, unless it is what is shown.

        Args:
            make: makes it; what it raises is shown in its place, and told.
            is_large: make it in a thread, and forget it if another one is asked for meanwhile.
        """
        if is_large:
            self.run_worker(lambda: self._make(make), thread=True, exclusive=True, group="page")
        else:
            self.workers.cancel_group(self, "page")
            self._put(*document_or_failure(make))

    def _make(self, make: Callable[[], Document]) -> None:
        worker = get_current_worker()
        document, failed = document_or_failure(make)
        if not worker.is_cancelled:
            self.app.call_from_thread(self._put, document, failed)

    def _put(self, document: Document, failed: Failed | None) -> None:
        before = self.document
        if document == before:
            return
        self.border_title = content_of(document.title)
        self.border_subtitle = content_of(document.subtitle)
        self.show(document, keep=before is not None and before.title == document.title)
        if failed is not None:
            self.post_message(failed)
