"""Where one contract stands against the lockfile; deciding about it is another matter."""

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Any, Final

from mcptui.contract.canonical import digest
from mcptui.contract.lockfile import Pin, Refusal
from mcptui.contract.pointer import tokens_of
from mcptui.contract.target import ConnectionKey
from mcptui.contract.wire import JsonValue


class PinState(StrEnum):
    """How a tool stands to its pin."""

    PINNED = "pinned"
    """The contract is the one that was accepted, spots marked volatile aside."""
    UNPINNED = "unpinned"
    """New: no contract of this name was accepted."""
    DRIFTED = "drifted"
    """Another contract was accepted."""
    REFUSED = "refused"
    """This very contract was rejected."""
    REMOVED = "removed"
    """A contract was accepted, and a complete list lacks the tool."""
    UNKNOWN = "unknown"
    """The lockfile cannot be read, or the list does not say whether the tool is there."""
    UNPINNABLE = "unpinnable"
    """There is no one contract to pin."""


_DATE_WORD: Final = (
    r"\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b"
)
_DEEPEST_MARK: Final = 200
"""Steps of a mark's pointer that are followed; a deeper mark covers nothing."""
_VOLATILE: Final = re.compile(rf"\d+|{_DATE_WORD}", re.IGNORECASE)
"""What a mark covers in a text: digits and the words of a date, never a sentence."""


def pin_state_of(
    contract: JsonValue,
    contract_digest: str | None,
    pin: Pin | None,
    *,
    refused_digests: frozenset[str] = frozenset(),
    unpinnable: bool = False,
    lock_known: bool = True,
) -> PinState:
    """Where a listed contract stands against the lockfile.

    A contract that was rejected is refused even where a pin holds it too, and a pinned tool
    whose contract can no longer be pinned has drifted.

    Args:
        contract: the raw tool object.
        contract_digest: its digest; None where it has none.
        pin: what was accepted under its name.
        refused_digests: digests rejected under its name.
        unpinnable: there is no one contract to pin.
        lock_known: False: the lockfile cannot be read.
    """
    if not lock_known:
        return PinState.UNKNOWN
    if contract_digest is not None and contract_digest in refused_digests:
        return PinState.REFUSED
    if pin is None:
        return PinState.UNPINNABLE if unpinnable else PinState.UNPINNED
    if contract_digest is None or not _is_same(contract, contract_digest, pin):
        return PinState.DRIFTED
    return PinState.UNPINNABLE if unpinnable else PinState.PINNED


def absent_state(*, list_complete: bool, lock_known: bool = True) -> PinState:
    """Where a pinned tool stands that the list lacks."""
    return PinState.REMOVED if list_complete and lock_known else PinState.UNKNOWN


def refused_digests(
    refusals: Iterable[Refusal],
) -> dict[tuple[ConnectionKey, str | None], frozenset[str]]:
    """The rejected digests of each tool."""
    by_tool: dict[tuple[ConnectionKey, str | None], frozenset[str]] = {}
    for refusal in refusals:
        pair = ConnectionKey(refusal.connection_key), refusal.tool
        by_tool[pair] = by_tool.get(pair, frozenset()) | {refusal.digest}
    return by_tool


def _is_same(contract: JsonValue, contract_digest: str, pin: Pin) -> bool:
    """Whether contract and pin are equal where the pin covers it and marks nothing volatile."""
    if contract_digest == pin.digest:
        return True
    if pin.covers is None and not pin.volatile:
        return False
    covered = pin.covered(contract)
    if digest(covered) == pin.digest:
        return True
    masks = [tokens_of(pointer) for pointer in pin.volatile]
    return digest(_masked(covered, masks)) == digest(_masked(pin.contract, masks))


def _masked(contract: JsonValue, places: Iterable[tuple[str, ...]]) -> JsonValue:
    """A copy of the contract with the numbers and dates at these places taken out."""
    for tokens in places:
        if len(tokens) <= _DEEPEST_MARK:
            contract = _with_masked(contract, tokens)
    return contract


def _with_masked(value: Any, tokens: tuple[str, ...]) -> Any:
    if not tokens:
        if isinstance(value, str):
            return _VOLATILE.sub("0", value)
        return 0 if isinstance(value, int | float) and not isinstance(value, bool) else value
    head, rest = tokens[0], tokens[1:]
    if isinstance(value, dict) and head in value:
        return {**value, head: _with_masked(value[head], rest)}
    if isinstance(value, list):
        return [
            _with_masked(item, rest) if str(at) == head else item for at, item in enumerate(value)
        ]
    return value
