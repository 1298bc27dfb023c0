"""Every rule, alone, over every case."""

import os
from pathlib import Path

import pytest

from mcptui.analysis.lint.catalogue import RULES, table
from tests.analysis.lint.cases import FOLDERS, before_of, expected_of, found_in, report_of_case

DOCS = Path(__file__).parents[3] / "docs" / "rules.md"
SLUGS = {rule.id: rule.slug for rule in RULES}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_case_has_the_findings_of_its_rule_and_no_others(folder: Path) -> None:
    found = found_in(report_of_case(before_of(folder)))
    assert found == expected_of(folder)
    assert {finding["rule"] for finding in found} <= {folder.name[:3]}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_case_is_named_after_its_rule(folder: Path) -> None:
    rule, _, rest = folder.name.partition("-")
    assert rest == SLUGS[rule] or rest.startswith(f"{SLUGS[rule]}-")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_every_rule_has_a_case_in_which_it_fires(rule: object) -> None:
    id_ = rule.id  # type: ignore[attr-defined]  # pytest's ids want a plain parameter
    assert any(folder.name.startswith(f"{id_}-") and expected_of(folder) for folder in FOLDERS)


def test_ids_and_slugs_are_unique_and_in_order() -> None:
    ids = [rule.id for rule in RULES]
    assert ids == sorted(set(ids))
    assert len({rule.slug for rule in RULES}) == len(RULES)


def test_every_rule_looks_somewhere() -> None:
    assert all(rule.in_tool or rule.in_list or rule.in_connection or rule.in_all for rule in RULES)


def rules_page() -> str:
    rows = [f"| {' | '.join(row)} |" for row in table()]
    return "\n".join(
        [
            "# Lint rules",
            "",
            "What `mcptui lint` and the findings of the app look at. A finding needs no pin. No",
            "finding, or none left, is never called safe: it means that no rule saw anything.",
            "",
            "| id | rule | level | fires where | rests on |",
            "|---|---|---|---|---|",
            *rows,
            "",
            "Written from the catalogue: `MCPTUI_WRITE_DOCS=1 pytest tests/analysis/lint`.",
            "",
        ]
    )


def test_the_page_of_rules_is_the_catalogue() -> None:
    if os.environ.get("MCPTUI_WRITE_DOCS"):
        DOCS.write_text(rules_page(), encoding="utf-8")
    assert DOCS.read_text(encoding="utf-8") == rules_page()
