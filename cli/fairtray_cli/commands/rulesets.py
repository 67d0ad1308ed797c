"""``fairtray rulesets``: which games there are, and the numbers of each."""

from __future__ import annotations

import click

from fairtray_cli import options
from fairtray_cli.console import out, out_json
from fairtray_cli.failures import Exit


@click.command("rulesets")
@click.argument("name", required=False)
@options.as_json
def command(name: str | None, as_json: bool) -> int:
    """List the rulesets, or show the one called NAME with all its numbers.

    NAME may be the path of a ruleset file, which is checked by the way; - reads
    standard input.
    """
    from fairtray.rulesets import builtin_names, get
    from fairtray_cli.render import documents, rules

    if name is None:
        known = [get(builtin) for builtin in builtin_names()]
        if as_json:
            out_json([documents.ruleset_summary(ruleset) for ruleset in known])
        else:
            out(rules.overview(known))
        return Exit.YES
    ruleset = options.ruleset_named(name)
    if as_json:
        out_json(documents.ruleset(ruleset))
    else:
        out("\n".join(rules.details(ruleset)))
    return Exit.YES
