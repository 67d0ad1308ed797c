"""How the project is put together: layers, and what may not be read or mentioned."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import cases
from fairtray import rulesets

SOURCES = ("solver", "cli", "tests", "fixtures", "benchmarks", ".ci")
BINARY = {".pyc", ".nbi", ".nbc", ".png", ".so"}


def project_files() -> list[Path]:
    """Return the files of the project that people wrote."""
    found = [path for path in cases.ROOT.iterdir() if path.is_file()]
    for folder in SOURCES:
        for base, folders, names in os.walk(cases.ROOT / folder):
            folders[:] = [name for name in folders if not name.startswith((".", "__"))]
            found += [Path(base) / name for name in names]
    return [path for path in found if path.suffix not in BINARY]


def test_imports_point_downward_only() -> None:
    # Never skipped: import-linter is installed with what the tests need.
    command = Path(sys.executable).parent / "lint-imports"
    run = subprocess.run(
        [command, "--no-cache"], cwd=cases.ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "0 broken" in run.stdout


def test_nothing_outside_of_the_project_is_read() -> None:
    outside = "/".join(["..", "shared"])
    files = project_files()
    assert len(files) > 50
    for path in files:
        assert outside not in path.read_text(encoding="utf-8", errors="replace"), path


def test_the_oracle_knows_nothing_of_the_package() -> None:
    tree = ast.parse((cases.ROOT / "tests" / "oracle.py").read_text(encoding="utf-8"))
    imported = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").split(".")[0])
    assert imported
    assert imported <= set(sys.stdlib_module_names)


def test_every_ruleset_file_is_registered() -> None:
    folder = resources.files("fairtray.rulesets") / "data"
    stems = {file.name.removesuffix(".toml") for file in folder.iterdir()}
    assert stems == set(rulesets.builtin_names())


def test_the_oldest_releases_are_those_that_are_allowed() -> None:
    project = tomllib.loads((cases.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    asked = project["project"]["dependencies"] + project["build-system"]["requires"]
    extras = project["project"]["optional-dependencies"]
    for group in ("test", "images", "play", "cluster"):
        asked += [line for line in extras[group] if not line.startswith("fairtray[")]
    floors = dict(line.split(">=") for line in asked)
    lines = (cases.ROOT / ".ci" / "oldest.txt").read_text(encoding="utf-8").splitlines()
    pins = dict(line.split("==") for line in lines if line and not line.startswith("#"))
    assert sorted(pins) == sorted(floors)
    for name, pin in pins.items():
        # The floor 8.1 allows 8.1.0, and that is tried.
        exact = floors[name].split(".")
        assert pin.split(".")[: len(exact)] == exact, name
        rest = pin.split(".")[len(exact) :]
        assert rest in ([], ["0"], ["0", "0"]) or (name, pin) == ("ortools", "9.15.6755")


def test_every_fixture_is_accounted_for() -> None:
    sources = (cases.FIXTURES / "SOURCES.md").read_text(encoding="utf-8")
    for path in (cases.FIXTURES / "cases").iterdir():
        assert f"`cases/{path.name}`" in sources
    for folder in (path for path in cases.FIXTURES.iterdir() if path.is_dir()):
        assert f"`{folder.name}/" in sources


def imported_modules() -> dict[str, set[str]]:
    """Return which of our modules each module imports, inside functions and for types too.

    A package may import what is in it: its ``__init__`` is the front door of its modules.
    """
    files = {}
    for root in (cases.ROOT / "solver", cases.ROOT / "cli"):
        for path in root.rglob("*.py"):
            name = ".".join(path.relative_to(root).with_suffix("").parts)
            files[name.removesuffix(".__init__")] = path
    graph = {}
    for name, path in files.items():
        wanted = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                wanted |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                inner = {f"{node.module}.{alias.name}" for alias in node.names}
                found = inner & set(files)
                wanted |= found
                if found != inner:
                    wanted.add(node.module)
        graph[name] = {other for other in wanted & set(files) if not other.startswith(f"{name}.")}
    return graph


def circles(graph: dict[str, set[str]]) -> set[frozenset[str]]:
    """Return the sets of modules that import each other, directly or through others."""
    below: dict[str, set[str]] = {}
    for name in graph:
        below[name], open_ = set(), [name]
        while open_:
            for other in graph[open_.pop()] - below[name]:
                below[name].add(other)
                open_.append(other)
    return {
        frozenset(other for other in below[name] if name in below[other])
        for name in graph
        if name in below[name]
    }


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = imported_modules()
    assert len(graph) > 150
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == {frozenset({"b", "c"})}
    assert circles(graph) == set()


def test_the_readme_has_the_one_command_that_ci_runs() -> None:
    ci = (cases.ROOT / ".ci" / "run").read_text(encoding="utf-8")
    pattern = ci.split("grep -E '")[1].split("'")[0]
    readme = (cases.ROOT / "README.md").read_text(encoding="utf-8")
    assert len([line for line in readme.splitlines() if re.search(pattern, line)]) == 1


BARE = {"asked", "told", "kept", "found", "meant", "held", "said", "wish", "wished"}
"""Participles that say nothing by themselves of what they name."""


def public_names(path: Path) -> Iterator[str]:
    """Yield the names of a module's classes, functions, parameters and fields."""
    yield path.stem
    inside: list[tuple[ast.AST, bool]] = [(ast.parse(path.read_text(encoding="utf-8")), False)]
    while inside:
        node, in_function = inside.pop()
        for child in ast.iter_child_nodes(node):
            function = isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef))
            inside.append((child, in_function or function))
            if in_function:
                continue
            if isinstance(child, (ast.FunctionDef, ast.ClassDef)):
                yield child.name
            if isinstance(child, ast.FunctionDef) and not child.name.startswith("_"):
                yield from (a.arg for a in [*child.args.args, *child.args.kwonlyargs])
            targets = child.targets if isinstance(child, ast.Assign) else []
            targets += [child.target] if isinstance(child, ast.AnnAssign) else []
            yield from (target.id for target in targets if isinstance(target, ast.Name))


def modules() -> list[Path]:
    """Return the modules of the library and of the command line."""
    roots = (cases.ROOT / "solver" / "fairtray", cases.ROOT / "cli" / "fairtray_cli")
    return [path for root in roots for path in root.rglob("*.py")]


def test_no_public_name_is_a_bare_participle() -> None:
    named = {
        f"{path.relative_to(cases.ROOT)}: {name}"
        for path in modules()
        for name in public_names(path)
        if name.lower() in BARE
    }
    assert named == set()
