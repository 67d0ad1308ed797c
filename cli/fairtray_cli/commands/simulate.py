"""``fairtray simulate``: whole games, and how long they last."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import click

from fairtray_cli import crews, options, simulated
from fairtray_cli.blokus import asked
from fairtray_cli.blokus import simulated as blokus
from fairtray_cli.console import note, out, out_json
from fairtray_cli.failures import Exit
from fairtray_cli.options import completion
from fairtray_cli.options.types import RulesetName
from fairtray_cli.sources import deal_limit, start_limit


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
@click.option("--seed", type=int, default=0, show_default=True, help="Any number from 0 on.")
@click.option(
    "--max-moves",
    type=int,
    default=10_000,
    show_default=True,
    help="Moves after which a game is cut; the report says how many were.",
)
@crews.chosen
@simulated.mode_options
@options.as_json
def command(
    ruleset: str,
    player: str,
    dealers: tuple[str, ...],
    dealer_command: str | None,
    start_limit: float,
    deal_limit: float,
    games: int,
    seed: int,
    max_moves: int,
    workers: crews.Asked,
    as_json: bool,
) -> int:
    """Play whole games, and tell how many moves they last and what they score.

    With several dealers each game is played with each of them, beginning with the same
    random words, so that what differs is the dealer's doing.

    With --mode the games are those of one of the ruleset's modes: its dealer, its start,
    its continues, its clock and its end.
    """
    from fairtray.audit.source import CallableSource
    from fairtray.core.errors import Fault, InputError
    from fairtray.runs import quiet
    from fairtray.simulation import report
    from fairtray.simulation.kept import records
    from fairtray.simulation.players import player_named
    from fairtray.simulation.run import Plan, run, worthwhile
    from fairtray_cli.render import simulations

    if asked.by_name(ruleset):
        return blokus.answer(
            ruleset,
            player,
            games=games,
            seed=seed,
            jobs=_jobs(workers),
            as_json=as_json,
            progress=_progress,
        )
    rules = options.ruleset_named(ruleset, "--ruleset")
    with options.naming("--player"):
        chosen = player_named(player)
    if simulated.asked():
        return simulated.answer(
            rules,
            chosen,
            games=games,
            seed=seed,
            max_moves=max_moves,
            jobs=_jobs(workers),
            as_json=as_json,
            progress=_progress,
        )
    names: tuple[str | None, ...] = dealers
    if not dealers and dealer_command is None:
        names = (None,)
    sources = [_source(rules, name) for name in names]
    if dealer_command is not None:
        sources.append(_program(rules, dealer_command, start_limit, deal_limit))
    try:
        plan = Plan(rules, chosen, tuple(sources), games, seed, max_moves)
    except InputError as error:
        raise InputError([Fault(f"--{f.where}", f.what, f.mend) for f in error.faults]) from None
    with (
        workers.crew(
            lambda: worthwhile(plan),
            lambda: records(plan),
            alone=any(isinstance(source, CallableSource) for source in sources),
        ) as crew,
        _progress(games * len(sources)) as bar,
    ):
        outcome = run(plan, tick=bar.update if bar is not None else quiet, crew=crew)
    document = report.document(outcome)
    if as_json:
        out_json(document)
    else:
        out(simulations.text(document))
    if outcome.partial:
        then = "; the same command goes on from there" if workers.journal else ""
        over = sum(map(len, outcome.games))
        note(f"interrupted after {over} games; the report covers those{then}")
        return Exit.INTERRUPTED
    return Exit.YES


def _jobs(workers: crews.Asked) -> int | None:
    """Return the processes for games of modes, which know neither journals nor clusters.

    Raises:
        click.UsageError: one was asked for.
    """
    for name, value in (("--journal", workers.journal), ("--cluster", workers.cluster)):
        if value is not None:
            raise click.UsageError(f"{name} has no effect with --mode and Blokus")
    return workers.jobs


def _source(rules: Any, name: str | None) -> Any:
    from fairtray.audit.source import BuiltinSource, CallableSource
    from fairtray.dealers import callables
    from fairtray.dealers.registry import spec_for

    with options.naming("--dealer"):
        if name is None or ":" not in name:
            return BuiltinSource(spec_for(rules, name))
        # What is not built in needs a catalogue just as well.
        spec_for(rules, "uniform")
        callables.check_target(name)
        return CallableSource(name, Path.cwd())


def _program(rules: Any, command: str, start: float, deal: float) -> Any:
    from fairtray.audit.source import ProgramSource
    from fairtray.dealers import program
    from fairtray.dealers.channel import Limits
    from fairtray.dealers.registry import spec_for

    with options.naming("--dealer-command"):
        spec_for(rules, "uniform")
        program.arguments(command)
        return ProgramSource(command, Limits(start, deal))


def _progress(games: int) -> AbstractContextManager[Any]:
    """Return a progress bar on stderr; nothing at all when that is no terminal."""
    if not sys.stderr.isatty():
        return nullcontext()
    return click.progressbar(length=games, label="games", file=sys.stderr)
