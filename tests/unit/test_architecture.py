"""The page about the architecture says what the code is."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import cases

PAGE = (cases.ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
LIBRARY = cases.ROOT / "solver" / "fairtray"
COMMANDS = cases.ROOT / "cli" / "fairtray_cli"


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
    return re.findall(r"`([\w.]+)`", cell)


LAYERS = [names(row[0])[0] for row in rows("Layers of the library")]

BESIDE = {"api", "versions", "_renamed"}
"""Modules beside the layers: what programs import, and facts about the package itself."""


def test_every_part_of_the_library_is_named() -> None:
    named = {layer.split(".")[0] for layer in LAYERS}
    assert named == parts(LIBRARY) - BESIDE


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


def test_every_page_is_in_the_readme() -> None:
    readme = (cases.ROOT / "README.md").read_text(encoding="utf-8")
    for page in (cases.ROOT / "docs").glob("*.md"):
        assert f"](docs/{page.name}" in readme, page.name
