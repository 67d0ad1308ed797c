"""What a claim about the draws says of each single draw: the chance of every shape.

Two claims speak of chances. ``uniform`` says that every piece is drawn from the whole
catalogue, whatever the board. ``sequential-uniform`` says that it is drawn from its *draw
set*: the shapes that fit on the board as it stands and leave the pieces drawn before it
and itself placeable in some order. Both draw with the catalogue's weights, which are equal
where the game's own dealer is ``uniform`` or none are given.

The order of a tray's slots is taken to be the order in which its pieces were drawn.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fairtray.audit.sample import Sample
from fairtray.rulesets.model import Ruleset

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]
Rows = NDArray[np.bool_]

UNIFORM, SEQUENTIAL = "uniform", "sequential-uniform"

MODELS = (UNIFORM, SEQUENTIAL)
"""The claims that give every draw its chances."""


@dataclass(frozen=True, slots=True)
class Chances:
    """What a claim says of the draws of N deals of n pieces from S shapes.

    Attributes:
        shape: float64 (N, n, S): the chance of each shape, given the board and the pieces
            drawn before; all 0 where the claim says nothing, because an earlier piece of
            the tray could not have been drawn at all.
        used: bool (N, n): draws of which the claim says something and whose piece it allows.
        impossible: bool (N, n): draws whose piece the claim does not allow.
        rigid: float64 (N, n, S): the share of the orders of the tray, up to and with this
            piece, in which it can *not* be placed. 0 where any order will do, or where
            the claim has no use for it.
    """

    shape: F64
    used: Rows
    impossible: Rows
    rigid: F64


def weights(ruleset: Ruleset) -> F64:
    """Return float64 (S,): the weights that the claims draw with."""
    entries = ruleset.catalogue or ()
    even = ruleset.dealer.kind == "uniform"
    return np.array([1 if even else entry.weight for entry in entries], dtype=np.float64)


def chances(ruleset: Ruleset, sample: Sample, model: str, *, limited: bool) -> Chances:
    """Return what a claim says of every draw of a sample.

    Args:
        ruleset: a ruleset with a catalogue.
        sample: the deals.
        model: ``uniform`` or ``sequential-uniform``.
        limited: whether a shape that would put one large shape too many into its tray is
            drawn again, as it is where the limit of large shapes is claimed as well.
    """
    count, size = sample.trays.shape
    kinds = len(ruleset.shapes)
    base = weights(ruleset)
    shape = np.zeros((count, size, kinds))
    rigid = np.zeros((count, size, kinds))
    used = np.zeros((count, size), dtype=np.bool_)
    impossible = np.zeros((count, size), dtype=np.bool_)
    going_on = np.ones(count, dtype=np.bool_)
    fitting = _fitting(ruleset, sample) if model == SEQUENTIAL else None
    for slot in range(size):
        rows = np.flatnonzero(going_on)
        allowed = np.ones((len(rows), kinds), dtype=np.bool_)
        if limited:
            allowed &= _within_limit(ruleset, sample.trays[rows, :slot])
        if fitting is not None:
            allowed &= fitting[rows]
            allowed, rigid[rows, slot] = _draw_sets(ruleset, sample, rows, slot, allowed)
        weight = allowed * base
        total = weight.sum(axis=1, keepdims=True)
        shape[rows, slot] = np.divide(weight, total, out=np.zeros_like(weight), where=total > 0)
        drawn = sample.trays[rows, slot]
        good = (drawn >= 0) & allowed[np.arange(len(rows)), np.maximum(drawn, 0)]
        used[rows[good], slot] = True
        impossible[rows[~good], slot] = True
        going_on[rows[~good]] = False
    return Chances(shape, used, impossible, rigid)


def _within_limit(ruleset: Ruleset, before: I64) -> Rows:
    """Return bool (N, S): shapes that keep the limit of large shapes after some pieces."""
    large = np.array([entry.large for entry in ruleset.catalogue or ()], dtype=np.int64)
    if ruleset.max_large is None:
        return np.ones((len(before), len(large)), dtype=np.bool_)
    already = large[before].sum(axis=1)
    return np.asarray(already[:, None] + large[None, :] <= ruleset.max_large)


def _fitting(ruleset: Ruleset, sample: Sample) -> Rows:
    """Return bool (N, S): the shapes that fit on each board as it stands."""
    from fairtray.engines.search.decide import decide_many

    kinds, count = len(ruleset.shapes), len(sample.boards)
    boards = np.repeat(sample.boards, kinds, axis=0)
    trays = np.tile(np.arange(kinds), count)[:, None]
    return np.asarray(decide_many(ruleset, boards, trays).orders.reshape(count, kinds) > 0)


def _draw_sets(
    ruleset: Ruleset, sample: Sample, rows: I64, slot: int, candidates: Rows
) -> tuple[Rows, F64]:
    """Return bool (N, S), the draw sets, and float64 (N, S), see ``Chances.rigid``.

    Args:
        ruleset: the game.
        sample: the deals.
        rows: int64 (N,): which of them.
        slot: number of pieces drawn before.
        candidates: bool (N, S): the shapes that fit on the board and are allowed.
    """
    from fairtray.engines.search.decide import decide_many

    rigid = np.zeros(candidates.shape)
    if slot == 0:
        return candidates, rigid
    asked, shapes = np.nonzero(candidates)
    trays = np.empty((len(asked), slot + 1), dtype=np.int64)
    trays[:, :slot] = sample.trays[rows[asked], :slot]
    trays[:, slot] = shapes
    orders = decide_many(ruleset, sample.boards[rows[asked]], trays).orders
    sets = np.zeros(candidates.shape, dtype=np.bool_)
    sets[asked, shapes] = orders > 0
    rigid[asked, shapes] = np.where(orders > 0, 1 - orders / math.factorial(slot + 1), 0)
    return sets, rigid
