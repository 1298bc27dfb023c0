"""What the palette finds: every action that works here, and every tool."""

from collections.abc import Callable
from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from mcptui.tui.actions import BY_ID, Action, Where, keys_of
from mcptui.tui.screens.main import MainScreen
from mcptui.viewmodel.matching import best_first, folded, query_of, search

_MOST_TOOLS = 12


_OF_THE_LIST = frozenset({Where.MAIN, Where.TOOLS, Where.LIST})


class ActionsProvider(Provider):
    """The actions of the screen in front, in the table's order.

    On the main screen those of the list are among them wherever the focus is; the focus goes to
    the list first.
    """

    def _here(self) -> list[tuple[Action, Callable[[], None]]]:
        known = {"app.palette"}
        found: dict[str, tuple[Action, Callable[[], None]]] = {}
        for key, active in self.screen.active_bindings.items():
            action = BY_ID.get(active.binding.id or "")
            if action is not None and action.id not in known:
                known.add(action.id)
                if active.enabled:
                    found[action.id] = (action, partial(self.app.simulate_key, key))
        if isinstance(self.screen, MainScreen):
            known.add("tools.leave")
            keymap = self.screen.session.settings.keys
            for action in BY_ID.values():
                if action.where in _OF_THE_LIST and action.id not in known:
                    key = keymap.get(action.id, action.keys).split(",")[0]
                    found[action.id] = (action, partial(self._from_the_list, self.screen, key))
        order = list(BY_ID)
        return sorted(found.values(), key=lambda pair: order.index(pair[0].id))

    def _from_the_list(self, screen: MainScreen, key: str) -> None:
        screen.set_focus(screen.tools.table)
        screen.call_after_refresh(self.app.simulate_key, key)

    def _words(self, action: Action) -> tuple[str, str]:
        keymap = self.app.session.settings.keys if hasattr(self.app, "session") else {}
        keys = " ".join(keys_of(action, keymap))
        return action.help.rstrip("."), f"{keys}   {action.where.value}"

    async def discover(self) -> Hits:
        """All of them."""
        for action, run in self._here():
            title, note = self._words(action)
            yield DiscoveryHit(Content(title), run, text=title, help=note)

    async def search(self, query: str) -> Hits:
        """Those whose sentence, label or id fits what is typed."""
        words = folded(query).split()
        for action, run in self._here():
            title, note = self._words(action)
            texts = (folded(title), folded(action.label), folded(action.id))
            if all(any(word in text for text in texts) for word in words):
                score = 1.0 if any(word in texts[1] for word in words) else 0.8
                yield Hit(
                    score,
                    _with_marks(title, words),
                    run,
                    text=title,
                    help=note,
                )


def _with_marks(title: str, words: list[str]) -> Content:
    """The title, with what was typed underlined."""
    content = Content(title)
    for word in words:
        at = folded(title).find(word)
        if at >= 0:
            content = content.stylize("bold underline", at, at + len(word))
    return content


class ToolsProvider(Provider):
    """The tools of the main screen, found as its filter finds them."""

    async def search(self, query: str) -> Hits:
        """The best few."""
        screen = self.screen
        if not isinstance(screen, MainScreen):
            return
        catalogue = screen.view.catalogue
        hits = [
            hit
            for hit in search(query_of(query), catalogue.texts, range(len(catalogue.texts)))
            if hit is not None
        ]
        for place, hit in enumerate(best_first(hits)[:_MOST_TOOLS]):
            row = catalogue.rows[hit.index]
            yield Hit(
                1 / (place + 2),
                Content(f"go to {row.alias}"),
                partial(screen.tools.choose, row.id),
                text=row.alias,
                help=f"{row.name}",
            )
