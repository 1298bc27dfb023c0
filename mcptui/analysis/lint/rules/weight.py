"""Weight: what definitions cost a context, and lists that lead to no detail."""

import re
from collections.abc import Iterator
from typing import Final

from mcptui.analysis.lint.rule import Seen
from mcptui.analysis.lint.subject import Listing, Tool, tokens_of_bytes
from mcptui.analysis.lint.wording import counted, few, named, verb

HEAVY_DEFINITION: Final = 2_000
"""Estimated tokens from which one definition is heavy."""
HEAVY_CATALOGUE: Final = 20_000
"""Estimated tokens from which all definitions of a server are heavy."""
_MOST_HEAVY: Final = 3
_MOST_LISTS: Final = 5
"""List tools of one server that get a finding each."""

_NAME_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_LIST_VERBS: Final = frozenset({"browse", "enumerate", "find", "list", "ls", "query", "search"})
_DETAIL_VERBS: Final = frozenset(
    {"describe", "fetch", "get", "load", "read", "retrieve", "show", "view"}
)
_DETAIL_NOUNS: Final = frozenset({"detail", "details", "info", "by", "id"})
"""Words that a detail tool's name may add."""
_FILLERS: Final = frozenset({"all", "my"})
_WHOLE_RECORDS: Final = re.compile(
    r"\b(?:with|including|includes?|returns?) (?:all|every|full|complete|the full|the complete) "
    r"(?:details|fields|records?|contents?|bod(?:y|ies)|text)\b"
    r"|\b(?:full|whole|complete) (?:records|objects|documents)\b",
    re.IGNORECASE,
)


def heavy_definition(tool: Tool) -> Iterator[Seen]:
    """One definition costs more than 2,000 estimated tokens."""
    if tool.estimated_tokens <= HEAVY_DEFINITION:
        return
    raw = tool.definition.raw
    members = raw if isinstance(raw, dict) else {}
    weights = {name: len(tool.member_text(name)) for name in members}
    heaviest = max(weights, key=lambda name: weights[name], default=None)
    most = f"; {named(heaviest)} is the heaviest part of it" if heaviest is not None else ""
    yield Seen(
        message=(
            f"The definition costs about {tool.estimated_tokens:,} tokens "
            f"({tool.contract_bytes:,} bytes) in every context that holds it{most}."
        )
    )


def heavy_catalogue(listing: Listing) -> Iterator[Seen]:
    """All definitions of one server cost more than 20,000 estimated tokens."""
    tokens = tokens_of_bytes(sum(tool.contract_bytes for tool in listing.tools))
    if tokens <= HEAVY_CATALOGUE:
        return
    heaviest = sorted(listing.tools, key=lambda tool: -tool.contract_bytes)[:_MOST_HEAVY]
    names = few([tool.name or f"entry {tool.definition.position + 1}" for tool in heaviest])
    yield Seen(
        message=(
            f"The {counted(len(listing.tools), 'definition')} of this server cost about {tokens:,} "
            f"tokens in every context that holds them; the heaviest: {names}."
        )
    )


def no_detail_tool(listing: Listing) -> Iterator[Seen]:
    """A list tool returns whole records, or does not name the detail tool there is."""
    seen = list(_without_detail(listing))
    if len(seen) <= _MOST_LISTS:
        yield from seen
        return
    yield Seen(
        message=(
            f"The descriptions of {few([each.tool or '' for each in seen])} name no detail tool; "
            "a short list that names the tool for one record keeps results small."
        ),
    )


def _without_detail(listing: Listing) -> Iterator[Seen]:
    details = _detail_tools(listing)
    for tool in listing.tools:
        words = _words_of(tool.name)
        if not words or words[0] not in _LIST_VERBS:
            continue
        text = tool.definition.description or ""
        about = tuple(_singular(word) for word in words[1:] if word not in _FILLERS)
        partners = [name for name in details.get(about, ()) if name != tool.name]
        whole = _WHOLE_RECORDS.search(text)
        if partners and not any(name in text for name in partners):
            gives = verb(len(partners), "gives", "give")
            what = f"does not name {few(partners)}, which {gives} the details of one record"
        elif whole and not partners:
            what = f"promises whole records ({named(whole.group())}), and there is no detail tool"
        else:
            continue
        yield Seen(
            message=(
                f"The description of {named(tool.name or '')} {what}; a short list that names the "
                "tool for one record keeps results small."
            ),
            path="/description",
            evidence=whole.group() if whole and not partners else "",
            tool=tool.name,
            position=tool.definition.position,
        )


def _detail_tools(listing: Listing) -> dict[tuple[str, ...], list[str]]:
    """Names of tools that give one record, by the words of what they give."""
    details: dict[tuple[str, ...], list[str]] = {}
    for tool in listing.tools:
        words = _words_of(tool.name)
        about = tuple(word for word in words[1:] if word not in _DETAIL_NOUNS)
        is_one = about == tuple(map(_singular, about))
        if words and words[0] in _DETAIL_VERBS and about and is_one:
            details.setdefault(about, []).append(tool.name or "")
    return details


def _words_of(name: str | None) -> list[str]:
    return [word.lower() for word in _NAME_WORD.findall(name or "")]


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > len("pies"):
        return f"{word[:-3]}y"
    if word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word
