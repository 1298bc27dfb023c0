"""What one capture says by itself: made once, and good for as long as that capture stands."""

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

from mcptui.analysis.lint.running import findings_in_list, findings_in_tool
from mcptui.analysis.lint.subject import Listing, Offered, Tool, tokens_of_bytes
from mcptui.analysis.routing.alias import Alias, AliasRules
from mcptui.analysis.routing.routes import Route
from mcptui.contract.canonical import NotCanonical
from mcptui.contract.capture import Capture
from mcptui.contract.definition import ToolDefinition
from mcptui.contract.finding import Finding
from mcptui.contract.schema import Parameters, parameters_of
from mcptui.contract.target import ConnectionKey


@dataclass(frozen=True, kw_only=True)
class ListedTool:
    """One entry of a list, looked at by itself."""

    definition: ToolDefinition
    made_alias: Alias | None
    """The alias as the rules make it; None for an entry without a name."""
    digest: str | None
    """None where the contract has no canonical form."""
    contract_bytes: int
    """UTF-8 bytes of the compact JSON as sent."""
    unpinnable: str
    """Why there is no one contract to pin, in words; empty where there is one."""
    findings: tuple[Finding, ...]
    """What the rules see in this entry alone."""

    @property
    def estimated_tokens(self) -> int:
        """A quarter of the bytes, rounded up."""
        return tokens_of_bytes(self.contract_bytes)

    @cached_property
    def parameters(self) -> Parameters:
        """What the input schema says of the arguments; worked out when first asked for."""
        return parameters_of(self.definition.member("inputSchema"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """One capture, looked at by itself."""

    key: ConnectionKey
    capture: Capture
    rules: AliasRules
    tools: tuple[ListedTool, ...]
    """In the order sent."""
    findings: tuple[Finding, ...]
    """What the rules see in the list as a whole."""
    offered: Offered
    routes: tuple[Route, ...]
    """Of the entries that have a name, by the aliases that the rules make."""

    def is_of(self, key: ConnectionKey, capture: Capture, rules: AliasRules) -> bool:
        """Whether this is what `listed` would give for these."""
        return self.key == key and self.capture is capture and self.rules == rules


def listed(key: ConnectionKey, capture: Capture, rules: AliasRules) -> Listed:
    """Everything that one capture says by itself."""
    tools = tuple(Tool(key=key, definition=each, rules=rules) for each in capture.tools)
    ambiguous = _sent_with_different_contracts(tools)
    info = capture.server_info or {}
    server_name = info.get("name")
    entries = tuple(
        ListedTool(
            definition=tool.definition,
            made_alias=tool.alias,
            digest=_digest(tool),
            contract_bytes=tool.contract_bytes,
            unpinnable=_unpinnable(tool, ambiguous),
            findings=findings_in_tool(tool),
        )
        for tool in tools
    )
    return Listed(
        key=key,
        capture=capture,
        rules=rules,
        tools=entries,
        findings=findings_in_list(Listing(key=key, capture=capture, rules=rules, tools=tools)),
        offered=Offered(
            key=key,
            server_name=server_name if isinstance(server_name, str) else None,
            names=tuple(tool.name for tool in tools),
            digests=tuple(entry.digest for entry in entries),
        ),
        routes=tuple(
            Route(alias=tool.alias.text, connection_key=key, upstream_name=tool.name)
            for tool in tools
            if tool.name is not None and tool.alias is not None
        ),
    )


def _digest(tool: Tool) -> str | None:
    return None if isinstance(tool.digest, NotCanonical) else tool.digest


def _sent_with_different_contracts(tools: tuple[Tool, ...]) -> frozenset[str]:
    """Names that one list gives to more than one contract."""
    digests: dict[str, list[str | None]] = defaultdict(list)
    for tool in tools:
        if tool.name is not None:
            digests[tool.name].append(_digest(tool))
    return frozenset(
        name
        for name, each in digests.items()
        if len(each) > 1 and (None in each or len(set(each)) > 1)
    )


def _unpinnable(tool: Tool, ambiguous: frozenset[str]) -> str:
    if tool.name is None:
        return "it has no name"
    if isinstance(tool.digest, NotCanonical):
        return "it has no canonical form"
    if tool.name in ambiguous:
        return "the server sends this name with different contracts"
    return tool.schema_problem or ""
