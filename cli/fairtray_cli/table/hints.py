"""What the solver tells a player. It may take a while: compiled kernels are loaded first."""

from __future__ import annotations

from fairtray.game import Placement, Position


def hint(position: Position) -> Placement | None:
    """Return the first move of the line that scores most; None where no piece fits.

    Lines that place all pieces come first, as with ``fairtray solve``.

    Raises:
        PositionError: more pieces than the search takes.
    """
    from fairtray.engines.search.best import best

    moves = best(position).moves
    return moves[0].placement if moves else None


def dead_end(position: Position) -> bool:
    """Return whether the pieces on offer can no longer all be placed, though one still fits.

    Raises:
        PositionError: more pieces than the search takes.
    """
    from fairtray.engines.search.decide import decide

    answer = decide(position)
    return not answer.placeable and not answer.game_over
