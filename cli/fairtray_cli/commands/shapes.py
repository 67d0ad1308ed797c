"""``fairtray shapes``: the shapes that a ruleset can deal, drawn."""

from __future__ import annotations

import click

from fairtray_cli import options
from fairtray_cli.blokus import asked
from fairtray_cli.console import coloured, out, out_json, plain
from fairtray_cli.failures import Exit
from fairtray_cli.options import completion


@click.command("shapes")
@click.argument("ruleset", shell_complete=completion.games)
@options.as_json
def command(ruleset: str, as_json: bool) -> int:
    """Draw the shapes of RULESET, with their names.

    RULESET is a name (see 'fairtray rulesets') or the path of a ruleset file; - reads
    standard input.
    """
    from fairtray_cli.render import boards, documents, rules
    from fairtray_cli.render.terminal import width

    if asked.by_name(ruleset):
        return _blokus(as_json=as_json)
    found = options.ruleset_named(ruleset)
    if as_json:
        out_json(documents.shapes(found))
        return Exit.YES
    if found.catalogue is None:
        out(f"{plain(found.title)}: any shape is allowed")
        return Exit.YES
    head = f"{plain(found.title)}: {boards.counted(len(found.catalogue), 'shape')}"
    large = sum(entry.large for entry in found.catalogue)
    if found.max_large is not None:
        head += f", {large} of them large (at most {found.max_large} in a deal)"
    out("\n".join([head, "", *rules.shapes(found, width(), colour=coloured())]))
    return Exit.YES


def _blokus(*, as_json: bool) -> int:
    from fairtray_cli.blokus import documents, listing
    from fairtray_cli.render.terminal import width

    if as_json:
        out_json(documents.catalogue())
    else:
        out("\n".join(listing.pieces(width(), colour=coloured())))
    return Exit.YES
