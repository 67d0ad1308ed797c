"""One number for what all searches do: the nodes that they visit on fixed positions.

The number is the same on every machine, and changes when, and only when, a search visits
other nodes. So a change that is meant to make a search faster without changing it keeps
the number, and one that prunes better says by how much.

A node is a placement that is tried (``decide``, ``best``, ``beam``), a tray that is tried on
a board (``survival``), a sequence of moves or a state (``blokus``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fairtray import rulesets
from fairtray.game import Position
from fairtray.notation import parse_position

if TYPE_CHECKING:
    from fairtray.rulesets.model import Ruleset

SEED = 20_000
DECIDED = 1_000
"""Positions of each ruleset that are decided."""

SOLVED = 12
WIDE = "bloky-8x8:0x0000000000000000:O9,R23,V3-nw,I5h"
BEAM_WIDTH = 400
BEAM_TRAYS = 6
SURVIVING = 3
BLOKUS_PLIES = 24
"""Moves after which a Blokus position is in its middle."""

BLOKUS_END = 62
"""Moves after which the rest of a Blokus game is searched exhaustively."""

_STRIDE = 7


@dataclass(frozen=True, slots=True)
class Count:
    """What one part of the bench counted.

    Attributes:
        nodes: nodes visited.
        answer: the sum of the answers (orders, points, placeable weights …), which reveals a
            search that visits as many nodes for another answer.
    """

    nodes: int
    answer: int


def positions(ruleset: Ruleset, count: int, fill: tuple[float, float]) -> Iterator[Position]:
    """Yield positions made by chance: cells filled, no line full, a tray of the catalogue.

    Args:
        ruleset: the game.
        count: how many.
        fill: the smallest and the largest share of filled cells; the share is drawn between them.
    """
    source = np.random.SFC64(np.random.SeedSequence(SEED))

    def draw(bound: int) -> int:
        # 64 bits modulo a small number: the bias does not matter here.
        return int(source.random_raw()) % bound

    cells = ruleset.grid.size
    low, high = (int(1000 * share) for share in fill)
    for _ in range(count):
        filled = low + draw(high - low + 1)
        board = sum(1 << cell for cell in range(cells) if draw(1000) < filled)
        for line in ruleset.lines:
            if board & line == line:
                board ^= line & -line
        tray = tuple(ruleset.shapes[draw(len(ruleset.shapes))] for _ in range(ruleset.tray_size))
        yield Position(ruleset, board, tray)


def decide() -> Count:
    """Decide positions of every ruleset, all orders counted."""
    from fairtray.engines.kernels import search as kernel
    from fairtray.engines.search.prepare import tables_of

    nodes = np.zeros(1, dtype=np.int64)
    total = 0
    for name in rulesets.builtin_names():
        ruleset = rulesets.get(name)
        index = {shape: i for i, shape in enumerate(ruleset.shapes)}
        drawn = list(positions(ruleset, DECIDED, (0.35, 0.75)))
        boards = np.array(
            [ruleset.grid.to_words(position.board) for position in drawn], dtype=np.uint64
        )
        trays = np.array(
            [[index[s] for s in position.tray if s] for position in drawn], dtype=np.int64
        )
        orders = np.zeros(len(drawn), dtype=np.int64)
        kernel.count_many(tables_of(ruleset, ruleset.shapes), boards, trays, orders, nodes)
        total += int(orders.sum())
    return Count(int(nodes[0]), total)


def best() -> Count:
    """Find the best line of positions of every ruleset, and of four pieces on an empty board."""
    from fairtray.engines.search.best import best

    drawn = [parse_position(WIDE).position]
    for name in rulesets.builtin_names():
        drawn += positions(rulesets.get(name), SOLVED, (0.1, 0.6))
    lines = [best(position) for position in drawn]
    return Count(sum(line.walked for line in lines), sum(line.points for line in lines))


def beam() -> Count:
    """Play known trays of every ruleset from its start."""
    from fairtray.engines.search.beam import beam

    nodes = points = 0
    for name in rulesets.builtin_names():
        ruleset = rulesets.get(name)
        first, *later = (position.tray for position in positions(ruleset, BEAM_TRAYS, (0.0, 0.0)))
        line = beam(Position(ruleset, ruleset.start, first), later, BEAM_WIDTH)
        nodes, points = nodes + line.walked, points + line.points
    return Count(nodes, points)


def survival() -> Count:
    """Choose the outcome that leaves most room, on positions of every ruleset."""
    from fairtray.engines.search.outcomes import Outcomes
    from fairtray.engines.search.survival import choose

    tried = placeable = 0
    for name in rulesets.builtin_names():
        for position in positions(rulesets.get(name), SURVIVING, (0.1, 0.35)):
            outcomes = Outcomes(position)
            if outcomes.complete:
                chosen = choose(outcomes, "survival")
                tried, placeable = tried + chosen.tried, placeable + chosen.placeable
    return Count(tried, placeable)


def blokus() -> Count:
    """Count Blokus sequences at the start and in the middle of a game, and solve its end."""
    from fairtray.families.blokus import moves, solve
    from fairtray.families.blokus.position import initial

    position = initial()
    nodes = sum(moves.sequences(position, 2))
    for ply in range(BLOKUS_END + 1):
        if ply == BLOKUS_PLIES:
            nodes += sum(moves.sequences(position, 2))
        legal = moves.legal_moves(position)
        if not legal or ply == BLOKUS_END:
            break
        move = legal[(ply * _STRIDE) % len(legal)]
        _, after = position.place(move.colour, position.variant.grid.cells(move.mask))
        position = moves.turn(after)
    solution = solve.best(position)
    return Count(nodes + solution.states, solution.points)


PARTS: dict[str, Callable[[], Count]] = {
    "decide": decide,
    "best": best,
    "beam": beam,
    "survival": survival,
    "blokus": blokus,
}
"""What is counted, by name."""
