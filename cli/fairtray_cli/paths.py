"""Option types that hold paths, and know how a configuration file's paths are meant.

A path in a configuration file starts at that file's folder. The loader of such files asks
an option's type for ``relative_to``; a type without it holds no path.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fairtray_cli import completion

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    _TextType = click.ParamType[str]
else:
    # Generic only in the versions of click that type checkers see.
    _TextType = click.ParamType


def from_here(path: Path) -> str:
    """Return a path as one that starts at the current folder.

    Reports name files as they are called from here; so they say the same wherever the
    project lies on a disk.
    """
    try:
        return os.path.relpath(path)
    except ValueError:
        # Another drive of Windows.
        return str(path)


def relative(path: str, folder: Path) -> str:
    """Return a path that starts at ``folder`` as one that starts here; an absolute one stays."""
    return path if Path(path).is_absolute() else from_here(folder / path)


class FilePath(click.Path):
    """A path; as ``click.Path``, but an empty one is refused rather than the current folder."""

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str | bytes | os.PathLike[str]:
        """Return the path."""
        if not os.fspath(value):
            self.fail("the path is empty", param, ctx)
        return super().convert(value, param, ctx)

    def relative_to(self, value: str, folder: Path) -> str:
        """Return a text of a configuration file as a path that starts here."""
        return value if value == "-" else relative(value, folder)


class RulesetName(_TextType):
    """The name of a ruleset or the path of its file."""

    name = "RULESET"

    def convert(
        self,
        value: Any,
        param: click.Parameter | None,  # noqa: ARG002
        ctx: click.Context | None,  # noqa: ARG002
    ) -> str:
        """Return the text as it is: what it names is found out when it is read."""
        return str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Complete a name, or else a path."""
        return completion.rulesets(ctx, param, incomplete)

    def relative_to(self, value: str, folder: Path) -> str:
        """Return a text of a configuration file; a name stays one."""
        is_path = "/" in value or "\\" in value or value.endswith(".toml")
        return relative(value, folder) if is_path and value != "-" else value
