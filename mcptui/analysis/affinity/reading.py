"""What is read of each tool before pairs are compared: action, object, texts, arguments."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import Any, Final

from mcptui.analysis.affinity.shape import Shape
from mcptui.analysis.affinity.verbs import READING, class_of, unspaced_class, verb_place
from mcptui.analysis.affinity.words import (
    first_sentence,
    is_plural,
    is_unspaced,
    meaning,
    name_words,
    pairs_of,
    text_words,
    word_set,
)

QUALIFIERS: Final = word_set(
    "advanced all async auto basic batch beta binary brief bulk cached classic compact "
    "complete comprehensive concise content contents csv current data deep default deprecated "
    "detail detailed details direct enhanced exact experimental extended extra fast filter "
    "filtered full fuzzy generic guided html improved info information intelligent "
    "interactive json latex legacy lightweight list lite live many markdown media metadata "
    "mini minimal multiple my next old only optimized overview partial plain plus pretty pro "
    "quick raw recent result results rich rough safe semantic short simple simplified single "
    "slim smart stable staged strict structured summary sync text thorough tree unified "
    "unsafe unstaged v1 v2 v3 v4 verbose"
)
"""Words of a name that say how, how much or in what form, and not on what."""
_UNSPACED_QUALIFIERS: Final = word_set(
    "高度 高级 高級 고급 詳細 详细 상세 簡易 简单 간단 一括 批量 일괄 全部 所有 모든 전체 最新 최신"
)
"""The same in scripts written without spaces."""
_QUALIFIES: Final = re.compile("|".join(sorted(_UNSPACED_QUALIFIERS)))
GLUE: Final = word_set("a an and as at by for from in is of on or the to via with without")
_PREPOSITIONS: Final = word_set("as at by for from in of on to via with without")
_MANY: Final = word_set("all multiple batch bulk many list filter")
_ACTION_NAMES: Final = word_set("action actions operation op command act cmd")
_MODE_NAMES: Final = word_set("mode type kind method")
_NOT_A_NAME: Final = word_set("mcp server tools tool api the")
_NAMES: Final = re.compile(r"[\w./-]+")
_MENTIONS_READ: Final = 20_000
_FAMILY: Final = 3
"""Names that begin alike before the word counts as the server's, or as a category."""
_SHORTEST_NAME: Final = 4
_FIELDS_READ: Final = 50
_HTTP: Final = word_set("get post put patch delete head options")


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """One parameter as the pair comparison reads it."""

    name: str
    words: tuple[str, ...]
    """Words of the name by meaning, identifier words left out."""
    identifies: str
    """Which identifier word it ends in (`id`, `name`); empty where it is none."""
    kind: str
    """`string`, `number`, `boolean`, `array`, `object` or `any`; of the items of an array."""
    is_list: bool
    required: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One tool as the pair comparison reads it."""

    name: str
    words: tuple[str, ...]
    """Words of the name without a server's namespace."""
    prefix: str
    """The namespace word that was left out before them; empty for none."""
    category: str
    """The noun that begins it and at least two other names, by meaning; empty for none."""
    verb: str
    """The verb of the name as it stands there; empty without one."""
    actions: frozenset[str]
    """Classes of what it does; several for a tool with an action parameter; empty: unknown."""
    nouns: tuple[str, ...]
    """What it acts on, by meaning, in the order of the name."""
    head: str
    """The noun that the others qualify, by meaning; empty without one."""
    is_bare: bool
    """The name is but a verb: the nouns were taken from the text."""
    is_many: bool
    """It works on several things at once."""
    opening: tuple[str, ...]
    """Words of the first sentence."""
    text: Mapping[str, int]
    """Words of the whole description, with their counts."""
    meanings: frozenset[str]
    """Words of name, first sentence and parameter names, by meaning."""
    all_meanings: frozenset[str]
    """The same of the whole description too."""
    arguments: tuple[Argument, ...]
    described_as: str
    """The verb of the first sentence that the action was taken from; empty where it was not."""
    mention_key: str
    """The name in lower case, as descriptions are searched for it; empty where too short."""
    mentioned: frozenset[str]
    """Names that the description mentions, in lower case, as far as they look like names."""

    def word_of(self, action: str) -> tuple[str, str]:
        """The word that stands for one of its actions, and where it stood."""
        if self.verb and class_of(self.verb) == action:
            return self.verb, "name"
        if self.described_as and class_of(self.described_as) == action:
            return self.described_as, "description"
        return action, "name" if len(self.actions) == 1 else "action parameter"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToRead:
    """What a reading starts from."""

    name: str
    description: str
    shape: Shape


@dataclass(frozen=True, slots=True, kw_only=True)
class Namespace:
    """Words that the names of one server carry without telling anything."""

    first: frozenset[str]
    last: frozenset[str]
    category: frozenset[str] = frozenset()
    """First words, no verbs, that begin at least three names."""
    own: frozenset[str] = frozenset()
    """Words of the name that the server calls itself."""


