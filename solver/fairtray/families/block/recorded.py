"""Recorded games of a mode, replayed: as a JSON document and as text."""

from __future__ import annotations

from fairtray.core.errors import counted
from fairtray.core.errors import printable as plain
from fairtray.families.block import documents, steps
from fairtray.families.family import Answer, Document
from fairtray.game import Move
from fairtray.gameplay.modes.play import Event
from fairtray.gameplay.modes.record import FORMAT, Record
from fairtray.gameplay.modes.replay import Replayed
from fairtray.pictures import Drawing, text
from fairtray.pictures.text import Line, Table

_ENDINGS = {
    None: "it continues",
    "stuck": "no piece left fits",
    "won": "won, the target is reached",
    "complete": "all pieces are placed",
    "time": "the time is over",
}


def document(record: Record, replayed: Replayed) -> Document:
    """Return the document of ``replay``; coordinates count from 0."""
    game = replayed.game
    grid = game.position.ruleset.grid
    actions = zip(record.actions, replayed.moves, replayed.events, strict=True)
    return {
        "format": FORMAT,
        "ruleset": game.mode.ruleset.name,
        "mode": game.mode.name,
        "challenge": game.challenge,
        "date": None if game.date is None else game.date.isoformat(),
        "moves": [
            {
                **({action.kind: True} if move is None else _scored(move)),
                "seconds": action.clock / 1000,
                "events": [_event(event) for event in events],
            }
            for action, move, events in actions
        ],
        "placed": game.moves,
        "lines": game.lines,
        "score": game.score,
        "board": grid.draw(game.position.board),
        "ending": game.ending,
        "game_over": game.ending is not None,
        "verified": not replayed.differences,
        "differences": list(replayed.differences),
    }


def _scored(move: Move) -> Document:
    grid = move.after.ruleset.grid
    return {
        **documents.scored(move),
        "removed": move.removed.bit_count(),
        "board": grid.draw(move.after.board),
    }


def _event(event: Event) -> Document:
    rows = {"rows": list(event.rows)} if event.rows else {}
    return {"kind": event.kind, "turn": event.turn, **rows}


def lines(record: Record, replayed: Replayed) -> list[Line]:
    """Return the lines for a terminal; rows and columns count from 1."""
    game = replayed.game
    final = game.position
    grid = final.ruleset.grid
    rows = []
    actions = zip(record.actions, replayed.moves, replayed.events, strict=True)
    for i, (action, move, events) in enumerate(actions, start=1):
        then = ", ".join(_words(event) for event in events)
        if move is None:
            rows.append([i, action.kind, "", "", "", "", "", "", then])
            continue
        cleared = ", ".join(move.before.ruleset.line_names[line] for line in move.lines)
        place = move.placement
        earned = (move.points, move.combo, move.after.score)
        shape = plain(move.shape.name)
        rows.append([i, shape, place.row + 1, place.col + 1, cleared, *earned, then])
    headers = ["move", "shape", "row", "column", "clears", "points", "combo", "score", "then"]
    shown: list[Line] = [f"{heading(replayed)}; {text.COUNTED}", "", Table(headers, rows), ""]
    shown += text.board(grid, final.board)
    points = f"score: {game.score}, " if game.points_shown else ""
    counts = f"{points}{counted(game.lines, 'line')} with {counted(game.moves, 'piece')}"
    shown += ["", counts, f"ending: {_ENDINGS[game.ending]}"]
    if replayed.differences:
        shown += ["", "not as recorded:", *(f"  {plain(d)}" for d in replayed.differences)]
    else:
        shown.append("verified: the record says of every move what the rules give")
    return shown


def heading(replayed: Replayed) -> str:
    """Return what was played: game, mode, challenge or day."""
    game = replayed.game
    parts = [plain(game.mode.ruleset.title), plain(game.mode.name)]
    if game.challenge is not None:
        parts[-1] += f" {game.challenge}"
    if game.date is not None:
        parts.append(game.date.isoformat())
    return ", ".join(parts)


def _words(event: Event) -> str:
    if event.kind == "rows-emptied":
        numbers = ", ".join(str(row + 1) for row in event.rows)
        return f"row {numbers} emptied" if len(event.rows) == 1 else f"rows {numbers} emptied"
    return event.kind


class RecordedAnswer(Answer):
    """A game recorded in one of a ruleset's modes, dealt and played again."""

    def __init__(self, record: Record, replayed: Replayed) -> None:
        self.record, self.replayed = record, replayed
        self.yes = not replayed.differences

    def document(self) -> Document:
        return document(self.record, self.replayed)

    def drawing(self) -> Drawing:
        moves = [move for move in self.replayed.moves if move is not None]
        final = self.replayed.game.position
        return steps.drawing(moves[0].before if moves else final, moves, final)

    def lines(self, width: int) -> list[Line]:  # noqa: ARG002 (tables take what they need)
        return lines(self.record, self.replayed)
