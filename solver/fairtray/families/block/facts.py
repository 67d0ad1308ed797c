"""Facts of a game that were proven, as lines for a terminal and as a JSON document."""

from __future__ import annotations

import textwrap

from fairtray.core.board import Board, Grid
from fairtray.core.errors import counted
from fairtray.core.errors import printable as plain
from fairtray.engines.proof.extremes import FewestBlockers, MostLines
from fairtray.engines.proof.facts import Facts
from fairtray.families.block import drawing
from fairtray.families.family import Answer, Document
from fairtray.pictures import text
from fairtray.pictures.text import Line, Table
from fairtray.versions import versions

FORMAT = "fairtray-facts/1"


def document(facts: Facts, work: float) -> Document:
    """Return the JSON document; coordinates count from 0."""
    grid = facts.ruleset.grid
    most = facts.most_lines
    existence = facts.placeable
    return {
        "format": FORMAT,
        "ruleset": facts.ruleset.name,
        "ruleset_digest": facts.ruleset.digest,
        "complete": facts.complete,
        "most_lines": None if most is None else {"by": "search", **_clears_json(grid, most)},
        "placeable_triple": {
            "answer": existence.answer,
            "by": existence.by,
            "because": existence.because,
            "board": _drawn(grid, existence.board),
            "boards_checked": existence.checked,
        },
        "shapes": [
            {
                "name": shape.name,
                "rows": list(shape.rows),
                "most_lines": _clears_json(grid, clears),
                "fewest_blockers": {"by": "search", **_blocked_json(grid, blocked)},
            }
            for (shape, clears), (_, blocked) in zip(facts.clears, facts.blocked, strict=True)
        ],
        "fewest_blockers_of_all": {"by": "search", **_blocked_json(grid, facts.catalogue)},
        "work_limit": work,
        "versions": versions(),
    }


def _clears_json(grid: Grid, found: MostLines) -> Document:
    move = found.move
    return {
        "status": found.status,
        "at_least": found.at_least,
        "at_most": found.at_most,
        "board": None if move is None else grid.draw(move.before.board),
        "placement": None
        if move is None
        else {"shape": move.shape.name, "row": move.placement.row, "col": move.placement.col},
    }


def _blocked_json(grid: Grid, found: FewestBlockers) -> Document:
    return {
        "status": found.status,
        "at_least": found.at_least,
        "at_most": found.at_most,
        "board": _drawn(grid, found.board),
    }


def _drawn(grid: Grid, board: Board | None) -> list[str] | None:
    return None if board is None else grid.draw(board)


def lines(facts: Facts, width: int, *, draw: bool) -> list[Line]:
    """Return the lines for a terminal.

    Args:
        facts: what was found.
        width: columns of the terminal.
        draw: whether to draw the blocking board of every shape.
    """
    shown: list[Line] = [
        f"{plain(facts.ruleset.title)}: what holds on every board without full lines"
    ]
    shown += ["", *_most_lines(facts)]
    shown += ["", *_existence(facts, width)]
    shown += ["", *_catalogue(facts)]
    shown += ["", *_table(facts)]
    if draw:
        shown += ["", *_drawings(facts, width)]
    return shown


def _most_lines(facts: Facts) -> list[str]:
    most = facts.most_lines
    if most is None:
        return ["most lines that one placement clears: none, no shape is as small as the board"]
    lines = [f"most lines that one placement clears: {_between(most.at_least, most.at_most)}"]
    if most.status == "exact":
        lines.append("  search: CP-SAT finds this board, and proves that no placement clears more")
    else:
        lines.append("  search: CP-SAT came to its limit between these bounds")
    if most.move is not None:
        place = most.move.placement
        lines.append(
            f"  {plain(most.move.shape.name)} at row {place.row + 1}, column {place.col + 1} "
            f"({text.COUNTED}; o is the piece)"
        )
        lines += [f"  {line}" for line in drawing.move(most.move)]
    return lines


def _existence(facts: Facts, width: int) -> list[str]:
    found = facts.placeable
    answer = {True: "yes", False: "no", None: "undecided"}[found.answer]
    lines = [
        f"every board admits a tray that can be placed: {answer}",
        *textwrap.wrap(
            plain(f"{found.by}: {found.because}"),
            max(width, 40),
            initial_indent="  ",
            subsequent_indent="  ",
        ),
    ]
    if found.checked:
        lines.append(
            f"  checked by play on each of the {counted(found.checked, 'board')} of the corpus"
        )
    if found.board is not None:
        lines += _indented(facts, found.board)
    return lines


def _catalogue(facts: Facts) -> list[str]:
    found = facts.catalogue
    head = "fewest filled cells that block all shapes but single cells at once:"
    if found.status == "impossible":
        return [f"{head} impossible", "  search: CP-SAT proves that no board does"]
    lines = [f"{head} {_between(found.at_least, found.at_most)}"]
    if found.status == "exact":
        lines.append("  search: CP-SAT finds this board, and proves that fewer cells cannot")
    else:
        lines.append("  search: CP-SAT came to its limit between these bounds")
    if found.board is not None:
        lines += _indented(facts, found.board)
    return lines


def _indented(facts: Facts, board: Board) -> list[str]:
    return [f"  {line}" for line in text.board(facts.ruleset.grid, board)]


def _table(facts: Facts) -> list[Line]:
    rows = [
        [plain(shape.name), shape.size, _cell(clears), _cell(blocked)]
        for (shape, clears), (_, blocked) in zip(facts.clears, facts.blocked, strict=True)
    ]
    head = ["shape", "cells", "most lines it clears", "fewest cells that block it"]
    table = Table(head, rows, align=["left", *["right"] * 3], numbers=False)
    how = "each by search: CP-SAT finds a board and proves that none is better"
    known = [found.status for _, found in facts.clears]
    known += [found.status for _, found in facts.blocked]
    if "bounds" in known:
        how += "; where it came to its limit, bounds"
    return [table, "", how]


def _cell(found: MostLines | FewestBlockers) -> str:
    if found.status == "impossible":
        return "impossible"
    return _between(found.at_least, found.at_most)


def _between(low: int | None, high: int | None) -> str:
    """Return a number, or the bounds that are known of it."""
    if low == high:
        return str(low)
    if high is None:
        return f"at least {low}"
    return f"at most {high}" if low is None else f"{low} to {high}"


def _drawings(facts: Facts, width: int) -> list[str]:
    """Return the blocking board of each shape that can be blocked."""
    grid = facts.ruleset.grid
    blocks = [
        [
            f"{_cell(found)} block {plain(shape.name)}",
            *text.board(grid, found.board),
        ]
        for shape, found in facts.blocked
        if found.board is not None
    ]
    return text.side_by_side(blocks, width)


class FactsAnswer(Answer):
    """What holds on every board of a ruleset."""

    def __init__(self, found: Facts, work: float, *, draw: bool) -> None:
        self.facts, self.work, self.draw = found, work, draw
        self.complete = found.complete
        if not found.complete:
            self.notes = ("not all is decided; where a limit of work came first, --work raises it",)

    def document(self) -> Document:
        return document(self.facts, self.work)

    def lines(self, width: int) -> list[Line]:
        return lines(self.facts, width, draw=self.draw)