def namespace_of(names: Sequence[str], server_name: str = "") -> Namespace:
    """First words, no verbs, that begin many of these names; last words that end nearly all."""
    split = [name_words(name) for name in names]
    split = [words for words in split if len(words) > 1]
    firsts = Counter(words[0] for words in split)
    lasts = Counter(words[-1] for words in split)
    total = len(names)
    beginning = {
        word: count for word, count in firsts.items() if count >= _FAMILY and not class_of(word)
    }
    return Namespace(
        first=frozenset(
            word
            for word, count in beginning.items()
            if count >= 0.2 * total and not is_plural(word)
        ),
        category=frozenset(beginning),
        last=frozenset(
            word for word, count in lasts.items() if total > _FAMILY and count >= 0.8 * total
        ),
        own=frozenset(
            word
            for word in name_words(server_name)
            if class_of(word) is None and word not in GLUE and word not in _NOT_A_NAME
        ),
    )


def joined_words(names: Iterable[str]) -> dict[str, tuple[str, str]]:
    """Words that some of these names write as one and others as two: `workitem`, `work_item`."""
    split = [name_words(name) for name in names]
    single = {word for words in split for word in words}
    pairs = {"".join(pair): pair for pair in sorted({*chain(*map(pairwise, split))})}
    return {word: pairs[word] for word in sorted(single & pairs.keys())}


def read(
    tool: ToRead,
    namespace: Namespace,
    joined: Mapping[str, tuple[str, str]],
    known: dict[tuple[Argument, ...], tuple[Argument, ...]],
) -> Reading:
    """One tool as the pair comparison reads it.

    Args:
        tool: the tool.
        namespace: of its server.
        joined: words to take apart, as `joined_words` found them over all tools.
        known: argument lists met before; equal ones become one object.
    """
    prefix, words = _told_words(tool.name, namespace, joined)
    place = verb_place(words)
    verb = words[place] if place is not None else ""
    rest = [word for at, word in enumerate(words) if at != place]
    if is_unspaced(verb):
        told = unspaced_class(verb)[1]
        rest += [part for whole in verb.split(told) for part in _QUALIFIES.split(whole) if part]
        verb = told
    opening = text_words(first_sentence(tool.description))
    body = Counter(text_words(tool.description))
    arguments = _arguments(tool.shape)
    arguments = known.setdefault(arguments, arguments)
    nouns = [part for word in _nouns(rest) for part in _parts(word)]
    actions, described_as = _actions(verb, words[place + 1 :] if place is not None else (), tool)
    own = {meaning(word) for word in (*words, *opening)}
    own.update(part for word in words for part in _parts(word))
    own.update(word for each in arguments for word in each.words)
    bare = [word for word in opening if class_of(word) is None][:3]
    return Reading(
        name=tool.name,
        words=tuple(words),
        prefix=prefix,
        category=meaning(words[0]) if words and words[0] in namespace.category else "",
        verb=verb,
        actions=actions,
        nouns=tuple(dict.fromkeys(meaning(word) for word in nouns or bare)),
        head=_head(rest),
        is_bare=not nouns,
        is_many=_is_many(rest, actions),
        opening=opening,
        text=body,
        meanings=frozenset(own),
        all_meanings=frozenset(own | {meaning(word) for word in body}),
        arguments=arguments,
        described_as=described_as,
        mention_key=tool.name.lower() if _looks_like_a_name(tool.name) else "",
        mentioned=frozenset(
            name.strip(".-/").lower()
            for name in _NAMES.findall(tool.description[:_MENTIONS_READ])
            if _looks_like_a_name(name.strip(".-/"))
        ),
    )


def _told_words(
    name: str, namespace: Namespace, joined: Mapping[str, tuple[str, str]]
) -> tuple[str, list[str]]:
    """The namespace word of a name, and its words without what its server's names always carry."""
    words = [part for word in name_words(name) for part in joined.get(word, (word,))]
    prefix = ""
    if len(words) > 1 and words[0] in namespace.first:
        prefix, words = words[0], words[1:]
    if len(words) > 1 and words[-1] in namespace.last:
        words = words[:-1]
    told = [word for word in words if word not in namespace.own]
    return prefix, (told if any(word not in GLUE for word in told) else words)


def _looks_like_a_name(text: str) -> bool:
    """Whether a text is no plain word, so that a description cannot use it by chance."""
    return len(text) > _SHORTEST_NAME and len(name_words(text)) > 1


def _nouns(words: Iterable[str]) -> list[str]:
    without = QUALIFIERS | GLUE | _UNSPACED_QUALIFIERS
    return [word for word in words if word not in without]


def _parts(word: str) -> tuple[str, ...]:
    return pairs_of(word) if is_unspaced(word) else (word,)


def _is_many(rest: Sequence[str], actions: frozenset[str]) -> bool:
    if "list" in actions or "search" in actions or not _MANY.isdisjoint(rest):
        return True
    head = _nouns(before_glue(rest))
    return bool(head) and is_plural(head[-1])


