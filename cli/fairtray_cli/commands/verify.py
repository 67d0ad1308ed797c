"""``fairtray verify``: check a proof file again from scratch."""

from __future__ import annotations

import click

from fairtray.families.family import Answer, Family, Source
from fairtray_cli import options
from fairtray_cli.inputs import Input
from fairtray_cli.options import completion
from fairtray_cli.questions import Output, ask


@click.command("verify")
@click.argument("file", shell_complete=completion.files)
@options.as_json
def command(file: str, as_json: bool) -> int:
    """Check a proof file again from scratch.

    FILE is what 'check --proof' or 'solve --proof' has written; - reads standard input. That a
    tray can be placed is checked by just replaying the placements; that it cannot, or that
    no line earns more, by the engine that did not make the claim. The exit status is 0
    when the proof holds and 1 when it does not.
    """

    def question(family: Family, source: Source) -> Answer:
        return family.verify(source)

    return ask(Input(file), None, question, Output(as_json))
