"""What crosses the edge of a pane or page: past facts and requests."""

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from textual.message import Message

from mcptui.contract.connection import ConnectionStatus
from mcptui.contract.display import shown
from mcptui.contract.target import ConnectionKey
from mcptui.errors import McptuiError

if TYPE_CHECKING:  # the app knows the messages before it has anything to show
    from mcptui.viewmodel.document import Document
    from mcptui.viewmodel.layout import Layout
    from mcptui.viewmodel.span import Line


@dataclass
class StatusChanged(Message):
    """A connection is in another state, or has a newer list."""

    status: ConnectionStatus


@dataclass
class Said(Message):
    """Something was done that deserves a word in the last line."""

    line: "Line"


@dataclass
class Failed(Message):
    """A job did not end well; a person should know."""

    what: str
    """What was being done, naming the connection or file; ready to show."""
    cause: str
    """Why, one line, ready to show."""
    details: str = ""
    """For the log; several lines, ready to show."""

    @classmethod
    def of(cls, what: str, error: Exception) -> Self:
        """What an exception means for a job; all texts are made ready to show."""
        ours = isinstance(error, McptuiError | OSError)
        cause = str(error) if ours else f"{type(error).__name__}: {error}"
        details = "".join(traceback.format_exception(error))
        return cls(shown(what), shown(cause), shown(details, lines=True))


@dataclass
class ShowPage(Message):
    """Open a document as a page over the others."""

    make: "Callable[[], Document]"
    """Makes it; it may take a while where `is_large`."""
    is_large: bool = False


@dataclass
class ShowConnection(Message):
    """Open the page about one connection."""

    key: ConnectionKey


@dataclass
class LayoutChanged(Message):
    """The user likes to see things otherwise from now on."""

    layout: "Layout"


@dataclass
class CopyText(Message):
    """Put a text on the terminal's clipboard."""

    text: str
    what: str
    """What it is, for the answer: `the alias`."""
