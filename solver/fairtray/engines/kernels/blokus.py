"""Blokus: the legal moves of a colour at once, counts of move sequences, random games.

Notation: ``t`` are the :class:`fairtray.families.blokus.tables.BlokusTables`; ``hand`` has bit p
set when piece p is still in hand; ``boards`` is uint64 (N, W), row c the cells of colour c;
``ready`` is a uint64 (2 K, W) array of the caller's that :func:`prepare` fills.

A piece has no more than five cells, so all orientations together have only K = 15
distinct distances of a cell from its anchor. The free cells and the corner cells are
shifted once by each of them; every fit set is then a few ANDs and ORs of those rows.
"""

from __future__ import annotations

import numpy as np

from fairtray.engines.kernels._jit import inner, jit
from fairtray.engines.kernels.bits import (
    clear_lowest,
    is_zero,
    load,
    lowest,
    popcount,
    shl,
    shr,
    store,
)
from fairtray.engines.kernels.rng import below

FULL, NOT_LEFT, NOT_RIGHT = 0, 1, 2
"""Rows of ``frame``."""


@inner
def beside(t, cells):
    """Return the cells that touch ``cells`` along a side (cells themselves may be among them).

    Shifting by one column wraps round the edge; the frame masks off what came round.
    """
    rows = t.cols
    across = shl(cells, 1) & load(t.frame, NOT_LEFT, t.lanes)
    across = across | (shr(cells, 1) & load(t.frame, NOT_RIGHT, t.lanes))
    along = (shl(cells, rows) & load(t.frame, FULL, t.lanes)) | shr(cells, rows)
    return across | along


@inner
def diagonal(t, cells):
    """Return the cells that touch ``cells`` at a corner: one row away, then one column."""
    rows = t.cols
    along = (shl(cells, rows) & load(t.frame, FULL, t.lanes)) | shr(cells, rows)
    left = shr(along, 1) & load(t.frame, NOT_RIGHT, t.lanes)
    return left | (shl(along, 1) & load(t.frame, NOT_LEFT, t.lanes))


@inner
def free_cells(t, own, occupied):
    """Return the cells that the colour may cover: empty, and not beside its own."""
    blocked = occupied | beside(t, own)
    full = load(t.frame, FULL, t.lanes)
    return full ^ (full & blocked)


@inner
def corner_cells(t, own, free, colour):
    """Return the cells of which the next piece must cover one: corners, or the start cell."""
    if is_zero(own):
        return load(t.starts, colour, t.lanes) & free
    return diagonal(t, own) & free


@inner
def prepare(t, free, corners, ready):
    """Shift the free cells and the corner cells by every distance, into ``ready``."""
    count = t.shifts.shape[0]
    for k in range(count):
        store(ready, k, shr(free, t.shifts[k]))
        store(ready, count + k, shr(corners, t.shifts[k]))


@inner
def fit_set(t, form, ready):
    """Return the anchors at which an orientation lies on free cells and covers a corner cell."""
    count = t.shifts.shape[0]
    fit = load(t.anchors, form, t.lanes)
    touch = fit ^ fit
    for i in range(t.sizes[form]):
        k = t.parts[form, i]
        fit = fit & load(ready, k, t.lanes)
        touch = touch | load(ready, count + k, t.lanes)
    return fit & touch


@inner
def occupied_by(t, boards):
    """Return the cells that any colour covers."""
    occupied = load(boards, 0, t.lanes)
    for c in range(1, boards.shape[0]):
        occupied = occupied | load(boards, c, t.lanes)
    return occupied


@inner
def most_moves(t):
    """Return a number of moves that no position exceeds: what arrays of moves are sized by."""
    return t.sizes.shape[0] * t.cells


@inner
def generate(t, own, occupied, hand, colour, ready, out):
    """Write all legal moves of a colour as placement numbers; return how many.

    Args:
        own: the cells of the colour.
        occupied: the cells of all colours.
        hand: what it holds.
        colour: the colour, for its start cell.
        ready: scratch.
        out: int64 (``most_moves``,): out: the moves, in the order of pieces,
            orientations and anchors.
    """
    free = free_cells(t, own, occupied)
    corners = corner_cells(t, own, free, colour)
    if is_zero(corners):
        return 0
    prepare(t, free, corners, ready)
    count = 0
    for piece in range(t.weights.shape[0]):
        if (hand >> piece) & 1:
            for form in range(t.forms[piece], t.forms[piece + 1]):
                fit = fit_set(t, form, ready)
                first = form * t.cells
                while not is_zero(fit):
                    out[count] = first + lowest(fit)
                    count += 1
                    fit = clear_lowest(fit)
    return count


@inner
def can_move(t, boards, hand, colour, ready):
    """Return whether a colour has any legal move."""
    own = load(boards, colour, t.lanes)
    free = free_cells(t, own, occupied_by(t, boards))
    corners = corner_cells(t, own, free, colour)
    if is_zero(corners):
        return False
    prepare(t, free, corners, ready)
    for piece in range(t.weights.shape[0]):
        if (hand >> piece) & 1:
            for form in range(t.forms[piece], t.forms[piece + 1]):
                if not is_zero(fit_set(t, form, ready)):
                    return True
    return False


@jit
def moves(t, boards, hand, colour, out):
    """Write the legal moves of a colour into ``out``, int64 (``most_moves``,); return how many."""
    ready = np.empty((2 * t.shifts.shape[0], len(t.lanes)), np.uint64)
    own = load(boards, colour, t.lanes)
    return generate(t, own, occupied_by(t, boards), hand, colour, ready, out)


