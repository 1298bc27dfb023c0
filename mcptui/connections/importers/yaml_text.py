"""YAML with the lines of its members; nothing in it can make objects or outgrow a bound.

Scalars keep their spelling: `1.10` and `0123` are texts, as the hosts' YAML 1.2 readers have it;
only `true`, `false` and `null` are more than text.
"""

from collections.abc import Mapping
from typing import Any

from mcptui.connections.importers.document import Document, Format, MemberPath, broken
from mcptui.errors import ConfigError

_MOST_CHARACTERS = 4 * 1024 * 1024
_MOST_NODES = 100_000
_DEEPEST = 100
_MAP, _LIST, _SCALAR = "mapping", "sequence", "scalar"


def read_yaml(text: str, place: str) -> Document:
    """Read a YAML text.

    Raises:
        ConfigError: it is broken, or its aliases make it grow beyond reason; with line and column.
    """
    import yaml  # noqa: PLC0415  # deferred: few runs meet a YAML file

    text = text.removeprefix("\ufeff")
    if len(text) > _MOST_CHARACTERS:
        raise broken("it is larger than 4 MB", place, 1, 1)
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise broken(error.problem or "it is broken", place, line, column) from None
    except yaml.reader.ReaderError as error:
        raise _bad_character(error.position, text, place) from None
    except RecursionError:
        raise broken("it is nested too deeply", place, 1, 1) from None
    walk = _Walk(place)
    value = walk.value_of(node, ())
    return Document(
        place=place,
        format=Format.YAML,
        value=value,
        lines_below=walk.lines_below,
        repeated_below=walk.repeated_below,
    )


def _bad_character(position: int, text: str, place: str) -> ConfigError:
    before = text[:position]
    column = position - (before.rfind("\n") + 1) + 1
    return broken("a character may not stand there", place, before.count("\n") + 1, column)


class _Walk:
    """Turns the nodes of a YAML tree into plain values, and notes their lines."""

    def __init__(self, place: str) -> None:
        self._place = place
        self._lines: dict[MemberPath, dict[str | int, list[int]]] = {}
        self._count = 0
        self._open: set[int] = set()

    def lines_below(self, path: MemberPath) -> Mapping[str | int, int]:
        """The line of each member of the container at `path`."""
        return {name: lines[-1] for name, lines in self._lines.get(path, {}).items()}

    def repeated_below(self, path: MemberPath) -> Mapping[str, tuple[int, ...]]:
        """Names that stand more than once in the mapping at `path`."""
        found = self._lines.get(path, {}).items()
        return {str(name): tuple(lines) for name, lines in found if len(lines) > 1}

    def value_of(self, node: Any, path: MemberPath) -> Any:
        """The value of a node: aliases are followed, within bounds."""
        self._check(node, path)
        if node.id == _SCALAR:
            return _scalar(node.value, node.tag)
        self._open.add(id(node))
        value = self._mapping(node, path) if node.id == _MAP else self._sequence(node, path)
        self._open.discard(id(node))
        return value

    def _check(self, node: Any, path: MemberPath) -> None:
        self._count += 1
        if self._count > _MOST_NODES:
            reason = "its aliases make it grow beyond 100000 values"
        elif id(node) in self._open:
            reason = "it contains itself"
        elif len(path) > _DEEPEST:
            reason = "it is nested too deeply"
        else:
            return
        mark = node.start_mark
        raise broken(reason, self._place, mark.line + 1, mark.column + 1)

    def _mapping(self, node: Any, path: MemberPath) -> dict[str, Any]:
        lines = self._lines.setdefault(path, {})
        value: dict[str, Any] = {}
        for name_node, value_node in node.value:
            name = str(name_node.value) if name_node.id == _SCALAR else "?"
            lines.setdefault(name, []).append(name_node.start_mark.line + 1)
            value[name] = self.value_of(value_node, (*path, name))
        return value

    def _sequence(self, node: Any, path: MemberPath) -> list[Any]:
        lines = self._lines.setdefault(path, {})
        for position, item in enumerate(node.value):
            lines[position] = [item.start_mark.line + 1]
        return [self.value_of(item, (*path, index)) for index, item in enumerate(node.value)]


def _scalar(text: str, tag: str) -> str | bool | None:
    kind = tag.rpartition(":")[2]
    if kind == "null":
        return None
    if kind == "bool" and text.lower() in ("true", "false"):
        return text.lower() == "true"
    return text
