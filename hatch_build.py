"""What the build makes on the way: manual pages, from the commands that are being packed."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ManualPages(BuildHookInterface[Any]):
    """Puts a page for each command where ``man`` finds it beside the installed program."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the pages; not for an editable install, whose commands will change."""
        if version == "editable":
            return
        before = sys.path.copy(), sys.dont_write_bytecode
        sys.path[:0] = [str(Path(self.root) / "solver"), str(Path(self.root) / "cli")]
        sys.dont_write_bytecode = True
        try:
            from fairtray_cli import manpages

            self._folder = tempfile.TemporaryDirectory()
            for page in manpages.write(Path(self._folder.name)):
                build_data["shared_data"][str(page)] = f"share/man/man1/{page.name}"
        finally:
            sys.path[:], sys.dont_write_bytecode = before

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove them; the wheel has its copies."""
        if version != "editable":
            self._folder.cleanup()
