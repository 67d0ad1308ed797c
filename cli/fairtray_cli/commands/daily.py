"""``fairtray daily``: make, verify, show, commit to and audit daily challenges."""

from __future__ import annotations

import importlib

import click

from fairtray.core.errors import echo, nearest
from fairtray_cli.console import out

_COMMANDS = ("make", "verify", "show", "commit", "audit")
_PACKAGE = "fairtray_cli.commands.dailies"


class _Dailies(click.Group):
    """The commands of this group, each imported when it is asked for."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """Return the commands in the order in which a game uses them."""
        return list(_COMMANDS)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command; None when there is none of that name."""
        if cmd_name not in _COMMANDS:
            return None
        command = importlib.import_module(f"{_PACKAGE}.{cmd_name}").command
        if not isinstance(command, click.Command):
            raise TypeError(f"{_PACKAGE}.{cmd_name}.command is no click command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command of an argument list; the nearest name is suggested."""
        if args[0] not in _COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(
                f"no command is called {echo(args[0])}; {nearest(args[0], _COMMANDS)}", ctx
            )
        return super().resolve_command(ctx, args)


@click.group("daily", cls=_Dailies, invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Daily challenges: the same pieces for everybody, a new sequence each day.

    The pieces of a day follow from a key, the ruleset and the date alone, so that a game
    in any language can make them and anybody can verify them.
    """
    if ctx.invoked_subcommand is None:
        out(ctx.get_help())
