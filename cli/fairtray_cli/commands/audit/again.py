"""``fairtray audit --again``: saved counterexamples put to the dealer once more."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fairtray.core.errors import Fault, InputError
from fairtray_cli.console import coloured, out, out_json
from fairtray_cli.failures import Exit

if TYPE_CHECKING:
    from fairtray.audit.again import Recheck
    from fairtray.audit.request import Source
    from fairtray.audit.saved import Saved
    from fairtray.rulesets.model import Ruleset
    from fairtray_cli.options.dealers import DealerOptions

_WORDS = {True: ("STILL FAILS", "red"), False: ("FIXED", "green")}


def put_again(
    files: Sequence[str],
    folder: Path,
    ruleset: Ruleset | None,
    dealer: DealerOptions,
    *,
    as_json: bool,
) -> int:
    """Put saved counterexamples to a dealer once more and print what became of each.

    Args:
        files: the files; none for all that are in ``folder``.
        folder: where an audit saves them.
        ruleset: the ruleset to use instead of the files'; None for their own.
        dealer: the dealer to ask. Without an option for it, a built-in dealer that a file names
            is asked; for any other the deal is judged as it was saved.
        as_json: whether to print a document.

    Returns:
        The exit status: NO when any still fails.

    Raises:
        DealerError: the dealer does not begin.
        InputError: a file is not a saved counterexample; nothing to do.
    """
    from fairtray.audit.again import document, recheck
    from fairtray.audit.saved import read_saved

    paths = list(files) or sorted(path.as_posix() for path in folder.glob("*.json"))
    if not paths:
        raise InputError(
            Fault("", f"no counterexamples are saved in {folder}", "name files"), "--again"
        )
    rechecks = []
    for path in paths:
        saved = read_saved(path, ruleset)
        rechecks.append(recheck(saved, _source(saved, dealer)))
        if not as_json:
            out(_line(rechecks[-1]))
    failing = sum(one.fails for one in rechecks)
    if as_json:
        out_json(document(rechecks))
    else:
        out(f"{failing} of {len(rechecks)} still fail" + ("s" if failing == 1 else ""))
    return Exit.NO if failing else Exit.YES


def _source(saved: Saved, dealer: DealerOptions) -> Source | None:
    from fairtray.audit.again import own_dealer

    return dealer.source(saved.position.ruleset) if dealer.way else own_dealer(saved)


def _line(recheck: Recheck) -> str:
    word, colour = _WORDS[recheck.fails]
    shown = click.style(word, fg=colour, bold=True) if coloured() else word
    return f"{shown}  {recheck.saved.path}: {recheck.saved.claim}: {recheck.words}"
