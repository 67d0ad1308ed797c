"""The weights of the survival player's judge, fitted to any ruleset.

The file holds integers, one for each kind of feature, turned and mirrored ones counting as
one kind. ``benchmarks/tune_survival.py`` learns and writes it; what it learns from is in
the file. More is better; only differences matter.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import TYPE_CHECKING, Any

from fairtray.core.shapes import Shape, from_drawing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairtray.engines.kernels.judging import Judge
    from fairtray.rulesets.model import Ruleset

FORMAT = "fairtray-survival-weights/1"

Cells = tuple[tuple[int, int], ...]

_WINDOW = 4

_LEAST_ODDS = 1 << 10


def images(cells: Sequence[tuple[int, int]]) -> list[Cells]:
    """Return the eight images of some cells, turned and mirrored, each at the top left."""
    found = []
    for mirrored in (False, True):
        image = [(r, -c) for r, c in cells] if mirrored else list(cells)
        for _ in range(4):
            image = [(c, -r) for r, c in image]
            top, left = min(r for r, _ in image), min(c for _, c in image)
            found.append(tuple(sorted((r - top, c - left) for r, c in image)))
    return found


def free(shape: Shape) -> Cells:
    """Return the cells that stand for a shape and all its turned and mirrored images."""
    return min(images(shape.cells))


@functools.cache
def window_kinds() -> tuple[NDArray[Any], NDArray[Any]]:
    """Return which 4x4 windows are the same, turned and mirrored.

    Returns:
        int32 (65536,): the kind of each window, bit 4 * row + column of which is a cell;
        int32 (N, 8): the windows of each kind, some of them repeated. Kinds are numbered in
        the order of their smallest windows.
    """
    import numpy as np

    cells = np.arange(_WINDOW * _WINDOW).reshape(_WINDOW, _WINDOW)
    turned = [np.rot90(cells, k) for k in range(4)]
    orders = [image.ravel() for turn in turned for image in (turn, turn.T)]
    windows = np.arange(1 << cells.size)
    bits = (windows[:, None] >> np.arange(cells.size)) & 1
    images_ = np.stack(
        [(bits[:, order] << np.arange(cells.size)).sum(axis=1) for order in orders], axis=1
    )
    smallest, kind = np.unique(images_.min(axis=1), return_inverse=True)
    return kind.astype(np.int32), images_[smallest].astype(np.int32)


@functools.cache
def learnt() -> Mapping[str, Any]:
    """Return the document of weights that comes with the package."""
    folder = resources.files("fairtray.simulation")
    document: dict[str, Any] = json.loads(
        (folder / "survival-weights.json").read_text(encoding="ascii")
    )
    return document


def judge(ruleset: Ruleset, document: Mapping[str, Any] | None = None) -> Judge:
    """Return the judge of a ruleset's boards.

    A shape that the weights were not learnt with counts as the one most like it: of the
    nearest size, then of the nearest area of its box, then the first.

    Args:
        ruleset: a ruleset with a catalogue.
        document: the weights; None for those that come with the package.
    """
    import numpy as np

    from fairtray.engines.kernels.judging import Judge

    document = learnt() if document is None else document
    kind, _ = window_kinds()
    known: list[tuple[Shape, list[int]]] = [
        (from_drawing(entry["rows"]), entry["fits"]) for entry in document["shapes"]
    ]
    by_free = {free(shape): fits for shape, fits in known}

    def fits_of(shape: Shape) -> Sequence[int]:
        if free(shape) in by_free:
            return by_free[free(shape)]
        area = shape.height * shape.width
        alike = [
            (abs(s.size - shape.size), abs(s.height * s.width - area), i)
            for i, (s, _) in enumerate(known)
        ]
        return known[min(alike)[2]][1]

    return Judge(
        windows=np.array(document["windows"], dtype=np.int32)[kind],
        fits=np.array([fits_of(shape) for shape in ruleset.shapes], dtype=np.int32),
        lines=np.array(document["lines"], dtype=np.int32),
        rows=ruleset.grid.rows,
        cols=ruleset.grid.cols,
    )


def odds_scale(document: Mapping[str, Any] | None = None) -> tuple[int, int]:
    """Return the value of a board that is as good as dead, and what makes odds 1/64 lower."""
    document = learnt() if document is None else document
    return document["zero"], document["step"]


def odds(certain: int) -> list[int]:
    """Return falling odds, each 1/64 lower than the one before, in whole numbers."""
    found = [certain]
    while found[-1] > _LEAST_ODDS:
        found.append(found[-1] * 63 // 64)
    return found
