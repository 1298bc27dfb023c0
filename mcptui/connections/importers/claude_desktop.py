"""Claude Desktop: `claude_desktop_config.json`, programs only, no variables."""

from mcptui.connections.importers.document import Document, Format
from mcptui.connections.importers.entries import Dialect
from mcptui.connections.importers.importer import (
    Claim,
    Importer,
    Location,
    Reading,
    Surroundings,
    of_user,
)
from mcptui.connections.importers.servers_object import (
    SECTION,
    entries_in,
    has_member,
    has_section,
    read_section,
)
from mcptui.contract.target import Target

_FILE = "claude_desktop_config.json"
_DIALECT = Dialect(id="claude_desktop")


def claims(document: Document) -> Claim:
    """The shared form without any URL, since its file takes none."""
    if document.format is not Format.JSON or not has_section(document, SECTION):
        return Claim.NONE
    return Claim.NONE if has_member(entries_in(document, SECTION), "url") else Claim.SHAPE


def read(document: Document, reading: Reading) -> tuple[Target, ...]:
    """The servers of the file."""
    return read_section(document, (SECTION,), _DIALECT, reading)


def locations(surroundings: Surroundings) -> tuple[Location, ...]:
    """One file of the user."""
    return of_user(surroundings.application_support / "Claude" / _FILE)


IMPORTER = Importer(
    id=_DIALECT.id,
    title="Claude Desktop",
    claims=claims,
    read=read,
    locations=locations,
    file_tails=(_FILE,),
)
