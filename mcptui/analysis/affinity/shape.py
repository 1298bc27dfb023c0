"""What a tool's arguments look like to the gate: required names and the schema of each name."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any, Final

from mcptui.analysis.affinity.branch import Asked, Document, Kind
from mcptui.analysis.affinity.compiling import branches_of
from mcptui.contract.definition import MISSING, ToolDefinition
from mcptui.contract.schema import dialect_of, parameters_of, schema_problem
from mcptui.contract.schema_references import REFERENCE_KEYWORDS, Resolver
from mcptui.contract.wire import JsonValue, dumps

_SAYS_NOTHING: Final = frozenset(
    {"title", "description", "default", "examples", "deprecated", "$comment", "readOnly",
     "writeOnly", "format"}
)  # fmt: skip
_REFERS: Final = re.compile("|".join(re.escape(f'"{each}"') for each in REFERENCE_KEYWORDS))

_SERIALS: Final = count()
"""Tell apart the documents that references are resolved in."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Form:
    """One way to fill in the arguments; most tools have one."""

    required: frozenset[str]
    properties: Mapping[str, tuple[str, Asked]]
    """Each name that may stand there, with the schemas of its value and a key: equal keys mean
    equal schemas."""
    opaque: bool
    """It demands more than is understood."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Shape:
    """The arguments of one tool."""

    schema: JsonValue
    """The input schema as sent; an empty one where there is none."""
    asked: Asked
    forms: tuple[Form, ...]
    """Empty where no object of arguments fits the schema."""
    problem: str | None
    """Why the schema says nothing usable, one line ready to show; None where it does."""

    @cached_property
    def types(self) -> dict[str, str]:
        """What each parameter takes, in words ready to show."""
        return {row.name: row.type for row in parameters_of(self.schema).every_row()}

    @property
    def required(self) -> frozenset[str]:
        """The names that every form requires."""
        sets = [form.required for form in self.forms]
        return frozenset.intersection(*sets) if sets else frozenset()

    @property
    def names(self) -> frozenset[str]:
        """Every name that some form declares or requires."""
        return frozenset(name for form in self.forms for name in form.properties)


def shape_of(definition: ToolDefinition) -> Shape:
    """What a tool's arguments look like; total over anything a server sends."""
    schema = definition.member("inputSchema")
    return shape_of_schema({} if schema is MISSING else schema, problem=schema_problem(definition))


def shape_of_schema(schema: JsonValue, problem: str | None = None) -> Shape:
    """What the arguments look like that this schema asks for."""
    document = Document(resolver=Resolver(schema), dialect=dialect_of(schema))
    asked: Asked = ((document, schema),)
    objects = [each for each in branches_of(asked) if each.kind is Kind.OBJECT]
    keys = _Keys()
    forms = []
    for branch in objects:
        names = [*branch.properties, *sorted(branch.required - branch.properties.keys())]
        members = {name: branch.member(name) for name in names}
        forms.append(
            Form(
                required=branch.required,
                properties={name: (keys.of(each), each) for name, each in members.items()},
                opaque=branch.opaque,
            )
        )
    return Shape(schema=schema, asked=asked, forms=tuple(forms), problem=problem)


class _Keys:
    """Texts that are equal for schemas that ask the same; a document's own where it refers."""

    def __init__(self) -> None:
        self._serial = next(_SERIALS)
        self._known: dict[int, str] = {}

    def of(self, asked: Asked) -> str:
        return "\n".join(sorted(self._text(schema) for _, schema in asked))

    def _text(self, schema: Any) -> str:
        if id(schema) not in self._known:
            text = dumps(_bare(schema))
            own = f" in {self._serial}" if _REFERS.search(text) else ""
            self._known[id(schema)] = f"{text}{own}"
        return self._known[id(schema)]


def _bare(schema: Any) -> Any:
    """A schema without its own texts, its members by name."""
    if not isinstance(schema, dict):
        return schema
    kept = (name for name in sorted(schema) if name not in _SAYS_NOTHING)
    return {name: schema[name] for name in kept}
