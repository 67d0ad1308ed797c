"""Proof files on the command line: what ``--proof`` writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fairtray_cli.console import out

if TYPE_CHECKING:
    from fairtray.game import Position
    from fairtray_cli.engines import Checked, Solved

STDOUT = "-"


def of_check(position: Position, found: Checked, engine: str) -> dict[str, Any]:
    """Return the proof of an answer of ``check``."""
    from fairtray.prooffile.document import placeable_proof

    return placeable_proof(position, found.moves, _claimants(engine))


def of_solve(position: Position, found: Solved, engine: str) -> dict[str, Any]:
    """Return the proof of an answer of ``solve``, which is about the tray on offer alone.

    Raises:
        click.UsageError: the answer is not proven best, so that there is no proof to write.
    """
    if not found.exact:
        raise click.UsageError("--proof needs an answer that is proven best, and this is none")
    from fairtray.prooffile.document import best_proof

    return best_proof(position, found.moves, _claimants(engine))


def deliver(document: dict[str, Any], path: str) -> None:
    """Write a proof to a file, or to stdout for ``-``.

    Raises:
        InputError: it cannot be written there.
    """
    text = json.dumps(document, indent=2)
    if path == STDOUT:
        out(text)
        return
    from fairtray.core.files import write_text

    write_text(Path(path), f"{text}\n")


def only_one(path: str | None) -> None:
    """Refuse to write a proof where many positions are answered.

    Raises:
        click.UsageError: a proof is asked for.
    """
    if path is not None:
        raise click.UsageError("--proof takes one position, and not a file of many")


def not_blokus(path: str | None) -> None:
    """Refuse to write a proof about Blokus.

    Raises:
        click.UsageError: a proof is asked for.
    """
    if path is not None:
        raise click.UsageError("--proof is about trays, of which Blokus has none")


def _claimants(engine: str) -> tuple[str, ...]:
    from fairtray.prooffile.document import ENGINES

    return ENGINES if engine == "both" else (engine,)
