"""Names: those outside the rules, those that others bear too, and what becomes of them."""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from mcptui.analysis.lint.rule import Seen
from mcptui.analysis.lint.subject import Connections, Listing, Tool
from mcptui.analysis.lint.wording import clipped, counted, few, named
from mcptui.analysis.routing.alias import HASH_DIGITS, Alias, explained_alias, prefix_of
from mcptui.contract.display import shown

_LONGEST_NAME: Final = 128
_OUTSIDE: Final = re.compile(r"[^A-Za-z0-9_.-]")
_SEPARATORS: Final = re.compile(r"[-_.\s/]+")
_WORDS: Final = re.compile(r"[A-Za-z]{3,}")
_MOST_CHARACTERS: Final = 5
_MOST_ALIKE: Final = 3
_LAST_ASCII: Final = 0x7E


def _folded(name: str) -> str:
    """A name without letter case and separators; the name itself where nothing else is left."""
    return _SEPARATORS.sub("", name).casefold() or name


def same_name_elsewhere(everything: Connections) -> Iterator[Seen]:
    """Another connection offers the name, also after folding case and separators."""
    by_name: dict[str, dict[str, dict[str, int]]] = defaultdict(dict)
    for offer in everything.offers:
        for position, name in enumerate(offer.names):
            if name is not None:
                by_name[_folded(name)].setdefault(offer.key, {}).setdefault(name, position)
    twins = _twins(everything)
    for offer in everything.offers:
        for name in dict.fromkeys(name for name in offer.names if name is not None):
            others = {
                key: names
                for key, names in by_name[_folded(name)].items()
                if key != offer.key and frozenset((key, offer.key)) not in twins
            }
            if others:
                yield Seen(
                    message=_elsewhere(name, others),
                    path="/name",
                    evidence=clipped(name),
                    connection_key=offer.key,
                    tool=name,
                )


def _elsewhere(name: str, others: dict[str, dict[str, int]]) -> str:
    same = [key for key, names in others.items() if name in names]
    alike = [
        f"{named(key)} offers {few(list(names))}"
        for key, names in others.items()
        if name not in names
    ]
    parts = []
    if same:
        parts.append(f"{named(name)} is also offered by {few(same)}")
    if alike:
        lead = "" if same else f"{named(name)} is nearly offered elsewhere too: "
        parts.append(
            lead + ", ".join(alike[:_MOST_ALIKE]) + (", …" if len(alike) > _MOST_ALIKE else "")
        )
    return f"{'; '.join(parts)}. A bare name does not say which of them runs; the alias does."


def _twins(everything: Connections) -> frozenset[frozenset[str]]:
    """The pairs of connections that `same_server_twice` speaks of."""
    return frozenset(
        frozenset((one, other))
        for group in _same_servers(everything)
        for at, one in enumerate(group)
        for other in group[at + 1 :]
    )


def _same_servers(everything: Connections) -> list[list[str]]:
    """Connections that report the same server name and the same contracts, by group."""
    groups: dict[tuple[str, tuple[tuple[str, str], ...]], list[str]] = defaultdict(list)
    for offer in everything.offers:
        contracts = sorted(
            (name, digest)
            for name, digest in zip(offer.names, offer.digests, strict=True)
            if name is not None and digest is not None
        )
        if offer.server_name is not None and contracts and len(contracts) == len(offer.names):
            groups[offer.server_name, tuple(contracts)].append(offer.key)
    return [group for group in groups.values() if len(group) > 1]


def same_server_twice(everything: Connections) -> Iterator[Seen]:
    """Two connections report the same server name and the same contracts."""
    by_key = {offer.key: offer for offer in everything.offers}
    for group in _same_servers(everything):
        for key in group:
            offer = by_key[key]  # type: ignore[index]  # the groups hold keys of these offers
            others = [other for other in group if other != key]
            yield Seen(
                message=(
                    f"{few(others)} and this connection report the same server name, "
                    f"{named(offer.server_name or '')}, and the same contracts "
                    f"({counted(len(offer.names), 'tool')}); tell them apart by key and host."
                ),
                path="/serverInfo/name",
                evidence=offer.server_name or "",
                connection_key=offer.key,
            )


