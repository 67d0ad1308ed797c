"""``fairtray config``: what is in force, and which file says so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from fairtray.core.errors import Fault, InputError, echo, nearest
from fairtray_cli import completion, configuration, options
from fairtray_cli.configfile import ConfigFile
from fairtray_cli.console import out, out_json
from fairtray_cli.failures import Exit


@click.command(configuration.EXPLAINS)
@click.argument("name", metavar="[COMMAND]", required=False, shell_complete=completion.commands)
@options.as_json
@click.pass_context
def command(ctx: click.Context, name: str | None, as_json: bool) -> int:
    """Show each option that a file can set, its value, and where that comes from.

    The whole file is checked, whichever COMMAND is shown. A file is looked for in this
    folder and each one above: fairtray.toml, or pyproject.toml with [tool.fairtray].
    """
    group = ctx.find_root().command
    if not isinstance(group, click.Group):
        raise TypeError("the root command is no group")
    commands = {
        leaf: command
        for n in group.list_commands(ctx)
        if n != configuration.EXPLAINS and (found := group.get_command(ctx, n)) is not None
        for leaf, command in configuration.leaves(n, found).items()
    }
    names = list(dict.fromkeys([leaf.partition(".")[0] for leaf in commands] + [*commands]))
    if name is not None and name not in names:
        raise InputError(
            Fault("", f"no command is called {echo(name)}", nearest(name, names)), "COMMAND"
        )
    file = configuration.from_context(ctx)
    rows = _rows(file, commands)
    shown = [
        row
        for row in rows
        if name in (None, row["command"]) or row["command"].startswith(f"{name}.")
    ]
    if as_json:
        out_json({"file": None if file is None else file.label, "settings": shown})
        return Exit.YES
    from fairtray_cli.render import settings

    out(settings.text(None if file is None else file.label, shown))
    return Exit.YES


def _rows(file: ConfigFile | None, commands: dict[str, click.Command]) -> list[dict[str, Any]]:
    """Return each option of each command with its value.

    Raises:
        InputError: with every fault of the file.
    """
    everywhere = {key for found in commands.values() for key in configuration.options(found)}
    faults: dict[tuple[str, str], Fault] = {}
    rows: list[dict[str, Any]] = []
    for name, found in commands.items():
        given: dict[str, configuration.Setting] = {}
        if file is not None:
            given, wrong = configuration.settings(file, name, found, lambda: everywhere)
            # A key at the top comes up once for each command that has it.
            faults |= {(fault.where, fault.what): fault for fault in wrong}
        for key, option in configuration.options(found).items():
            setting = given.get(key)
            rows.append(
                {
                    "command": name,
                    "key": key,
                    "value": _default(option) if setting is None else setting.value,
                    "from": None if setting is None else setting.where,
                }
            )
    if file is not None:
        everything = [*faults.values(), *configuration.unknown_tables(file, commands)]
        if everything:
            raise InputError(everything, file.label)
    return rows


def _default(option: click.Option) -> Any:
    value = option.to_info_dict()["default"]
    if option.multiple:
        return list(value or ())
    return str(value) if isinstance(value, Path) else value
