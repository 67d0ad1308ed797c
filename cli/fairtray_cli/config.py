"""What a configuration file sets, as defaults of the command that is about to run.

The keys are the long names of options. A table such as ``[audit]`` or ``[daily.make]`` is for one
command, a key at the top for every command that has the option. The command line overrides
both; a table overrides the top. The values reach a command through click's ``default_map``, so
no command knows that there are such files.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.types import BoolParamType, FloatParamType, IntParamType

from fairtray.core.errors import Fault, InputError, echo, nearest
from fairtray_cli.console import note
from fairtray_cli.options.types import Alternative, Override, OwnTable

if TYPE_CHECKING:
    from fairtray_cli.configfile import ConfigFile

EXPLAINS = "config"
"""The command that explains a configuration, and so takes nothing from it."""

_TOML_TYPES: tuple[tuple[type, type | tuple[type, ...], str, str], ...] = (
    (BoolParamType, bool, "a truth value", "true or false"),
    (IntParamType, int, "a whole number", "it without quotes, such as 7"),
    (FloatParamType, (int, float), "a number", "it without quotes, such as 2.5"),
    (click.ParamType, str, "text", '"…", in quotes'),
)
"""How TOML writes what an option of a click type takes, the first that fits: the Python type, what
it is called, and how to write it."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A value that a configuration file gives to an option of a command.

    Attributes:
        option: the option.
        where: the key as the file has it, such as ``audit.count``.
        value: the value as click takes it, paths starting here.
    """

    option: click.Option
    where: str
    value: Any


def file_in_force(ctx: click.Context) -> ConfigFile | None:
    """Return the file of ``--config``, or the nearest; None if there is none, or none is wanted.

    Raises:
        InputError: it cannot be read.
    """
    from fairtray_cli import configfile

    given = ctx.find_root().params
    if given["no_config"]:
        return None
    if given["config"] is not None:
        return configfile.named(given["config"])
    try:
        here = Path.cwd()
    except FileNotFoundError:
        # Someone has removed the folder; a command that needs no file can do without.
        return None
    return configfile.nearest(here)


def apply(ctx: click.Context, name: str, command: click.Command, args: list[str]) -> None:
    """Make what the file in force sets the defaults of a command that is about to run.

    Args:
        ctx: the context of the group that has the command.
        name: the command's name in the group.
        command: the command; nothing is done for a group, whose own commands come here later.
        args: its arguments.

    Raises:
        InputError: with every fault of the file that could concern this command.
    """
    if isinstance(command, click.Group) or name == EXPLAINS:
        return
    typed = _typed(ctx, name, command, args)
    file = None if typed is None else file_in_force(ctx)
    if typed is None or file is None:
        return
    root = ctx.find_root()
    dotted = ".".join([*ctx.command_path.split()[1:], name])
    given, faults = settings(file, dotted, command, lambda: all_keys(root))
    faults += unknown_tables(file, root)
    if faults:
        raise InputError(faults, file.label)
    displaced = {p.group for p in command.params if isinstance(p, Alternative) and p.name in typed}
    used = {
        key: setting
        for key, setting in given.items()
        if setting.option.name not in typed
        and not (isinstance(setting.option, Alternative) and setting.option.group in displaced)
    }
    ctx.default_map = {name: {s.option.name: s.value for s in used.values()}}
    if used and file.folder != Path.cwd():
        note(f"{', '.join(used)} from {file.label} ('fairtray config' shows all)")


def _typed(
    ctx: click.Context, name: str, command: click.Command, args: list[str]
) -> Container[str] | None:
    """Return the parameters that the command line gives.

    None where the command will not run: a help text must not depend on a file that it
    may be needed to fix, and of two complaints the one about the command line comes first.
    """
    if ctx.resilient_parsing:
        return None
    probe = click.Context(command, info_name=name, parent=ctx)
    try:
        values, _, _ = command.make_parser(probe).parse_args(list(args))
    except click.UsageError:
        return None
    eager = {p.name for p in command.get_params(probe) if p.is_eager}
    return None if eager & values.keys() else values


def leaves(ctx: click.Context) -> Iterator[tuple[str, click.Command]]:
    """Yield the commands below a context's group with their names: ``daily.make``, as tables do."""
    group = ctx.command
    if not isinstance(group, click.Group):
        return
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        if isinstance(command, click.Group):
            for inner, leaf in leaves(click.Context(command, parent=ctx)):
                yield f"{name}.{inner}", leaf
        elif command is not None and name != EXPLAINS:
            yield name, command


def all_keys(root: click.Context) -> set[str]:
    """Return every key that may be at the top of a file; all commands are imported for it."""
    return {key for _, command in leaves(root) for key in _shared(options(command))}


def options(command: click.Command) -> dict[str, click.Option]:
    """Return the options that a file can set, by key, in the command's order."""
    return {
        _key(param): param
        for param in command.params
        if isinstance(param, click.Option)
        and not isinstance(param, Override)
        and not param.is_eager
        and not param.hidden
        and param.expose_value
        and any(name.startswith("--") for name in param.opts)
    }


