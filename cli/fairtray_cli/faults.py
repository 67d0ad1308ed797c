"""Keeping the position on which two engines of our own disagree."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

from fairtray.core.errors import InternalFault

_STEM = "fairtray-fault"


def keep(fault: InternalFault) -> str:
    """Save the position of a fault in the current folder; return what to say of it.

    No earlier file is overwritten: the second one is ``fairtray-fault-2.json``. Where
    nothing can be written the position stands in what is returned.
    """
    document = {**(fault.position or {}), "note": f"fault of fairtray: {fault}"}
    for number in itertools.count(1):
        path = Path(f"{_STEM}.json" if number == 1 else f"{_STEM}-{number}.json")
        try:
            # "x" makes and opens it in one step, so that of two processes one goes on.
            file = path.open("x", encoding="utf-8", newline="\n")
        except FileExistsError:
            continue
        except OSError as error:
            return _unsaved(fault, path, error)
        try:
            with file:
                file.write(json.dumps(document, indent=2) + "\n")
        except OSError as error:
            path.unlink(missing_ok=True)
            return _unsaved(fault, path, error)
        return f"position saved as {path}"
    raise AssertionError("there is always a next number")


def _unsaved(fault: InternalFault, path: Path, error: OSError) -> str:
    reason = error.strerror or str(error)
    return f"position {json.dumps(fault.position)} (it could not be saved as {path}: {reason})"
