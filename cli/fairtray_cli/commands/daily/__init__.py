"""``fairtray daily``: make, verify, show, commit to and audit daily challenges."""

from __future__ import annotations

import click

from fairtray_cli.console import out
from fairtray_cli.group import LazyGroup

COMMANDS = {
    "make": "Make the challenge of a day, or of many.",
    "verify": "Verify daily files: all they say is made or played again.",
    "show": "Show days: their trays drawn, the par, the difficulty.",
    "commit": "Make a secret key in a file, and print its commitment.",
    "audit": "Audit days from any dealer: files, or a program that is asked.",
}
"""Each command's help line, in the order in which a game uses them."""


@click.group(
    "daily",
    cls=LazyGroup,
    help_lines=COMMANDS,
    package=__name__,
    invoke_without_command=True,
)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Daily challenges: the same pieces for everybody, a new sequence each day.

    The pieces of a day follow from a key, the ruleset and the date alone, so that a game
    in any language can make them and anybody can verify them.
    """
    if ctx.invoked_subcommand is None:
        out(ctx.get_help())
