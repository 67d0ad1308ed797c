"""Positions, moves and rulesets as JSON documents. Coordinates count from 0."""

from __future__ import annotations

from fairtray.game import Move
from fairtray.notation import Game, Played, Reading
from fairtray.rulesets.model import Ruleset
from fairtray_cli.engines import Checked, Solved

ONE_TRAY = "upcoming trays are not looked at: only the tray on offer is solved"


def placement(move: Move) -> dict[str, object]:
    """Return where a move put which piece."""
    place = move.placement
    return {"slot": place.slot, "shape": move.shape.name, "row": place.row, "col": place.col}


def scored(move: Move) -> dict[str, object]:
    """Return a move with what it earned."""
    return {
        **placement(move),
        "lines": len(move.lines),
        "points": move.points,
        "combo": move.combo,
    }


def checked(reading: Reading, found: Checked, engine: str) -> dict[str, object]:
    """Return the document of ``check``."""
    position = reading.position
    witness = None if found.moves is None else [placement(move) for move in found.moves]
    return {
        "placeable": found.placeable,
        "orders": found.orders,
        "fits": [
            None if shape is None else position.fits(slot)
            for slot, shape in enumerate(position.tray)
        ],
        "game_over": position.game_over,
        "witness": witness,
        "engine": engine,
        "warnings": list(reading.warnings),
    }


def solved(reading: Reading, found: Solved, engine: str, *, alone: bool) -> dict[str, object]:
    """Return the document of ``solve``.

    Args:
        reading: the position.
        found: the line.
        engine: the engine asked for.
        alone: whether only the tray on offer was solved.
    """
    position = reading.position
    final = found.moves[-1].after if found.moves else position
    return {
        "points": found.points,
        "complete": found.complete,
        "exact": found.exact,
        "upper_bound": found.points if found.exact else found.at_most,
        "stopped": found.stopped,
        "moves": _moves(reading, found, alone=alone),
        "board": final.ruleset.grid.draw(final.board),
        "engine": engine,
        "warnings": warnings(reading, alone=alone),
    }


def _moves(reading: Reading, found: Solved, *, alone: bool) -> list[dict[str, object]]:
    if alone:
        return [scored(move) for move in found.moves]
    trays = (reading.position.tray, *reading.upcoming)
    held = [i for i, tray in enumerate(trays) for shape in tray if shape is not None]
    return [{"tray": i, **scored(move)} for i, move in zip(held, found.moves, strict=False)]


def warnings(reading: Reading, *, alone: bool) -> list[str]:
    """Return what the document of ``solve`` warns of."""
    return [*reading.warnings, *([ONE_TRAY] if reading.upcoming and alone else [])]


def replayed(game: Game, played: Played) -> dict[str, object]:
    """Return the document of ``replay``; the slot is null in a game without trays."""
    documents = []
    for move in played.moves:
        document = scored(move)
        if game.free:
            document["slot"] = None
        document["removed"] = move.removed.bit_count()
        document["board"] = move.after.ruleset.grid.draw(move.after.board)
        documents.append(document)
    final = played.final
    return {
        "moves": documents,
        "score": final.score,
        "board": final.ruleset.grid.draw(final.board),
        "game_over": final.game_over,
        "warnings": [*game.warnings, *played.warnings],
    }


def ruleset_summary(ruleset: Ruleset) -> dict[str, object]:
    """Return the facts that the list of rulesets shows."""
    return {
        "name": ruleset.name,
        "title": ruleset.title,
        "rows": ruleset.grid.rows,
        "cols": ruleset.grid.cols,
        "shapes": None if ruleset.catalogue is None else len(ruleset.catalogue),
        "lines": len(ruleset.lines),
        "dealer": ruleset.dealer.kind,
        "claims": list(ruleset.claims),
        "assumed": list(ruleset.assumed),
        "digest": ruleset.digest,
    }


def ruleset(rules: Ruleset) -> dict[str, object]:
    """Return all numbers of a ruleset."""
    scoring = rules.scoring
    combo = scoring.combo
    return {
        **ruleset_summary(rules),
        "line_names": list(rules.line_names),
        "start": rules.grid.draw(rules.start),
        "catalogue": None if rules.catalogue is None else shapes(rules),
        "triple": {"size": rules.tray_size, "max_large": rules.max_large},
        "scoring": {
            "per_cell": scoring.per_cell,
            "lines": list(scoring.lines),
            "combo": {
                "kind": combo.kind,
                "grace": combo.grace,
                "percents": list(combo.percents),
                "bonus": combo.bonus,
            },
            "perfect_clear": scoring.perfect_clear,
        },
        "dealer_tries": rules.dealer.tries,
        **rules.modes_document(),
    }


def shapes(rules: Ruleset) -> list[dict[str, object]]:
    """Return the catalogue in order; empty when any shape is allowed."""
    return [
        {
            "name": entry.shape.name,
            "rows": list(entry.shape.rows),
            "cells": entry.shape.size,
            "weight": entry.weight,
            "large": entry.large,
        }
        for entry in rules.catalogue or ()
    ]
