"""The summary of a GitHub step: a Markdown file that every command of the step appends to."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fairtray.core.errors import Fault, InputError
from fairtray_cli.console import note

VARIABLE = "GITHUB_STEP_SUMMARY"

MOST = 1024 * 1024
"""Bytes that GitHub takes as the summary of one step; a longer one is not shown at all."""

_LEAST = 1024
"""Bytes of room below which a summary says too little to be worth its place."""


def append(document: Mapping[str, Any]) -> None:
    """Append a report to the summary that GitHub names in the environment, if it names one.

    Raises:
        InputError: it cannot be written.
    """
    from fairtray_cli.render import markdown

    name = os.environ.get(VARIABLE)
    if not name:
        return
    path = Path(name)
    try:
        used = path.stat().st_size if path.exists() else 0
        room = MOST - used - 1
        if room < _LEAST:
            note(f"the step summary is full ({used} bytes); nothing was added to it")
            return
        with path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(markdown.text(document, room) + "\n")
    except OSError as error:
        raise InputError(
            Fault("", f"cannot be written: {error.strerror}", f"unset {VARIABLE}"), name
        ) from None
