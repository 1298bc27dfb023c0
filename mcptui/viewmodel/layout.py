"""How the user likes to see things."""

from dataclasses import dataclass, replace
from typing import Self

from mcptui.viewmodel.arrangement import Sorting

_LEAST_SHARE, _MOST_SHARE = 20, 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """What is remembered from one run to the next."""

    theme: str = ""
    """Empty: never chosen."""
    is_grouped: bool = False
    sorting: Sorting = Sorting.SERVER
    detail_share: int = 42
    """Of 100: how much of the pane is the detail's."""

    def with_share(self, share: int) -> Self:
        """The same with another share for the detail, within bounds."""
        return replace(self, detail_share=min(max(share, _LEAST_SHARE), _MOST_SHARE))

    def with_theme(self, theme: str) -> Self:
        """The same with another theme."""
        return replace(self, theme=theme)