@jit
def who_can_move(t, boards, hands, out):
    """Write for each colour whether it can move into ``out``, bool (N,)."""
    ready = np.empty((2 * t.shifts.shape[0], len(t.lanes)), np.uint64)
    for colour in range(boards.shape[0]):
        out[colour] = can_move(t, boards, hands[colour], colour, ready)


@jit
def moves_of_many(t, positions, hands, colours, counts, out):
    """Generate the moves of M positions, each into the same ``out``, int64 (``most_moves``,).

    Args:
        positions: uint64 (M, N, W): the boards of each position.
        hands: int64 (M,): what the colour to move holds.
        colours: int64 (M,): the colour to move.
        counts: int64 (M,): out: how many moves there are.
        out: scratch.

    Returns:
        The sum of all placement numbers, so that no move can be left out unseen.
    """
    ready = np.empty((2 * t.shifts.shape[0], len(t.lanes)), np.uint64)
    total = 0
    for i in range(positions.shape[0]):
        occupied = occupied_by(t, positions[i])
        own = load(positions[i], colours[i], t.lanes)
        counts[i] = generate(t, own, occupied, hands[i], colours[i], ready, out)
        for m in range(counts[i]):
            total += out[m]
    return total


@jit
def sequences(t, boards, hand, colour, counts):
    """Count the sequences of 1, 2, … moves of one colour while the others pass.

    Args:
        boards: uint64 (N, W).
        hand: the pieces it holds.
        colour: the colour.
        counts: int64 (D,): out: sequences of each length up to D.
    """
    depth = counts.shape[0]
    counts[:] = 0
    ready = np.empty((2 * t.shifts.shape[0], len(t.lanes)), np.uint64)
    found = np.empty((depth, most_moves(t)), np.int64)
    number = np.zeros(depth, np.int64)
    next_move = np.zeros(depth, np.int64)
    hands = np.zeros(depth, np.int64)
    owns = np.empty((depth, len(t.lanes)), np.uint64)
    hands[0] = hand
    store(owns, 0, load(boards, colour, t.lanes))
    occupied = occupied_by(t, boards)
    number[0] = generate(t, load(owns, 0, t.lanes), occupied, hand, colour, ready, found[0])
    counts[0] = number[0]
    k = 0
    while k >= 0:
        if next_move[k] == number[k] or k == depth - 1:
            k -= 1
            continue
        form, anchor = divmod(found[k, next_move[k]], t.cells)
        next_move[k] += 1
        own = load(owns, k, t.lanes) | shl(load(t.masks, form, t.lanes), anchor)
        k += 1
        store(owns, k, own)
        hands[k] = hands[k - 1] & ~(1 << piece_of(t, form))
        next_move[k] = 0
        number[k] = generate(t, own, occupied | own, hands[k], colour, ready, found[k])
        counts[k] += number[k]


@inner
def piece_of(t, form):
    """Return the piece that an orientation belongs to."""
    piece = 0
    while t.forms[piece + 1] <= form:
        piece += 1
    return piece


@jit
def random_game(t, boards, hands, colour, state, plies):
    """Play uniformly random legal moves until no colour can move.

    Args:
        boards: uint64 (N, W); left as the game ends.
        hands: int64 (N,); left as the game ends.
        colour: the colour that begins.
        state: the random state of :mod:`fairtray.engines.kernels.rng`.
        plies: int64 (>= 21 N, 2): out: colour and placement of each move.

    Returns:
        The number of moves.
    """
    ready = np.empty((2 * t.shifts.shape[0], len(t.lanes)), np.uint64)
    out = np.empty(most_moves(t), np.int64)
    count = 0
    idle = 0
    while idle < boards.shape[0]:
        own = load(boards, colour, t.lanes)
        found = generate(t, own, occupied_by(t, boards), hands[colour], colour, ready, out)
        if found == 0:
            idle += 1
        else:
            idle = 0
            placement = out[below(state, found)]
            form, anchor = divmod(placement, t.cells)
            store(boards, colour, own | shl(load(t.masks, form, t.lanes), anchor))
            hands[colour] &= ~(1 << piece_of(t, form))
            plies[count, 0] = colour
            plies[count, 1] = placement
            count += 1
        colour = (colour + 1) % boards.shape[0]
    return count


@inner
def corner_count(t, boards, hands, colour):
    """Return the number of corner cells of a colour; 0 when it holds nothing."""
    if hands[colour] == 0:
        return 0
    own = load(boards, colour, t.lanes)
    free = free_cells(t, own, occupied_by(t, boards))
    return popcount(corner_cells(t, own, free, colour))


@jit
def weigh(t, boards, hands, colour, placements, out):
    """Tell what each of M moves does to the corners of all colours.

    Args:
        boards: uint64 (N, W); changed and restored.
        hands: int64 (N,).
        colour: the colour to move.
        placements: int64 (M,): its moves.
        out: int64 (M, 2): out: the corner cells it gains, and those it takes from the
            others.
    """
    own = load(boards, colour, t.lanes)
    others_before = 0
    for c in range(boards.shape[0]):
        if c != colour:
            others_before += corner_count(t, boards, hands, c)
    own_before = corner_count(t, boards, hands, colour)
    held = hands[colour]
    for m in range(placements.shape[0]):
        form, anchor = divmod(placements[m], t.cells)
        store(boards, colour, own | shl(load(t.masks, form, t.lanes), anchor))
        hands[colour] = held & ~(1 << piece_of(t, form))
        out[m, 0] = corner_count(t, boards, hands, colour) - own_before
        out[m, 1] = others_before
        for c in range(boards.shape[0]):
            if c != colour:
                out[m, 1] -= corner_count(t, boards, hands, c)
    hands[colour] = held
    store(boards, colour, own)
