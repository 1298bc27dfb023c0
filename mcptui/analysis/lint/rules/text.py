"""Texts that hold characters a model reads and a person does not see."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from mcptui.analysis.lint.hidden import hidden_characters, kind_of_hidden, may_hide, spelt_by_tags
from mcptui.analysis.lint.places import Place, place_in_words, pointer_of, texts_in
from mcptui.analysis.lint.rule import Seen
from mcptui.analysis.lint.subject import Listing, Tool
from mcptui.analysis.lint.wording import clipped, counted

_MOST_PLACES: Final = 20
"""Places of one entry that get a finding each; the rest is counted in one."""
_MOST_POINTS: Final = 5
"""Code points that a message lists."""
_SUSPECT: Final = re.compile(r"[^\t\n\x20-\x7e]")


def hidden_in_tool(tool: Tool) -> Iterator[Seen]:
    """Hidden characters in every text of one entry, names of members and parameters included."""
    if may_hide(tool.text):
        yield from _hidden_in(tool.definition.raw)


def hidden_in_server(listing: Listing) -> Iterator[Seen]:
    """Hidden characters in the instructions and in what the server says of itself."""
    server = listing.capture.server
    yield from _hidden_in(
        {name: server[name] for name in ("serverInfo", "instructions") if name in server}
    )


def _hidden_in(value: Any) -> Iterator[Seen]:
    further = 0
    for number, (place, text, is_key, hidden) in enumerate(_places_with_hidden(value)):
        if number < _MOST_PLACES:
            yield _seen(place, text, hidden, is_key=is_key)
        else:
            further += 1
    if further:
        yield Seen(
            message=f"Hidden characters in {counted(further, 'further text')} of this entry."
        )


def _places_with_hidden(value: Any) -> Iterator[tuple[Place | None, str, bool, str]]:
    for place, text, is_key in texts_in(value):
        if _SUSPECT.search(text) and (hidden := hidden_characters(text)):
            yield place, text, is_key, hidden


def _seen(place: Place | None, text: str, hidden: str, *, is_key: bool) -> Seen:
    kinds = Counter(map(kind_of_hidden, hidden))
    numbers = ", ".join(counted(number, kind) for kind, number in kinds.items())
    where = place_in_words(place, is_key=is_key)
    spelt = spelt_by_tags(hidden)
    points = _points(hidden)
    return Seen(
        message=(
            f"{numbers} in {where}"
            + (f"; the tags spell `{clipped(spelt)}`" if spelt else "")
            + (f": {points}." if points else ".")
        ),
        path=pointer_of(place),
        evidence=clipped(text),
    )


def _points(hidden: str) -> str:
    """Each code point once, in the order met; tag characters are spelt out instead."""
    points = [f"U+{ord(char):04X}" for char in dict.fromkeys(hidden) if not spelt_by_tags(char)]
    more = len(points) - _MOST_POINTS
    return ", ".join(points[:_MOST_POINTS]) + (f" and {more} more" if more > 0 else "")
