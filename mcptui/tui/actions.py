"""Every user action once: from this table come key bindings, footer, help and palette."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from textual.binding import Binding, BindingType


class Where(StrEnum):
    """The place whose keys they are; its value is the title in the help."""

    APP = "Everywhere"
    MAIN = "Main screen"
    TOOLS = "Tools"
    LIST = "Lists"
    READER = "Pages of text"
    PAGE = "A page over the others"
    LOG = "Log"
    CONNECTIONS = "Connections"
    CHOICES = "Choosing"
    CONSENT = "Servers found here"
    FILTER = "Filter"
    FORM = "Questions"
    LINKS = "Status line"


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One thing a user can do."""

    id: str
    """`<place>.<method>`; settings name it to give it other keys."""
    keys: str
    """Textual's names of keys, parted by commas."""
    label: str
    """One or two words for the footer."""
    help: str
    """One sentence for help and palette."""
    where: Where
    rank: int | None = None
    """Place in the footer, least first; None keeps it out."""
    is_first: bool = False
    """It moves the keys to another place, so it is done before the next key is looked at: what is
    typed ahead, or comes in one packet over a slow line, arrives where it was meant for."""

    @property
    def method(self) -> str:
        """The name of Textual's action: `action_<method>` runs it."""
        return self.id.rsplit(".", 1)[1]


_FIRST = frozenset({"tools.filter"})


def _actions(
    where: Where, place: str, *rows: tuple[str, str, str, str, int | None]
) -> tuple[Action, ...]:
    return tuple(
        Action(
            id=f"{place}.{method}",
            keys=keys,
            label=label,
            help=text,
            where=where,
            rank=rank,
            is_first=f"{place}.{method}" in _FIRST,
        )
        for method, keys, label, text, rank in rows
    )


