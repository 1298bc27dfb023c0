"""The fuzzy filter: which tools a few typed letters mean, best first, and which letters matched.

All words must be found. A word is found as it stands in any text of a tool, or as the beginnings
of the words of its name (`rtf`, `readte`). Only where no tool at all is found this way do slips of
the finger count (`serach`). `is:drifted` and `on:docs_01` narrow by state and by connection.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

Ranges = tuple[tuple[int, int], ...]
"""Half-open ranges of characters, ascending."""

_STATE, _ON = "is:", "on:"
_LEAST_TYPO = 4
"""Letters below which a slip of the finger cannot be told from another word."""
_ALIKE = 80
"""Of 100: how like a name must be to a mistyped word."""
_ALIKE_IN_TEXT = 86
_LEAST_BEGINNINGS = 2
_MOST_STARTS = 12
"""Words of a name that count as beginnings; a hostile name could have thousands."""
_NAME_START, _WORD_START, _INSIDE, _INITIALS, _KEY = 100, 90, 75, 65, 55
_TITLE, _PARAMETER, _TEXT, _TYPO = 50, 40, 20, 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Searchable:
    """The texts of one tool as they are shown, folded, and what it is."""

    alias: str
    name: str
    title: str
    parameters: tuple[str, ...]
    description: str
    connection: str
    states: frozenset[str]
    everything: str
    """All of these in one, to see quickly where a word cannot be."""
    starts: tuple[int, ...]
    """Where the words of the name begin."""
    initials: frozenset[str]
    """What they begin with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A tool that was found."""

    index: int
    """Its place among the texts searched."""
    score: int
    alias: Ranges = ()
    name: Ranges = ()
    parameters: tuple[tuple[int, Ranges], ...] = ()
    """Index of a parameter, and what matched in its name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What was typed, taken apart."""

    words: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    connections: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether it leaves nothing out."""
        return not (self.words or self.states or self.connections)

    def narrows(self, earlier: "Query") -> bool:
        """Whether this can only find what `earlier` found: each part is longer, or new."""
        return all(
            len(now) >= len(then)
            and all(new.startswith(old) for new, old in zip(now, then, strict=False))
            for now, then in (
                (self.words, earlier.words),
                (self.states, earlier.states),
                (self.connections, earlier.connections),
            )
        )


