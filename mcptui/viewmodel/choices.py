"""Things to choose from, each shown whole, however many lines it takes."""

from collections.abc import Hashable
from dataclasses import dataclass

from mcptui.viewmodel.document import Block
from mcptui.viewmodel.span import Line


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One thing to choose, or a heading."""

    id: Hashable | None
    """None: it cannot be chosen."""
    is_heading: bool = False
    """It stands over the things that follow."""
    head: Line
    body: tuple[Block, ...] = ()
