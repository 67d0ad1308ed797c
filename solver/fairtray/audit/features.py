"""Focused questions about draws: what a plausible fault would make too frequent or too rare.

Each feature gives every draw a number per shape, fixed by what came before the draw. A
claim about chances then says what the number of the drawn shape is on average, and the sum
of the differences is a martingale: see ``draws`` for what becomes of it.

An *event* is a feature of only 0 and 1. Predictors guess the next shape from what followed
the same shapes before, as the predictors of NIST SP 800-90B (6.3.7 to 6.3.10) do; a draw
that cannot be guessed is guessed right no more often than by chance.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fairtray.audit.chances import Chances
from fairtray.audit.players import LONGEST_GAME
from fairtray.audit.sample import Sample
from fairtray.core.shapes import Shape
from fairtray.rulesets.model import Ruleset

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]

BYTE = 256

NOTHING = -1


@dataclass(frozen=True, slots=True)
class Feature:
    """A focused question.

    Attributes:
        id: how reports call it.
        event: whether its values are only 0 and 1.
        many: what is the case when the sum is too large.
        few: what is the case when it is too small.
    """

    id: str
    event: bool
    many: str
    few: str


def _about(covariate: str) -> Feature:
    return Feature(
        f"size-by-{covariate}",
        False,
        f"pieces get bigger {_WHEN[covariate]}",
        f"pieces get smaller {_WHEN[covariate]}",
    )


_WHEN = {
    "fill": "as the board fills up",
    "turn": "as the game goes on",
    "score": "as the score rises",
    "record": "as the score comes near the record",
}

COVARIATES = tuple(_WHEN)

FEATURES = (
    Feature(
        "same-in-tray",
        True,
        "the same shape comes twice in a deal too often",
        "the same shape comes twice in a deal too rarely",
    ),
    Feature(
        "ascending",
        False,
        "the pieces of a deal are in ascending order of size",
        "the pieces of a deal are in descending order of size",
    ),
    Feature(
        "repeated-slot",
        True,
        "deals repeat the deal before them",
        "deals avoid what the deal before them had in the same place",
    ),
    Feature(
        "in-last-deal",
        True,
        "shapes of the last deal come again too often",
        "shapes of the last deal are avoided",
    ),
    Feature(
        "byte-remainder",
        True,
        "the last shapes of the catalogue come too often",
        "the last shapes of the catalogue come too rarely, as when one random byte is taken "
        "modulo their number",
    ),
    Feature(
        "first-turn",
        True,
        "the first orientation of the pieces comes too often, as when one of 0..4 is taken "
        "modulo the number of orientations",
        "the first orientation of the pieces comes too rarely",
    ),
    Feature("size", False, "the pieces are too big", "the pieces are too small"),
    Feature(
        "rigid",
        False,
        "pieces that need a certain order come too often",
        "pieces that can be placed in some orders only are held back, as by a dealer that "
        "tries one order, or forgets that lines clear between pieces",
    ),
    *(_about(covariate) for covariate in COVARIATES),
    Feature(
        "same-start",
        True,
        "games begin with the same pieces as the game before",
        "games avoid beginning with the pieces of the game before",
    ),
    Feature(
        "after-3",
        True,
        "what follows three shapes is what followed them before: the sequence repeats itself, "
        "within games, between games or between neighbouring seeds",
        "what follows three shapes is hardly ever what followed them before",
    ),
    Feature(
        "after-6",
        True,
        "what follows six shapes is what followed them before: the sequence repeats itself, "
        "within games, between games or between neighbouring seeds",
        "what follows six shapes is hardly ever what followed them before",
    ),
)
"""Every feature, in the order of the sums."""


def covariates(ruleset: Ruleset, sample: Sample) -> dict[str, F64]:
    """Return float64 (N,) each, in 0..1: what a dealer may secretly look at.

    ``fill`` is the filled part of the board, ``turn`` the part of the longest game,
    ``score`` is on a logarithmic scale that reaches 1 at a million, ``record`` the score
    as a part of the record, 0 without one.
    """
    fill = np.bitwise_count(sample.boards).sum(axis=1) / ruleset.grid.size
    score = np.maximum(sample.score, 0)
    record = np.maximum(sample.record, 0)
    near = np.divide(score, record, out=np.zeros(len(score)), where=record > 0)
    return {
        "fill": fill.astype(np.float64),
        "turn": np.clip(sample.turn / LONGEST_GAME, 0, 1),
        "score": np.minimum(np.log10(1 + score) / 6, 1),
        "record": np.minimum(near, 1),
    }


def values(ruleset: Ruleset, sample: Sample, chances: Chances) -> list[F64]:
    """Return float64 (N, n, S) for each feature: what it gives each shape at each draw."""
    trays = sample.trays
    count, size = trays.shape
    kinds = len(ruleset.shapes)
    sizes = np.array([shape.size for shape in ruleset.shapes], dtype=np.float64)
    before = previous_rows(sample)
    last = np.where(before[:, None] >= 0, trays[before], NOTHING)
    static = np.ones((count, size, 1))
    tables = {
        "same-in-tray": np.stack([_marks(trays[:, :slot], kinds) for slot in range(size)], axis=1),
        "ascending": _ascending(trays, sizes),
        "repeated-slot": np.stack(
            [_marks(last[:, slot : slot + 1], kinds) for slot in range(size)], axis=1
        ),
        "in-last-deal": np.repeat(_marks(last, kinds)[:, None, :], size, axis=1),
        "byte-remainder": static * _rarer_by_byte(kinds),
        "first-turn": static * first_orientations(ruleset.shapes),
        "size": static * sizes,
        "rigid": chances.rigid,
        "same-start": _guessed(_start_guess(sample), kinds),
        "after-3": _guessed(_context_guess(trays, 3, kinds), kinds),
        "after-6": _guessed(_context_guess(trays, 6, kinds), kinds),
    }
    for name, value in covariates(ruleset, sample).items():
        tables[f"size-by-{name}"] = (static * value[:, None, None]) * sizes
    return [tables[feature.id] for feature in FEATURES]


def _rarer_by_byte(kinds: int) -> F64:
    """Return float64 (S,): 1 for the shapes that one random byte, modulo S, gives less often.

    All are 0 where S divides 256: each shape is then given by as many bytes.
    """
    remainder = BYTE % kinds
    return np.where((np.arange(kinds) >= remainder) & (remainder > 0), 1.0, 0.0)


def previous_rows(sample: Sample) -> I64:
    """Return int64 (N,): the row of the deal before, in the same game; -1 where there is none."""
    rows = np.arange(len(sample.game))
    follows = np.zeros(len(rows), dtype=np.bool_)
    follows[1:] = (sample.game[1:] == sample.game[:-1]) & (sample.turn[1:] == sample.turn[:-1] + 1)
    return np.where(follows, rows - 1, NOTHING)


def first_orientations(shapes: tuple[Shape, ...]) -> F64:
    """Return float64 (S,): 1 for the first orientation in the catalogue of a kind with several."""
    first = np.zeros(len(shapes))
    seen: dict[frozenset[Shape], int] = {}
    for index, shape in enumerate(shapes):
        turns = [shape]
        for _ in range(3):
            turns.append(turns[-1].rotated())
        kind = frozenset(turns)
        if kind in seen:
            first[seen[kind]] = 1
        else:
            seen[kind] = index
    return first


def _marks(shapes: I64, kinds: int) -> F64:
    """Return float64 (N, S): 1 for each shape among the row's, negative ones none."""
    marks = np.zeros((len(shapes), kinds + 1))
    np.put_along_axis(marks, np.where(shapes >= 0, shapes, kinds), 1, axis=1)
    return marks[:, :kinds]


