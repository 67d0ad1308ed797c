"""Recorded games and how they are played by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fairtray.core.board import Mask
from fairtray.core.errors import Fault, InputError, PositionError
from fairtray.core.shapes import Cell
from fairtray.families.blokus import pieces
from fairtray.families.blokus.moves import legal_placements, who_can_move
from fairtray.families.blokus.position import (
    Move,
    Position,
    cell_names,
    components,
    oriented,
    uncovered,
)

Cells = tuple[Cell, ...]

Properties = tuple[tuple[str, tuple[str, ...]], ...]
"""What a node of a Smart Game Format file says besides moves and set-up, such as comments."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Pieces put on the board and taken off it without a move.

    Attributes:
        adds: (colour, cells) of each piece put on the board.
        removes: the cells of each piece taken off.
        to_move: the colour whose turn it is then; None where nothing is said, which means
            the colour with the fewest pieces on the board, the first of equal ones.
    """

    adds: tuple[tuple[int, Cells], ...]
    removes: tuple[Cells, ...]
    to_move: int | None


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a recorded game; what is recorded may be illegal.

    Attributes:
        where: what messages call it, such as ``moves[3]``.
        colour: the colour that moves; None for the one whose turn it is.
        cells: the cells that it covers; empty for a pass, None where there is no move.
        setup: what happens to the board before the move.
        notes: what else a file says of it.
    """

    where: str
    colour: int | None
    cells: Cells | None
    setup: Setup | None = None
    notes: Properties = ()


@dataclass(frozen=True, slots=True)
class Record:
    """A recorded game.

    Attributes:
        start: the position that it begins with.
        steps: what happens.
        warnings: what is odd about it but allowed.
        notes: what a file says of the game as a whole.
    """

    start: Position
    steps: tuple[Step, ...]
    warnings: tuple[str, ...] = ()
    notes: Properties = ()


@dataclass(frozen=True, slots=True)
class Played:
    """One move of a game that was played.

    Attributes:
        move: the move.
        legal: how many legal moves there were.
        before: the position before it.
        after: the position after it.
    """

    move: Move
    legal: int
    before: Position
    after: Position


@dataclass(frozen=True, slots=True)
class Replay:
    """A game that was played by the rules.

    Attributes:
        moves: its moves.
        steps: its steps, the colour of each move filled in.
        final: the position at the end.
        able: for each colour whether it can still move there.
        warnings: where a colour did not move although it could, or was set up elsewhere than
            it has to start.
    """

    moves: tuple[Played, ...]
    steps: tuple[Step, ...]
    final: Position
    able: tuple[bool, ...]
    warnings: tuple[str, ...]

    @property
    def game_over(self) -> bool:
        """Whether no colour can move."""
        return not any(self.able)


def play(record: Record) -> Replay:
    """Return what the steps of a game do.

    A colour that moves out of turn, though others before it could move, is let through
    with a warning: files of unfinished or edited games often have that.

    Raises:
        InputError: an illegal move or an impossible set-up; the message names the step,
            the colour and the reason.
    """
    position = record.start
    moves: list[Played] = []
    steps: list[Step] = []
    warnings: list[str] = []
    for step in record.steps:
        try:
            if step.setup is not None:
                position = set_up(position, step.setup)
            if step.cells is None:
                steps.append(step)
                continue
            colour, passing = _turn(position, step)
            steps.append(replace(step, colour=colour))
            if step.cells:
                move, after = position.place(colour, step.cells)
                legal = len(legal_placements(position, colour))
                moves.append(Played(move, legal, position, after))
                position = after
            else:
                position = replace(position, to_move=(colour + 1) % len(position.boards))
        except InputError as error:
            raise error.located("", step.where) from None
        if passing:
            names = [position.variant.colours[c].name for c in passing]
            listed = " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)
            are = "are" if names[1:] else "is"
            warnings.append(f"{step.where}: {listed} could move, and {are} taken to pass")
    if any(step.setup is not None for step in record.steps):
        warnings += uncovered(position)
    return Replay(tuple(moves), tuple(steps), position, who_can_move(position), tuple(warnings))


