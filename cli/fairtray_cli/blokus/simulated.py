"""``fairtray simulate`` of Blokus: whole games without people."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import click
from click.core import ParameterSource

from fairtray_cli import simulated
from fairtray_cli.console import note, out, out_json
from fairtray_cli.failures import Exit

_FOREIGN = {
    "dealers": "--dealer",
    "dealer_command": "--dealer-command",
    "max_moves": "--max-moves",
}
"""Options that these games have no use for."""


def answer(
    name: str,
    player: str,
    *,
    games: int,
    seed: int,
    jobs: int | None,
    as_json: bool,
    progress: Callable[[int], AbstractContextManager[Any]],
) -> int:
    """Play games of Blokus without people, print the report, and return the exit status.

    Raises:
        InputError: a value that cannot be, named by its option.
        click.UsageError: an option that these games have no use for.
    """
    from fairtray.core.errors import Fault, InputError
    from fairtray.families.blokus.game import MODE
    from fairtray.families.blokus.variants import get
    from fairtray.simulation.tables import TablePlan, document, run

    if simulated.given() != {"mode": MODE}:
        raise click.UsageError(f"games of Blokus are played with --mode {MODE} and nothing more")
    for param, option in _FOREIGN.items():
        if not _by_default(param):
            raise click.UsageError(f"{option}: games of Blokus have no use for it")
    if _by_default("player"):
        player = "solver"
    try:
        plan = TablePlan(get(name), player, games, seed)
    except InputError as error:
        raise InputError([Fault(f"--{f.where}", f.what, f.mend) for f in error.faults]) from None
    with progress(games) as bar:
        outcome = run(plan, jobs, *([bar.update] if bar is not None else []))
    report = document(outcome)
    if as_json:
        out_json(report)
    else:
        out(_text(report))
    if outcome.partial:
        note(f"interrupted after {len(outcome.games.moves)} games; the report covers those")
        return Exit.INTERRUPTED
    return Exit.YES


def _by_default(param: str) -> bool:
    source = click.get_current_context().get_parameter_source(param)
    return source in {ParameterSource.DEFAULT, ParameterSource.DEFAULT_MAP}


def _text(report: dict[str, Any]) -> str:
    from fairtray.core.errors import counted
    from fairtray_cli.render.rules import table
    from fairtray_cli.render.simulations import number

    head = f"{report['title']}: {report['player']} plays {report['colour']}, the solver the others"
    lines = [f"{head}, seed {report['seed']}", counted(report["games"], "game")]
    rows = []
    for found in report["colours"]:
        score = found["score"]
        if score is not None:
            ends = "–".join(number(end) for end in score["mean_interval"])
            extremes = [number(score["min"]), number(score["max"])]
            mean = number(score["mean"])
            rows.append([found["colour"], mean, ends, *extremes, found["first"]])
    headers = ["colour", "mean score", "95 % interval", "least", "most", "first or equal"]
    return "\n".join([*lines, "", table(rows, headers)])
