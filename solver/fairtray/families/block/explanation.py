"""Why the order of a line matters, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from fairtray.core.errors import counted
from fairtray.core.shapes import Shape
from fairtray.game import Move, Position

if TYPE_CHECKING:
    from fairtray.engines.search.orders import Miss, Order

MOST = 12
"""Failing beginnings that are spelled out where no order works."""


def document(orders: Sequence[Order]) -> list[dict[str, object]]:
    """Return every order with how many of its pieces can be placed."""
    return [
        {
            "order": [shape.name for shape in order.shapes],
            "placed": order.placed,
            "fails": None if order.works else _failure(order),
        }
        for order in orders
    ]


def _failure(order: Order) -> dict[str, object]:
    """Return which piece of an order fails, and where it comes nearest to fitting."""
    miss = order.miss
    where: dict[str, object] = {"shape": order.shapes[order.placed].name, "nearest": None}
    if miss is not None:
        where["nearest"] = {
            "row": miss.place[0],
            "col": miss.place[1],
            "in_the_way": [list(cell) for cell in miss.in_the_way],
            "before": [
                {"shape": shape.name, "row": row, "col": col}
                for shape, (row, col) in zip(order.shapes, miss.before, strict=False)
            ],
        }
    return where


def text(position: Position, moves: Sequence[Move], orders: Sequence[Order]) -> list[str]:
    """Return sentences about which orders fail, at which piece, and what each move makes room for.

    Args:
        position: the position.
        moves: the line.
        orders: every order of its pieces.
    """
    working = [order for order in orders if order.works]
    if not orders:
        return ["nothing is to be placed"]
    if not working:
        none = "the only order fails"
        if len(orders) > 1:
            none = f"none of {counted(len(orders), 'order')} works"
        return [f"{none}, wherever each piece is put:", *_failing(position, orders)]
    total = counted(len(orders), "order")
    if len(working) == len(orders):
        head = (
            "there is one order only"
            if len(orders) == 1
            else f"all {total} work: whichever piece goes first, all can be placed"
        )
        return [head, *_room(moves)]
    if len(working) == 1:
        head = f"only one of {total} works: {_names(working[0].shapes)}"
    else:
        head = f"{len(working)} of {total} work: {'; '.join(_names(o.shapes) for o in working)}"
    return [f"{head}. In the others, wherever each piece is put:", *_steps(position, moves, orders)]


def _steps(position: Position, moves: Sequence[Move], orders: Sequence[Order]) -> Iterator[str]:
    """Yield, for each move, what becomes of the pieces that could have gone in its place."""
    played: tuple[Shape, ...] = ()
    for number, move in enumerate(moves, start=1):
        others = dict.fromkeys(
            order.shapes[len(played)]
            for order in orders
            if order.shapes[: len(played)] == played and order.shapes[len(played)] != move.shape
        )
        said = []
        for other in others:
            begun = (*played, other)
            beginning = [o for o in orders if o.shapes[: len(begun)] == begun]
            if not any(order.works for order in beginning):
                said += _reasons(position, beginning, len(played))
        made = _made_room(move)
        if said or made:
            place = f"{number}. {move.shape.name}"
            yield "; ".join([f"{place}: {said[0]}" if said else f"{place}: {made}", *said[1:]])
            if said and made:
                yield f"   it {made}"
        played = (*played, move.shape)


def _failing(position: Position, orders: Sequence[Order]) -> Iterator[str]:
    reasons = list(dict.fromkeys(_reasons(position, orders, 0)))
    yield from (f"- {reason}" for reason in reasons[:MOST])
    if len(reasons) > MOST:
        yield f"- and {len(reasons) - MOST} more beginnings fail"


def _reasons(position: Position, orders: Sequence[Order], known: int) -> list[str]:
    """Return one reason for each beginning at which some orders fail.

    Args:
        position: the position.
        orders: orders that fail.
        known: how many pieces at the beginning are not named again.
    """
    beginnings = {order.shapes[: order.placed + 1]: order.miss for order in orders}
    return [_reason(position, found, miss, known) for found, miss in beginnings.items()]


def _reason(position: Position, beginning: tuple[Shape, ...], miss: Miss | None, known: int) -> str:
    *before, failing = beginning
    if miss is None:
        return f"{failing.name} is larger than the board"
    where = _where(before, miss)
    if not before:
        return f"{failing.name} cannot go first ({where})"
    if len(before) == known:
        return f"{failing.name} does not fit there yet ({where})"
    goes = " and then ".join(shape.name for shape in before[known:])
    go = "goes" if len(before) == known + 1 else "go"
    when = f"{go} first" if not known else f"{go} here"
    no_longer = "still does not fit" if _never_fitted(position, failing) else "no longer fits"
    return f"if {goes} {when}, {failing.name} {no_longer} ({where})"


def _where(before: Sequence[Shape], miss: Miss) -> str:
    cells = counted(len(miss.in_the_way), "cell")
    place = f"nearest place: {_place(miss.place)}, {cells} in the way"
    placed = [
        f"{shape.name} at {_place(at)}" for shape, at in zip(before, miss.before, strict=True)
    ]
    return f"{place}, with {' and '.join(placed)}" if placed else place


def _place(cell: tuple[int, int]) -> str:
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


def _never_fitted(position: Position, shape: Shape) -> bool:
    return next(position.legal(shape), None) is None


def _room(moves: Sequence[Move]) -> Iterator[str]:
    for number, move in enumerate(moves, start=1):
        made = _made_room(move)
        if made:
            yield f"{number}. {move.shape.name} {made}"


def _made_room(move: Move) -> str:
    """Return which pieces fit only because of what the move cleared; may be empty."""
    fitting = [
        shape.name
        for slot in move.after.slots
        if (shape := move.after.tray[slot]) is not None
        and move.after.fits(slot)
        and not move.before.fits(slot)
    ]
    if not fitting:
        return ""
    lines = ", ".join(move.before.ruleset.line_names[line] for line in move.lines)
    return f"clears {lines}, which makes room for {' and '.join(dict.fromkeys(fitting))}"


def _names(shapes: Sequence[Shape]) -> str:
    return ", ".join(shape.name for shape in shapes)