def folded(text: str) -> str:
    """The text without case, every character still at its place."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low := char.lower()) == 1 else char for char in text)


def searchable(
    *,
    alias: str,
    name: str,
    title: str,
    parameters: Sequence[str],
    description: str,
    connection: str,
    states: frozenset[str],
) -> Searchable:
    """The texts of one tool, as they are shown, made ready."""
    texts = [folded(text) for text in (alias, name, title, description)]
    names = tuple(folded(parameter) for parameter in parameters)
    starts = tuple(islice(_word_starts(name, texts[1]), _MOST_STARTS))
    return Searchable(
        alias=texts[0],
        name=texts[1],
        title=texts[2],
        description=texts[3],
        parameters=names,
        connection=folded(connection),
        states=states,
        everything="\0".join((*texts, *names)),
        starts=starts,
        initials=frozenset(texts[1][at] for at in starts),
    )


def _word_starts(name: str, lowered: str) -> Iterator[int]:
    """Where words begin: after anything but a letter or digit, and at a capital."""
    for at, char in enumerate(name):
        if char.isalnum() and (
            at == 0
            or not name[at - 1].isalnum()
            or (char != lowered[at] and name[at - 1].islower())
        ):
            yield at


def query_of(text: str) -> Query:
    """What was typed, taken apart at blanks."""
    words: list[str] = []
    states: list[str] = []
    connections: list[str] = []
    for word in folded(text).split():
        if word.startswith(_STATE):
            states.extend([rest] if (rest := word.removeprefix(_STATE)) else [])
        elif word.startswith(_ON):
            connections.extend([rest] if (rest := word.removeprefix(_ON)) else [])
        else:
            words.append(word)
    return Query(words=tuple(words), states=tuple(states), connections=tuple(connections))


def search(query: Query, texts: Sequence[Searchable], among: Sequence[int]) -> Iterator[Hit | None]:
    """Look through the tools one by one: a hit, or None, for each of `among`.

    It is an iterator so that the caller can pause between two tools, or give up.
    """
    for index in among:
        yield _hit(query, texts[index], index)


def search_alike(
    query: Query, texts: Sequence[Searchable], among: Sequence[int]
) -> Iterator[Hit | None]:
    """The same, forgiving slips of the finger; for where `search` found nothing."""
    for index in among:
        yield _hit(query, texts[index], index, forgiving=True)


def best_first(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """Hits by score; those alike stay in the order of the list."""
    return tuple(sorted(hits, key=lambda hit: -hit.score))


@dataclass(slots=True)
class _Found:
    """One word found in one tool."""

    score: int
    alias: Ranges = ()
    name: Ranges = ()
    parameters: tuple[tuple[int, Ranges], ...] = ()


def _hit(query: Query, text: Searchable, index: int, *, forgiving: bool = False) -> Hit | None:
    if not _is_meant(query, text):
        return None
    found = []
    for word in query.words:
        one = _found(word, text) or (_found_alike(word, text) if forgiving else None)
        if one is None:
            return None
        found.append(one)
    return Hit(
        index=index,
        score=sum(one.score for one in found),
        alias=_joined([span for one in found for span in one.alias]),
        name=_joined([span for one in found for span in one.name]),
        parameters=tuple(part for one in found for part in one.parameters),
    )


def _is_meant(query: Query, text: Searchable) -> bool:
    return all(
        any(state.startswith(wanted) for state in text.states) for wanted in query.states
    ) and all(wanted in text.connection for wanted in query.connections)


def _found(word: str, text: Searchable) -> _Found | None:
    if word not in text.everything:
        return _found_by_beginnings(word, text)
    in_alias, in_name = text.alias.find(word), text.name.find(word)
    if in_name >= 0:
        if in_alias >= 0 and text.alias.endswith(text.name):
            in_alias = len(text.alias) - len(text.name) + in_name
        return _Found(
            _name_score(word, text, in_name),
            alias=_range(in_alias, word),
            name=_range(in_name, word),
        )
    by_beginnings = _found_by_beginnings(word, text)
    if by_beginnings is not None:
        return by_beginnings
    if in_alias >= 0:
        return _Found(_KEY, alias=_range(in_alias, word))
    if word in text.title:
        return _Found(_TITLE)
    parameters = tuple(
        (place, _range(at, word))
        for place, parameter in enumerate(text.parameters)
        if (at := parameter.find(word)) >= 0
    )
    return _Found(_PARAMETER, parameters=parameters) if parameters else _Found(_TEXT)


def _name_score(word: str, text: Searchable, at: int) -> int:
    """Most for a name that begins with the word, or has a word that does; more for a short one."""
    place = _NAME_START if at == 0 else _WORD_START if at in text.starts else _INSIDE
    return place + 9 * len(word) // max(len(text.name), 1)


def _range(at: int, word: str) -> Ranges:
    return ((at, at + len(word)),) if at >= 0 else ()


def _found_by_beginnings(word: str, text: Searchable) -> _Found | None:
    """Letters read off the beginnings of the name's words, in order: `rete` in `read_text_file`."""
    if word[0] not in text.initials or len(word) < _LEAST_BEGINNINGS:
        return None
    name = _beginnings(word, text.name, text.starts)
    if name is None:
        return None
    shift = len(text.alias) - len(text.name)
    alias = tuple((start + shift, end + shift) for start, end in name)
    return _Found(_INITIALS, alias=alias if text.alias.endswith(text.name) else (), name=name)


def _beginnings(letters: str, name: str, starts: Sequence[int]) -> Ranges | None:
    if not letters:
        return ()
    for place, at in enumerate(starts):
        most = 0
        while most < len(letters) and name[at + most : at + most + 1] == letters[most]:
            most += 1
        for length in range(most, 0, -1):
            later = _beginnings(letters[length:], name, starts[place + 1 :])
            if later is not None:
                return ((at, at + length), *later)
    return None


def _found_alike(word: str, text: Searchable) -> _Found | None:
    # Deferred: the library is loaded when a filter first needs it, not before the first frame.
    from rapidfuzz.fuzz import partial_ratio, partial_ratio_alignment  # noqa: PLC0415

    if len(word) < _LEAST_TYPO:
        return None
    if len(text.name) >= _LEAST_TYPO:
        alike = partial_ratio_alignment(word, text.name, score_cutoff=_ALIKE)
        if alike is not None:
            return _Found(_TYPO + int(alike.score), name=((alike.dest_start, alike.dest_end),))
    for place, parameter in enumerate(text.parameters):
        if len(parameter) < _LEAST_TYPO:
            continue
        alike = partial_ratio_alignment(word, parameter, score_cutoff=_ALIKE)
        if alike is not None:
            return _Found(
                _TYPO + int(alike.score) // 2,
                parameters=((place, ((alike.dest_start, alike.dest_end),)),),
            )
    for longer in (text.title, text.description):
        if len(longer) > len(word) and partial_ratio(word, longer, score_cutoff=_ALIKE_IN_TEXT):
            return _Found(_TYPO)
    return None


def _joined(ranges: list[tuple[int, int]]) -> Ranges:
    """Ranges in order, those that touch or overlap as one."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return tuple(joined)
