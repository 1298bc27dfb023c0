"""One subschema with its references followed and what speaks of the same value put together.

Everything here is a reading for people: it takes any JSON a server sends, never raises, and stops
at the limits of `schema_walk`. Whether a value fits a schema is not decided here.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from mcptui.contract.definition import MISSING
from mcptui.contract.pointer import below, kind_of, tokens_of
from mcptui.contract.schema_references import REFERENCE_KEYWORDS, Resolver
from mcptui.contract.schema_walk import NODE_LIMIT, Dialect
from mcptui.contract.wire import JsonValue

_BESIDE_REFERENCE: Final = frozenset({"title", "description", "default", "examples", "deprecated"})
"""What is read beside a `$ref` in drafts that ignore its siblings: texts, no constraints."""
_MERGED: Final = frozenset({*REFERENCE_KEYWORDS, "allOf", "properties", "required"})
_NULL: Final = {"type": "null"}


@dataclass(slots=True, kw_only=True)
class View:
    """A subschema as a reader sees it."""

    keywords: dict[str, tuple[str, Any]] = field(default_factory=dict)
    """Keyword to (pointer of the schema it stands in, value); the outermost of each."""
    properties: dict[str, tuple[str, Any]] = field(default_factory=dict)
    """Property to (pointer, schema)."""
    required_at: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Required name to (pointer of the schema that says so, index in its list), in order."""
    path: frozenset[str] = frozenset()
    """Pointers of the schemas being read, from the root to here."""
    name: str = ""
    """Name of the definition it was taken from, as sent; empty where it stands in place."""
    recursive: str | None = None
    """Name, as sent, of the schema around it that it is once more."""
    nowhere: str | None = None
    """A reference, as sent, that was not followed."""
    null: bool = False
    """Null is allowed beside what the keywords say."""
    never: bool = False
    """Nothing is allowed."""
    not_a_schema: str | None = None
    """What stands here in place of a schema, in words."""
    cut_short: bool = False
    """A limit was reached; there is more."""

    @property
    def required(self) -> tuple[str, ...]:
        """The required names, each once."""
        return tuple(self.required_at)

    def require(self, pointer: str, names: list[Any]) -> None:
        """Take over the names of a `required` list; what is no name is left out."""
        for index, name in enumerate(names):
            if isinstance(name, str):
                self.required_at.setdefault(name, (pointer, index))

    def value(self, keyword: str) -> Any:
        """The value of a keyword, or MISSING."""
        found = self.keywords.get(keyword)
        return MISSING if found is None else found[1]

    def text(self, keyword: str) -> str:
        """The value of a keyword where it is a string, else empty."""
        value = self.value(keyword)
        return value if isinstance(value, str) else ""

    def schemas(self, keyword: str) -> Iterator[tuple[str, Any]]:
        """Pointer and value of each schema in the list that is a keyword's value."""
        pointer, value = self.keywords.get(keyword, ("", None))
        if isinstance(value, list):
            for index, each in enumerate(value):
                yield below(pointer, keyword, index), each

    def schema(self, keyword: str) -> tuple[str, Any] | None:
        """Pointer and value of the schema that is a keyword's value; None for a list or none."""
        found = self.keywords.get(keyword)
        if found is None or isinstance(found[1], list):
            return None
        return below(found[0], keyword), found[1]


class Views:
    """Makes the views of one schema."""

    def __init__(self, root: JsonValue, dialect: Dialect) -> None:
        self.dialect = dialect
        self._resolver = Resolver(root)
        self._nodes = 0
        self._made: dict[tuple[str, frozenset[str]], View] = {}

    @property
    def exhausted(self) -> bool:
        """Whether the node limit is reached, so that views stay empty."""
        return self._nodes >= NODE_LIMIT

    def view(self, pointer: str, schema: Any, path: frozenset[str] = frozenset()) -> View:
        """What a reader sees of a subschema.

        Args:
            pointer: where it stands in the root.
            schema: what stands there.
            path: the path of the view it was reached from.
        """
        if (made := self._made.get((pointer, path))) is not None:
            return made
        view = self._made[pointer, path] = View()
        entered: set[str] = set()
        waiting: list[tuple[str, Any]] = [(pointer, schema)]
        while waiting:
            at, each = waiting.pop()
            if self.exhausted:
                view.cut_short = True
                break
            self._nodes += 1
            if isinstance(each, bool):
                view.never = view.never or not each
            elif not isinstance(each, dict):
                view.not_a_schema = kind_of(each)
            elif at in path:
                view.recursive = _name_of(at)
            elif at not in entered:
                entered.add(at)
                waiting.extend(reversed(list(self._take(view, at, each))))
        view.path = path | entered
        return view

    def _take(self, view: View, at: str, schema: dict[str, Any]) -> Iterator[tuple[str, Any]]:
        """Put a schema's own keywords into a view; yield what else speaks of the same value."""
        has_references = not schema.keys().isdisjoint(REFERENCE_KEYWORDS)
        follows = self._targets(view, schema) if has_references else []
        yield from follows
        only_texts = bool(follows) and not self.dialect.keeps_reference_siblings
        for keyword, value in schema.items():
            if only_texts and keyword not in _BESIDE_REFERENCE:
                continue
            if keyword in ("anyOf", "oneOf") and (single := _single(value)) is not None:
                view.null = view.null or len(value) > 1
                yield below(at, keyword, single), value[single]
            elif keyword == "allOf" and isinstance(value, list):
                yield from ((below(at, keyword, index), each) for index, each in enumerate(value))
            elif keyword == "properties" and isinstance(value, dict):
                for name, each in value.items():
                    view.properties.setdefault(name, (below(at, keyword, name), each))
            elif keyword == "required" and isinstance(value, list):
                view.require(at, value)
            elif keyword not in _MERGED:
                view.keywords.setdefault(keyword, (at, value))

    def _targets(self, view: View, schema: dict[str, Any]) -> list[tuple[str, Any]]:
        found = []
        for keyword in REFERENCE_KEYWORDS:
            target = schema.get(keyword)
            if not isinstance(target, str):
                continue
            if (resolved := self._resolver.resolve(target)) is None:
                view.nowhere = view.nowhere or target
            else:
                view.name = view.name or _definition_name(resolved[0])
                found.append(resolved)
        return found


def _single(members: Any) -> int | None:
    """Index of the only alternative that is not null, where there is just one."""
    if not isinstance(members, list) or not 1 <= len(members) <= 2:  # noqa: PLR2004 - T, or T and null
        return None
    others = [index for index, each in enumerate(members) if each != _NULL]
    return others[0] if len(others) == 1 else None


def _definition_name(pointer: str) -> str:
    tokens = tokens_of(pointer)
    kept_apart = len(tokens) > 1 and tokens[-2] in ("$defs", "definitions")
    return tokens[-1] if kept_apart else ""


def _name_of(pointer: str) -> str:
    tokens = tokens_of(pointer)
    return tokens[-1] if tokens else "the whole schema"
