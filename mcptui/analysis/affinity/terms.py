"""Our affinity of one pair: what makes two tools alike, and what tells them apart.

affinity = sqrt(alike x agreement), and 0 under a veto. `alike` is a weighted sum: names, texts,
arguments. `agreement` is a product: the same action, on the same object, of the same scope, with
calls that could serve. So however alike the rest is, a noun that one tool owns and the other lacks
tells the two apart.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from mcptui.analysis.affinity.arguments import Fit
from mcptui.analysis.affinity.reading import Reading
from mcptui.analysis.affinity.scope import Scope, Side
from mcptui.analysis.affinity.verbs import CHANGING, READING, is_one_family, opposition

THRESHOLD: Final = 0.47
"""From here a pair is reported."""
WATCH: Final = 0.38
"""From here, below the threshold, a pair is watched."""
_UNKNOWN_ACTION: Final = 0.5
_ONE_OF_SEVERAL_ACTIONS: Final = 0.95
_KINDRED_ACTION: Final = 0.7
_OTHER_ACTION: Final = 0.3
_OTHER_CHANGE: Final = 0.2
"""Opposed, or both change something and each in another way."""
_QUALIFIED: Final = 0.5
"""The most that nouns tell apart which only qualify one and the same head noun."""
_BOTH_QUALIFIED: Final = 0.6
"""The same where each of the two has such nouns."""
_ELSEWHERE: Final = 0.5
"""How far a tool speaks of a noun that stands only deep in its description."""
_BARE: Final = 0.6
"""The same for any noun, where one of the names is but a verb."""
_OTHER_HEAD: Final = 0.6
_OTHER_PREFIX: Final = 0.4
"""Kept where one server's namespaces differ: `jira_add_comment`, `confluence_add_comment`."""
_FAMILY: Final = ((3, 0.5), (2, 0.7))
"""Members of a family of names from which so much is kept."""
_ITEM_AGAINST_LIST: Final = 0.1
_COUNT: Final = 0.3
_FACTS: Final = 0.3
_SEARCH_AGAINST_READ: Final = 0.35
_CALL: Final = 0.5
_SERVES: Final = 0.5
"""Share of its requirements from which a call for one tool could serve the other."""
_NAMES_ITS_ITEM: Final = 0.6
"""The same, below which one tool reads an item that the other's arguments do not name."""
_RARE: Final = 3
"""First sentences that a word stands in at most to count as rare, and rare words that do."""
_KINDRED_VERB: Final = 0.6
"""Likeness of two verbs of one class that differ as words."""


class Part(StrEnum):
    """What an affinity is made of; each can be left out to see what it earns."""

    NAME = "name"
    TEXT = "text"
    OPENING = "opening"
    ARGUMENTS = "arguments"
    MENTION = "mention"
    ACTION = "action"
    OBJECT = "object"
    SCOPE = "scope"
    CALL = "call"


WEIGHTS: Final[Mapping[Part, float]] = {
    Part.NAME: 0.25,
    Part.TEXT: 0.15,
    Part.OPENING: 0.20,
    Part.ARGUMENTS: 0.30,
    Part.MENTION: 0.10,
}
"""What each part adds to `alike`; together 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Veto:
    """Why a pair is not confused, however alike the rest is."""

    kind: str
    """`verb`: opposed actions."""
    a_word: str
    """The word as it stands at a, or the class where it was inferred."""
    b_word: str
    where: str
    """Where the two stood: `names`, `name and description`, …"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The parts of one pair's affinity, each from 0 to 1."""

    parts: Mapping[Part, float]
    """For what makes alike, how far it does; for what tells apart, what is kept."""
    veto: Veto | None
    fit: Fit


@dataclass(frozen=True, slots=True, kw_only=True)
class Switches:
    """What is left out on purpose."""

    gate: bool = True
    veto: bool = True
    without: frozenset[Part] = field(default_factory=frozenset)


ALL_ON: Final = Switches()


def score_of(measured: Measured, switches: Switches = ALL_ON) -> float:
    """The affinity, 0 to 1."""
    if measured.veto is not None and switches.veto:
        return 0.0
    return math.sqrt(alike_of(measured.parts, switches) * agreement_of(measured.parts, switches))


def alike_of(parts: Mapping[Part, float], switches: Switches = ALL_ON) -> float:
    """How alike the two are by name, text and arguments, 0 to 1."""
    return min(
        1.0,
        math.fsum(
            weight * parts[part] for part, weight in WEIGHTS.items() if part not in switches.without
        ),
    )


def most_alike(pair: "Pairing") -> float:
    """The most that two tools can be alike, whatever their arguments; 0 to 1."""
    parts = (
        (Part.NAME, name_likeness(pair)[0]),
        (Part.TEXT, text_likeness(pair)[0]),
        (Part.OPENING, opening_likeness(pair)[0]),
        (Part.ARGUMENTS, 1.0),
        (Part.MENTION, 1.0 if mentions(pair.a, pair.b) else 0.0),
    )
    return math.fsum(WEIGHTS[part] * value for part, value in parts)


