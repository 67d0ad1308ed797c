"""``fairtray simulate``: whole games, and how long they last."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from fairtray_cli import options
from fairtray_cli.console import out, out_json
from fairtray_cli.failures import Exit
from fairtray_cli.options import completion
from fairtray_cli.options.dealers import deal_limit, start_limit
from fairtray_cli.options.types import Override, RulesetName
from fairtray_cli.options.workers import interrupted, open_run, worker_options

if TYPE_CHECKING:
    from fairtray.families.family import Simulation, SimulationRequest
    from fairtray.runs import WorkerOptions

_FLAGS = {"dealers": "dealer", "continues": "continue"}
"""Options whose parameters are called otherwise."""


@click.command("simulate")
@click.option(
    "--ruleset",
    type=RulesetName(),
    shell_complete=completion.games,
    default="bloky-8x8",
    show_default=True,
    help="A name (see 'fairtray rulesets') or the path of a ruleset file.",
)
@click.option(
    "--player",
    metavar="NAME",
    shell_complete=completion.players,
    default="survival",
    show_default=True,
    help="Who plays: survival, score, beam12, greedy, random, tidy, crowding or shuffled.",
)
@click.option(
    "--dealer",
    "dealers",
    metavar="NAME",
    shell_complete=completion.dealers,
    multiple=True,
    help="Built in (uniform, weighted, retry, sequential-fit, any-fit) or module:callable; "
    "repeatable: the others are compared with the first, game by game.  [default: the "
    "ruleset's own]",
)
@click.option(
    "--dealer-command",
    "dealer_command",
    metavar="COMMAND",
    help="A dealer program in any language, as in 'node my-dealer.js'; after those of --dealer.",
)
@start_limit
@deal_limit
@click.option(
    "-n", "--games", type=int, default=100, show_default=True, help="Games with each dealer."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Any whole number from 0 up.")
@click.option(
    "--max-moves",
    type=int,
    default=10_000,
    show_default=True,
    help="Moves after which a game is cut; the report says how many were.",
)
@worker_options
@click.option(
    "--mode",
    cls=Override,
    metavar="NAME",
    shell_complete=completion.modes,
    help="Play games of this mode (see 'fairtray rulesets NAME'), dealt and ended as it says.",
)
@click.option(
    "--challenge",
    cls=Override,
    type=int,
    metavar="K",
    help="Number of the challenge, from 1.  [default: 1]",
)
@click.option(
    "--date",
    cls=Override,
    metavar="YYYY-MM-DD",
    help="The day of a daily: all games are played on it.",
)
@click.option(
    "--move-seconds",
    cls=Override,
    type=float,
    metavar="SECONDS",
    help="What a move takes on the clock of a timed mode.  [default: 2]",
)
@click.option(
    "--continue/--no-continue",
    "continues",
    cls=Override,
    default=None,
    help="Whether the player takes the continues that it is offered.  [default: yes]",
)
@options.as_json
def command(ruleset: str, workers: WorkerOptions, as_json: bool, **others: Any) -> int:
    """Play whole games, and report how many moves they last and what they score.

    With several dealers, each game is played with each of them, starting from the same
    random words, so that every difference comes from the dealer.

    With --mode, the games are those of one of the ruleset's modes: its dealer, its start,
    its continues, its clock and its end.
    """
    from fairtray.families.family import SimulationRequest
    from fairtray.runs import run
    from fairtray_cli.render import simulations

    simulation = _simulation(ruleset, SimulationRequest(given=_given(), **others))
    with open_run(simulation.plan, workers, length=simulation.games, label="games") as (
        team,
        progress,
    ):
        result = run(simulation.plan, team, progress)
    document = simulation.document(result)
    if as_json:
        out_json(document)
    else:
        out(simulations.text(document))
    if result.partial:
        interrupted(workers, f"{simulations.games_of(document)} games")
        return Exit.INTERRUPTED
    return Exit.YES


def _given() -> frozenset[str]:
    """Return the options that were typed, by their names."""
    context = click.get_current_context()
    defaults = {ParameterSource.DEFAULT, ParameterSource.DEFAULT_MAP, None}
    names = (name for name in context.params if context.get_parameter_source(name) not in defaults)
    return frozenset(_FLAGS.get(name, name) for name in names)


def _simulation(ruleset: str, request: SimulationRequest) -> Simulation:
    """Return the requested games.

    Raises:
        InputError: a value that cannot be, named by its option.
        click.UsageError: an option that the games have no use for.
    """
    from fairtray.core.errors import Fault, InputError
    from fairtray.families import of_ruleset
    from fairtray.families.family import RequestError

    family = of_ruleset(ruleset)
    with options.naming("--ruleset"):
        rules = family.rules(ruleset)
    try:
        return family.simulation(rules, request)
    except RequestError as error:
        flag = _FLAGS.get(error.option, error.option).replace("_", "-")
        raise click.UsageError(f"--{flag} {error.what}") from None
    except InputError as error:
        if error.source:
            raise
        raise InputError([Fault(f"--{f.where}", f.what, f.mend) for f in error.faults]) from None
