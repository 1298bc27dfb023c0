"""What the list is filtered by, and what was found; the search goes on in slices."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from time import perf_counter
from typing import TypeAlias

from mcptui.viewmodel.matching import Hit, Query, Searchable, best_first, search, search_alike
from mcptui.viewmodel.tool_table import ToolsView

_Look: TypeAlias = Callable[[Query, Sequence[Searchable], Sequence[int]], Iterator[Hit | None]]


class ToolFilter:
    """Tools and hits that belong together: they change at once, never one without the other."""

    def __init__(self) -> None:
        self.slice_seconds = 0.006
        """How long a search goes on before everybody else gets a turn."""
        self.view = ToolsView()
        """The tools that `hits` are among."""
        self.query = Query()
        self.hits: tuple[Hit, ...] | None = None
        """What was found, best first; None where nothing is filtered."""
        self.is_alike = False
        """Only slips of the finger led to what was found."""

    def show_all(self, view: ToolsView) -> None:
        """Filter nothing."""
        self.view, self.query, self.hits, self.is_alike = view, Query(), None, False

    async def search(self, query: Query, view: ToolsView) -> None:
        """Look for what a query means among the tools of a view.

        It may be cancelled between two slices; then everything stays as it was.
        """
        found = await self._found(search, query, view, self._among(query, view))
        is_alike = not found
        if is_alike:
            every = range(len(view.catalogue.texts))
            found = await self._found(search_alike, query, view, every)
        self.view, self.query, self.hits = view, query, best_first(found)
        self.is_alike = is_alike and bool(found)

    def _among(self, query: Query, view: ToolsView) -> Sequence[int]:
        """The tools to look through: those found before, where the query only got longer."""
        is_narrower = view is self.view and not self.is_alike and query.narrows(self.query)
        if is_narrower and self.hits is not None:
            return sorted(hit.index for hit in self.hits)
        return range(len(view.catalogue.texts))

    async def _found(
        self, look: _Look, query: Query, view: ToolsView, among: Sequence[int]
    ) -> list[Hit]:
        hits: list[Hit] = []
        until = perf_counter() + self.slice_seconds
        for hit in look(query, view.catalogue.texts, among):
            if hit is not None:
                hits.append(hit)
            if perf_counter() > until:
                await asyncio.sleep(0)
                until = perf_counter() + self.slice_seconds
        return hits
