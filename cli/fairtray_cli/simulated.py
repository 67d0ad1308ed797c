"""``fairtray simulate --mode``: whole games of a ruleset's mode."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

import click

from fairtray_cli.console import note, out, out_json, plain
from fairtray_cli.failures import Exit
from fairtray_cli.options import completion
from fairtray_cli.options.types import Override

if TYPE_CHECKING:
    from fairtray.rulesets.model import Ruleset
    from fairtray.simulation.modes import ModePlan
    from fairtray.simulation.players import Player

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

_KEPT = "fairtray.mode"
_NOT_WITH_MODES = {"dealers": "--dealer", "dealer_command": "--dealer-command"}


def _keep(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    """Keep a value away from the command's own parameters: other simulations have no use for it."""
    if value is not None:
        ctx.meta.setdefault(_KEPT, {})[param.name] = value


def _option(*names: str, **settings: Any) -> Decorator:
    return click.option(*names, expose_value=False, callback=_keep, cls=Override, **settings)


_MODE = _option(
    "--mode",
    metavar="NAME",
    shell_complete=completion.modes,
    help="Play games of this mode (see 'fairtray rulesets NAME'), dealt and ended as it says.",
)
_CHALLENGE = _option(
    "--challenge", type=int, metavar="K", help="Number of the challenge, from 1.  [default: 1]"
)
_DATE = _option(
    "--date", metavar="YYYY-MM-DD", help="The day of a daily: all games are played on it."
)
_MOVE_SECONDS = _option(
    "--move-seconds",
    type=float,
    metavar="SECONDS",
    help="What a move takes on the clock of a timed mode.  [default: 2]",
)
_CONTINUE = _option(
    "--continue/--no-continue",
    "continues",
    default=None,
    help="Whether the player takes the continues that it is offered.  [default: yes]",
)


def mode_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of modes to the command."""
    for option in (_CONTINUE, _MOVE_SECONDS, _DATE, _CHALLENGE, _MODE):
        command = option(command)
    return command


def given() -> dict[str, Any]:
    """Return the options of modes that were given."""
    found: dict[str, Any] = click.get_current_context().meta.get(_KEPT, {})
    return found


def asked() -> bool:
    """Return whether games of a mode are asked for.

    Raises:
        click.UsageError: they are not, but an option that only modes have was given.
    """
    found = given()
    if found and "mode" not in found:
        name = "continue" if "continues" in found else next(iter(found)).replace("_", "-")
        raise click.UsageError(f"--{name} is for games of a mode: name one with --mode")
    return bool(found)


def answer(
    ruleset: Ruleset,
    player: Player,
    *,
    games: int,
    seed: int,
    max_moves: int,
    jobs: int | None,
    as_json: bool,
    progress: Callable[[int], AbstractContextManager[Any]],
) -> int:
    """Play the games, print the report, and return the exit status.

    Raises:
        InputError: a value that the mode has no use for, named by its option.
        click.UsageError: a dealer was named, which a mode has of its own.
    """
    from fairtray.simulation.modereport import document
    from fairtray.simulation.modes import run

    plan = _plan(ruleset, player, games, seed, max_moves)
    with progress(games) as bar:
        outcome = run(plan, jobs, *([bar.update] if bar is not None else []))
    report = document(outcome)
    if as_json:
        out_json(report)
    else:
        out(text(report))
    if outcome.partial:
        note(f"interrupted after {len(outcome.games.moves)} games; the report covers those")
        return Exit.INTERRUPTED
    return Exit.YES


def _plan(ruleset: Ruleset, player: Player, games: int, seed: int, max_moves: int) -> ModePlan:
    from fairtray.core.errors import Fault, InputError
    from fairtray.play.modes import mode_of
    from fairtray.play.modes.days import day_of
    from fairtray.simulation.modes import SECONDS_PER_MOVE, planned

    context = click.get_current_context()
    for name, option in _NOT_WITH_MODES.items():
        if context.params.get(name):
            raise click.UsageError(f"{option}: a mode has a dealer of its own")
    found = given()
    date = found.get("date")
    try:
        return planned(
            mode_of(ruleset, found["mode"]),
            player,
            games=games,
            seed=seed,
            most_moves=max_moves,
            challenge=found.get("challenge"),
            date=None if date is None else day_of(date),
            seconds_per_move=found.get("move_seconds", SECONDS_PER_MOVE),
            continues=found.get("continues", True),
        )
    except InputError as error:
        faults = [Fault(f"--{f.where}", f.what, f.mend) for f in error.faults]
        raise InputError(faults, error.source) from None


def text(document: dict[str, Any]) -> str:
    """Return the report for a terminal."""
    from fairtray_cli.render import simulations

    head, _, rest = simulations.text(document).partition("\n\n")
    return "\n\n".join(["\n".join([head, *_head(document)]), rest, *_tail(document)])


def _head(document: dict[str, Any]) -> list[str]:
    words = f"mode {plain(document['mode'])}"
    if document["challenge"] is not None:
        words += f", challenge {document['challenge']}"
    if document["date"] is not None:
        words += f", {document['date']}"
    if document["target"] is not None:
        words += f", won at {document['target']:,} points"
    return [words, *map(plain, document["notes"])]


def _tail(document: dict[str, Any]) -> list[str]:
    (found,) = document["dealers"]
    if not found["games"]:
        return []
    counts = ", ".join(f"{ending}: {count}" for ending, count in found["endings"].items())
    lines = [f"endings: {counts}"]
    if found["continued"]:
        lines.append(f"continued: {found['continued']} of {found['games']}")
    if found["stars"] is not None:
        lines.append(f"stars: {found['stars']}, each game by itself and none a record")
    return ["\n".join(lines)]