def _ascending(trays: I64, sizes: F64) -> F64:
    """Return float64 (N, n, S): 1 for a shape larger than the one drawn before, -1 for smaller."""
    count, size = trays.shape
    steps = np.zeros((count, size, len(sizes)))
    for slot in range(1, size):
        known = trays[:, slot - 1] >= 0
        step = np.sign(sizes[None, :] - sizes[np.maximum(trays[:, slot - 1], 0)][:, None])
        steps[:, slot] = step * known[:, None]
    return steps


def _guessed(guess: I64, kinds: int) -> F64:
    """Return float64 (N, n, S): 1 for the guessed shape, no shape where nothing is guessed."""
    return _marks(guess.reshape(-1, 1), kinds).reshape(*guess.shape, kinds)


def _start_guess(sample: Sample) -> I64:
    """Guess that a game's first deal is that of the game before it in the sample."""
    guess = np.full(sample.trays.shape, NOTHING, dtype=np.int64)
    starts = np.flatnonzero(sample.turn == 0)
    guess[starts[1:]] = sample.trays[starts[:-1]]
    return guess


def _context_guess(trays: I64, length: int, kinds: int) -> I64:
    """Guess the shape that last followed the same ``length`` shapes, across games too."""
    draws = trays.ravel()
    guess = np.full(len(draws), NOTHING, dtype=np.int64)
    if len(draws) <= length:
        return guess.reshape(trays.shape)
    # context[k] stands for the shapes just before draw k + length.
    context = np.zeros(len(draws) - length, dtype=np.int64)
    for back in range(length):
        context = context * (kinds + 1) + draws[back : len(draws) - length + back] + 1
    order = np.argsort(context, kind="stable")
    same = context[order[1:]] == context[order[:-1]]
    later, earlier = order[1:][same] + length, order[:-1][same] + length
    guess[later] = draws[earlier]
    return guess.reshape(trays.shape)
