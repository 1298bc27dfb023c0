"""Reading the configs of other programs: one importer a host, in the order people see them."""

from typing import Final

from mcptui.connections.importers import (
    claude_code,
    claude_desktop,
    cline,
    codex,
    continue_dev,
    copilot,
    cursor,
    gemini_cli,
    goose,
    inspector,
    lm_studio,
    server_json,
    vscode,
    windsurf,
    zed,
)
from mcptui.connections.importers.importer import Importer

IMPORTERS: Final[tuple[Importer, ...]] = (
    claude_code.IMPORTER,
    claude_desktop.IMPORTER,
    vscode.IMPORTER,
    cursor.IMPORTER,
    windsurf.IMPORTER,
    gemini_cli.IMPORTER,
    codex.IMPORTER,
    zed.IMPORTER,
    goose.IMPORTER,
    continue_dev.IMPORTER,
    lm_studio.IMPORTER,
    cline.IMPORTER,
    copilot.IMPORTER,
    inspector.IMPORTER,
    server_json.IMPORTER,
)
