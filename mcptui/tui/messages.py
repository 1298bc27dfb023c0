"""What crosses the edge of a pane or page: past facts and requests."""

from dataclasses import dataclass

from textual.message import Message

from mcptui.contract.connection import ConnectionStatus
from mcptui.viewmodel.document import Document
from mcptui.viewmodel.span import Line


@dataclass
class StatusChanged(Message):
    """A connection is in another state, or has a newer list."""

    status: ConnectionStatus


@dataclass
class Said(Message):
    """Something was done that deserves a word in the last line."""

    line: Line


@dataclass
class Failed(Message):
    """A job did not end well; a person should know."""

    what: str
    """What was being done, naming the connection or file; ready to show."""
    cause: str
    """Why, one line, ready to show."""
    details: str = ""
    """For the log; several lines, ready to show."""


@dataclass
class ShowPage(Message):
    """Open a document as a page over the others."""

    document: Document


@dataclass
class CopyText(Message):
    """Put a text on the terminal's clipboard."""

    text: str
    what: str
    """What it is, for the answer: `the alias`."""
