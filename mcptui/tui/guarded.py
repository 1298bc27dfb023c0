"""Pages are made from foreign text: one that cannot be made says so, and nothing else breaks."""

from collections.abc import Callable

from mcptui.tui.messages import Failed
from mcptui.viewmodel.document import Document, Prose
from mcptui.viewmodel.span import Span
from mcptui.viewmodel.tone import Tone


def document_or_failure(make: Callable[[], Document]) -> tuple[Document, Failed | None]:
    """The document, or one that says why there is none, and what to tell of it."""
    try:
        return make(), None
    except Exception as error:  # noqa: BLE001  # whatever a server's text makes fail, the app goes on
        failed = Failed.of("showing this page", error)
        words = (Span(f"This page cannot be shown: {failed.cause}", Tone.BAD),)
        return Document(title=(), blocks=(Prose(spans=words),)), failed
