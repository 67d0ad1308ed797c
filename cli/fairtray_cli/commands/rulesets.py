"""``fairtray rulesets``: which games there are, and the numbers of each."""

from __future__ import annotations

import click

from fairtray import families
from fairtray_cli import options
from fairtray_cli.console import out, out_json
from fairtray_cli.failures import Exit
from fairtray_cli.options import completion
from fairtray_cli.questions import Output


@click.command("rulesets")
@click.argument("name", required=False, shell_complete=completion.games)
@options.as_json
def command(name: str | None, as_json: bool) -> int:
    """List the rulesets, or show the one called NAME with all its numbers.

    NAME may be the path of a ruleset file, which is checked as well; - reads
    standard input.
    """
    if name is not None:
        family = families.of_ruleset(name)
        return Output(as_json).deliver(family.described(family.rules(name)))
    if as_json:
        out_json([entry for family in families.families() for entry in family.summaries()])
    else:
        from fairtray_cli.render.lines import laid_out

        out("\n\n".join(laid_out(family.overview()) for family in families.families()))
    return Exit.YES
