"""The games of the Blokus family and their pieces: as JSON and as lines for a terminal."""

from __future__ import annotations

from typing import Any

from fairtray.core.errors import counted
from fairtray.families.blokus.documents import by_colour
from fairtray.families.blokus.pieces import Piece
from fairtray.families.blokus.pieces import pieces as all_pieces
from fairtray.families.blokus.scoring import ALL_PLACED, SINGLE_LAST
from fairtray.families.blokus.tables import placement_count
from fairtray.families.blokus.variants import VARIANTS, Variant
from fairtray.pictures import text
from fairtray.pictures.text import Line, Table


def summaries() -> list[dict[str, Any]]:
    """Return the facts that the list of rulesets shows, in the form of the other games."""
    return [
        {
            "name": rules.name,
            "title": rules.title,
            "rows": rules.grid.rows,
            "cols": rules.grid.cols,
            "shapes": len(all_pieces()),
            "lines": 0,
            "dealer": "none",
            "claims": [],
            "assumed": [],
            "digest": rules.digest,
        }
        for rules in VARIANTS.values()
    ]


def rules_of(rules: Variant) -> dict[str, Any]:
    """Return all that is to be known of a game of this family."""
    summary = next(entry for entry in summaries() if entry["name"] == rules.name)
    return {
        **summary,
        "colours": [colour.name for colour in rules.colours],
        "starts": by_colour(rules, [list(cell) for cell in rules.starts]),
        "placements": placement_count(rules),
        "orientations": sum(len(piece.orientations) for piece in all_pieces()),
        "catalogue": catalogue(),
        "scoring": {
            "square_on_board": {"advanced": 1, "standard": 0},
            "square_left": -1,
            "all_placed": ALL_PLACED,
            "single_last": SINGLE_LAST,
        },
    }


def catalogue() -> list[dict[str, Any]]:
    """Return the pieces in their usual order."""
    return [
        {
            "name": piece.name,
            "rows": list(piece.orientations[0].rows),
            "cells": piece.size,
            "orientations": [list(form.rows) for form in piece.orientations],
        }
        for piece in all_pieces()
    ]


def overview() -> Table:
    """Return the table of the games that deal nothing."""
    rows = [
        [rules.name, rules.title, _size(rules), len(all_pieces()), _colours(rules)]
        for rules in VARIANTS.values()
    ]
    return Table(["name", "title", "board", "pieces", "colours (nothing is dealt)"], rows)


def details(rules: Variant) -> list[Line]:
    """Return the lines that show one game with all its numbers."""
    starts = (
        f"{colour.name} {rules.cell_name(start)}"
        for colour, start in zip(rules.colours, rules.starts, strict=True)
    )
    facts: list[list[object]] = [
        ["name", rules.name],
        ["title", rules.title],
        ["board", _size(rules)],
        ["colours", _colours(rules)],
        ["first piece covers", ", ".join(starts)],
        ["pieces of a colour", len(all_pieces())],
        ["cells of a colour", sum(piece.size for piece in all_pieces())],
        ["orientations", sum(len(piece.orientations) for piece in all_pieces())],
        ["placements", placement_count(rules)],
        ["a square on the board", "1 point (standard scoring: 0)"],
        ["a square left", "-1 point"],
        ["all pieces placed", f"{ALL_PLACED} points"],
        ["the single cell last", f"{SINGLE_LAST} points more"],
        ["digest", rules.digest],
    ]
    return [Table(["what", "value"], facts)]


def piece_lines(width: int) -> list[str]:
    """Return the drawings of all pieces, named, as many in a row as ``width`` holds."""
    head = f"{counted(len(all_pieces()), 'piece')}; each may be turned and flipped"
    return [head, "", *text.side_by_side([_entry(p) for p in all_pieces()], width)]


def _entry(piece: Piece) -> list[str]:
    forms = len(piece.orientations)
    ways = "1 way" if forms == 1 else f"{forms} ways"
    return [piece.name, *text.drawing(piece.orientations[0]), ways]


def _size(rules: Variant) -> str:
    return f"{rules.grid.rows}x{rules.grid.cols}"


def _colours(rules: Variant) -> str:
    return ", ".join(colour.name for colour in rules.colours)
