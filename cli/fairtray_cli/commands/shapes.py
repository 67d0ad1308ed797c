"""``fairtray shapes``: the shapes that a ruleset can deal, drawn."""

from __future__ import annotations

import click

from fairtray import families
from fairtray_cli import options
from fairtray_cli.options import completion
from fairtray_cli.questions import Output


@click.command("shapes")
@click.argument("ruleset", shell_complete=completion.games)
@options.as_json
def command(ruleset: str, as_json: bool) -> int:
    """Draw the shapes of RULESET, with their names.

    RULESET is a name (see 'fairtray rulesets') or the path of a ruleset file; - reads
    standard input.
    """
    family = families.of_ruleset(ruleset)
    return Output(as_json).deliver(family.pieces(family.rules(ruleset)))
