"""Options that several commands share, and how several options become one value."""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from fairtray.core.errors import InputError
from fairtray_cli.blokus import asked
from fairtray_cli.options import completion
from fairtray_cli.options.types import FilePath, Override

if TYPE_CHECKING:
    from fairtray.rulesets.model import Ruleset

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

ENGINES = ("search", "cp-sat", "both")

as_json: Decorator = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON document; coordinates from 0."
)

many: Decorator = click.option(
    "--lines",
    "many",
    is_flag=True,
    help="Read one position a line (JSON Lines) and answer each with a line; files that "
    "end in .jsonl are read so anyway.",
)

engine: Decorator = click.option(
    "--engine",
    type=click.Choice(ENGINES),
    default="search",
    show_default=True,
    help="Bitboard search, the independent CP-SAT model, or both, which must agree.",
)

proof: Decorator = click.option(
    "--proof",
    "proof_file",
    type=FilePath(dir_okay=False),
    metavar="FILE",
    help="Also write the verdict as a file that 'fairtray verify' checks again from scratch; "
    "- writes it to stdout in place of the answer.",
)

ruleset: Decorator = click.option(
    "--ruleset",
    cls=Override,
    metavar="RULESET",
    shell_complete=completion.games,
    help="A name (see 'fairtray rulesets') or the path of a ruleset file; used in place of "
    "the ruleset that the input names.  [default: the input's own, or bloky-8x8]",
)


@contextlib.contextmanager
def naming(path: str) -> Iterator[None]:
    """Name the file in the bad-input errors that its position raises once it has been read.

    Raises:
        InputError: the one raised inside, with its source.
    """
    from fairtray.core.files import label

    try:
        yield
    except InputError as error:
        raise (error if error.source else error.located(label(path))) from None


def on_command_line(name: str) -> bool:
    """Return whether a parameter of the running command was typed, and not set by a file."""
    source = click.get_current_context().get_parameter_source(name)
    return source is ParameterSource.COMMANDLINE


def refuse_typed(names: Iterable[str], why: str) -> None:
    """Refuse parameters that have no effect beside the others.

    Args:
        names: the parameters.
        why: the rest of the message, after the option.

    Raises:
        click.UsageError: one of them was typed; the first is named.
    """
    params = {param.name: param for param in click.get_current_context().command.params}
    for name in names:
        if on_command_line(name):
            raise click.UsageError(f"{max(params[name].opts, key=len)} {why}")


def bundled(name: str, build: Callable[..., Any], *options: Decorator) -> Decorator:
    """Give a command several options that reach it as one value.

    Args:
        name: the command's parameter.
        build: makes the value of the options: usually a frozen dataclass whose fields are named as
            the options' parameters. It may raise ``click.UsageError`` where they contradict
            each other.
        options: the options, in the order of the help text.
    """
    names = tuple(inspect.signature(build).parameters)

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def with_value(**values: Any) -> Any:
            value = build(**{option: values.pop(option) for option in names})
            return command(**{name: value}, **values)

        decorated: Callable[..., Any] = with_value
        for option in reversed(options):
            decorated = option(decorated)
        return decorated

    return decorate


def ruleset_named(spec: str, source: str = "") -> Ruleset:
    """Return the ruleset of a name, a path, or standard input for ``-``.

    Raises:
        InputError: no such ruleset, or faults in its file.
    """
    from fairtray.core.files import STDIN, label, read_text
    from fairtray.rulesets import get, registry

    if asked.by_name(spec):
        raise click.UsageError(f"{spec} deals nothing; check, solve, replay and shapes know it")
    if spec == STDIN:
        return registry.from_toml(read_text(STDIN), label(STDIN))
    try:
        return get(spec)
    except InputError as error:
        raise (error if error.source else error.located(source)) from None


def ruleset_for(position: str, spec: str | None) -> Ruleset | None:
    """Return the ruleset of ``--ruleset``; None when the option is not given.

    Blokus has rules of its own, which its commands find by themselves: None for it, too.

    Raises:
        click.UsageError: standard input is asked for twice.
    """
    if spec is None or asked.by_name(spec):
        return None
    if spec == "-" and position == "-":
        raise click.UsageError("only one of POSITION and --ruleset can be -")
    return ruleset_named(spec, "--ruleset")
