"""What a configuration file sets, held against the options of the commands.

The keys are the long names of options. A table such as ``[audit]`` or ``[daily.make]`` speaks
of one command, a key at the top of every command that has the option. The command line
overrides both; a table overrides the top. The values reach a command through click's
``default_map``, so no command knows that there are such files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from fairtray.core.errors import Fault, echo, nearest
from fairtray_cli import configfile
from fairtray_cli.configfile import ConfigFile

EXPLAINS = "config"
"""The command that explains a configuration, and so takes nothing from it."""

_FILE, _NONE = "fairtray.config", "fairtray.no-config"


class Override(click.Option):
    """An option that replaces what the input itself says.

    It cannot be set by a configuration file: a forgotten file in a folder above would
    silently change the answer about an input that says something else.
    """


@dataclass(frozen=True, slots=True)
class Setting:
    """A value that a configuration file gives to an option of a command.

    Attributes:
        key: the option's long name.
        where: the key as the file has it, such as ``audit.count``.
        value: the value as click takes it, paths starting here.
        param: the parameter's name.
    """

    key: str
    where: str
    value: Any
    param: str


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


def settings(
    file: ConfigFile, name: str, command: click.Command, others: Callable[[], Iterable[str]]
) -> tuple[dict[str, Setting], list[Fault]]:
    """Return what a file sets for a command, by key, with every fault found on the way.

    Args:
        file: the file.
        name: the command's name; of a group's command with a dot, as in ``daily.make``.
        command: the command.
        others: gives the keys of all commands; called only for a key that is not one of
            this command's.
    """
    known = options(command)
    found: dict[str, Setting] = {}
    faults: list[Fault] = []
    for key, value in file.table.items():
        if isinstance(value, Mapping):
            continue
        if _resolved(key, known) is None:
            everywhere = set(others())
            if key not in everywhere and key.removesuffix("s") not in everywhere:
                where = f"{file.prefix}{key}"
                faults.append(Fault(where, "no such key", nearest(key, sorted(everywhere))))
            continue
        _take(file, key, f"{file.prefix}{key}", value, known, found, faults)
    section: object = file.table
    for part in name.split("."):
        section = section.get(part) if isinstance(section, Mapping) else None
    if not isinstance(section, Mapping):
        section = {}
    # A key of the section replaces the same key at the top, whatever was wrong with that.
    mine: dict[str, Setting] = {}
    for key, value in section.items():
        where = f"{file.prefix}{name}.{key}"
        if _resolved(key, known) is None:
            faults.append(_unknown(where, key, known, command))
        else:
            _take(file, key, where, value, known, mine, faults)
    return {**found, **mine}, faults


def _resolved(key: str, known: Mapping[str, click.Option]) -> str | None:
    """Return the option's key that a file's key means; a list may be named in the plural."""
    if key in known:
        return key
    single = key.removesuffix("s")
    return single if single in known and known[single].multiple else None


def _unknown(
    where: str, key: str, known: Mapping[str, click.Option], command: click.Command
) -> Fault:
    overriding = {_key(p) for p in command.params if isinstance(p, Override)}
    if key in overriding:
        what = "replaces what the input says, so no file can set it"
        return Fault(where, what, f"give --{key} on the command line")
    return Fault(where, "no such key", nearest(key, known))


def _take(
    file: ConfigFile,
    key: str,
    where: str,
    value: object,
    known: Mapping[str, click.Option],
    found: dict[str, Setting],
    faults: list[Fault],
) -> None:
    name = _resolved(key, known)
    if name is None:
        raise KeyError(key)
    option = known[name]
    if name in found:
        faults.append(Fault(where, f"is the same as {found[name].where}", "keep one of them"))
        return
    values = value if option.multiple and isinstance(value, list) else [value]
    wrong = [fault for item in values for fault in _wrong(option, where, item, file.folder)]
    if wrong:
        faults += wrong
        return
    meant = [_meant(option, item, file.folder) for item in values]
    found[name] = Setting(name, where, meant if option.multiple else meant[0], str(option.name))


def _wrong(option: click.Option, where: str, value: object, folder: Path) -> Iterator[Fault]:
    fits, wanted = _wanted(option)
    if not fits(value):
        yield Fault(where, f"{echo(value)} is no {wanted[0]}", f"write {wanted[1]}")
        return
    if option.is_flag:
        return
    try:
        option.type.convert(_meant(option, value, folder), option, None)
    except click.BadParameter as error:
        yield Fault(where, " ".join(error.message.split()).rstrip("."))


def _wanted(option: click.Option) -> tuple[Callable[[object], bool], tuple[str, str]]:
    """Return a test of a value's type, and how that type is called, with an example."""
    if option.is_flag:
        return lambda v: isinstance(v, bool), ("truth value", "true or false")
    if isinstance(option.type, click.types.IntParamType):
        return lambda v: isinstance(v, int) and not isinstance(v, bool), (
            "whole number",
            "it without quotes, such as 7",
        )
    if isinstance(option.type, click.types.FloatParamType):
        return (
            lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
            ("number", "it without quotes, such as 2.5"),
        )
    return lambda v: isinstance(v, str), ("text", '"…", in quotes')


def _meant(option: click.Option, value: Any, folder: Path) -> Any:
    relative_to = getattr(option.type, "relative_to", None)
    if relative_to is not None:
        return relative_to(value, folder)
    return value


def leaves(name: str, command: click.Command) -> dict[str, click.Command]:
    """Return a command under its name, or those of a group: ``daily.make``, as tables have it."""
    if not isinstance(command, click.Group):
        return {name: command}
    ctx = click.Context(command)
    members = {sub: command.get_command(ctx, sub) for sub in command.list_commands(ctx)}
    return {f"{name}.{sub}": found for sub, found in members.items() if found is not None}


def unknown_tables(file: ConfigFile, commands: Iterable[str]) -> list[Fault]:
    """Return a fault for each table that is no command's; a group's commands have dotted names."""
    names = [name for name in commands if name != EXPLAINS]
    return list(_unknown_tables(file.table, file.prefix, names))


def _unknown_tables(table: Mapping[str, Any], prefix: str, names: list[str]) -> Iterator[Fault]:
    tops = list(dict.fromkeys(name.partition(".")[0] for name in names))
    for key, value in table.items():
        if key not in tops:
            if isinstance(value, Mapping):
                yield Fault(f"[{prefix}{key}]", "no command is called so", nearest(key, tops))
        elif not isinstance(value, Mapping):
            yield Fault(f"{prefix}{key}", "is no table", f"write [{prefix}{key}]")
        elif key not in names:
            inner = [name.partition(".")[2] for name in names if name.startswith(f"{key}.")]
            yield from _unknown_tables(value, f"{prefix}{key}.", inner)
            for sub in value:
                if not isinstance(value[sub], Mapping) and sub not in inner:
                    example = f"put it into a table such as [{prefix}{key}.{inner[0]}]"
                    yield Fault(f"{prefix}{key}.{sub}", "stands in no command's table", example)


def from_context(ctx: click.Context) -> ConfigFile | None:
    """Return the file that is in force: the one of ``--config``, or the nearest.

    Raises:
        InputError: it cannot be read.
    """
    if ctx.meta.get(_NONE):
        return None
    given = ctx.meta.get(_FILE)
    if given is not None:
        return configfile.named(given)
    try:
        here = Path.cwd()
    except FileNotFoundError:
        # Someone has removed the folder; a command that needs no file can do without.
        return None
    return configfile.nearest(here)


def remember(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    """Keep what ``--config`` or ``--no-config`` said."""
    ctx.meta[_FILE if param.name == "config" else _NONE] = value
