"""``fairtray rulesets``: which games there are, and the numbers of each."""

from __future__ import annotations

import click

from fairtray_cli import options
from fairtray_cli.blokus import asked
from fairtray_cli.console import out, out_json
from fairtray_cli.failures import Exit
from fairtray_cli.options import completion


@click.command("rulesets")
@click.argument("name", required=False, shell_complete=completion.games)
@options.as_json
def command(name: str | None, as_json: bool) -> int:
    """List the rulesets, or show the one called NAME with all its numbers.

    NAME may be the path of a ruleset file, which is checked by the way; - reads
    standard input.
    """
    from fairtray.rulesets import builtin_names, get
    from fairtray_cli.blokus import documents as blokus
    from fairtray_cli.blokus import listing
    from fairtray_cli.render import documents, rules

    if asked.by_name(name):
        return _blokus(str(name), as_json=as_json)
    if name is None:
        known = [get(builtin) for builtin in builtin_names()]
        if as_json:
            block_games = [documents.ruleset_summary(ruleset) for ruleset in known]
            out_json([*block_games, *blokus.summaries()])
        else:
            out(rules.overview(known))
            out(f"\n{listing.overview()}")
        return Exit.YES
    ruleset = options.ruleset_named(name)
    if as_json:
        out_json(documents.ruleset(ruleset))
    else:
        out("\n".join(rules.details(ruleset)))
    return Exit.YES


def _blokus(name: str, *, as_json: bool) -> int:
    from fairtray.families.blokus.variants import get
    from fairtray_cli.blokus import documents, listing

    found = get(name)
    if as_json:
        out_json(documents.rules_of(found))
    else:
        out("\n".join(listing.details(found)))
    return Exit.YES
