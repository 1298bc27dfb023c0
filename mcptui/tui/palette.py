"""What the palette finds: every action that works here, and every tool."""

from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from mcptui.tui.actions import BY_ID, Action, keys_of
from mcptui.tui.screens.main import MainScreen
from mcptui.viewmodel.matching import best_first, folded, query_of, search

_MOST_TOOLS = 12


class ActionsProvider(Provider):
    """The actions whose keys work on the screen in front, in the table's order."""

    def _here(self) -> list[tuple[Action, str]]:
        found: dict[str, tuple[Action, str]] = {}
        for key, active in self.screen.active_bindings.items():
            action = BY_ID.get(active.binding.id or "")
            if action is not None and active.enabled and action.method != "palette":
                found.setdefault(action.id, (action, key))
        order = list(BY_ID)
        return sorted(found.values(), key=lambda pair: order.index(pair[0].id))

    def _words(self, action: Action) -> tuple[str, str]:
        keymap = self.app.session.settings.keys if hasattr(self.app, "session") else {}
        keys = " ".join(keys_of(action, keymap))
        return action.help.rstrip("."), f"{keys}   {action.where.value}"

    async def discover(self) -> Hits:
        """All of them."""
        for action, key in self._here():
            title, note = self._words(action)
            yield DiscoveryHit(
                Content(title), partial(self.app.simulate_key, key), text=title, help=note
            )

    async def search(self, query: str) -> Hits:
        """Those whose sentence, label or id fits what is typed."""
        words = folded(query).split()
        for action, key in self._here():
            title, note = self._words(action)
            texts = (folded(title), folded(action.label), folded(action.id))
            if all(any(word in text for text in texts) for word in words):
                score = 1.0 if any(word in texts[1] for word in words) else 0.8
                yield Hit(
                    score,
                    _with_marks(title, words),
                    partial(self.app.simulate_key, key),
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
