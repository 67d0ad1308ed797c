"""A click group that imports a command when it is asked for, and ends by our exit codes."""

from __future__ import annotations

import contextlib
import functools
import importlib
import os
import sys
import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import click

from fairtray.core.errors import echo, nearest
from fairtray.engines.search.interruptible import NAME as KERNEL_THREAD
from fairtray_cli import completion, defaults
from fairtray_cli.failures import guarded

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def _leave(code: int) -> NoReturn:
    """End the process.

    After an interrupt a kernel may still run, or be compiled, in a thread that nobody waits
    for. The interpreter would take itself apart under its hands.
    """
    if any(thread.name == KERNEL_THREAD for thread in threading.enumerate()):
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                with contextlib.suppress(OSError, ValueError):
                    stream.flush()
        os._exit(code)
    sys.exit(code)


class LazyGroup(click.Group):
    """Commands known by name and help line only, so that ``--help`` imports none of them.

    Attributes:
        debug: whether a failure shows its traceback.
    """

    def __init__(
        self, *args: Any, help_lines: Mapping[str, str], package: str, **kwargs: Any
    ) -> None:
        """Keep the help lines and the package that holds a module for each command."""
        super().__init__(*args, **kwargs)
        self._help_lines = help_lines
        self._package = package
        self.debug = False

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
            raise TypeError(f"{module.__name__}.command is no click command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command of an argument list, its defaults from the configuration in force.

        Raises:
            click.UsageError: no command has that name; the nearest is suggested.
            InputError: the configuration has faults.
        """
        name = args[0]
        if name not in self._help_lines and not name.startswith("-"):
            raise click.UsageError(
                f"no command is called {echo(name)}; {nearest(name, self._help_lines)}", ctx
            )
        found = super().resolve_command(ctx, args)
        if found[1] is not None:
            commands = {n: functools.partial(self.get_command, ctx, n) for n in self._help_lines}
            defaults.apply(ctx, name, found[1], found[2], commands)
        return found

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete a command or an option, from the help lines alone."""
        own = click.Command.shell_complete(self, ctx, incomplete)
        return completion.described(self._help_lines, incomplete) + own

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands from the help lines alone."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self._help_lines.items()))

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run, and turn whatever happens into an exit status and at most one line."""
        # Set again by the option, which also looks at the environment.
        self.debug = False

        def call() -> int:
            result = super(LazyGroup, self).main(
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
