"""Modules that had another name once: the old names import the same modules still.

docs/api.md promises some of them to programs. Adding an entry here is all that moving a
module takes; its submodules come with it.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import MappingProxyType, ModuleType

RENAMED = MappingProxyType(
    {
        # Before the packages that they were in.
        "fairtray.modes.blokusfile": "fairtray.families.blokus.gamefile",
        "fairtray.modes.blokus": "fairtray.families.blokus.game",
        "fairtray.audit.source": "fairtray.dealers.sources",
        "fairtray.blokus": "fairtray.families.blokus",
        "fairtray.board": "fairtray.core.board",
        "fairtray.chunks": "fairtray.runs",
        "fairtray.errors": "fairtray.core.errors",
        "fairtray.files": "fairtray.core.files",
        "fairtray.kernels": "fairtray.engines.kernels",
        "fairtray.modes": "fairtray.gameplay.modes",
        "fairtray.proof": "fairtray.engines.proof",
        "fairtray.saves": "fairtray.gameplay.saves",
        "fairtray.search": "fairtray.engines.search",
        "fairtray.shapes": "fairtray.core.shapes",
        "fairtray.tables": "fairtray.engines.tables",
    }
)
"""The name of each module before and now."""


class _SameModule(Loader):
    """Loads nothing: hands out the module under its present name."""

    def __init__(self, present: str) -> None:
        self._present = present

    def create_module(self, spec: ModuleSpec) -> ModuleType:  # noqa: ARG002 (the protocol's)
        module = importlib.import_module(self._present)
        self._spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        # The import system has just written the old name's spec into the module.
        module.__spec__ = self._spec


class _OldNames(MetaPathFinder):
    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,  # noqa: ARG002 (the protocol's)
        target: ModuleType | None = None,  # noqa: ARG002 (the protocol's)
    ) -> ModuleSpec | None:
        for before, now in RENAMED.items():
            if fullname == before or fullname.startswith(f"{before}."):
                present = now + fullname.removeprefix(before)
                if importlib.util.find_spec(present) is None:
                    return None
                return ModuleSpec(fullname, _SameModule(present))
        return None


def install() -> None:
    """Make the old names importable; once is enough."""
    if not any(isinstance(finder, _OldNames) for finder in sys.meta_path):
        # First, or what is below an old name would be found by its file, and loaded twice.
        sys.meta_path.insert(0, _OldNames())
