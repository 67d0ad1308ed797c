"""The command ``fairtray``: its commands, and how a run of it ends."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from fairtray.engines.search.interruptible import NAME as KERNEL_THREAD
from fairtray_cli.console import out
from fairtray_cli.failures import guarded
from fairtray_cli.group import LazyGroup

COMMANDS = {
    "check": "Say whether a tray can be placed, and in how many orders.",
    "solve": "Find the best-scoring order of placements.",
    "show": "Draw a position, or write it in one line.",
    "verify": "Check a proof file again from scratch.",
    "prove": "Prove facts of a ruleset that hold on every board.",
    "replay": "Play recorded moves by the rules.",
    "play": "Play a game on the terminal.",
    "audit": "Deal, and check every claim that a dealer makes.",
    "simulate": "Play whole games, and report how long they last.",
    "daily": "Make, verify and show daily challenges.",
    "rulesets": "List the rulesets, or show one with all its numbers.",
    "shapes": "Draw the shapes that a ruleset can deal.",
    "bench": "Count the nodes of all searches on fixed positions.",
    "config": "Show the settings in force, and which file sets them.",
}
"""Each command's help line. ``NAME`` is ``command`` in ``fairtray_cli.commands.NAME``."""


class _Program(LazyGroup):
    """The group of all commands, which ends with one of our exit statuses.

    Attributes:
        debug: whether a failure shows its traceback.
    """

    debug = False

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run, and turn every outcome into an exit status and at most one line."""
        # Set again by the option, which also looks at the environment.
        self.debug = False

        def call() -> int:
            result = super(_Program, self).main(
                args=args,
                prog_name=prog_name,
                complete_var=complete_var,
                standalone_mode=False,
                windows_expand_args=windows_expand_args,
                **extra,
            )
            return result if isinstance(result, int) else 0

        code = guarded(call, lambda: self.debug)
        if standalone_mode:
            _leave(code)
        return code


def _leave(code: int) -> NoReturn:
    """End the process.

    After an interrupt a kernel may still run, or be compiled, in a thread that nobody waits
    for. The interpreter would take itself apart while that thread uses it.
    """
    if any(thread.name == KERNEL_THREAD for thread in threading.enumerate()):
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                with contextlib.suppress(OSError, ValueError):
                    stream.flush()
        os._exit(code)
    sys.exit(code)


def _set_debug(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if isinstance(ctx.command, _Program):
        ctx.command.debug = value


def _show_version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if not value or ctx.resilient_parsing:
        return
    from platform import python_version

    from fairtray.versions import versions

    parts = versions() | {"Python": python_version()}
    own = parts.pop("fairtray")
    out(f"fairtray {own} ({', '.join(f'{name} {number}' for name, number in parts.items())})")
    ctx.exit()


@click.group(
    "fairtray",
    cls=_Program,
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
    help="Read this file.  [default: fairtray.toml, or pyproject.toml with [tool.fairtray], "
    "of the nearest folder up]",
)
@click.option("--no-config", is_flag=True, help="Read no configuration file.")
@click.pass_context
def cli(ctx: click.Context, config: str | None, no_config: bool) -> None:  # noqa: ARG001
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
