"""The page about the architecture says what the code is."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

import cases

PAGE = (cases.ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
LIBRARY = cases.ROOT / "solver" / "fairtray"
COMMANDS = cases.ROOT / "cli" / "fairtray_cli"

EVERYWHERE = {"board", "shapes", "files", "errors", "versions"}
"""What the page leaves out of its last column, as it says."""


def parts(package: Path) -> set[str]:
    """Return the modules and packages directly in a package."""
    modules = {path.stem for path in package.glob("*.py")} - {"__init__"}
    return modules | {path.parent.name for path in package.glob("*/__init__.py")}


def rows(heading: str) -> list[list[str]]:
    """Return the cells of the table below a heading, without its head."""
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def names(cell: str) -> list[str]:
    return re.findall(r"`(\w+)`", cell)


LAYERS = {names(row[0])[0]: set(names(row[2])) for row in rows("Layers of the library")}


def imported(path: Path) -> set[str]:
    """Return the parts of the library that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        modules: list[str] = []
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module == "fairtray":
            modules = [f"fairtray.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules = [node.module or ""]
        found |= {name.split(".")[1] for name in modules if name.startswith("fairtray.")}
    return found


def test_every_part_of_the_library_is_named() -> None:
    assert parts(LIBRARY) == {*LAYERS, "versions"}


def test_every_part_of_the_command_line_is_named() -> None:
    named = [name for row in rows("The command line") for name in names(row[0])]
    assert len(named) == len(set(named))
    assert set(named) == parts(COMMANDS)


def test_the_layers_are_those_that_are_enforced() -> None:
    project = tomllib.loads((cases.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    (layers,) = (contract["layers"] for contract in contracts if contract["type"] == "layers")
    enforced = [name for layer in layers for name in layer.split(" | ")]
    assert enforced == ["fairtray_cli", *(f"fairtray.{name}" for name in LAYERS)]


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_stands_on_what_it_imports(layer: str) -> None:
    package = LIBRARY / layer
    files = package.rglob("*.py") if package.is_dir() else [package.with_suffix(".py")]
    found = set().union(*(imported(path) for path in files))
    # "from fairtray import __version__" names no part of the library.
    assert LAYERS[layer] == found - EVERYWHERE - {layer, "__version__"}


def test_every_page_is_in_the_readme() -> None:
    readme = (cases.ROOT / "README.md").read_text(encoding="utf-8")
    for page in (cases.ROOT / "docs").glob("*.md"):
        assert f"](docs/{page.name}" in readme, page.name
