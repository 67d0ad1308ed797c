"""Saving the counterexamples of an audit as position files."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

from fairtray.errors import Fault, InputError


def save(document: dict[str, Any], folder: Path) -> None:
    """Write each counterexample of a report as a position file, and name it in the report.

    Files of an earlier run with the same names are replaced; the folder is made only
    when there is something to save.

    Raises:
        InputError: the folder cannot be made or written.
    """
    from fairtray.files import write_text

    found = document["counterexamples"]
    if not found:
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            Fault("", f"cannot be made: {error.strerror}", "name a writable folder"), str(folder)
        ) from None
    counts: dict[str, int] = {}
    for example in found:
        claim = example["claim"]
        counts[claim] = counts.get(claim, 0) + 1
        path = folder / f"{claim}-{counts[claim]}.json"
        note = (
            f"breaks {claim}: {document['ruleset']}, dealer {document['dealer']}, policy "
            f"{document['policy']}, seed {document['seed']}, chunk {example['chunk']}, "
            f"game {example['game']}, deal {example['turn']}"
        )
        write_text(path, json.dumps({**example["position"], "note": note}, indent=2) + "\n")
        example["file"] = path.as_posix()
        example["reproduce"] = f"fairtray check {_argument(path)}"


def _argument(path: Path) -> str:
    """Return a path as it can be pasted into a shell, where no command takes it for an option."""
    name = path.as_posix()
    return shlex.quote(f"./{name}" if name.startswith("-") else name)
