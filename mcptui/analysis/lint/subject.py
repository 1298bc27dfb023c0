"""What rules look at: one entry, one server's list, all connections."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from mcptui.analysis.routing.alias import Alias, AliasRules, explained_alias
from mcptui.analysis.routing.routes import RouteTable
from mcptui.contract.canonical import NotCanonical, digest
from mcptui.contract.capture import Capture
from mcptui.contract.definition import MISSING, ToolDefinition
from mcptui.contract.schema import Problem, ProblemKind, problems_of, schema_problem, walk
from mcptui.contract.target import ConnectionKey
from mcptui.contract.wire import JsonValue, dumps

BYTES_PER_TOKEN: Final = 4


@dataclass(frozen=True, eq=False, kw_only=True)
class Tool:
    """One entry of a list, with what several rules ask of it."""

    key: ConnectionKey
    definition: ToolDefinition
    rules: AliasRules

    @property
    def name(self) -> str | None:
        """The upstream name as sent; None where the entry has none."""
        return self.definition.name

    @cached_property
    def alias(self) -> Alias | None:
        """Its alias as the rules make it; None where it has no name."""
        return None if self.name is None else explained_alias(self.key, self.name, self.rules)

    @cached_property
    def text(self) -> str:
        """The compact JSON of the entry."""
        return dumps(self.definition.raw)

    @cached_property
    def contract_bytes(self) -> int:
        """UTF-8 bytes of the compact JSON."""
        return len(self.text) if self.text.isascii() else len(self.text.encode())

    def member_text(self, name: str) -> str:
        """The compact JSON of one top-level member; empty where there is none."""
        value = self.definition.member(name)
        return "" if value is MISSING else dumps(value)

    @property
    def estimated_tokens(self) -> int:
        """A quarter of the bytes, rounded up."""
        return tokens_of_bytes(self.contract_bytes)

    @cached_property
    def digest(self) -> str | NotCanonical:
        """The digest of the contract, or why it has none."""
        try:
            return digest(self.definition.raw)
        except NotCanonical as problem:
            return problem

    @cached_property
    def schema_problem(self) -> str | None:
        """Why there is no usable input schema; None where there is one."""
        return schema_problem(self.definition)

    @property
    def input_schema(self) -> Any:
        """The input schema as sent, whatever it is; MISSING where there is none."""
        return self.definition.member("inputSchema")

    @cached_property
    def subschemas(self) -> tuple[tuple[str, JsonValue], ...]:
        """Pointer and value of every subschema of the input schema, itself first."""
        schema = self.input_schema
        return () if schema is MISSING else tuple(walk(schema, "/inputSchema"))

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the schemas, in the order of their text, the input's first."""
        return tuple(
            problem
            for member in ("inputSchema", "outputSchema")
            if isinstance(schema := self.definition.member(member), dict)
            for problem in problems_of(schema, at=f"/{member}")
        )

    def problems_of(self, *kinds: ProblemKind) -> list[Problem]:
        """The problems of these kinds."""
        return [problem for problem in self.problems if problem.kind in kinds]


def tokens_of_bytes(size: int) -> int:
    """Estimated tokens of so many UTF-8 bytes."""
    return -(-size // BYTES_PER_TOKEN)


@dataclass(frozen=True, eq=False, kw_only=True)
class Listing:
    """One server's list."""

    key: ConnectionKey
    capture: Capture
    rules: AliasRules
    tools: tuple[Tool, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """What one connection offers, as far as others need to know it."""

    key: ConnectionKey
    server_name: str | None
    """What the server calls itself."""
    names: tuple[str | None, ...]
    """Upstream names in the order sent."""
    digests: tuple[str | None, ...]
    """Digests in the same order; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Connections:
    """All connections together."""

    offers: tuple[Offered, ...]
    """Of each connection with a list, in the order given."""
    routes: RouteTable
