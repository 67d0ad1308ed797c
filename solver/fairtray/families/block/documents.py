"""Answers about block games as JSON documents. Coordinates count from 0."""

from __future__ import annotations

from fairtray.engines.check import CheckResult
from fairtray.engines.solve import SolveResult
from fairtray.families.family import Document
from fairtray.game import Move
from fairtray.notation import Game, Played, Reading

ONE_TRAY = "upcoming trays are not looked at: only the tray on offer is solved"


def placement(move: Move) -> Document:
    """Return where a move put which piece."""
    place = move.placement
    return {"slot": place.slot, "shape": move.shape.name, "row": place.row, "col": place.col}


def scored(move: Move) -> Document:
    """Return a move with what it earned."""
    return {
        **placement(move),
        "lines": len(move.lines),
        "points": move.points,
        "combo": move.combo,
    }


def checked(reading: Reading, result: CheckResult, engine: str) -> Document:
    """Return the document of ``check``."""
    position = reading.position
    witness = None if result.moves is None else [placement(move) for move in result.moves]
    return {
        "placeable": result.placeable,
        "orders": result.orders,
        "fits": [
            None if shape is None else position.fits(slot)
            for slot, shape in enumerate(position.tray)
        ],
        "game_over": position.game_over,
        "witness": witness,
        "engine": engine,
        "warnings": list(reading.warnings),
    }


def solved(reading: Reading, result: SolveResult, engine: str, *, alone: bool) -> Document:
    """Return the document of ``solve``.

    Args:
        reading: the position.
        result: the line.
        engine: the requested engine.
        alone: whether only the tray on offer was solved.
    """
    position = reading.position
    final = result.moves[-1].after if result.moves else position
    return {
        "points": result.points,
        "complete": result.complete,
        "exact": result.exact,
        "upper_bound": result.points if result.exact else result.at_most,
        "stopped": result.stopped,
        "moves": _moves(reading, result, alone=alone),
        "board": final.ruleset.grid.draw(final.board),
        "engine": engine,
        "warnings": warnings(reading, alone=alone),
    }


def _moves(reading: Reading, result: SolveResult, *, alone: bool) -> list[Document]:
    if alone:
        return [scored(move) for move in result.moves]
    trays = (reading.position.tray, *reading.upcoming)
    held = [i for i, tray in enumerate(trays) for shape in tray if shape is not None]
    return [{"tray": i, **scored(move)} for i, move in zip(held, result.moves, strict=False)]


def warnings(reading: Reading, *, alone: bool) -> list[str]:
    """Return what the document of ``solve`` warns of."""
    return [*reading.warnings, *([ONE_TRAY] if reading.upcoming and alone else [])]


def replayed(game: Game, played: Played) -> Document:
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
