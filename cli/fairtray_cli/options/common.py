"""Options that several commands share, and how several options become one value."""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, cast, get_args

import click
from click.core import ParameterSource

from fairtray import families
from fairtray.core.errors import InputError
from fairtray.engines.check import Engine
from fairtray.families.family import RequestError, Rules
from fairtray_cli.options import completion
from fairtray_cli.options.types import FilePath, Override

if TYPE_CHECKING:
    from fairtray.rulesets.model import Ruleset

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

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
    type=click.Choice(get_args(Engine)),
    default="search",
    show_default=True,
    help="Bitboard search, the independent CP-SAT model, or both, which must agree.",
)

proof: Decorator = click.option(
    "--proof",
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


image: Decorator = click.option(
    "--image",
    cls=Override,
    metavar="FILE",
    type=click.Path(),
    help="Also draw the answer: as a picture (.svg, .png) or, where there are steps, animated "
    "(.gif).",
)

scoring: Decorator = click.option(
    "--scoring",
    cls=Override,
    type=click.Choice(families.choices("scoring")),
    help="Which way of counting, for games that have several.  [default: the first]",
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


@contextlib.contextmanager
def spelled() -> Iterator[None]:
    """Have options in messages written as they are on the command line.

    Raises:
        click.UsageError: an option does not go with what was asked.
    """
    try:
        yield
    except RequestError as error:
        raise click.UsageError(error.worded(_flag)) from None


def _flag(name: str) -> str:
    for param in click.get_current_context().command.params:
        if param.name == name and isinstance(param, click.Option):
            return max(param.opts, key=len)
    return f"--{name.replace('_', '-')}"


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
    family = families.of_ruleset(spec)
    if not family.deals:
        raise click.UsageError(f"{spec} deals nothing; check, solve, replay and shapes know it")
    with naming(source):
        return cast("Ruleset", family.rules(spec))


def rules_for(position: str, spec: str | None) -> Rules:
    """Return the game of ``--ruleset``, of any family; None when the option is not given.

    Raises:
        click.UsageError: standard input is requested twice.
        InputError: no such game, or faults in its file.
    """
    if spec is None:
        return None
    if spec == "-" and position == "-":
        raise click.UsageError("only one of POSITION and --ruleset can be -")
    with naming("--ruleset"):
        return families.of_ruleset(spec).rules(spec)