def _head(rest: Sequence[str]) -> str:
    nouns = _nouns(before_glue(rest))
    return meaning(nouns[-1]) if nouns else ""


def before_glue(words: Sequence[str]) -> Sequence[str]:
    """The words before the first preposition that does not begin them."""
    for at, word in enumerate(words):
        if at and word in _PREPOSITIONS:
            return words[:at]
    return words


def _actions(verb: str, after: Sequence[str], tool: ToRead) -> tuple[frozenset[str], str]:
    """The classes of what a tool does: by its action parameter, its name, its first sentence.

    Returns:
        The classes, and the verb of the first sentence where that told.
    """
    named = class_of(verb) if verb else None
    if named in ("start", "run"):
        named = next((done for word in after if (done := class_of(word)) in READING), named)
    if (listed := _listed_actions(tool.shape, alone=named in (None, "manage"))) is not None:
        return listed, ""
    if named is not None and named != "manage":
        if tool.description.lower().startswith(("create or update", "creates or updates")):
            return frozenset({"create", "update"}), ""
        return frozenset({named}), ""
    told, word = _told_action(tool.description)
    return (frozenset({told}), word) if told else (frozenset(), "")


def _told_action(description: str) -> tuple[str | None, str]:
    sentence = first_sentence(description)
    for word in name_words(sentence)[:3]:
        if is_unspaced(word):
            return unspaced_class(sentence)
        if word in ("returns", "return"):
            return "read", word
        if (found := class_of(word)) is not None:
            return found, word
    return None, ""


def _listed_actions(shape: Shape, *, alone: bool) -> frozenset[str] | None:
    """Classes of the values of an action parameter; None without one."""
    for names in (_ACTION_NAMES, _MODE_NAMES if alone else frozenset()):
        for form in shape.forms:
            for name in sorted(names & form.properties.keys()):
                values = [
                    value.lower()
                    for _, schema in form.properties[name][1]
                    if isinstance(schema, dict) and isinstance(schema.get("enum"), list)
                    for value in schema["enum"]
                    if isinstance(value, str)
                ]
                if values and _HTTP.issuperset(values):
                    continue
                words = (name_words(value) for value in values)
                found = {class_of(each[0]) for each in words if each} - {None}
                if len(found) > 1:
                    return frozenset(each for each in found if each)
    return None


_IDENTIFIERS: Final = {
    "id": "id", "ids": "id", "uuid": "id", "guid": "id", "identifier": "id", "number": "id",
    "name": "name", "names": "name", "slug": "name", "key": "key", "keys": "key",
    "index": "index",
}  # fmt: skip


def _arguments(shape: Shape) -> tuple[Argument, ...]:
    found: dict[str, Argument] = {}
    for form in shape.forms:
        for name in form.properties:
            if name in found:
                continue
            schemas = [schema for _, schema in form.properties[name][1]]
            found[name] = _argument(name, schemas, required=name in shape.required)
            for inner, schema in _fields_of_items(schemas):
                kept = _argument(inner, [schema], required=False)
                found.setdefault(inner, replace(kept, is_list=True))
    return tuple(found[name] for name in sorted(found))


def _fields_of_items(schemas: Iterable[Any]) -> Iterator[tuple[str, Any]]:
    for schema in schemas:
        items = schema.get("items") if isinstance(schema, dict) else None
        fields = items.get("properties") if isinstance(items, dict) else None
        if isinstance(fields, dict):
            yield from list(fields.items())[:_FIELDS_READ]


def _argument(name: str, schemas: Sequence[Any], *, required: bool) -> Argument:
    kind, is_list = _kind(schemas)
    words = list(name_words(name))
    if len(words) == 1 and len(words[0]) > _SHORTEST_NAME - 1 and words[0].endswith(("id", "ids")):
        stump = words[0].removesuffix("s").removesuffix("id")
        words = [stump, "id"] if len(stump) > 1 else words
    identifies = _IDENTIFIERS.get(words[-1], "") if words else ""
    core = words[:-1] if identifies else words
    return Argument(
        name=name,
        words=tuple(dict.fromkeys(meaning(word) for word in core)),
        identifies=identifies,
        kind=kind,
        is_list=is_list,
        required=required,
    )


def _kind(schemas: Iterable[Any]) -> tuple[str, bool]:
    """The kind of a parameter's values as a short look tells, that of the items of a list."""
    for schema in schemas:
        if not isinstance(schema, dict):
            continue
        declared = schema.get("type")
        if declared is None and isinstance(
            parts := schema.get("anyOf") or schema.get("oneOf"), list
        ):
            inner = [part for part in parts if part != {"type": "null"}]
            if inner:
                return _kind(inner[:1])
        names = [
            each
            for each in (declared if isinstance(declared, list) else [declared])
            if each != "null"
        ]
        kind = names[0] if names and isinstance(names[0], str) else "any"
        if kind == "array":
            items = schema.get("items")
            return _kind([items])[0] if isinstance(items, dict) else "any", True
        return "number" if kind == "integer" else kind, False
    return "any", False
