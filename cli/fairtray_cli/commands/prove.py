"""``fairtray prove``: facts of a ruleset that hold on every board."""

from __future__ import annotations

import click

from fairtray import families
from fairtray_cli import options
from fairtray_cli.console import progress_bar
from fairtray_cli.options import completion
from fairtray_cli.questions import Output


@click.command("prove")
@click.argument("ruleset", shell_complete=completion.rulesets)
@click.option(
    "--work",
    type=click.FloatRange(0.001, 1e6),
    default=20.0,
    show_default=True,
    help="Limit of CP-SAT's work for each question, in its own count, so that where it gives "
    "up does not depend on the machine.",
)
@click.option("--boards", "draw", is_flag=True, help="Draw the blocking board of every shape.")
@options.as_json
def command(ruleset: str, work: float, draw: bool, as_json: bool) -> int:
    """Prove facts of RULESET, by argument or by search.

    How many lines one placement can clear; whether every board without full lines admits a
    tray that can be placed; the fewest filled cells that block each shape, and all at once.
    RULESET is a name (see 'fairtray rulesets') or the path of a ruleset file; - reads
    standard input. Where the limit of work comes first, bounds are printed in place of a
    number, and the exit status is 4.
    """
    family = families.of_ruleset(ruleset)
    rules = options.ruleset_named(ruleset)
    with (
        options.naming(ruleset),
        progress_bar(family.questions(rules), "questions") as progress,
    ):
        answer = family.prove(rules, work, progress, draw=draw)
    return Output(as_json).deliver(answer)
