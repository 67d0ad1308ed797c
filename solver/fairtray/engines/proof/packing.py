"""The question without clears: do all pieces fit on the empty cells side by side?

Where they do, every order places them all, for a clear only ever empties cells. This
small model answers nearly every deal of a game that is going well.
"""

from __future__ import annotations

from collections.abc import Sequence

from fairtray.core.board import Board
from fairtray.engines.proof.pieces import Piece, Site
from fairtray.engines.proof.solver import Budget, Lit, Model, Outcome

Choice = tuple[Piece, Site]


def pack(pieces: Sequence[Piece], board: Board, budget: Budget) -> tuple[Outcome, list[Choice]]:
    """Return whether the pieces fit side by side on the empty cells, and where.

    Args:
        pieces: the pieces, each to be placed once for every slot that holds it.
        board: the filled cells.
        budget: of the run.
    """
    model = Model()
    cover: dict[int, list[Lit]] = {}
    choices: list[Choice] = []
    for piece in pieces:
        free = [site for site in piece.sites if not site.mask & board]
        literals = model.literals(len(free))
        for literal, site in zip(literals, free, strict=True):
            for cell in site.cells:
                if cell in cover:
                    cover[cell].append(literal)
                else:
                    cover[cell] = [literal]
            choices.append((piece, site))
        times = len(piece.slots)
        if times == 1:
            model.exactly_one(literals)
        else:
            model.total([(literal, 1) for literal in literals], times, times)
    if sum(len(piece.slots) for piece in pieces) > 1:
        for covering in cover.values():
            if len(covering) > 1:
                model.at_most_one(covering)
    outcome = model.run(budget)
    taken = [choice for i, choice in enumerate(choices) if outcome.values and outcome.values[i]]
    return outcome, taken
