"""References inside a schema: resolved within it, never fetched from anywhere."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import unquote

from mcptui.contract.pointer import below, tokens_of, value_at
from mcptui.contract.schema_walk import walk
from mcptui.contract.wire import JsonValue

REFERENCE_KEYWORDS: Final = ("$ref", "$dynamicRef", "$recursiveRef")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """One reference of a schema."""

    pointer: str
    """Where the keyword stands."""
    keyword: str
    target: str
    """What it refers to, as sent."""
    is_remote: bool
    """It names another document; that is never fetched or opened."""
    resolved: str | None
    """Pointer, within the schema, of what it leads to; None where that is nowhere."""


class Resolver:
    """Finds what the references of one schema lead to."""

    def __init__(self, root: JsonValue) -> None:
        self._root = root
        self._found: dict[str, tuple[str, Any] | None] = {}
        self._named: tuple[dict[str, str], dict[str, str]] | None = None

    def is_remote(self, target: str) -> bool:
        """Whether a reference names a document other than this schema."""
        document = target.partition("#")[0]
        return bool(document) and document not in self._documents()

    def resolve(self, target: str) -> tuple[str, Any] | None:
        """Pointer and value of the schema that a reference leads to, or None."""
        if target not in self._found:
            self._found[target] = self._resolve(target)
        return self._found[target]

    def _resolve(self, target: str) -> tuple[str, Any] | None:
        document, _, fragment = target.partition("#")
        start = self._documents().get(document) if document else ""
        if start is None:
            return None
        fragment = unquote(fragment)
        if fragment and not fragment.startswith("/"):
            anchored = self._anchors().get(fragment)
            if anchored is None:
                return None
            start, fragment = anchored, ""
        tokens = (*tokens_of(start), *tokens_of(fragment))
        value = value_at(self._root, tokens)
        return (below("", *tokens), value) if isinstance(value, dict | bool) else None

    def _documents(self) -> dict[str, str]:
        return self._names()[0]

    def _anchors(self) -> dict[str, str]:
        return self._names()[1]

    def _names(self) -> tuple[dict[str, str], dict[str, str]]:
        """Pointers of the subschemas that carry a name: by `$id`, by anchor."""
        if self._named is None:
            documents: dict[str, str] = {}
            anchors: dict[str, str] = {}
            for pointer, schema in walk(self._root):
                if not isinstance(schema, dict):
                    continue
                for keyword in ("$id", "id"):
                    if isinstance(name := schema.get(keyword), str):
                        document, _, fragment = name.partition("#")
                        if document:
                            documents.setdefault(document, pointer)
                        elif fragment:
                            anchors.setdefault(fragment, pointer)
                for keyword in ("$anchor", "$dynamicAnchor"):
                    if isinstance(name := schema.get(keyword), str):
                        anchors.setdefault(name, pointer)
            self._named = documents, anchors
        return self._named


def references_in(schema: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Keyword and target of each reference that a schema itself makes."""
    for keyword in REFERENCE_KEYWORDS:
        if isinstance(target := schema.get(keyword), str):
            yield keyword, target


def references(schema: JsonValue, pointer: str = "") -> Iterator[Reference]:
    """Every reference of a schema, in the order sent.

    Args:
        schema: the whole document: `#` means this.
        pointer: where it stands; goes before the place of each reference.
    """
    resolver = Resolver(schema)
    for at, each in walk(schema):
        if isinstance(each, dict):
            for keyword, target in references_in(each):
                found = resolver.resolve(target)
                yield Reference(
                    pointer=pointer + below(at, keyword),
                    keyword=keyword,
                    target=target,
                    is_remote=resolver.is_remote(target),
                    resolved=found[0] if found else None,
                )
