"""Where the pieces of a game come from: a pure function of seed, number of the deal and board.

So nothing needs to be kept of a generator: taking a move back never draws again, and a
saved game continues exactly where it was.
"""

from __future__ import annotations

from fairtray.core.board import Board
from fairtray.dealers.base import Dealer, Words
from fairtray.dealers.registry import build
from fairtray.notation.position import Tray
from fairtray.rulesets.model import DealerSpec, Ruleset


class Supply:
    """The deals of one game, numbered from 0.

    The first deals are the listed trays, where there are any; those after them are drawn.
    Deal number t is drawn from the words of stream (seed, t), as the audit's sessions do.

    Args:
        ruleset: the game's rules, whose catalogue is drawn from.
        spec: the dealer; None where nothing is drawn.
        seed: decides what is drawn; None where nothing is drawn.
        trays: the listed trays.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        spec: DealerSpec | None,
        seed: int | None = None,
        trays: tuple[Tray, ...] = (),
    ) -> None:
        self.ruleset = ruleset
        self.spec = spec
        self.seed = seed
        self.trays = trays
        self._dealers: dict[DealerSpec, Dealer] = {}

    @property
    def endless(self) -> bool:
        """Whether pieces come after the listed ones."""
        return self.seed is not None and self.spec is not None

    def deal(self, turn: int, board: Board) -> Tray | None:
        """Return deal number ``turn``; None where the supply is at its end.

        An empty tray means that the dealer deals nothing on this board, because it cannot
        keep its promise.
        """
        if turn < len(self.trays):
            return self.trays[turn]
        return self._drawn(self.spec, turn, board)

    def deal_fitting(self, turn: int, board: Board) -> Tray | None:
        """Return a deal of which all pieces fit, one after the other and each by itself."""
        return self._drawn(DealerSpec("sequential-fit"), turn, board)

    def deal_plainly(self, turn: int, board: Board) -> Tray | None:
        """Return a deal drawn with the catalogue's weights, regardless of the board."""
        return self._drawn(DealerSpec("weighted"), turn, board)

    def _drawn(self, spec: DealerSpec | None, turn: int, board: Board) -> Tray | None:
        if spec is None or self.seed is None or not self.ruleset.catalogue:
            return None
        if spec not in self._dealers:
            self._dealers[spec] = build(self.ruleset, spec)
        return self._dealers[spec].deal(board, Words(self.seed, turn)).shapes
