"""Every format of every document, byte for byte.

After a change that is meant, `MCPTUI_GOLDEN=write pytest tests/export/test_golden.py` writes the
files anew; what changed is then read as a diff.
"""

import os
from importlib import import_module
from pathlib import Path

import pytest

from mcptui.export import FORMATS
from tests.export.examples import RULES, empty_report, fine_report, report

GOLDEN = Path(__file__).parents[1] / "golden"
ENDINGS = {
    "text": "txt",
    "json": "json",
    "markdown": "md",
    "sarif": "sarif",
    "junit": "xml",
    "github": "github.txt",
}
DOCUMENTS = [(document, each) for document, formats in FORMATS.items() for each in formats]


def _rendered(document: str, format_name: str, which: str) -> bytes:
    made = {"hard": report, "fine": fine_report, "empty": empty_report}[which]()
    render = import_module(f"mcptui.export.{document}_{format_name}").render
    text: str = render(made.routes if document == "routes" else made)
    return text.encode("utf-8")


@pytest.mark.parametrize("which", ["hard", "fine", "empty"])
@pytest.mark.parametrize(("document", "format_name"), DOCUMENTS)
def test_a_document_is_the_golden_file(
    document: str, format_name: str, which: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mcptui.export.lint_sarif.__version__", "0.0.0")
    monkeypatch.setattr("mcptui.export.lint_sarif.RULES", RULES)
    monkeypatch.setattr("mcptui.export.lint_text.RULES", RULES)
    path = GOLDEN / f"{document}-{which}.{ENDINGS[format_name]}"
    rendered = _rendered(document, format_name, which)
    if os.environ.get("MCPTUI_GOLDEN") == "write":
        path.write_bytes(rendered)
    assert rendered == path.read_bytes()
    assert rendered == _rendered(document, format_name, which)


def test_every_golden_file_belongs_to_a_format() -> None:
    expected = {
        f"{document}-{which}.{ENDINGS[format_name]}"
        for document, format_name in DOCUMENTS
        for which in ("hard", "fine", "empty")
    }
    assert {path.name for path in GOLDEN.iterdir()} == expected
