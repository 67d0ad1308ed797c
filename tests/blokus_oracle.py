"""Blokus by brute force over sets of (row, col): slow, plain, and apart from the package.

Pieces are not drawn here: they are grown cell by cell, and known by their smallest form
among all turns and flips.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache

Cell = tuple[int, int]
Form = frozenset[Cell]

SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
CORNERS = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def moved(cells: Iterable[Cell]) -> Form:
    """Return cells moved to the top left."""
    given = list(cells)
    top, left = min(r for r, _ in given), min(c for _, c in given)
    return frozenset((r - top, c - left) for r, c in given)


@cache
def forms(piece: Form) -> frozenset[Form]:
    """Return all turns and flips of a piece."""
    found = set()
    form = piece
    for _ in range(4):
        form = moved((c, -r) for r, c in form)
        found |= {form, moved((r, -c) for r, c in form)}
    return frozenset(found)


def canonical(cells: Iterable[Cell]) -> Form:
    """Return the form that stands for all turns and flips of some cells."""
    return min(forms(moved(cells)), key=sorted)


@cache
def polyominoes(size: int) -> frozenset[Form]:
    """Return the free polyominoes of so many cells."""
    if size == 1:
        return frozenset({frozenset({(0, 0)})})
    return frozenset(
        canonical(form | {cell})
        for form in polyominoes(size - 1)
        for cell in around(form, SIDES) - form
    )


def around(cells: Collection[Cell], steps: Iterable[Cell]) -> set[Cell]:
    """Return the cells one of some steps away, on the board or not."""
    return {(r + dr, c + dc) for r, c in cells for dr, dc in steps}


def refusal(
    board: tuple[int, int],
    owners: dict[Cell, int],
    colour: int,
    start: Cell,
    cells: Collection[Cell],
) -> str:
    """Return why a colour cannot cover some cells, or an empty string."""
    own = {cell for cell, owner in owners.items() if owner == colour}
    if not all(0 <= r < board[0] and 0 <= c < board[1] for r, c in cells):
        return "off the board"
    if any(cell in owners for cell in cells):
        return "overlap"
    if not own:
        return "" if start in cells else "first move not on the corner"
    if around(cells, SIDES) & own:
        return "side contact"
    return "" if around(cells, CORNERS) & own else "no corner contact"


def legal_moves(
    board: tuple[int, int],
    owners: dict[Cell, int],
    colour: int,
    start: Cell,
    held: Iterable[Form],
) -> set[Form]:
    """Return the cells of every legal move: every form at every place is tried."""
    found = set()
    for piece in held:
        for form in forms(piece):
            for row in range(board[0]):
                for col in range(board[1]):
                    cells = frozenset((r + row, c + col) for r, c in form)
                    if not refusal(board, owners, colour, start, cells):
                        found.add(cells)
    return found


def most_points(
    board: tuple[int, int],
    owners: dict[Cell, int],
    colour: int,
    start: Cell,
    held: Collection[Form],
    score: Callable[[int, int, bool, bool], int],
) -> int:
    """Return the most that ``score`` gives at the end of any line of moves of one colour.

    ``score`` takes the squares on the board, the squares left, whether no piece is left,
    and whether the last move placed the single cell.
    """
    known: dict[tuple[frozenset[Cell], bool], int] = {}

    def walk(owners: dict[Cell, int], held: frozenset[Form], single: bool) -> int:
        own = frozenset(cell for cell, owner in owners.items() if owner == colour)
        key = (own, single)
        if key not in known:
            best = score(len(own), sum(map(len, held)), not held, single)
            for cells in legal_moves(board, owners, colour, start, held):
                after = owners | dict.fromkeys(cells, colour)
                rest = held - {canonical(cells)}
                best = max(best, walk(after, rest, len(cells) == 1))
            known[key] = best
        return known[key]

    return walk(owners, frozenset(held), False)


def pieces() -> Iterator[Form]:
    """Yield the 21 pieces of a colour."""
    for size in range(1, 6):
        yield from polyominoes(size)