ACTIONS: Final[tuple[Action, ...]] = (
    *_actions(
        Where.TOOLS,
        "tools",
        ("filter", "/", "filter", "Filter the list while you type.", 10),
        ("raw", "d", "raw", "Show the definition as raw JSON.", 30),
        ("group", "v", "group", "Group the list by connection, or merge it.", 60),
        ("sort", "S", "sort", "Sort by server order, name, size or findings.", None),
        ("widen", "<", "widen", "Give the detail more room.", None),
        ("narrow", ">", "narrow", "Give the detail less room.", None),
        ("copy_definition", "Y", "copy JSON", "Copy the definition as JSON.", None),
        ("leave", "escape", "back", "Clear the filter, or go back to the list.", 5),
    ),
    *_actions(
        Where.MAIN,
        "main",
        ("pane_tools", "1", "tools", "Show the Tools pane.", None),
        ("info", "i", "server", "Show the server: profile, instructions, environment.", 31),
        ("log", "o", "log", "Show what the server wrote and what happened.", 32),
        ("refresh", "r", "refresh", "Read the lists of all connected servers again.", 50),
        ("reconnect", "R", "reconnect", "Connect to this server anew.", None),
        ("close", "X", "close", "Close the connection to this server.", None),
        ("connections", "C", "connections", "Show all connections and their state.", None),
        ("findings", "F", "findings", "Show all findings, worst first.", None),
        ("lockfile", "L", "lockfile", "Show where pins are kept and what is known of them.", None),
        ("offer", "O", "found", "Show the servers that stand in configs here.", None),
        ("add", "+", "add", "Connect to one more server, capture or config.", None),
        (
            "links",
            "!",
            "links",
            "Number the parts of the status line, to go where they lead.",
            None,
        ),
        ("export", "e", "export", "Write what is shown to a file.", None),
        ("copy", "y", "copy", "Copy the chosen name, or the text of the page.", None),
        ("other_side", "tab", "other side", "Go to the other side: list or detail.", None),
    ),
    *_actions(
        Where.LIST,
        "list",
        ("open", "enter", "open", "Open the chosen row.", 20),
        ("up", "up,k", "up", "Up one row.", None),
        ("down", "down,j", "down", "Down one row.", None),
        ("page_back", "pageup,ctrl+b", "page up", "Up one page.", None),
        ("page_on", "pagedown,ctrl+f", "page down", "Down one page.", None),
        ("first", "home,g", "top", "To the first row.", None),
        ("last", "end,G", "end", "To the last row.", None),
    ),
    *_actions(
        Where.READER,
        "reader",
        ("line_up", "up,k", "up", "Up one line.", None),
        ("line_down", "down,j", "down", "Down one line.", None),
        ("page_back", "pageup,ctrl+b", "page up", "Up one page.", None),
        ("page_on", "pagedown,space,ctrl+f", "page down", "Down one page.", None),
        ("first", "home,g", "top", "To the top.", None),
        ("last", "end,G", "end", "To the end.", None),
    ),
    *_actions(
        Where.PAGE,
        "page",
        ("back", "escape", "back", "Back to where you came from.", 10),
        ("find", "/", "find", "Find a text on this page.", 20),
        ("find_next", "n", "next", "The next place where it stands.", 21),
        ("find_previous", "N", "previous", "The place before.", None),
        ("copy", "y", "copy", "Copy the text of this page.", 30),
        ("export", "e", "export", "Write this page to a file.", 40),
    ),
    *_actions(
        Where.LOG,
        "log",
        ("follow", "f", "follow", "Stay at the newest line, or stop doing so.", 22),
        ("merge", "m", "all servers", "The log of this server, or of all of them.", 23),
    ),
    *_actions(
        Where.CONNECTIONS,
        "connections",
        ("back", "escape", "back", "Back to where you came from.", 11),
        ("reconnect", "R", "reconnect", "Connect to this server anew.", 30),
        ("close", "X", "close", "Close the connection to this server.", 31),
        ("log", "o", "log", "Show what this server wrote and what happened.", 32),
        ("refresh", "r", "refresh", "Read the list of this server again.", 33),
    ),
    *_actions(
        Where.CHOICES,
        "choices",
        ("choose", "space", "choose", "Choose this, or leave it out.", 10),
        ("choose_all", "A", "all", "Choose all, or none.", 20),
        ("up", "up,k", "up", "The one before.", None),
        ("down", "down,j", "down", "The next one.", None),
        ("page_back", "pageup,ctrl+b", "page up", "Up one page.", None),
        ("page_on", "pagedown,ctrl+f", "page down", "Down one page.", None),
        ("first", "home,g", "top", "The first one.", None),
        ("last", "end,G", "end", "The last one.", None),
    ),
    *_actions(
        Where.CONSENT,
        "consent",
        ("agree", "a", "agree and start", "Start the chosen servers with the commands shown.", 30),
        ("back", "escape", "start none", "Go on without starting any of them.", 40),
    ),
    *_actions(
        Where.FILTER,
        "filter",
        ("done", "enter,down", "to the list", "Go to the list, the filter stays.", 10),
        ("clear", "escape", "clear", "Clear the filter and go to the list.", 20),
    ),
    *_actions(
        Where.FORM,
        "form",
        ("cancel", "escape,ctrl+c", "cancel", "Go back without doing it.", 20),
    ),
    *_actions(
        Where.LINKS,
        "links",
        ("leave", "escape,!", "back", "Back to the list.", 20),
        ("previous", "left,h,shift+tab", "left", "The part to the left.", None),
        ("next", "right,l,tab", "right", "The part to the right.", None),
        ("go", "enter", "go", "Go where this part leads.", 10),
    ),
    *_actions(
        Where.APP,
        "app",
        ("palette", "ctrl+p", "palette", "Find every action and tool by name.", 70),
        ("help", "?,f1", "keys", "Show the keys of this place.", 80),
        ("quit", "q,ctrl+c", "quit", "Close all connections and end the program.", 90),
        ("theme", "ctrl+t", "theme", "Choose the colours.", None),
        ("picture", "s", "picture", "Save a picture of the screen as an SVG file.", None),
        ("suspend_process", "ctrl+z", "suspend", "Go back to the shell; `fg` returns.", None),
    ),
)
"""In the order people see them."""

BY_ID: Final[Mapping[str, Action]] = {action.id: action for action in ACTIONS}


def bindings_of(where: Where) -> list[BindingType]:
    """Textual's bindings for one place."""
    return [
        Binding(
            action.keys,
            action.method,
            action.label,
            show=action.rank is not None,
            priority=action.is_first,
            id=action.id,
            tooltip=action.help,
        )
        for action in ACTIONS
        if action.where is where
    ]


_SHORT: Final[Mapping[str, str]] = {
    "escape": "esc",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "question_mark": "?",
    "slash": "/",
    "exclamation_mark": "!",
    "plus": "+",
    "plus_sign": "+",
    "f1": "F1",
}


def key_shown(key: str) -> str:
    """A key as people write it: `^p`, `?`, `esc`."""
    if key.startswith("ctrl+"):
        return f"^{key_shown(key.removeprefix('ctrl+'))}"
    return _SHORT.get(key, key)


def keys_of(action: Action, keymap: Mapping[str, str]) -> tuple[str, ...]:
    """The keys of an action as people write them, the user's own in the place of ours."""
    return tuple(key_shown(key.strip()) for key in keymap.get(action.id, action.keys).split(","))
