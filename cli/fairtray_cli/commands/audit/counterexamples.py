"""Saving the counterexamples of an audit as position files."""

from __future__ import annotations

import json
import os
import shlex
from pathlib import Path
from typing import Any

from fairtray.claims import DealClaim, claim_named
from fairtray.core.errors import Fault, InputError


def refuse_unwritable(folder: Path) -> None:
    """Find out before a long audit whether its counterexamples could be saved.

    Raises:
        InputError: the folder, or the one it would be made in, cannot be written.
    """
    nearest = next(
        place for place in (folder.absolute(), *folder.absolute().parents) if place.exists()
    )
    if not nearest.is_dir():
        what = f"{nearest} is not a folder"
    elif not os.access(nearest, os.W_OK | os.X_OK):
        what = f"{nearest} cannot be written"
    else:
        return
    raise InputError(
        Fault("", what, "name a writable folder with --save, or save none with --keep 0"),
        str(folder),
    )


def save(document: dict[str, Any], folder: Path, dealer: str = "") -> None:
    """Write each counterexample of a report as a position file, and name it in the report.

    Files of an earlier run with the same names are replaced; the folder is made only
    when there is something to save.

    Args:
        document: the report.
        folder: where the files go.
        dealer: the options that name the dealer, after a blank, as a shell takes them.

    Raises:
        InputError: the folder cannot be made or written.
    """
    from fairtray.audit.saved import file_json
    from fairtray.core.files import write_text

    examples = document["counterexamples"]
    if not examples:
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            Fault("", f"cannot be made: {error.strerror}", "name a writable folder"), str(folder)
        ) from None
    counts: dict[str, int] = {}
    for example in examples:
        claim = example["claim"]
        counts[claim] = counts.get(claim, 0) + 1
        path = folder / f"{claim}-{counts[claim]}.json"
        write_text(path, json.dumps(file_json(document, example), indent=2) + "\n")
        example["file"] = path.as_posix()
        example["reproduce"] = _line(example, path, dealer)


def _line(example: dict[str, Any], path: Path, dealer: str) -> str:
    """Return the command that shows the fault again: of the dealer where it can be asked."""
    claim = claim_named(example["claim"])
    checked = isinstance(claim, DealClaim) and claim.shown_by_check
    if checked and "asks" not in example["again"]:
        return f"fairtray check {_argument(path)}"
    return f"fairtray audit --again {_argument(path)}{dealer}"


def _argument(path: Path) -> str:
    """Return a path quoted for a shell, and such that no command takes it for an option."""
    name = path.as_posix()
    return shlex.quote(f"./{name}" if name.startswith("-") else name)
