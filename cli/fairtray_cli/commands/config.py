"""``fairtray config``: the settings in force, and which file sets them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fairtray.core.errors import Fault, InputError, echo, nearest
from fairtray_cli import config, options
from fairtray_cli.console import out, out_json
from fairtray_cli.failures import Exit
from fairtray_cli.options import completion

if TYPE_CHECKING:
    from fairtray_cli.configfile import ConfigFile


@click.command(config.EXPLAINS)
@click.argument("name", metavar="[COMMAND]", required=False, shell_complete=completion.commands)
@options.as_json
@click.pass_context
def command(ctx: click.Context, name: str | None, as_json: bool) -> int:
    """Show each option that a file can set, its value, and where that comes from.

    The whole file is checked, whichever COMMAND is shown. A file is looked for in this
    folder and each one above: fairtray.toml, or pyproject.toml with [tool.fairtray].
    """
    root = ctx.find_root()
    leaves = dict(config.leaves(root))
    names = list(dict.fromkeys([leaf.partition(".")[0] for leaf in leaves] + [*leaves]))
    if name is not None and name not in names:
        raise InputError(
            Fault("", f"there is no command {echo(name)}", nearest(name, names)), "COMMAND"
        )
    file = config.file_in_force(ctx)
    label = None if file is None else file.label
    rows = [
        row
        for row in _rows(file, leaves, root)
        if name in (None, row["command"]) or row["command"].startswith(f"{name}.")
    ]
    if as_json:
        out_json({"file": label, "settings": rows})
    else:
        from fairtray_cli.render import settings

        out(settings.text(label, rows))
    return Exit.YES


def _rows(
    file: ConfigFile | None, leaves: dict[str, click.Command], root: click.Context
) -> list[dict[str, Any]]:
    """Return each option of each command with its value.

    Raises:
        InputError: with every fault of the file.
    """
    top_keys = config.all_keys(root)
    faults: list[Fault] = []
    rows: list[dict[str, Any]] = []
    for name, leaf in leaves.items():
        given: dict[str, config.Setting] = {}
        if file is not None:
            given, wrong = config.settings(file, name, leaf, lambda: top_keys)
            faults += wrong
        for key, option in config.options(leaf).items():
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
        faults += config.unknown_tables(file, root)
        if faults:
            # A key at the top comes up once for each command that has it.
            raise InputError(list(dict.fromkeys(faults)), file.label)
    return rows


def _default(option: click.Option) -> Any:
    value = option.to_info_dict()["default"]
    if option.multiple:
        return list(value or ())
    return str(value) if isinstance(value, Path) else value