def shown_name_collision(everything: Connections) -> Iterator[Seen]:
    """Two tools have one shown name; with aliases, an alias that several tools claim."""
    for doubled in everything.routes.doubled:
        claims = [f"{claim.connection_key}/{claim.upstream_name}" for claim in doubled.claims]
        wins = (
            f"it leads to {named(claims[doubled.claims.index(doubled.winner)])}, as fixed by hand"
            if doubled.winner
            else "it leads to none of them"
        )
        for claim in doubled.claims:
            yield Seen(
                message=(
                    f"The alias {named(doubled.alias)} is claimed by {few(claims)}; {wins}. "
                    "Give the others an alias of their own in a routes file."
                ),
                path="/name",
                evidence=doubled.alias,
                connection_key=claim.connection_key,
                tool=claim.upstream_name,
            )


def shown_name_changed(tool: Tool) -> Iterator[Seen]:
    """The name is cut, or has characters that become `_`, in the alias a model would see."""
    alias, name = tool.alias, tool.name
    if alias is None or name is None:
        return
    if alias.shortened:
        yield Seen(
            message=(
                f"{named(name)} would have {_length(alias)}, over the limit of {tool.rules.limit}; "
                f"it is shortened to {named(alias.text)}.{_repeated_words(tool)}"
            ),
            path="/name",
            evidence=clipped(name),
        )
    elif alias.name_changed:
        yield Seen(
            message=(
                f"{named(name)} needs an alias: {_characters(tool.rules.unfit_in(name))} cannot "
                f"stand in a name that models call; it is offered as {named(alias.text)}."
            ),
            path="/name",
            evidence=clipped(name),
        )


def _length(alias: Alias) -> str:
    """The length an alias would have uncut."""
    full = counted(alias.full_length, "character")
    if not alias.changed and not alias.ambiguous:
        return f"{full} in its alias"
    return f"{full} in its alias, and {HASH_DIGITS} digits of hash behind them"


def _repeated_words(tool: Tool) -> str:
    """A sentence on words that the alias's prefix holds more than once; empty if there are none."""
    words = _WORDS.findall(prefix_of(tool.key, tool.rules).lower())
    repeated = [word for word in dict.fromkeys(words) if words.count(word) > 1]
    if not repeated:
        return ""
    times = {2: "twice"}.get(words.count(repeated[0]), f"{words.count(repeated[0])} times")
    return f" {named(repeated[0])} occurs {times} in its prefix."


def shown_key_changed(listing: Listing) -> Iterator[Seen]:
    """The connection key has characters that become `_` in every alias."""
    alias = explained_alias(listing.key, "", listing.rules)
    if alias.key_changed and listing.tools:
        yield Seen(
            message=(
                f"The connection key {named(listing.key)} holds "
                f"{_characters(listing.rules.unfit_in(listing.key))}, which cannot stand in a name "
                "that models call; every alias of this connection is altered."
            ),
            evidence=listing.key,
        )


def name_outside_rules(tool: Tool) -> Iterator[Seen]:
    """The name is not 1 to 128 letters, digits, `_`, `-` and `.`."""
    name = tool.name
    if name is None:
        return
    problems = []
    if not name:
        problems.append("is empty")
    if outside := _OUTSIDE.findall(name):
        problems.append(f"holds {_characters(outside)}, outside letters, digits, `_`, `-` and `.`")
    if len(name) > _LONGEST_NAME:
        problems.append(f"has {len(name):,} characters, {_LONGEST_NAME} at most are asked for")
    if problems:
        subject = f"The name {named(name)}" if name else "The name"
        yield Seen(
            message=f"{subject} {' and '.join(problems)}.", path="/name", evidence=clipped(name)
        )


def _characters(characters: list[str]) -> str:
    """Characters in words: each once, those that are hidden by their code point."""
    each = list(dict.fromkeys(characters))
    words = [
        f"`{shown(char)}` (U+{ord(char):04X})" if ord(char) > _LAST_ASCII else f"`{shown(char)}`"
        for char in each[:_MOST_CHARACTERS]
    ]
    more = len(each) - _MOST_CHARACTERS
    return ", ".join(words) + (f" and {more} more" if more > 0 else "")


def differs_in_case_only(listing: Listing) -> Iterator[Seen]:
    """Two names of one server differ only in letter case."""
    groups: dict[str, list[str]] = defaultdict(list)
    for name in dict.fromkeys(tool.name for tool in listing.tools):
        if name is not None:
            groups[name.casefold()].append(name)
    for names in groups.values():
        for name in names if len(names) > 1 else ():
            others = few([other for other in names if other != name])
            yield Seen(
                message=(
                    f"{named(name)} and {others} differ only in letter case; "
                    "hosts and people that do not tell case apart call the wrong one."
                ),
                path="/name",
                evidence=clipped(name),
                tool=name,
            )
