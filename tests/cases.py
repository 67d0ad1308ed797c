"""Reading the fixtures: the one place that knows where they are and how they are written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
FIXTURES = ROOT / "fixtures"


def json_lines(path: Path) -> list[dict[str, Any]]:
    """Return the objects of a JSON Lines file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def positions() -> list[dict[str, Any]]:
    """Return the positions with known answers (``expect``)."""
    return json_lines(FIXTURES / "cases" / "positions.jsonl")


def field(case: str) -> dict[str, Any]:
    """Return one of the faults that other tools had, by its id: ``field-07``."""
    return next(c for c in json_lines(FIXTURES / "cases" / "field.jsonl") if c["id"] == case)


def par_sequences() -> list[dict[str, Any]]:
    """Return the 30-piece sequences."""
    return json_lines(FIXTURES / "cases" / "par-sequences.jsonl")


def blokus_games() -> list[dict[str, Any]]:
    """Return the whole Blokus games."""
    return json_lines(FIXTURES / "cases" / "blokus-games.jsonl")


def games() -> dict[str, dict[str, Any]]:
    """Return the recorded games by file name, with what each move must give (``expect``)."""
    return {
        path.name: json.loads(path.read_text(encoding="utf-8"))
        for path in sorted((FIXTURES / "games").glob("*.json"))
    }


class PerftCase(NamedTuple):
    """A row of the table of perft counts.

    Attributes:
        id: its name.
        ruleset: a built-in ruleset with the right lines.
        board: the rows of the board.
        tray: the rows of each piece.
        sequences: number of sequences of 1, 2, … placements.
        boards: number of distinct boards with all pieces placed.
    """

    id: str
    ruleset: str
    board: list[str]
    tray: list[list[str]]
    sequences: tuple[int, ...]
    boards: int


def perft() -> list[PerftCase]:
    """Return the table of perft counts."""
    text = (FIXTURES / "perft" / "perft.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    found = []
    for paragraph in "\n".join(lines).strip().split("\n\n"):
        entry = dict(line.split(" ", 1) for line in paragraph.splitlines())
        found.append(
            PerftCase(
                entry["id"],
                entry["ruleset"],
                entry["board"].split("/"),
                [piece.split("/") for piece in entry["tray"].split()],
                tuple(int(number) for number in entry["sequences"].split()),
                int(entry["boards"]),
            )
        )
    return found
