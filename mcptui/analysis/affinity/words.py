"""Names and texts taken apart into words, in any script; the same word for the same thing.

Names are split at case, digits and separators. Scripts written without spaces (Han, kana, Hangul)
are taken as pairs of neighbouring characters.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Final

_UNSPACED: Final = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_CAMEL: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_RUNS: Final = re.compile(rf"[{_UNSPACED}]+|[^\W_{_UNSPACED}]+")
_UNSPACED_RUN: Final = re.compile(rf"[{_UNSPACED}]+")
_SENTENCE_END: Final = re.compile(r"[.!?](?=\s|$)|[\u3002\uff01\uff1f]|\n")
_SHORTEST_PLURAL: Final = 4
_SHORTEST_SENTENCE: Final = 2
_TEXT_LIMIT: Final = 20_000
"""Characters of a text that are read."""


def word_set(text: str) -> frozenset[str]:
    """The words of a text that stand between blanks."""
    return frozenset(text.split())


STOP_WORDS: Final = word_set(
    "a about after all also an and any are as at based be before between by can default do does "
    "e each eg etc for from g get gets given has have how i ie if in into is it its like may "
    "more most must new no not of on one only optional or other per provided required return "
    "returns same should specified such than that the then this to tool tools use used using "
    "value values via what when where whether which will with within without you your"
)

SYNONYMS: Final = {
    word: words.split()[0]
    for words in (
        "file document doc",
        "directory folder dir",
        "repository repo",
        "issue ticket",
        "pr mr",
        "message msg",
        "image screenshot picture photo",
        "script javascript js code",
        "query search",
        "user person people member",
        "page tab website site",
        "web internet",
        "dialog alert",
        "element node",
        "info detail metadata information",
        "config configuration setting",
        "env environment",
        "db database",
        "number count",
        "param parameter argument",
        "function func method",
        "struct structure",
        "var variable",
        "build pipeline run",
        "comment thread",
        "diff change",
        "company org organization organisation corporation",
        "channel room",
        "address location",
        "relation edge relationship",
        "note memo",
        "project workspace",
    )
    for word in words.split()
}
"""Nouns to the word that stands for all that mean the same in practice."""


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """A word without its plural."""
    if len(word) < _SHORTEST_PLURAL or not word.isascii() or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > _SHORTEST_PLURAL:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses", "xes", "zes")):
        return word[:-2]
    return word.removesuffix("s")


def is_plural(word: str) -> bool:
    """Whether a word looks like a plural."""
    return stem(word) != word


def meaning(word: str) -> str:
    """What stands for a word and all its synonyms."""
    short = stem(word)
    return SYNONYMS.get(short, short)


@lru_cache(maxsize=65_536)
def name_words(name: str) -> tuple[str, ...]:
    """The words of a name in order, lower case; runs without spaces stay whole."""
    split = _CAMEL.sub(" ", _plain(name))
    return tuple(run.lower() for run in _RUNS.findall(split))


def _plain(text: str) -> str:
    """A text in its compatibility form, invisible format characters left out."""
    cut = text[:_TEXT_LIMIT]
    if cut.isascii():
        return cut
    normal = unicodedata.normalize("NFKC", cut)
    return "".join(char for char in normal if unicodedata.category(char) != "Cf")


def is_unspaced(word: str) -> bool:
    """Whether a word is a run of a script written without spaces."""
    return _UNSPACED_RUN.fullmatch(word) is not None


def pairs_of(run: str) -> tuple[str, ...]:
    """The pairs of neighbouring characters of a run; a single one is itself."""
    return tuple(run[at : at + 2] for at in range(max(1, len(run) - 1)))


@lru_cache(maxsize=16_384)
def text_words(text: str) -> tuple[str, ...]:
    """The words of a text in order, stemmed, stop words left out."""
    found: list[str] = []
    for run in _RUNS.findall(_CAMEL.sub(" ", _plain(text))):
        if is_unspaced(run):
            found.extend(pairs_of(run))
        elif (word := run.lower()) not in STOP_WORDS:
            found.append(stem(word))
    return tuple(found)


def first_sentence(text: str) -> str:
    """The first sentence that says anything, without the blanks around it."""
    for part in _SENTENCE_END.split(_plain(text)[:2_000]):
        if len(part.strip()) > _SHORTEST_SENTENCE:
            return part.strip()
    return ""
