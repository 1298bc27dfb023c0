"""The lockfile as text: read strictly, written so that equal pins give equal bytes.

Text in, value out; files are opened elsewhere. A file that cannot be read to its end is an error,
never an empty lockfile. Members that this version does not know are kept and written back.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any, Final

from mcptui.contract import wire_deep
from mcptui.contract.canonical import digest, facets, faults_of, semantic_digest
from mcptui.contract.definition import MISSING, Missing
from mcptui.contract.display import shown
from mcptui.contract.jcs import scalar_text
from mcptui.contract.members import Member, read_document
from mcptui.contract.pin import (
    FORMAT,
    RECIPE,
    Identity,
    Lockfile,
    Pin,
    Refusal,
    ServerPin,
    identity_of,
    pin_of,
)
from mcptui.contract.wire import JsonValue, is_plain, quoted
from mcptui.errors import LockfileError

__all__ = [
    "FORMAT",
    "RECIPE",
    "Identity",
    "Lockfile",
    "Pin",
    "Refusal",
    "ServerPin",
    "identity_of",
    "parse",
    "pin_of",
    "render",
]

_REMEDY: Final = "restore it from version control, or move it aside to start a new one"
_UPDATE: Final = "update mcptui, or use another --lock file"
_DIGEST: Final = re.compile(r"sha256:[0-9a-f]{64}")
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_CONFLICT: Final = re.compile(r"^(?:<{7}|>{7}) ", re.MULTILINE)
_OLD_FORMAT: Final = 1
_OLD_MEMBERS: Final = ("name", "description", "inputSchema")
"""What a pin of format 1 holds."""


# --- reading --------------------------------------------------------------------------------


def parse(text: str, place: str) -> Lockfile:
    """The lockfile that a text holds.

    Args:
        text: the file's content.
        place: the file as it is shown to the user.

    Returns:
        Every pin as accepted; of a file in format 1 only what that holds.

    Raises:
        LockfileError: it is broken, of a newer format, made by another recipe, or a stored
            contract is not the one its digest was made of. It names the line or the member.
    """
    file = _document(text, place)
    members = file.as_object()
    if not is_plain(members):
        for fault in faults_of(members):
            raise replace(file, pointer=fault.path).fault(fault.reason)
    if "mcptui_lock" in members:
        _check_format(file.member("mcptui_lock"), FORMAT)
        return _lockfile(file)
    if "version" in members:
        _check_format(file.member("version"), _OLD_FORMAT)
        return _old_lockfile(file)
    raise file.fault("this is no lockfile of mcptui: there is no member mcptui_lock")


def _document(text: str, place: str) -> Member:
    try:
        return read_document(text, place, error=LockfileError, remedy=_REMEDY)
    except LockfileError:
        if (marker := _CONFLICT.search(text)) is None:
            raise
        line = text.count("\n", 0, marker.start()) + 1
        reason = "a merge left its conflict markers in it"
        remedy = "resolve the conflict first"
        raise LockfileError(reason, place=f"{place}:{line}", remedy=remedy) from None


def _check_format(number: Member, known: int) -> None:
    found = number.as_count()
    if found > known:
        reason = f"the file is of format {found}, which this version of mcptui does not know"
        raise number.fault(reason, remedy=_UPDATE)
    if found < known:
        raise number.fault(f"there is no lockfile format {found}")


def _lockfile(file: Member) -> Lockfile:
    recipe = file.member("recipe")
    if recipe.as_text() != RECIPE:
        reason = f"its digests were made by the recipe {shown(recipe.as_text())}, not {RECIPE}"
        raise recipe.fault(reason, remedy=_UPDATE)
    refusals = file.member("refusals")
    known = ("mcptui_lock", "recipe", "connections", "refusals")
    return Lockfile(
        connections={key: _server(pin) for key, pin in file.member("connections").members()},
        refusals=() if refusals.is_missing else tuple(map(_refusal, refusals.entries())),
        others=_others(file, known),
    )


def _others(member: Member, known: tuple[str, ...]) -> dict[str, JsonValue]:
    return {name: value for name, value in member.as_object().items() if name not in known}


def _server(server: Member) -> ServerPin:
    identity, instructions = server.member("identity"), server.member("instructions")
    return ServerPin(
        identity=None if identity.is_absent else _identity(identity),
        instructions=MISSING if instructions.is_missing else _text_or_none(instructions),
        tools={name: _pin(name, pin) for name, pin in server.member("tools").members()},
        others=_others(server, ("identity", "instructions", "tools")),
    )


def _identity(identity: Member) -> Identity:
    texts = ("protocol_version", "transport", "origin")
    objects = ("server_info", "client_capabilities")
    values: dict[str, Any] = {name: _text_or_none(identity.member(name)) for name in texts}
    values |= {
        name: None if each.is_absent else each.as_object()
        for name, each in ((name, identity.member(name)) for name in objects)
    }
    return Identity(**values, others=_others(identity, (*texts, *objects)))


def _text_or_none(member: Member) -> str | None:
    return None if member.is_absent else member.as_text()


def _pin(name: str, pin: Member) -> Pin:
    contract = pin.member("contract")
    stored = pin.member("digest")
    found = _digest(stored)
    covers = pin.member("covers")
    _check_name(name, contract)
    made = digest(contract.as_object())
    if made != found:
        reason = f"the digest of {shown(name)} is not that of the contract stored beside it"
        remedy = "the file was changed by hand: restore it, or pin this tool again"
        raise stored.fault(reason, remedy=remedy)
    facet_digests, semantic = pin.member("facets"), pin.member("semantic_digest")
    return Pin(
        digest=found,
        semantic_digest=semantic_digest(contract.as_object())
        if semantic.is_missing
        else _digest(semantic),
        facets=facets(contract.as_object())
        if facet_digests.is_missing
        else {facet: _digest(each) for facet, each in facet_digests.members()},
        contract=contract.as_object(),
        pinned=_day(pin.member("pinned")),
        volatile=_pointers(pin.member("volatile")),
        covers=None if covers.is_absent else tuple(each.as_text() for each in covers.entries()),
        others=_others(pin, _PIN_MEMBERS),
    )


_PIN_MEMBERS: Final = (
    "contract", "covers", "digest", "facets", "pinned", "semantic_digest", "volatile"
)  # fmt: skip


def _check_name(name: str, contract: Member) -> None:
    own = contract.member("name")
    if own.as_text() != name:
        raise own.fault(f"the contract of {shown(name)} is named {shown(own.as_text())}")


def _digest(member: Member) -> str:
    text = member.as_text()
    if not _DIGEST.fullmatch(text):
        raise member.fault("a digest is sha256: and 64 hexadecimal digits in lower case")
    return text


def _day(member: Member) -> str | None:
    if member.is_absent:
        return None
    text = member.as_text()
    try:
        if _DAY.fullmatch(text):
            return date.fromisoformat(text).isoformat()
    except ValueError:
        pass
    raise member.fault(f"expected a day such as 2026-11-30, got {shown(text)}")


def _pointers(member: Member) -> tuple[str, ...]:
    if member.is_missing:
        return ()
    pointers = [(each, each.as_text()) for each in member.entries()]
    for each, pointer in pointers:
        if pointer and not pointer.startswith("/"):
            raise each.fault(f"a JSON pointer begins with /, not as {shown(pointer)}")
    return tuple(pointer for _, pointer in pointers)


def _refusal(refusal: Member) -> Refusal:
    known = ("connection_key", "tool", "digest", "fingerprints", "refused", "reason")
    key, tool, rejected, fingerprints, refused, reason = map(refusal.member, known)
    return Refusal(
        connection_key=key.as_text(),
        tool=_text_or_none(tool),
        digest=_digest(rejected),
        fingerprints=()
        if fingerprints.is_missing
        else tuple(each.as_text() for each in fingerprints.entries()),
        refused=_day(refused),
        reason=_text_or_none(reason),
        others=_others(refusal, known),
    )


def _old_lockfile(file: Member) -> Lockfile:
    connections = {
        key: ServerPin(
            tools={name: _old_pin(name, pin) for name, pin in server.member("tools").members()}
        )
        for key, server in file.member("connections").members()
    }
    return Lockfile(connections=connections, format=_OLD_FORMAT)


def _old_pin(name: str, pin: Member) -> Pin:
    stored = pin.member("digest")
    if not stored.is_missing:
        _digest(stored)
    _check_name(name, pin)
    description = pin.member("description")
    if not description.is_absent:
        description.as_text()
    pin.member("inputSchema").as_object()
    held = {member: value for member, value in pin.as_object().items() if member in _OLD_MEMBERS}
    return pin_of(held, pinned=_day(pin.member("pinned")), covers=_OLD_MEMBERS)


# --- writing --------------------------------------------------------------------------------


def render(lockfile: Lockfile) -> str:
    """The text of a lockfile: members by code point, two-space indent, one final newline.

    It is always in the newest format, and the same for equal pins whatever their order.
    """
    document = {
        **lockfile.others,
        "mcptui_lock": FORMAT,
        "recipe": RECIPE,
        "connections": {key: _server_value(pin) for key, pin in lockfile.connections.items()},
        "refusals": [_refusal_value(each) for each in sorted(lockfile.refusals, key=_order)],
    }
    text = wire_deep.write(
        document, indent=2, pairs_of=_by_code_point, quoted=quoted, scalar=scalar_text
    )
    return text + "\n"


def _by_code_point(value: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return sorted(value.items(), key=lambda pair: pair[0])


def _order(refusal: Refusal) -> tuple[str, bool, str, str, str, str]:
    return (
        refusal.connection_key,
        refusal.tool is not None,
        refusal.tool or "",
        refusal.digest,
        refusal.refused or "",
        refusal.reason or "",
    )


def _server_value(server: ServerPin) -> dict[str, Any]:
    identity = server.identity
    value: dict[str, Any] = {
        **server.others,
        "identity": None
        if identity is None
        else {
            **identity.others,
            "server_info": identity.server_info,
            "protocol_version": identity.protocol_version,
            "transport": identity.transport,
            "origin": identity.origin,
            "client_capabilities": identity.client_capabilities,
        },
        "tools": {name: _pin_value(pin) for name, pin in server.tools.items()},
    }
    if not isinstance(server.instructions, Missing):
        value["instructions"] = server.instructions
    return value


def _pin_value(pin: Pin) -> dict[str, Any]:
    value: dict[str, Any] = {
        **pin.others,
        "digest": pin.digest,
        "semantic_digest": pin.semantic_digest,
        "facets": dict(pin.facets),
        "pinned": pin.pinned,
        "volatile": sorted(pin.volatile),
        "contract": pin.contract,
    }
    if pin.covers is not None:
        value["covers"] = list(pin.covers)
    return value


def _refusal_value(refusal: Refusal) -> dict[str, Any]:
    return {
        **refusal.others,
        "connection_key": refusal.connection_key,
        "tool": refusal.tool,
        "digest": refusal.digest,
        "fingerprints": sorted(refusal.fingerprints),
        "refused": refusal.refused,
        "reason": refusal.reason,
    }
