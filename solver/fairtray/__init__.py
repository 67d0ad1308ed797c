"""fairtray: solve block-placement puzzles and check the dealers of such games.

The package is the library; it prints nothing and knows nothing of a command line. What
most programs need can be taken from here, and is imported on first use:
``import fairtray`` alone loads nothing heavy. ``docs/api.md`` shows how it is used, and
``docs/architecture.md`` what lies below it.
"""

from __future__ import annotations

import ast
import functools
import importlib
from pathlib import Path

from fairtray import _renamed

_renamed.install()

__version__ = "0.1.0"
"""The version of the library and of the command line, which are released together."""


@functools.cache
def _homes() -> dict[str, tuple[str, str]]:
    """Return each public name's module, and its name there.

    The stub beside this file says so to type checkers; it is written down only there.
    """
    stub = ast.parse(Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    return {
        alias.asname or alias.name: (str(node.module), alias.name)
        for node in stub.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def __getattr__(name: str) -> object:
    """Return a public name, imported now.

    Raises:
        AttributeError: there is no such name.
    """
    if name == "__all__":
        return ["__version__", *_homes()]
    if name.startswith("_") or name not in _homes():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, name_there = _homes()[name]
    value: object = getattr(importlib.import_module(module), name_there)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the names that are here, whether or not they have been imported yet."""
    return sorted({*globals(), *_homes()})
