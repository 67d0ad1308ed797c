"""Checks what the fast search says of a sample, with engines that share no code with it.

There are two levels. ``witness``: every *yes* is replayed, every *no* is confirmed by CP-SAT.
``cp-sat``: beyond that, CP-SAT decides every tray by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fairtray.audit.sample import Sample
from fairtray.core.errors import Fault, InputError, InternalFault, echo, nearest
from fairtray.core.shapes import Shape
from fairtray.engines.proof.decide import decide as cp_sat_decide
from fairtray.game import Placement, proven
from fairtray.notation.writing import position_json
from fairtray.rulesets.model import Ruleset
from fairtray.runs import Progress, no_progress

Cells = NDArray[np.bool_]
I64 = NDArray[np.int64]
U64 = NDArray[np.uint64]

WITNESS, CP_SAT = "witness", "cp-sat"
LEVELS = (WITNESS, CP_SAT)
DEFAULT_LEVEL = WITNESS

_PROGRESS_STEP = 50
"""Deals that a progress bar moves by."""


@dataclass(frozen=True, slots=True)
class Checks:
    """How many answers of the search were confirmed.

    Attributes:
        fits: answers whether a piece fits, made again by array operations.
        replayed: trays said to be placeable whose witness was replayed.
        infeasible: trays said not to be placeable that CP-SAT proved infeasible.
        decided: trays that CP-SAT decided by itself, always as the search did.
    """

    fits: int = 0
    replayed: int = 0
    infeasible: int = 0
    decided: int = 0

    def __add__(self, other: Checks) -> Checks:
        """Return the sums."""
        return Checks(
            self.fits + other.fits,
            self.replayed + other.replayed,
            self.infeasible + other.infeasible,
            self.decided + other.decided,
        )


def level_named(name: str) -> str:
    """Return the name of a level.

    Raises:
        InputError: no level has that name.
    """
    if name not in LEVELS:
        raise InputError(Fault("verify", f"no level is called {echo(name)}", nearest(name, LEVELS)))
    return name


def verify(
    ruleset: Ruleset,
    engine: ArrayEngine,
    sample: Sample,
    level: str = DEFAULT_LEVEL,
    progress: Progress = no_progress,
) -> Checks:
    """Confirm every answer of the search in a sample.

    Args:
        ruleset: the game.
        engine: array operations for its catalogue.
        sample: the deals.
        level: one of ``LEVELS``.
        progress: told of deals that CP-SAT has decided by itself, where it decides all.

    Raises:
        InternalFault: an engine disagrees; it carries the position.
    """
    inside = np.flatnonzero(sample.inside)
    fitting = engine.fitting(sample.boards[inside], sample.trays[inside])
    for row in inside[np.any(fitting != (sample.fits[inside] > 0), axis=1)]:
        raise _fault(ruleset, sample, int(row), "search and array engine differ on what fits")
    yes = inside[sample.orders[inside] > 0]
    good = engine.replay(sample.boards[yes], sample.trays[yes], sample.witness[yes])
    for row in yes[~good]:
        raise _fault(ruleset, sample, int(row), "a witness of the search does not replay")
    strange = _verify_outside(ruleset, sample)
    everything = level == CP_SAT
    rows = np.arange(len(sample.orders)) if everything else np.flatnonzero(sample.orders == 0)
    for start in range(0, len(rows), _PROGRESS_STEP):
        some = rows[start : start + _PROGRESS_STEP].tolist()
        for row in some:
            _decide(ruleset, sample, row)
        if everything:
            progress(len(some))
    return Checks(
        fits=sample.trays.size,
        replayed=len(yes) + strange,
        infeasible=int(np.count_nonzero(sample.orders == 0)),
        decided=len(rows) if everything else 0,
    )


def _decide(ruleset: Ruleset, sample: Sample, row: int) -> None:
    """Have CP-SAT decide a tray, which must come out as the search says."""
    status = cp_sat_decide(sample.position(ruleset, row)).status
    placeable = bool(sample.orders[row] > 0)
    if status != ("feasible" if placeable else "infeasible"):
        said = "placeable" if placeable else "not placeable"
        raise _fault(ruleset, sample, row, f"search says {said}, CP-SAT says {status}")


def _verify_outside(ruleset: Ruleset, sample: Sample) -> int:
    """Confirm deals with pieces outside the catalogue by the plain engine, one by one.

    Returns:
        How many witnesses were replayed.
    """
    replayed = 0
    for row in np.flatnonzero(~sample.inside).tolist():
        position = sample.position(ruleset, row)
        fits = [position.fits(slot) for slot in position.slots]
        if fits != (sample.fits[row] > 0).tolist():
            raise _fault(ruleset, sample, row, "search and plain engine differ on what fits")
        if sample.orders[row] > 0:
            columns = ruleset.grid.cols
            moves = sample.witness[row].tolist()
            proven(position, [Placement(slot, *divmod(cell, columns)) for slot, cell in moves])
            replayed += 1
    return replayed


def _fault(ruleset: Ruleset, sample: Sample, row: int, message: str) -> InternalFault:
    return InternalFault(message, position_json(sample.position(ruleset, row)))


class ArrayEngine:
    """Places pieces on N boards of C cells at once, sharing no code with the kernels.

    Built from the ruleset's lines and the shapes' cells alone, it does what the plain engine
    does (place, clear every full line at once), one array operation for all deals.

    Args:
        ruleset: the game.
        shapes: the shapes that can be placed, S of them.
    """

    def __init__(self, ruleset: Ruleset, shapes: Sequence[Shape]) -> None:
        grid = ruleset.grid
        self.grid = grid
        # float32 so that counting the cells of lines is a matrix product; counts of at
        # most 400 cells are exact in it.
        self.members = np.zeros((grid.size, len(ruleset.lines)), dtype=np.float32)
        for i, line in enumerate(ruleset.lines):
            for row, col in grid.cells(line):
                self.members[row * grid.cols + col, i] = 1
        self.line_sizes = self.members.sum(axis=0)
        self.covers = np.zeros((len(shapes), grid.size, grid.size), dtype=np.bool_)
        self.on_board = np.zeros((len(shapes), grid.size), dtype=np.bool_)
        for s, shape in enumerate(shapes):
            for row, col in grid.anchors(shape):
                anchor = row * grid.cols + col
                self.on_board[s, anchor] = True
                for r, c in shape.cells:
                    self.covers[s, anchor, (row + r) * grid.cols + col + c] = True

    def unpack(self, boards: U64) -> Cells:
        """Return uint64 (N, W) boards as bool (N, C)."""
        octets = boards.astype("<u8").view(np.uint8)
        return np.unpackbits(octets, axis=1, bitorder="little")[:, : self.grid.size].astype(
            np.bool_
        )

    def fitting(self, boards: U64, trays: I64) -> NDArray[np.bool_]:
        """Return bool (N, n): whether each piece fits on its board as it stands."""
        count, size = trays.shape
        cells = self.unpack(boards).astype(np.float32)
        shapes = trays.ravel()
        owner = np.repeat(np.arange(count), size)
        fits = np.zeros(count * size, dtype=np.bool_)
        for shape in np.unique(shapes):
            rows = np.flatnonzero(shapes == shape)
            covers = self.covers[shape][self.on_board[shape]].astype(np.float32)
            # Filled cells under each placement: none under one that is legal.
            overlap = cells[owner[rows]] @ covers.T
            fits[rows] = np.any(overlap == 0, axis=1)
        return fits.reshape(count, size)

    def replay(self, boards: U64, trays: I64, witness: I64) -> NDArray[np.bool_]:
        """Return for each deal whether its witness places the whole tray by the rules.

        Args:
            boards: uint64 (N, W).
            trays: int64 (N, n): shape indices.
            witness: int64 (N, n, 2): (slot, anchor) of each move; every slot must be
                used exactly once.
        """
        count, size = trays.shape
        slots = witness[:, :, 0]
        good = np.all(np.sort(slots, axis=1) == np.arange(size), axis=1)
        good &= np.all((witness[:, :, 1] >= 0) & (witness[:, :, 1] < self.grid.size), axis=1)
        slots = np.where(good[:, None], slots, 0)
        anchors = np.where(good[:, None], witness[:, :, 1], 0)
        cells = self.unpack(boards)
        rows = np.arange(count)
        for move in range(size):
            shape = trays[rows, slots[:, move]]
            anchor = anchors[:, move]
            placed = self.covers[shape, anchor]
            good &= self.on_board[shape, anchor] & ~np.any(placed & cells, axis=1)
            cells = self.cleared(cells | placed)
        return np.asarray(good)

    def cleared(self, cells: Cells) -> Cells:
        """Return bool (N, C) boards with every full line emptied, all at once."""
        full = cells.astype(np.float32) @ self.members == self.line_sizes
        emptied = full.astype(np.float32) @ self.members.T > 0
        return np.asarray(cells & ~emptied)