def _turn(position: Position, step: Step) -> tuple[int, list[int]]:
    """Return the colour of a step, and the colours that pass although they could move."""
    able = who_can_move(position)
    count = len(able)
    order = [(position.to_move + i) % count for i in range(count)]
    if step.colour is None:
        colour = next((c for c in order if able[c]), position.to_move)
    else:
        colour = step.colour
    waiting = order[: order.index(colour) + (not step.cells)]
    return colour, [c for c in waiting if able[c] and (step.colour is not None or c == colour)]


def set_up(position: Position, setup: Setup) -> Position:
    """Return the position with some pieces taken off and others put on the board.

    Raises:
        PositionError: a piece to take off that is not there; cells that are not a piece, not
            left, off the board or not empty.
    """
    rules = position.variant
    boards = list(position.boards)
    left = list(position.left)
    for colour, name, mask in _standing(position, [c for cells in setup.removes for c in cells]):
        boards[colour] &= ~mask
        left[colour] = pieces.in_order({*left[colour], name})
    for colour, cells in setup.adds:
        piece = _addable(position, sum(boards), left[colour], colour, cells)
        boards[colour] |= rules.grid.mask(cells)
        left[colour] = tuple(name for name in left[colour] if name != piece)
    last = tuple(
        known if held == now else None
        for known, held, now in zip(position.last, position.left, left, strict=True)
    )
    to_move = setup.to_move
    if to_move is None:
        to_move = fewest_pieces(replace(position, boards=tuple(boards)))
    return oriented(Position(rules, tuple(boards), tuple(left), last, to_move))


def _standing(position: Position, cells: Sequence[Cell]) -> list[tuple[int, str, Mask]]:
    """Return (colour, piece, its cells) of the pieces that cover exactly these cells."""
    rules = position.variant
    grid = rules.grid
    rest = grid.mask(c for c in cells if 0 <= c[0] < grid.rows and 0 <= c[1] < grid.cols)
    found: list[tuple[int, str, Mask]] = []
    for colour, board in enumerate(position.boards):
        for part in components(rules, board):
            piece = pieces.of_cells(grid.cells(part)) if part.bit_count() <= 5 else None
            if piece is not None and not part & ~rest:
                found.append((colour, piece.name, part))
    for _, _, part in found:
        rest &= ~part
    if rest:
        raise PositionError(
            Fault(
                "",
                f"no piece is on the cells {cell_names(rules, rest)} to be taken off",
                "name all cells of each piece",
            )
        )
    return found


def _addable(
    position: Position, occupied: int, left: Sequence[str], colour: int, cells: Cells
) -> str:
    """Return the name of a piece that is set up; corners and sides do not matter here."""
    rules = position.variant
    grid = rules.grid
    name = rules.colours[colour].name
    for row, col in cells:
        if not (0 <= row < grid.rows and 0 <= col < grid.cols):
            raise PositionError(
                Fault("", f"{name}, off the board: row {row}, column {col}", "name cells on it")
            )
    mask = grid.mask(cells)
    where = " ".join(map(rules.cell_name, grid.cells(mask)))
    piece = pieces.of_cells(set(cells))
    if piece is None or mask.bit_count() != len(cells):
        raise PositionError(Fault("", f"{name}, no piece: {where}", "name one piece's cells"))
    if mask & occupied:
        raise PositionError(
            Fault("", f"{name}, overlap: {piece.name} at {where}", "every cell must be empty")
        )
    if piece.name not in left:
        raise PositionError(
            Fault("", f"{name}, piece not left: {piece.name} at {where}", "set it up once only")
        )
    return piece.name


def fewest_pieces(position: Position) -> int:
    """Return the colour with the fewest pieces on the board, the first of equal ones."""
    counts = [len(list(components(position.variant, board))) for board in position.boards]
    return counts.index(min(counts))