def _key(option: click.Option) -> str:
    return next(name[2:] for name in option.opts if name.startswith("--"))


def _shared(known: Mapping[str, click.Option]) -> dict[str, click.Option]:
    return {key: option for key, option in known.items() if not isinstance(option, OwnTable)}


def settings(
    file: ConfigFile, name: str, command: click.Command, top_keys: Callable[[], Iterable[str]]
) -> tuple[dict[str, Setting], list[Fault]]:
    """Return what a file sets for a command, by key, with every fault found on the way.

    Args:
        file: the file.
        name: the command's name; of a group's command with a dot, as in ``daily.make``.
        command: the command.
        top_keys: gives the keys that may be at the top; called only for a key that is not one
            of this command's.
    """
    known = options(command)
    top = {key: value for key, value in file.table.items() if not isinstance(value, Mapping)}
    everywhere = functools.cache(lambda: sorted(top_keys()))

    def unknown_at_top(key: str) -> Fault | None:
        if not {key, key.removesuffix("s")}.isdisjoint(everywhere()):
            return None
        return Fault(f"{file.prefix}{key}", "no such key", nearest(key, everywhere()))

    given, faults = _section(top, file.prefix, _shared(known), file.folder, unknown_at_top)
    table: object = file.table
    for part in name.split("."):
        table = table.get(part) if isinstance(table, Mapping) else None
    if isinstance(table, Mapping):
        prefix = f"{file.prefix}{name}."
        overriding = {_key(p) for p in command.params if isinstance(p, Override)}

        def unknown_here(key: str) -> Fault:
            if key in overriding:
                what = "replaces what the input says, so no file can set it"
                return Fault(f"{prefix}{key}", what, f"give --{key} on the command line")
            return Fault(f"{prefix}{key}", "no such key", nearest(key, known))

        own, more = _section(table, prefix, known, file.folder, unknown_here)
        given |= own
        faults += more
    return given, faults


def _section(
    table: Mapping[str, object],
    prefix: str,
    known: Mapping[str, click.Option],
    folder: Path,
    unknown: Callable[[str], Fault | None],
) -> tuple[dict[str, Setting], list[Fault]]:
    """Return the settings of a table and its faults, both in the order of the file."""
    given: dict[str, Setting] = {}
    faults: list[Fault | None] = []
    for key, value in table.items():
        # A list may be named in the plural.
        single = key.removesuffix("s")
        name = single if key not in known and single in known and known[single].multiple else key
        where = f"{prefix}{key}"
        if name not in known:
            faults.append(unknown(key))
        elif name in given:
            faults.append(Fault(where, f"is the same as {given[name].where}", "keep one of them"))
        else:
            option = known[name]
            items = value if option.multiple and isinstance(value, list) else [value]
            values = [_converted(option, where, item, folder) for item in items]
            wrong = [fault for _, fault in values if fault is not None]
            faults += wrong
            if not wrong:
                taken = [item for item, _ in values]
                given[name] = Setting(option, where, taken if option.multiple else taken[0])
    return given, [fault for fault in faults if fault is not None]


def _converted(
    option: click.Option, where: str, value: Any, folder: Path
) -> tuple[Any, Fault | None]:
    """Return a value as click takes it from a ``default_map``, or what is wrong with it."""
    _, toml, called, example = next(row for row in _TOML_TYPES if isinstance(option.type, row[0]))
    if not isinstance(value, toml) or (isinstance(value, bool) and toml is not bool):
        return None, Fault(where, f"{echo(value)} is not {called}", f"write {example}")
    relative_to = getattr(option.type, "relative_to", None)
    value = value if relative_to is None else relative_to(value, folder)
    try:
        option.type.convert(value, option, None)
    except click.BadParameter as error:
        return None, Fault(where, " ".join(error.message.split()).rstrip("."))
    return value, None


def unknown_tables(file: ConfigFile, root: click.Context) -> list[Fault]:
    """Return a fault for each table that belongs to no command."""
    return list(_unknown_tables(file.table, file.prefix, root))


def _unknown_tables(table: Mapping[str, Any], prefix: str, ctx: click.Context) -> Iterator[Fault]:
    group = ctx.command
    if not isinstance(group, click.Group):
        return
    names = [name for name in group.list_commands(ctx) if name != EXPLAINS]
    for key, value in table.items():
        if key not in names:
            if isinstance(value, Mapping):
                yield Fault(f"[{prefix}{key}]", "there is no such command", nearest(key, names))
            elif ctx.parent is not None:
                example = f"put it into a table such as [{prefix}{names[0]}]"
                yield Fault(f"{prefix}{key}", "is not in the table of a command", example)
        elif not isinstance(value, Mapping):
            yield Fault(f"{prefix}{key}", "is not a table", f"write [{prefix}{key}]")
        elif isinstance(command := group.get_command(ctx, key), click.Group):
            yield from _unknown_tables(
                value, f"{prefix}{key}.", click.Context(command, info_name=key, parent=ctx)
            )
