"""Groups of commands that import a command only when it runs."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from fairtray.core.errors import echo, nearest
from fairtray_cli import config
from fairtray_cli.options import completion

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class LazyGroup(click.Group):
    """Commands known by name and help line only, so that ``--help`` imports none of them.

    Before a command runs, the configuration file in force sets its defaults.
    """

    def __init__(
        self, *args: Any, help_lines: Mapping[str, str], package: str, **kwargs: Any
    ) -> None:
        """Keep the help lines, and the package that has a module for each command."""
        super().__init__(*args, **kwargs)
        self._help_lines = help_lines
        self._package = package

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """Return the commands in the order of their table."""
        return list(self._help_lines)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command; None when there is none of that name."""
        if cmd_name not in self._help_lines:
            return None
        module = importlib.import_module(f"{self._package}.{cmd_name}")
        command = module.command
        if not isinstance(command, click.Command):
            raise TypeError(f"{module.__name__}.command is not a click command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command of an argument list, and give it the defaults in force.

        Raises:
            click.UsageError: no command has that name; the nearest is suggested.
            InputError: the configuration has faults.
        """
        name = args[0]
        if name not in self._help_lines and not name.startswith("-"):
            raise click.UsageError(
                f"there is no command {echo(name)}; {nearest(name, self._help_lines)}", ctx
            )
        resolved = super().resolve_command(ctx, args)
        _, command, rest = resolved
        if command is not None:
            config.apply(ctx, name, command, rest)
        return resolved

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete a command or an option, from the help lines alone."""
        own = click.Command.shell_complete(self, ctx, incomplete)
        return completion.matching(self._help_lines, incomplete) + own

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands from the help lines alone."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self._help_lines.items()))
