"""Runs the rules; one that fails on what a server sent becomes a finding, never a crash."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from mcptui.analysis.lint.catalogue import RULES
from mcptui.analysis.lint.rule import Rule, Seen
from mcptui.analysis.lint.subject import Connections, Listing, Tool
from mcptui.contract.connection import ConnectionStatus
from mcptui.contract.finding import Finding, Level
from mcptui.contract.target import ConnectionKey

_Subject = TypeVar("_Subject")
_TOOL_RULES = tuple(rule for rule in RULES if rule.in_tool)


def findings_in_tool(tool: Tool) -> tuple[Finding, ...]:
    """What the rules see in one entry of a list."""
    return tuple(
        _finding(rule, seen, tool.key, tool.name, tool.definition.position)
        for rule in _TOOL_RULES
        for seen in _seen(rule, rule.in_tool, tool)
    )


def findings_in_list(listing: Listing) -> tuple[Finding, ...]:
    """What the rules see in one server's list as a whole."""
    return tuple(
        _finding(rule, seen, listing.key, seen.tool, seen.position)
        for rule in RULES
        for seen in _seen(rule, rule.in_list, listing)
    )


def findings_in_connection(status: ConnectionStatus) -> tuple[Finding, ...]:
    """What the rules see in how a connection went."""
    return tuple(
        _finding(rule, seen, status.key, seen.tool, seen.position)
        for rule in RULES
        for seen in _seen(rule, rule.in_connection, status)
    )


def findings_in_all(everything: Connections) -> tuple[Finding, ...]:
    """What the rules see in all connections together."""
    keys = [offer.key for offer in everything.offers]
    return tuple(
        _finding(rule, seen, seen.connection_key or keys[0], seen.tool, seen.position)
        for rule in RULES
        for seen in (_seen(rule, rule.in_all, everything) if keys else ())
    )


def _seen(
    rule: Rule, find: Callable[[_Subject], Iterable[Seen]] | None, subject: _Subject
) -> Sequence[Seen]:
    """What one rule sees, all of it; where it fails, that it failed."""
    if find is None:
        return ()
    try:
        return list(find(subject))
    except Exception as error:  # noqa: BLE001  # what a server sent is foreign; the rest must go on
        message = (
            f"The rule {rule.id} ({rule.slug}) failed here with {type(error).__name__}, so it "
            "says nothing; this is a fault of mcptui, please report it."
        )
        return (Seen(message=message, level=Level.ADVISORY),)


def _finding(
    rule: Rule, seen: Seen, key: ConnectionKey, tool: str | None, position: int | None
) -> Finding:
    return Finding(
        rule=rule.id,
        level=seen.level or rule.level,
        connection_key=key,
        tool=tool,
        position=position,
        path=seen.path,
        message=seen.message,
        evidence=seen.evidence,
    )
