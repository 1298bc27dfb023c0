"""The keys of this place first, then all others; made from the table of actions."""

from collections.abc import Mapping, Sequence

from mcptui.tui.actions import ACTIONS, Action, Where, keys_of
from mcptui.viewmodel.document import Block, Document, Facts, Gap, Heading, Prose
from mcptui.viewmodel.span import Line, Span
from mcptui.viewmodel.tone import (
    CONNECTION_SIGNS,
    LEVEL_SIGNS,
    PIN_SIGNS,
    SHORTENED_SIGN,
    Sign,
    SignSet,
    Tone,
)

_KEY_CELLS = 10


def help_document(
    here: Sequence[Where], keymap: Mapping[str, str], files: Sequence[str], signs: SignSet
) -> Document:
    """The help page.

    Args:
        here: the places whose keys work now, nearest first.
        keymap: the user's own keys by action id.
        files: the settings files that were read, or could be.
        signs: the characters to draw with.
    """
    order = [*here, *(where for where in Where if where not in here)]
    blocks: list[Block] = []
    for where in order:
        actions = [action for action in ACTIONS if action.where is where]
        note = (Span("here", Tone.GOOD),) if where in here else ()
        blocks += [
            Heading(text=(Span(where.value, Tone.ACCENT),), note=note),
            Facts(
                rows=tuple(_row(action, keymap) for action in actions),
                tone=Tone.STRONG,
                least=_KEY_CELLS,
            ),
            Gap(),
        ]
    blocks += [*_signs(signs), Gap(), *_settings(files)]
    return Document(title=(Span("Keys", Tone.STRONG),), blocks=tuple(blocks))


def _row(action: Action, keymap: Mapping[str, str]) -> tuple[str, Line]:
    keys = " ".join(keys_of(action, keymap))
    return keys, (Span(action.help), Span(f"  {action.id}", Tone.MUTED))


def _signs(signs: SignSet) -> list[Block]:
    every: list[Sign] = list(
        dict.fromkeys(
            [
                *CONNECTION_SIGNS.values(),
                *PIN_SIGNS.values(),
                *LEVEL_SIGNS.values(),
                SHORTENED_SIGN,
            ]
        )
    )
    return [
        Heading(text=(Span("Signs", Tone.ACCENT),)),
        Facts(rows=tuple((signs.draw(sign), (Span(sign.word, sign.tone),)) for sign in every)),
    ]


def _settings(files: Sequence[str]) -> list[Block]:
    words = (
        "Keys, theme, aliases and limits are set in mcptui.toml; "
        'a key, for instance, by its id: [keys] "tools.filter" = "f".'
    )
    return [
        Heading(text=(Span("Settings", Tone.ACCENT),)),
        Prose(spans=(Span(words),)),
        *(Prose(spans=(Span(file, Tone.INFO),)) for file in files),
    ]
