"""``fairtray verify``: check a proof file again from scratch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from fairtray_cli import options
from fairtray_cli.console import out, out_json, plain
from fairtray_cli.failures import Exit
from fairtray_cli.options import completion

if TYPE_CHECKING:
    from fairtray.prooffile.document import Proof
    from fairtray.prooffile.verify import Verified

_NAMES = {"replay": "replay by the rules", "search": "the search", "cp-sat": "CP-SAT"}


@click.command("verify")
@click.argument("file", shell_complete=completion.files)
@options.as_json
def command(file: str, as_json: bool) -> int:
    """Check a proof file again from scratch.

    FILE is what 'check --proof' or 'solve --proof' has written; - reads standard input. That a
    tray can be placed is checked by replaying the placements alone; that it cannot, or that
    no line earns more, by the engine that did not say so. The exit status is 0 when the
    proof stands and 1 when not.
    """
    from fairtray.core.files import label, read_text
    from fairtray.prooffile.document import parse
    from fairtray.prooffile.verify import verify

    proof = parse(read_text(file), label(file))
    with options.naming(file):
        found = verify(proof)
    if as_json:
        out_json(_document(found))
    else:
        out("\n".join(_text(found)))
    return Exit.NO if found.differences else Exit.YES


def _document(found: Verified) -> dict[str, object]:
    proof = found.proof
    return {
        "verified": not found.differences,
        "question": proof.question,
        "verdict": proof.document["verdict"],
        "ruleset": proof.position.ruleset.name,
        "claimed_by": list(proof.engines),
        "checked_by": list(found.by),
        "differences": list(found.differences),
    }


def _text(found: Verified) -> list[str]:
    proof = found.proof
    claimants = " and ".join(_NAMES[engine] for engine in proof.engines)
    lines = [
        f"{plain(proof.position.ruleset.title)}: {_claim(proof)}",
        f"claimed by: {claimants}",
        f"checked by: {', then '.join(_NAMES[by] for by in found.by)}",
    ]
    lines += [f"differs: {plain(difference)}" for difference in found.differences]
    return [*lines, f"verified: {'no' if found.differences else 'yes'}"]


def _claim(proof: Proof) -> str:
    if proof.verdict == "placeable":
        return "all pieces can be placed"
    if isinstance(proof.verdict, str):
        return "in no order can all pieces be placed"
    points, complete = proof.verdict
    if complete:
        return f"no line that places all pieces earns more than {points} points"
    return f"no order places all pieces, and no line earns more than {points} points"
