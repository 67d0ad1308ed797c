"""Making what a configuration file sets the defaults of the command that is about to run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from fairtray.core.errors import InputError
from fairtray_cli import configuration
from fairtray_cli.configfile import ConfigFile
from fairtray_cli.console import note
from fairtray_cli.sources import WAYS

_Commands = Mapping[str, Callable[[], click.Command | None]]


def apply(
    ctx: click.Context, name: str, command: click.Command, args: list[str], commands: _Commands
) -> None:
    """Make what the file in force sets the defaults of a command that is about to run.

    Args:
        ctx: the group's context.
        name: the command's name.
        command: the command.
        args: its arguments.
        commands: imports each command, by name.

    Raises:
        InputError: with every fault of the file that could concern this command.
    """
    if isinstance(command, click.Group):
        member = command.get_command(click.Context(command), args[0]) if args else None
        if member is not None:
            _apply(ctx, f"{name}.{args[0]}", member, args[1:], commands)
    elif name != configuration.EXPLAINS:
        _apply(ctx, name, command, args, commands)


def _apply(
    ctx: click.Context, name: str, command: click.Command, args: list[str], commands: _Commands
) -> None:
    given = _given(ctx, name, command, args)
    if given is None:
        return
    file = configuration.from_context(ctx)
    if file is None:
        return

    def keys() -> Iterator[str]:
        for top, get in commands.items():
            other = get()
            if other is not None:
                for leaf in configuration.leaves(top, other).values():
                    yield from configuration.options(leaf)

    found, faults = configuration.settings(file, name, command, keys)
    faults += configuration.unknown_tables(file, _names(file, commands))
    if faults:
        raise InputError(faults, file.label)
    defaults: dict[str, Any] = {setting.param: setting.value for setting in found.values()}
    for part in reversed(name.split(".")):
        defaults = {part: defaults}
    ctx.default_map = defaults
    # A source of deals on the command line displaces whichever the file names.
    displaced = given.union(WAYS) if given & WAYS.keys() else given
    used = [setting.key for setting in found.values() if setting.param not in displaced]
    if used and file.folder != Path.cwd():
        note(f"{', '.join(used)} from {file.label} ('fairtray config' shows all)")


def _names(file: ConfigFile, commands: _Commands) -> Iterator[str]:
    """Yield the names of commands, of a group's only where the file has a table of it."""
    for name, get in commands.items():
        command = get() if isinstance(file.table.get(name), Mapping) else None
        yield from (name,) if command is None else configuration.leaves(name, command)


def _given(
    ctx: click.Context, name: str, command: click.Command, args: list[str]
) -> set[str] | None:
    """Return the parameters that the command line gives.

    None where the command will not run: a help text must not depend on a file that it
    may be needed to mend, and of two complaints the one about the command line comes first.
    """
    if ctx.resilient_parsing:
        return None
    probe = click.Context(command, info_name=name, parent=ctx)
    try:
        values, _, _ = command.make_parser(probe).parse_args(list(args))
    except click.UsageError:
        return None
    eager = {p.name for p in command.get_params(probe) if p.is_eager}
    return None if eager & values.keys() else set(values)
