"""The games of the Blokus family and their pieces as text."""

from __future__ import annotations

from fairtray.families.blokus import scoring
from fairtray.families.blokus.pieces import Piece
from fairtray.families.blokus.pieces import pieces as all_pieces
from fairtray.families.blokus.tables import placement_count
from fairtray.families.blokus.variants import VARIANTS, Variant
from fairtray_cli.render import boards
from fairtray_cli.render.rules import table


def overview() -> str:
    """Return the table of the games that deal nothing."""
    rows = [
        [rules.name, rules.title, _size(rules), len(all_pieces()), _colours(rules)]
        for rules in VARIANTS.values()
    ]
    return table(rows, ["name", "title", "board", "pieces", "colours (nothing is dealt)"])


def details(rules: Variant) -> list[str]:
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
        ["all pieces placed", f"{scoring.ALL_PLACED} points"],
        ["the single cell last", f"{scoring.SINGLE_LAST} points more"],
        ["digest", rules.digest],
    ]
    return [table(facts, ["what", "value"])]


def pieces(width: int, *, colour: bool) -> list[str]:
    """Return the drawings of all pieces, named, as many in a row as ``width`` holds."""
    head = f"{boards.counted(len(all_pieces()), 'piece')}; each may be turned and flipped"
    return [head, "", *boards.side_by_side([_entry(p, colour=colour) for p in all_pieces()], width)]


def _entry(piece: Piece, *, colour: bool) -> list[str]:
    forms = len(piece.orientations)
    ways = "1 way" if forms == 1 else f"{forms} ways"
    return [piece.name, *boards.drawing(piece.orientations[0], colour=colour), ways]


def _size(rules: Variant) -> str:
    return f"{rules.grid.rows}x{rules.grid.cols}"


def _colours(rules: Variant) -> str:
    return ", ".join(colour.name for colour in rules.colours)
