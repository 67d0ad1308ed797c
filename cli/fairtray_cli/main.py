"""The command ``fairtray``: a list of commands, each imported when it is asked for."""

from __future__ import annotations

import sys
from typing import NoReturn

import click

from fairtray_cli.configuration import remember
from fairtray_cli.console import out
from fairtray_cli.lazy import LazyGroup

COMMANDS = {
    "check": "Tell whether a tray can be placed, and in how many orders.",
    "solve": "Find the best-scoring order of placements.",
    "show": "Draw a position, or write it in one line.",
    "verify": "Check a proof file again from scratch.",
    "prove": "Prove facts of a ruleset that hold on every board.",
    "replay": "Play recorded moves by the rules.",
    "play": "Play a game on the terminal.",
    "audit": "Deal, and check every claim that a dealer makes.",
    "simulate": "Play whole games, and tell how long they last.",
    "daily": "Make, verify and show daily challenges.",
    "rulesets": "List the rulesets, or show one with all its numbers.",
    "shapes": "Draw the shapes that a ruleset can deal.",
    "bench": "Count the nodes of all searches on fixed positions.",
    "config": "Show what is in force, and which file says so.",
}
"""Each command's help line. ``NAME`` is ``command`` in ``fairtray_cli.commands.NAME``."""


def _set_debug(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    group = ctx.command
    if isinstance(group, LazyGroup):
        group.debug = value


def _show_version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if not value or ctx.resilient_parsing:
        return
    from platform import python_version

    from fairtray.versions import versions

    parts = versions() | {"Python": python_version()}
    own = parts.pop("fairtray")
    out(f"fairtray {own} ({', '.join(f'{name} {found}' for name, found in parts.items())})")
    ctx.exit()


@click.group(
    "fairtray",
    cls=LazyGroup,
    help_lines=COMMANDS,
    package="fairtray_cli.commands",
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version, and those of what an answer is computed with.",
)
@click.option(
    "--debug",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    envvar="FAIRTRAY_DEBUG",
    callback=_set_debug,
    help="Show the traceback of an error.",
)
@click.option(
    "--config",
    metavar="FILE",
    is_eager=True,
    expose_value=False,
    callback=remember,
    help="Read this file.  [default: fairtray.toml, or pyproject.toml with [tool.fairtray], "
    "of the nearest folder up]",
)
@click.option(
    "--no-config",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=remember,
    help="Read no configuration file.",
)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Solve block-placement puzzles and check the dealers of such games.

    Exit status: 0 yes, 1 no, 2 bad usage or input, 3 the dealer under test failed,
    4 inconclusive, 70 a fault of fairtray itself, 130 interrupted.
    """
    if ctx.invoked_subcommand is None:
        out(ctx.get_help())


def run() -> NoReturn:
    """Run the command line and leave with its exit status."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character must not turn an answer into a crash.
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    cli.main(prog_name="fairtray")
    sys.exit(0)
