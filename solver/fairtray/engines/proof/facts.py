"""What holds of a ruleset on every board: proven by argument or by search, never sampled."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from fairtray.core.board import Board
from fairtray.core.errors import Fault, InputError, InternalFault
from fairtray.core.shapes import Shape
from fairtray.engines.proof.extremes import FewestBlockers, MostLines, fewest_blockers, most_lines
from fairtray.engines.proof.solver import Budget
from fairtray.game import Move, Placement, Position, proven
from fairtray.rulesets.model import Ruleset

WORK = 20.0
"""CP-SAT's count of work for each question; a built-in game's questions take less than 1."""

Progress = Callable[[int], None]
"""Called with the number of questions answered since the last call."""


@dataclass(frozen=True, slots=True)
class Existence:
    """Whether every board without full lines admits a triple that can be placed on it.

    Attributes:
        answer: None where neither argument nor search decides it.
        by: what the answer rests on; an argument may rest on a search in turn.
        because: the argument, in words.
        board: where the answer is no: a board without full lines on which nothing fits.
        checked: boards on which a placeable triple was found and played.
    """

    answer: bool | None
    by: Literal["argument", "search"]
    because: str
    board: Board | None = None
    checked: int = 0


@dataclass(frozen=True, slots=True)
class Facts:
    """What is proven of a ruleset.

    Attributes:
        ruleset: the ruleset.
        clears: for each shape, the most lines that one placement clears.
        blocked: for each shape, the fewest filled cells on which it fits nowhere.
        catalogue: the fewest filled cells on which no shape fits but single cells.
        placeable: whether a placeable triple always exists.
    """

    ruleset: Ruleset
    clears: tuple[tuple[Shape, MostLines], ...]
    blocked: tuple[tuple[Shape, FewestBlockers], ...]
    catalogue: FewestBlockers
    placeable: Existence

    @property
    def most_lines(self) -> MostLines | None:
        """The most lines that any placement clears; None where no shape fits the board.

        Exact only where no other shape could clear more than is known of it.
        """
        known = [most for _, most in self.clears if most.at_most is not None]
        if not known:
            return None
        best = max(known, key=lambda most: -1 if most.at_least is None else most.at_least)
        at_most = max(most.at_most or 0 for most in known)
        exact = best.at_least == at_most
        return MostLines("exact" if exact else "bounds", best.at_least, at_most, best.move)

    @property
    def complete(self) -> bool:
        """Whether every question is answered, and none given up at a limit."""
        most = self.most_lines
        return (
            (most is None or most.status == "exact")
            and all(bound.status != "bounds" for _, bound in self.clears)
            and all(bound.status != "bounds" for _, bound in self.blocked)
            and self.catalogue.status != "bounds"
            and self.placeable.answer is not None
        )


def questions(ruleset: Ruleset) -> int:
    """Return how many questions :func:`prove` reports as answered."""
    return 2 * len(ruleset.shapes) + 2


def prove(
    ruleset: Ruleset,
    boards: Iterable[Board] = (),
    *,
    work_limit: float | None = WORK,
    progress: Progress | None = None,
) -> Facts:
    """Return what can be proven of a ruleset.

    Args:
        ruleset: a ruleset with a catalogue.
        boards: boards without full lines to check by play that a placeable triple exists.
        work_limit: CP-SAT's count of work for each question, so that giving up is
            repeatable; None never gives up.
        progress: called with the number of questions answered.

    Raises:
        InputError: no catalogue.
        InternalFault: the plain engine contradicts an answer.
    """
    if not ruleset.shapes:
        raise InputError(
            Fault("", f"{ruleset.name} has no catalogue", "name a ruleset that lists its shapes")
        )

    def done() -> None:
        if progress is not None:
            progress(1)

    clears, blocked = [], []
    for shape in ruleset.shapes:
        clears.append((shape, most_lines(ruleset, shape, Budget(work_limit=work_limit))))
        done()
    for shape in ruleset.shapes:
        blocked.append((shape, fewest_blockers(ruleset, [shape], Budget(work_limit=work_limit))))
        done()
    larger = [shape for shape in ruleset.shapes if shape.size > 1]
    catalogue = fewest_blockers(ruleset, larger, Budget(work_limit=work_limit))
    done()
    placeable = existence(ruleset, boards, Budget(work_limit=work_limit))
    done()
    return Facts(ruleset, tuple(clears), tuple(blocked), catalogue, placeable)


def existence(ruleset: Ruleset, boards: Iterable[Board], budget: Budget) -> Existence:
    """Return whether every board without full lines admits a placeable triple.

    A *yes* is checked by play on ``boards``. The ruleset has a catalogue.

    Raises:
        InternalFault: the answer is yes, but no triple is found on one of the boards.
    """
    free = _unlimited(ruleset)
    single = next((shape for shape in free if shape.size == 1), None)
    if single is not None and ruleset.lines:
        because = _BY_SINGLE_CELL.format(single.name, ruleset.tray_size)
        checked = sum(_play_some_tray(ruleset, board, [single]) for board in boards)
        return Existence(True, "argument", because, None, checked)
    if free:
        nothing = fewest_blockers(ruleset, free, budget)
        if nothing.status == "impossible":
            checked = sum(_play_some_tray(ruleset, board, free) for board in boards)
            return Existence(True, "search", _BY_SEARCH, None, checked)
    everything = fewest_blockers(ruleset, ruleset.shapes, budget)
    if everything.board is not None:
        return Existence(False, "search", _COUNTEREXAMPLE, everything.board)
    return Existence(None, "search", _UNDECIDED)


_BY_SINGLE_CELL = (
    "a board without full lines has an empty cell in each line, and so room for {0}; once it is "
    "placed, every line that it filled is emptied, so that again no line is full; hence {1} times "
    "{0} can always be placed"
)
_BY_SEARCH = (
    "CP-SAT proves that no board without full lines blocks all shapes, so that one fits; once it "
    "is placed, every line that it filled is emptied, so that again no line is full and one fits"
)
_COUNTEREXAMPLE = "CP-SAT finds a board without full lines on which no shape of the catalogue fits"
_UNDECIDED = (
    "some board may leave room only for shapes that a deal is limited in, or the limit of work "
    "came first: neither the argument nor the search decides it"
)


def _unlimited(ruleset: Ruleset) -> list[Shape]:
    """Return the shapes of which a deal can hold any number."""
    limited = ruleset.max_large is not None and ruleset.max_large < ruleset.tray_size
    return [entry.shape for entry in ruleset.catalogue or () if not (limited and entry.large)]


def _play_some_tray(ruleset: Ruleset, board: Board, free: list[Shape]) -> bool:
    """Find a triple by placing what fits, play it on the board as a tray, and return True.

    Raises:
        InternalFault: nothing fits, though it is proven that something must.
    """
    tray: list[Shape] = []
    placements: list[Placement] = []
    position = Position(ruleset, board, ())
    for slot in range(ruleset.tray_size):
        move = _any_move(position, free)
        if move is None:
            raise InternalFault("nothing fits on a board on which something provably does")
        tray.append(move.shape)
        placements.append(Placement(slot, move.placement.row, move.placement.col))
        position = move.after
    proven(Position(ruleset, board, tuple(tray)), placements)
    return True


def _any_move(position: Position, free: list[Shape]) -> Move | None:
    """Return some placement of one of some shapes."""
    for shape in free:
        for row, col in position.legal(shape):
            one = Position(position.ruleset, position.board, (shape,))
            return one.place(Placement(0, row, col))
    return None
