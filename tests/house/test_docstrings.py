"""Every public name says what it is."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "mcptui"
FILES = sorted(PACKAGE.rglob("*.py"))
Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def _public(node: Documented, name: str) -> Iterator[tuple[str, Documented]]:
    yield name, node
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            hidden = child.name.startswith("_")
            nested = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            if not hidden and not nested:
                yield from _public(child, f"{name}.{child.name}")


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_every_public_name_has_a_docstring(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    bare = [name for name, node in _public(tree, path.stem) if not ast.get_docstring(node)]
    assert bare == []