def agreement_of(parts: Mapping[Part, float], switches: Switches = ALL_ON) -> float:
    """How far nothing tells the two apart, 0 to 1."""
    kept = (parts[part] for part in FACTORS if part not in switches.without)
    return math.prod(kept)


FACTORS: Final = (Part.ACTION, Part.OBJECT, Part.SCOPE, Part.CALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """Two readings and where they are compared."""

    a: Reading
    b: Reading
    scope: Scope
    """Of their server, or of all tools where they are of two."""
    same_server: bool

    @property
    def side_a(self) -> Side:
        """How a is weighed."""
        return self.scope.sides[id(self.a)]

    @property
    def side_b(self) -> Side:
        """How b is weighed."""
        return self.scope.sides[id(self.b)]


def action_of(a: Reading, b: Reading) -> float:
    """How far two tools do the same; that opposed actions exclude a pair is the veto's say."""
    one, other = a.actions, b.actions
    if not one or not other:
        return _OTHER_ACTION if (one | other) & CHANGING else _UNKNOWN_ACTION
    if one & other:
        return _ONE_OF_SEVERAL_ACTIONS if len(one) > 1 or len(other) > 1 else 1.0
    if is_one_family(one, other):
        return _KINDRED_ACTION
    apart = opposition(one, other) is not None or (one <= CHANGING and other <= CHANGING)
    return _OTHER_CHANGE if apart else _OTHER_ACTION


def veto_of(a: Reading, b: Reading) -> Veto | None:
    """The opposed actions of a pair, with the words and where they stood."""
    if (classes := opposition(a.actions, b.actions)) is None:
        return None
    words = [side.word_of(known) for side, known in zip((a, b), classes, strict=True)]
    places = list(dict.fromkeys(place for _, place in words))
    return Veto(kind="verb", a_word=words[0][0], b_word=words[1][0], where=" and ".join(places))


def owned(a: Reading, b: Reading, *, same_server: bool) -> tuple[float, list[str]]:
    """How far a owns a noun that b lacks, 0 to 1, and the nouns that b's name lacks."""
    unmatched = [noun for noun in a.nouns if noun not in b.nouns]
    if not same_server and len(a.nouns) > 1:
        unmatched = [noun for noun in unmatched if noun != a.category]
    if not unmatched or (a.is_bare and not b.is_bare):
        return 0.0, []
    lacks = [1 - _covered(noun, a, b) for noun in unmatched]
    if a.is_bare:
        return math.fsum(lacks) / len(a.nouns), unmatched
    most = 1.0
    if a.head and a.head == b.head:
        most = _BOTH_QUALIFIED if set(b.nouns) - set(a.nouns) else _QUALIFIED
    return min(most, math.fsum(lacks)), unmatched


def _covered(noun: str, a: Reading, b: Reading) -> float:
    """How far b speaks of a noun of a: in its name, opening or parameters, or else anywhere."""
    if noun in b.meanings:
        return 1.0
    least = _BARE if a.is_bare or b.is_bare else 0.0
    return max(_ELSEWHERE, least) if noun in b.all_meanings else least


def object_of(pair: Pairing) -> tuple[float, list[str], list[str]]:
    """How far two tools act on the same thing, with the nouns of each that the other's lacks."""
    a, b = pair.a, pair.b
    own_a, nouns_a = owned(a, b, same_server=pair.same_server)
    own_b, nouns_b = owned(b, a, same_server=pair.same_server)
    kept = 1 - max(own_a, own_b)
    if kept and a.head and b.head and a.head != b.head:
        kept *= _OTHER_HEAD
    if pair.same_server and a.prefix and b.prefix and a.prefix != b.prefix:
        kept *= _OTHER_PREFIX
        nouns_a, nouns_b = [a.prefix, *nouns_a], [b.prefix, *nouns_b]
    elif kept and nouns_a and nouns_b and pair.same_server:
        members = _family(pair)
        kept *= next((most for least, most in _FAMILY if members >= least), 1.0)
    return kept, nouns_a, nouns_b


def _family(pair: Pairing) -> int:
    """Members of the family of names that the two belong to: one frame, another noun in it."""
    shared = pair.side_a.frames & pair.side_b.frames
    return max((pair.scope.frames[frame] for frame in shared), default=0)


_COUNTS: Final = frozenset(("count", "number", "total"))
_ABOUT: Final = frozenset(("info", "information", "metadata", "stat", "stats", "schema", "status"))
_CONTENT_VERBS: Final = frozenset(("read", "cat", "load", "open", "download", "write", "edit"))


def scope_of_pair(pair: Pairing, fit: Fit) -> tuple[float, str]:
    """How far two tools are of one scope, and what tells them apart, in words."""
    a, b = pair.a, pair.b
    kept, told = 1.0, []
    if _is_item_and_list(a, b, fit):
        kept *= _ITEM_AGAINST_LIST
        told.append("one item by what names it, against many")
    if _COUNTS.isdisjoint(a.words) != _COUNTS.isdisjoint(b.words):
        kept *= _COUNT
        told.append("a count beside what it counts")
    about_a, about_b = not _ABOUT.isdisjoint(a.words), not _ABOUT.isdisjoint(b.words)
    if about_a != about_b and (b if about_a else a).verb in _CONTENT_VERBS:
        kept *= _FACTS
        told.append("facts about a thing, against its content")
    if _is_search_and_read(a, b) or _is_search_and_read(b, a):
        kept *= _SEARCH_AGAINST_READ
        told.append("a search, against reading what is known")
    return kept, "; ".join(told)


def _is_search_and_read(a: Reading, b: Reading) -> bool:
    if not (a.actions == {"search"} and b.actions == {"read"}) or b.is_many:
        return False
    return any(each.required for each in b.arguments)


def _is_item_and_list(a: Reading, b: Reading, fit: Fit) -> bool:
    """Whether one reads what its arguments name, and the other lists or finds many."""
    if not (len(a.actions) == len(b.actions) == 1) or fit.wraps:
        return False
    if not READING.issuperset(a.actions | b.actions):
        return False
    sides = (a, b)
    for one, many in ((0, 1), (1, 0)):
        names_one = fit.needs_identifier[one] and not fit.needs_identifier[many]
        if names_one and sides[one].actions == {"read"} and sides[many].is_many:
            return True
    if a.is_many == b.is_many:
        return False
    one, many = (1, 0) if a.is_many else (0, 1)
    required = [any(each.required for each in side.arguments) for side in sides]
    if not required[one]:
        return fit.has_lone_id[one]
    serves = required[many] and fit.covers[one] >= _NAMES_ITS_ITEM
    return not serves or fit.needs_identifier[one]


def call_of(pair: Pairing, fit: Fit) -> tuple[float, str]:
    """How far a call made for one could serve the other, within one server."""
    if not pair.same_server:
        return 1.0, ""
    required = [any(each.required for each in side.arguments) for side in (pair.a, pair.b)]
    if all(required) and max(fit.covers) < _SERVES:
        return _CALL, "neither's required parameters have counterparts"
    lone = (fit.needs_identifier[0] and not required[1]) or (
        fit.needs_identifier[1] and not required[0]
    )
    return (_CALL, "only one needs an identifier") if lone else (1.0, "")


def name_likeness(pair: Pairing) -> tuple[float, list[str]]:
    """Likeness of two names by how telling their words are, with the words they share."""
    one, other, weights = pair.side_a.names, pair.side_b.names, pair.scope.names
    common = one.keys() & other.keys()
    met = math.fsum(
        weights[key] * (_KINDRED_VERB if key[0] == "@" and one[key] != other[key] else 1.0)
        for key in common
    )
    total = pair.side_a.name_total + pair.side_b.name_total
    return (min(1.0, 2 * met / total) if total else 0.0), sorted(one[key] for key in common)


def text_likeness(pair: Pairing) -> tuple[float, list[str]]:
    """Cosine of the telling words, damped where few are shared; most telling words first."""
    one, other = pair.side_a.vector, pair.side_b.vector
    products = {word: one[word] * other[word] for word in one.keys() & other.keys()}
    if not products:
        return 0.0, []
    shared = len(products)
    cosine = min(1.0, math.fsum(products.values()))
    words = sorted(products, key=lambda word: (-products[word], word))
    return cosine * shared / (shared + 1), words


def opening_likeness(pair: Pairing) -> tuple[float, list[str]]:
    """Likeness of the first sentences: half by weight of words, half by shared rare words."""
    common = pair.side_a.opening & pair.side_b.opening
    if not common:
        return 0.0, []
    met = math.fsum(pair.scope.weights.get(word, 0.0) for word in common)
    total = pair.side_a.opening_total + pair.side_b.opening_total
    rare = [word for word in common if pair.scope.openings[word] <= _RARE]
    likeness = min(1.0, 2 * met / total) if total else 0.0
    return likeness / 2 + min(_RARE, len(rare)) / (2 * _RARE), sorted(rare or common)


def mentions(a: Reading, b: Reading) -> str:
    """Who names whom in the description, in words; empty for neither."""
    if a.name == b.name:
        return ""
    if b.mention_key in a.mentioned:
        return f"{a.name} names {b.name}"
    return f"{b.name} names {a.name}" if a.mention_key in b.mentioned else ""


def measure(pair: Pairing, fit: Fit) -> Measured:
    """All parts of one pair; the order of the two changes nothing but the veto's words.

    Args:
        pair: the two.
        fit: how their arguments fit.
    """
    parts = {
        Part.NAME: name_likeness(pair)[0],
        Part.TEXT: text_likeness(pair)[0],
        Part.OPENING: opening_likeness(pair)[0],
        Part.ARGUMENTS: max(fit.shared, 0.8 * min(fit.covers)),
        Part.MENTION: 1.0 if mentions(pair.a, pair.b) else 0.0,
        Part.ACTION: action_of(pair.a, pair.b),
        Part.OBJECT: object_of(pair)[0],
        Part.SCOPE: scope_of_pair(pair, fit)[0],
        Part.CALL: call_of(pair, fit)[0],
    }
    return Measured(parts=parts, veto=veto_of(pair.a, pair.b), fit=fit)
