"""Points on top of a step model: lines counted, combos followed, empty boards noticed.

The counters of a combo take few values in so few steps. So they are followed as a walk
through a layered graph: a node is a pair (counter, moves since the last clear) after a
step, an edge is a number of lines cleared, and every edge knows what its lines earn.
"""

from __future__ import annotations

from collections import defaultdict

from fairtray.engines.proof.pieces import touched
from fairtray.engines.proof.solver import Lit, Outcome
from fairtray.engines.proof.steps import StepModel
from fairtray.game import Position

State = tuple[int, int]
"""The combo counter, and the moves since the last clear."""


class Score:
    """The points of a step model, as its objective.

    Attributes:
        terms: literals that earn points, and how many.
        constant: points that every solution earns.
    """

    def __init__(self, steps: StepModel, position: Position) -> None:
        """Add the points and ask for the most of them.

        Args:
            steps: an exact model without points.
            position: its position, with the counters that the first step starts from.
        """
        self._steps = steps
        self._position = position
        self._scoring = position.ruleset.scoring
        self._most = [
            touched(position.ruleset.grid, position.ruleset.lines, piece.shape)
            for piece in steps.pieces
        ]
        self.terms: list[tuple[Lit, int]] = []
        # Where all pieces are placed, their cells earn the same in every solution. As an
        # objective they would only hide from CP-SAT how little there is to gain.
        self.constant = 0
        if steps.places_all:
            cells = sum(piece.shape.size * len(piece.slots) for piece in steps.pieces)
            self.constant = self._scoring.per_cell * cells
        nodes: dict[State, list[Lit]] = {(position.combo, position.moves_since_clear): []}
        for step in range(len(steps.choices)):
            nodes = self._walk(step, nodes)
        steps.model.maximize(self.terms)

    def points(self, outcome: Outcome) -> int:
        """Return the points of a solution, as the model counts them."""
        earned = sum(points for literal, points in self.terms if outcome.true(literal))
        return self.constant + earned

    def _walk(self, step: int, nodes: dict[State, list[Lit]]) -> dict[State, list[Lit]]:
        """Add the edges of one step; take and return the edges that arrive at each node."""
        steps, model, scoring = self._steps, self._steps.model, self._scoring
        if not steps.places_all:
            for literal, _, site in steps.choices[step]:
                self._earn(literal, scoring.per_cell * len(site.cells))
        already = len(steps.always) if step == 0 else 0
        fills = list(steps.fills[step].values())
        most = max((self._most[index] for _, index, _ in steps.choices[step]), default=0)
        counts = range(already, already + min(len(fills), most) + 1)
        arriving: dict[State, list[Lit]] = defaultdict(list)
        counted: list[tuple[Lit, int]] = [(fill, -1) for fill in fills]
        clearing: list[Lit] = []
        for state, coming in nodes.items():
            edges = model.literals(len(counts))
            for edge, lines in zip(edges, counts, strict=True):
                after = scoring.combo.after(lines > 0, *state)
                arriving[after].append(edge)
                counted.append((edge, lines))
                if lines:
                    clearing.append(edge)
                    earned = scoring.combo.line_points(scoring.lines[lines], after[0])
                    self._earn(edge, earned)
            if step:
                # What enters a node leaves it.
                model.total([(x, 1) for x in edges] + [(x, -1) for x in coming], 0, 0)
            else:
                model.exactly_one(edges)
        model.total([term for term in counted if term[1]], already, already)
        if scoring.perfect_clear:
            self._earn_perfect(step, clearing)
        return dict(arriving)

    def _earn_perfect(self, step: int, clearing: list[Lit]) -> None:
        """Let the step earn a perfect clear where it clears and leaves every cell empty."""
        after = self._steps.after[step]
        if after.sure or not clearing:
            return
        empty = self._steps.model.literal()
        self._steps.model.clause([~empty, *clearing])
        filled = [literal for literals in after.filled for literal in literals]
        self._steps.model.none_if([empty], filled)
        self._earn(empty, self._scoring.perfect_clear)

    def _earn(self, literal: Lit, points: int) -> None:
        if points:
            self.terms.append((literal, points))
