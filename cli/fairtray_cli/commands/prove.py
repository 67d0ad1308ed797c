"""``fairtray prove``: facts of a ruleset that hold on every board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from fairtray_cli import options
from fairtray_cli.console import coloured, note, out, out_json, progress_bar
from fairtray_cli.failures import Exit
from fairtray_cli.options import completion

if TYPE_CHECKING:
    from fairtray.core.board import Board
    from fairtray.rulesets import Ruleset


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
    from fairtray.engines.proof.facts import prove, questions
    from fairtray_cli.render import facts
    from fairtray_cli.render.terminal import width

    rules = options.ruleset_named(ruleset)
    boards = _corpus(rules)
    with (
        options.naming(ruleset),
        progress_bar(questions(rules), "questions") as progress,
    ):
        found = prove(rules, boards, work_limit=work, progress=progress)
    if as_json:
        out_json(facts.document(found, work))
    else:
        out("\n".join(facts.text(found, width(), draw=draw, colour=coloured())))
    if not found.complete:
        note("not all is decided; where a limit of work came first, --work raises it")
        return Exit.INCONCLUSIVE
    return Exit.YES


def _corpus(rules: Ruleset) -> tuple[Board, ...]:
    """Return the boards of the corpus that suits a ruleset; none where there is no such."""
    from fairtray.corpus import files

    return files.boards(rules) if files.suits(rules) else ()
