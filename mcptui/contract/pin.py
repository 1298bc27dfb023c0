"""What was accepted: pins, refusals, and the lockfile as one frozen value."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from mcptui.contract.canonical import canonical, digest, facets, semantic_digest
from mcptui.contract.capture import Capture
from mcptui.contract.definition import MISSING, Missing
from mcptui.contract.wire import JsonValue, loads

FORMAT: Final = 2
"""The number of the lockfile's format, as it is written."""
RECIPE: Final = "jcs-1"
"""How digests are made: RFC 8785 with two extensions, then SHA-256."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pin:
    """One accepted contract."""

    digest: str
    semantic_digest: str
    facets: Mapping[str, str]
    """Digest of each facet that the contract has."""
    contract: JsonValue
    """The contract, its numbers and members in canonical form."""
    pinned: str | None = None
    """The day it was accepted, `YYYY-MM-DD`; None where the file does not say."""
    volatile: tuple[str, ...] = ()
    """JSON pointers of spots that may change."""
    covers: tuple[str, ...] | None = None
    """Names of the members that were pinned; None: all. The others are not pinned so far."""
    others: Mapping[str, JsonValue] = field(default_factory=dict)
    """Members of the file that this version does not know; they are written back."""

    def covered(self, contract: JsonValue) -> JsonValue:
        """The part of a contract that is to be held against this pin."""
        if self.covers is None or not isinstance(contract, dict):
            return contract
        return {name: value for name, value in contract.items() if name in self.covers}

    def not_pinned_so_far(self, contract: JsonValue) -> tuple[str, ...]:
        """Names of a contract's members that this pin says nothing of, in the order sent."""
        if self.covers is None or not isinstance(contract, dict):
            return ()
        return tuple(name for name in contract if name not in self.covers)


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """The server as it was seen when its tools were pinned; no command, no path, no secret."""

    server_info: dict[str, Any] | None = None
    protocol_version: str | None = None
    transport: str | None = None
    origin: str | None = None
    """Scheme, host and port of a URL."""
    client_capabilities: dict[str, Any] | None = None
    """What we declared, since the list depends on it."""
    others: Mapping[str, JsonValue] = field(default_factory=dict)
    """Members of the file that this version does not know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerPin:
    """What was accepted of one connection."""

    identity: Identity | None = None
    """None: not pinned so far."""
    instructions: str | Missing | None = MISSING
    """None: it had none. MISSING: not pinned so far."""
    tools: Mapping[str, Pin] = field(default_factory=dict)
    """By upstream name."""
    others: Mapping[str, JsonValue] = field(default_factory=dict)
    """Members of the file that this version does not know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """One rejected contract, or a rejected change of a server itself."""

    connection_key: str
    tool: str | None
    """Upstream name; None where it is the server's own change."""
    digest: str
    """Of the contract, or of the server's entry, that was rejected."""
    fingerprints: tuple[str, ...] = ()
    """Of the changes that were rejected."""
    refused: str | None = None
    """The day, `YYYY-MM-DD`."""
    reason: str | None = None
    """As the user wrote it."""
    others: Mapping[str, JsonValue] = field(default_factory=dict)
    """Members of the file that this version does not know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lockfile:
    """All that was accepted and rejected."""

    connections: Mapping[str, ServerPin] = field(default_factory=dict)
    """By connection key."""
    refusals: tuple[Refusal, ...] = ()
    format: int = FORMAT
    """The format it was read from; 1 is read for migration and never written."""
    others: Mapping[str, JsonValue] = field(default_factory=dict)
    """Members of the file that this version does not know."""


def pin_of(
    contract: JsonValue,
    *,
    pinned: str | None,
    volatile: tuple[str, ...] = (),
    covers: tuple[str, ...] | None = None,
) -> Pin:
    """A pin of a contract as it was sent, or of the part of it that `covers` names.

    Args:
        contract: the raw tool object.
        pinned: the day, `YYYY-MM-DD`.
        volatile: JSON pointers of spots that may change.
        covers: names of the members that are pinned; None: all.

    Raises:
        NotCanonical: it cannot be pinned.
    """
    plain = loads(canonical(contract))
    return Pin(
        digest=digest(plain),
        semantic_digest=semantic_digest(plain),
        facets=facets(plain),
        contract=plain,
        pinned=pinned,
        volatile=tuple(sorted(volatile)),
        covers=covers,
    )


def identity_of(capture: Capture, *, origin: str | None = None) -> Identity:
    """The identity that a capture shows.

    Args:
        capture: where the server was listed.
        origin: scheme, host and port of its URL, where it has one.

    Raises:
        NotCanonical: what the server said of itself cannot be written to a lockfile.
    """
    info, declared = (
        None if value is None else loads(canonical(value))
        for value in (capture.server_info, capture.profile.client_capabilities)
    )
    return Identity(
        server_info=info if isinstance(info, dict) else None,
        protocol_version=capture.profile.protocol_version,
        transport=capture.profile.transport,
        origin=origin,
        client_capabilities=declared if isinstance(declared, dict) else None,
    )
