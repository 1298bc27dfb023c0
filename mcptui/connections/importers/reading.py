"""From the text of a config file to targets: the host is told by content."""

from pathlib import Path

from mcptui.connections.importers import IMPORTERS
from mcptui.connections.importers.document import Document, Format, NoServersError, format_of
from mcptui.connections.importers.importer import Claim, Importer, Reading
from mcptui.connections.importers.json_text import read_json
from mcptui.connections.importers.toml_text import read_toml
from mcptui.connections.importers.yaml_text import read_yaml
from mcptui.contract.target import Target

_READERS = {Format.JSON: read_json, Format.TOML: read_toml, Format.YAML: read_yaml}
_SECTIONS = "mcpServers, servers, context_servers, mcp_servers, extensions, packages, remotes"


def read_document(text: str, place: str) -> Document:
    """The text as plain values, whatever format it is in.

    Raises:
        ConfigError: it is broken; with file, line and column.
    """
    text = text.removeprefix("\ufeff")
    return _READERS[format_of(text, place)](text, place)


def importer_of(document: Document) -> Importer | None:
    """The importer that claims the file most surely; the file's name settles a tie."""
    place = document.place.replace("\\", "/")

    def surely(importer: Importer) -> tuple[Claim, bool]:
        named = any(
            tail in place if tail.endswith("/") else place.endswith(tail)
            for tail in importer.file_tails
        )
        return importer.claims(document), named

    best = max(IMPORTERS, key=surely)
    return best if best.claims(document) is not Claim.NONE else None


def read_config(
    text: str, place: str, *, base: Path | None = None, project: Path | None = None
) -> tuple[Target, ...]:
    """The servers that a host's config names, in its order; nothing is resolved or started.

    Args:
        text: the file's content: JSON with comments, TOML or YAML.
        place: the file as it is shown to the user.
        base: the folder that relative paths and `${workspaceFolder}` mean.
        project: the folder one works in, where a file has a section for each; `base` if None.

    Returns:
        One target an entry; what cannot be used is a broken target with its reason.

    Raises:
        NoServersError: the file is sound, but no server section is in it.
        ConfigError: the file is broken; with file, line and column.
    """
    return targets_of(read_document(text, place), base=base, project=project)


def targets_of(
    document: Document, *, base: Path | None = None, project: Path | None = None
) -> tuple[Target, ...]:
    """The same for a file read already."""
    importer = importer_of(document)
    if importer is None:
        raise NoServersError(
            f"no MCP servers are named in it: there is none of {_SECTIONS}",
            place=document.place,
            remedy="give a host's config file",
        )
    reading = Reading(
        base=None if base is None else str(base),
        project=None if project is None else str(project),
    )
    return importer.read(document, reading)
