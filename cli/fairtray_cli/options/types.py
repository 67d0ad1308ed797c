"""The kinds and types of options: what a configuration file may set, and where its paths start.

A path in a configuration file starts at that file's folder, so the types that hold a path have a
method ``relative_to``, by which the reader of such files knows them.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fairtray_cli.options import completion

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    _TextType = click.ParamType[str]
else:
    # Generic only in the versions of click that type checkers see.
    _TextType = click.ParamType


class Override(click.Option):
    """An option that replaces what the input itself says.

    It cannot be set by a configuration file: a forgotten file in a folder above would
    silently change the answer about an input that says something else.
    """


class OwnTable(click.Option):
    """An option that means something else here than in other commands.

    A configuration file sets it in its command's own table; a key at the top is not for it.
    """


class Alternative(click.Option):
    """One of several options of which a command takes one.

    One that is typed displaces the others that a configuration file sets.

    Attributes:
        group: what these options have in common, such as ``source of deals``.
    """

    def __init__(self, *args: Any, group: str, **kwargs: Any) -> None:
        """Keep the name of the group."""
        super().__init__(*args, **kwargs)
        self.group = group


def from_here(path: Path) -> str:
    """Return a path relative to the current folder.

    Reports name files in the way they are reached from here, so a report says the same
    no matter where the project lies on a disk.
    """
    try:
        return os.path.relpath(path)
    except ValueError:
        # Another drive on Windows.
        return str(path)


def relative(path: str, folder: Path) -> str:
    """Return a path that starts at ``folder`` as one that starts here; an absolute one stays."""
    return path if Path(path).is_absolute() else from_here(folder / path)


class FilePath(click.Path):
    """As ``click.Path``, but an empty path is refused rather than taken for the current folder."""

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
        """Return the path, written in a file of ``folder``, as one that starts here."""
        return value if value == "-" else relative(value, folder)


class RulesetName(_TextType):
    """The name of a ruleset or the path of its file; which of them shows when it is read."""

    name = "RULESET"

    def convert(
        self,
        value: Any,
        param: click.Parameter | None,  # noqa: ARG002
        ctx: click.Context | None,  # noqa: ARG002
    ) -> str:
        """Return the text as it is."""
        return str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Complete a name, or else a path."""
        return completion.rulesets(ctx, param, incomplete)

    def relative_to(self, value: str, folder: Path) -> str:
        """Return a path, written in a file of ``folder``, as one that starts here; names stay."""
        is_path = "/" in value or "\\" in value or value.endswith(".toml")
        return relative(value, folder) if is_path and value != "-" else value
