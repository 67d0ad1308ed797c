"""The planning players once more: every way to place a tray, on sets of cells, nothing pruned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import oracle
from oracle import Cells, Rules, State

WINDOW = 4


def rules_of(ruleset: Any) -> Rules:
    """Return a ruleset with the scoring of bloky-8x8 for the oracle."""
    lines = tuple(frozenset(ruleset.grid.cells(line)) for line in ruleset.lines)
    plain = oracle.bloky(ruleset.grid.rows, ruleset.grid.cols)
    return Rules(plain.rows, plain.cols, lines, plain.per_cell, plain.line_points)


def _turned(cells: Cells) -> Cells:
    turned = {(c, -r) for r, c in cells}
    top, left = min(r for r, _ in turned), min(c for _, c in turned)
    return frozenset((r - top, c - left) for r, c in turned)


def same_shape(a: Cells, b: Cells) -> bool:
    """Return whether one can be turned and mirrored into the other."""
    mirrored = _turned(_turned(frozenset((r, -c) for r, c in a)))
    images = [a, mirrored]
    for _ in range(3):
        images += [_turned(images[-2]), _turned(images[-1])]
    return b in images


def judge(rules: Rules, shapes: Sequence[Cells], document: Mapping[str, Any], board: Cells) -> int:
    """Return how good a board is by a document of weights, feature by feature."""
    total = 0
    known = [(oracle.piece_of(entry["rows"]), entry["fits"]) for entry in document["shapes"]]
    for shape in shapes:
        (fits,) = (fits for cells, fits in known if same_shape(cells, shape))
        places = len(oracle.placements(rules, board, shape))
        total += fits[min(places, len(fits) - 1)]
    for line in rules.lines:
        lacking = len(line - board)
        total += document["lines"][min(lacking, len(document["lines"]) - 1)]
    kinds = kinds_of_windows()
    for top in range(-1, rules.rows + 2 - WINDOW):
        for left in range(-1, rules.cols + 2 - WINDOW):
            window = 0
            for r in range(WINDOW):
                for c in range(WINDOW):
                    cell = (top + r, left + c)
                    inside = 0 <= cell[0] < rules.rows and 0 <= cell[1] < rules.cols
                    if not inside or cell in board:
                        window |= 1 << (WINDOW * r + c)
            total += document["windows"][kinds[smallest(window)]]
    return total


def smallest(window: int) -> int:
    """Return the smallest of a window's turned and mirrored images."""
    cells = [divmod(i, WINDOW) for i in range(WINDOW * WINDOW) if window >> i & 1]
    found = []
    for mirrored in (False, True):
        image = [(r, WINDOW - 1 - c) for r, c in cells] if mirrored else cells
        for _ in range(4):
            image = [(c, WINDOW - 1 - r) for r, c in image]
            found.append(sum(1 << (WINDOW * r + c) for r, c in image))
    return min(found)


_KINDS: dict[int, int] = {}


def kinds_of_windows() -> dict[int, int]:
    """Return the number of each kind of window, by its smallest window."""
    if not _KINDS:
        least = sorted({smallest(window) for window in range(1 << (WINDOW * WINDOW))})
        _KINDS.update({window: i for i, window in enumerate(least)})
    return _KINDS


def by_hand(rules: Rules, board: Cells) -> int:
    """Return the hand-made value: 8 an empty cell, -4 an edge, -12 a hole, lines near full."""
    every = {(r, c) for r in range(rules.rows) for c in range(rules.cols)}
    empty = every - board
    edges, holes = 0, 0
    for r, c in empty:
        around = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
        edges += sum(cell not in empty for cell in around)
        holes += all(cell not in empty for cell in around)
    lines = sum({1: 24, 2: 12, 3: 6}.get(len(line - board), 0) for line in rules.lines)
    return 8 * len(empty) - 4 * edges - 12 * holes + lines


def ends(rules: Rules, state: State) -> dict[Cells, int]:
    """Return the boards with most pieces placed, each with the most points of a way to it."""
    level: dict[State, int] = {state: 0}
    while True:
        following: dict[State, int] = {}
        for before, points in level.items():
            for _, played in oracle.moves(rules, before):
                best = following.get(played.after, -1)
                following[played.after] = max(best, points + played.points)
        if not following:
            break
        level = following
    boards: dict[Cells, int] = {}
    for after, points in level.items():
        boards[after.board] = max(boards.get(after.board, -1), points)
    return boards
