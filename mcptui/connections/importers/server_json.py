"""The registry's `server.json`: a publisher's manifest of packages and remotes.

It describes several ways to one server. The choice is the first package, in the order written,
that can be started over stdio, else the first remote; every other way is listed, switched off,
under a key of its own.
"""

from dataclasses import replace
from typing import Any

from mcptui.connections.importers.document import Document, Format, NoServersError
from mcptui.connections.importers.entries import BadEntryError, Dialect, Entry, target_of
from mcptui.connections.importers.importer import (
    Claim,
    Importer,
    Location,
    Reading,
    Surroundings,
    in_project,
)
from mcptui.connections.importers.server_packages import Manifest, package_entry, remote_entry
from mcptui.contract.target import Broken, Target, VariableSyntax

_DIALECT = Dialect(id="server_json", variables=VariableSyntax.EDITOR)
_SCHEMA = "server.schema.json"


def _manifest(document: Document) -> Any:
    """The manifest, also where the registry's answer is wrapped around it."""
    inner = document.at("server")
    return inner if isinstance(inner, dict) and "name" in inner else document.value


def _ways(manifest: dict[str, Any], member: str) -> list[Any]:
    listed = manifest.get(member)
    return listed if isinstance(listed, list) else []


def claims(document: Document) -> Claim:
    """A name with packages or remotes as the registry has them."""
    manifest = _manifest(document)
    if document.format is not Format.JSON or not isinstance(manifest, dict):
        return Claim.NONE
    if not isinstance(manifest.get("name"), str):
        return Claim.NONE
    schema = manifest.get("$schema")
    known = isinstance(schema, str) and _SCHEMA in schema
    packages, remotes = _ways(manifest, "packages"), _ways(manifest, "remotes")
    typical = any(isinstance(way, dict) and "identifier" in way for way in packages)
    typical = typical or any(isinstance(way, dict) and "url" in way for way in remotes)
    return Claim.OWN if known or typical else Claim.NONE


def read(document: Document, reading: Reading) -> tuple[Target, ...]:
    """The chosen way first, then the others, switched off."""
    manifest = _manifest(document)
    name = str(manifest["name"])
    wrapped = () if manifest is document.value else ("server",)
    entries: list[tuple[str, Entry]] = []
    for member, entry_of in (("packages", package_entry), ("remotes", remote_entry)):
        lines = document.lines_below((*wrapped, member))
        for index, way in enumerate(_ways(manifest, member)):
            entries.append(_entry(name, way, lines.get(index), entry_of))
    if not entries:
        reason = "it names neither packages nor remotes"
        raise NoServersError(reason, place=document.place, remedy="give another file")
    targets = [target_of(entry, _DIALECT, document.place, reading) for _, entry in entries]
    chosen = next(
        (index for index, target in enumerate(targets) if not isinstance(target.how, Broken)), 0
    )
    return _keyed(targets, [label for label, _ in entries], chosen)


def _entry(name: str, way: Any, line: int | None, entry_of: Any) -> tuple[str, Entry]:
    key = name.rpartition("/")[2] or name
    entry = Entry(key=key, original_key=name, line=line, value=way)
    if not isinstance(way, dict):
        return "choice", entry
    kind = way.get("registryType") or way.get("type")
    label = kind if isinstance(kind, str) else "choice"
    manifest = Manifest()
    try:
        entry = entry_of(entry, manifest)
    except BadEntryError as bad:
        entry = replace(entry, broken=str(bad))
    return label, replace(entry, inputs=tuple(manifest.inputs))


def _keyed(targets: list[Target], labels: list[str], chosen: int) -> tuple[Target, ...]:
    """The chosen target under its own key; the others after it, each with another."""
    taken = {targets[chosen].key}
    others: list[Target] = []
    for index, (target, label) in enumerate(zip(targets, labels, strict=True)):
        if index == chosen:
            continue
        key, count = type(target.key)(f"{target.key}-{label}"), 2
        while key in taken:
            key, count = type(target.key)(f"{target.key}-{label}-{count}"), count + 1
        taken.add(key)
        others.append(replace(target, key=key, disabled=True))
    return (targets[chosen], *others)


def locations(surroundings: Surroundings) -> tuple[Location, ...]:
    """The manifest of the project."""
    return in_project(surroundings, "server.json")


IMPORTER = Importer(
    id=_DIALECT.id,
    title="server.json",
    claims=claims,
    read=read,
    locations=locations,
    file_tails=("server.json",),
)
