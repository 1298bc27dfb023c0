"""Canonical form and digests of a contract: whether it changed, and in which part.

Three digests: of the whole tool object as sent, of its semantic form, and of each facet. All are
SHA-256 over a canonical form, so the order of members and the spelling of numbers never matter.
"""

from hashlib import sha256
from typing import Any, Final

from mcptui.contract.jcs import NotCanonical, canonical, faults_of
from mcptui.contract.semantic import OpaqueSchema, semantic_schema
from mcptui.contract.wire import JsonValue

__all__ = [
    "FACETS",
    "NotCanonical",
    "OpaqueSchema",
    "canonical",
    "digest",
    "facets",
    "faults_of",
    "semantic_digest",
    "semantic_form",
    "semantic_schema",
]

_MEMBER_OF_FACET: Final = {
    "name": "name",
    "title": "title",
    "description": "description",
    "input": "inputSchema",
    "output": "outputSchema",
    "annotations": "annotations",
    "icons": "icons",
    "meta": "_meta",
    "execution": "execution",
}
_SCHEMAS: Final = ("inputSchema", "outputSchema")
FACETS: Final = (*_MEMBER_OF_FACET, "other")
"""The parts of a contract that are hashed one by one; `other` holds all members beside these."""


def digest(value: JsonValue) -> str:
    """`sha256:` and the SHA-256 of the canonical form of a value, in hexadecimal.

    Raises:
        NotCanonical: it has none.
    """
    return f"sha256:{sha256(canonical(value)).hexdigest()}"


def facets(contract: JsonValue) -> dict[str, str]:
    """The digest of each facet that a contract has; none where it is no object.

    Raises:
        NotCanonical: the contract has no canonical form.
    """
    if not isinstance(contract, dict):
        return {}
    found = {
        facet: digest(contract[member])
        for facet, member in _MEMBER_OF_FACET.items()
        if member in contract
    }
    known = _MEMBER_OF_FACET.values()
    other: dict[str, Any] = {name: each for name, each in contract.items() if name not in known}
    if other:
        found["other"] = digest(other)
    return found


def semantic_form(contract: JsonValue) -> JsonValue:
    """A contract with its schemas in normal form; an opaque schema stays as sent.

    Raises:
        NotCanonical: the contract has no canonical form.
    """
    if not isinstance(contract, dict):
        return contract
    form = dict(contract)
    for member in _SCHEMAS:
        if member in form:
            try:
                form[member] = semantic_schema(form[member])
            except OpaqueSchema:
                continue
    return form


def semantic_digest(contract: JsonValue) -> str:
    """The digest of the semantic form: equal for contracts that mean the same.

    Raises:
        NotCanonical: the contract has no canonical form.
    """
    canonical(contract)
    return digest(semantic_form(contract))
