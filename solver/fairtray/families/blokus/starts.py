"""Whether the pieces on a board cover the cells that the colours have to start from."""

from __future__ import annotations

from dataclasses import replace

from fairtray.families.blokus.position import Position


def uncovered(position: Position) -> list[str]:
    """Return a warning for each colour with pieces on the board, none on its start cell.

    No game leads to such a position, but it can be asked about.
    """
    rules = position.variant
    return [
        f"board: {colour.name}'s pieces do not cover {rules.cell_name(start)}, its start cell"
        for colour, start, board in zip(rules.colours, rules.starts, position.boards, strict=True)
        if board and not board & rules.grid.bit(*start)
    ]


def oriented(position: Position) -> Position:
    """Return a position with its start cells exchanged where its pieces say so.

    In a game of two colours either start cell is the first player's to choose.
    """
    rules = position.variant
    if len(rules.starts) != 2:
        return position
    other = replace(position, variant=rules.started_at(rules.starts[::-1]))
    return other if len(uncovered(other)) < len(uncovered(position)) else position
