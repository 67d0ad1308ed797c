"""The answers about Blokus, each as a document, as lines and as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fairtray.core.errors import counted
from fairtray.core.errors import printable as plain
from fairtray.families.blokus import blksgf, documents, drawing, listing, pictures
from fairtray.families.blokus.moves import legal_moves, who_can_move
from fairtray.families.blokus.notation import Reading
from fairtray.families.blokus.position import Move, Position
from fairtray.families.blokus.record import Record, Replay
from fairtray.families.blokus.scoring import Scoring, counts
from fairtray.families.blokus.solve import Best, Weighed
from fairtray.families.blokus.variants import Variant
from fairtray.families.family import Answer, Document
from fairtray.pictures import Drawing
from fairtray.pictures.text import Line, Table

UNCONFIRMED = "CP-SAT has not confirmed this: it is too much for it, or it reached its limit"


class RulesAnswer(Answer):
    """All that is to be known of a game."""

    def __init__(self, rules: Variant) -> None:
        self.rules = rules

    def document(self) -> Document:
        return listing.rules_of(self.rules)

    def lines(self, width: int) -> list[Line]:  # noqa: ARG002 (tables take what they need)
        return listing.details(self.rules)


class PiecesAnswer(Answer):
    """The pieces of each colour."""

    def document(self) -> list[Document]:
        return listing.catalogue()

    def lines(self, width: int) -> list[Line]:
        return [*listing.piece_lines(width)]


class CheckAnswer(Answer):
    """Who can still move, and where the colour to move can."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.warnings = reading.warnings
        self.legal = legal_moves(reading.position)
        self.yes = bool(self.legal)

    def document(self) -> Document:
        return documents.checked(self.reading, self.legal)

    def drawing(self) -> Drawing:
        return _drawing(self.reading.position)

    def lines(self, width: int) -> list[Line]:  # noqa: ARG002 (boards take what they need)
        position = self.reading.position
        rules = position.variant
        able = who_can_move(position)
        rows = [
            [colour.name, "yes" if can else "no", len(left), score.squares, score.score]
            for colour, can, left, score in zip(
                rules.colours, able, position.left, counts(position), strict=True
            )
        ]
        mover = rules.colours[position.to_move].name
        by_piece = dict.fromkeys(position.left[position.to_move], 0)
        for move in self.legal:
            by_piece[move.piece] += 1
        fits = ", ".join(f"{name} {number}" for name, number in by_piece.items() if number)
        return [
            *_board(position),
            Table(["colour", "can move", "pieces left", "squares", "score"], rows),
            "",
            f"{mover} to move: {counted(len(self.legal), 'legal move')}",
            *([f"by piece: {fits}"] if fits else []),
            f"game over: {_over(able)}",
        ]


class SolveAnswer(Answer):
    """The line by which the colour to move scores most while the others pass."""

    def __init__(
        self, reading: Reading, best: Best, scoring: Scoring, engine: str, *, confirmed: bool
    ) -> None:
        self.reading, self.best, self.scoring = reading, best, scoring
        self.engine, self.confirmed = engine, confirmed
        unconfirmed = engine != "search" and not confirmed
        self.warnings = (*reading.warnings, *([UNCONFIRMED] if unconfirmed else []))

    def document(self) -> Document:
        return documents.solved(
            self.reading, self.best, self.scoring, self.engine, confirmed=self.confirmed
        )

    def drawing(self) -> Drawing:
        return _drawing(self.best.final, self.best.moves)

    def lines(self, width: int) -> list[Line]:  # noqa: ARG002 (boards take what they need)
        position, best = self.reading.position, self.best
        new = 0
        for move in best.moves:
            new |= move.mask
        lines = _board(best.final, new)
        numbered = enumerate(best.moves, start=1)
        lines += [f"{i}. {drawing.move(position, move)}" for i, move in numbered]
        lines += [""] if best.moves else []
        name = position.variant.colours[position.to_move].name
        points = counted(best.points, "point")
        lines.append(f"{name} {self._does()} while the others pass: {points}")
        if best.exact:
            lines.append(f"proven best{' by both engines' if self.confirmed else ''}")
        else:
            lines.append(
                f"the best line found; none scores more than {best.upper_bound} "
                "(--engine both lets CP-SAT try a proof)"
            )
        return lines

    def _does(self) -> str:
        position, best = self.reading.position, self.best
        held = position.left[position.to_move]
        if not held:
            return "has nothing left to place"
        if not best.moves:
            return "can place nothing"
        if best.complete:
            return f"places all its pieces in {counted(len(best.moves), 'move')}"
        return f"places {len(best.moves)} of {counted(len(held), 'piece')}"


class NextAnswer(Answer):
    """The next move by itself, the best of all legal ones by a measure."""

    def __init__(self, reading: Reading, weighed: Sequence[Weighed]) -> None:
        self.reading, self.weighed = reading, weighed
        self.warnings = reading.warnings
        self.final = reading.position
        if weighed:
            best = weighed[0].move
            cells = self.final.variant.grid.cells(best.mask)
            _, self.final = self.final.place(best.colour, cells)

    def document(self) -> Document:
        return documents.weighed(self.reading, self.weighed, self.final)

    def drawing(self) -> Drawing:
        return _drawing(self.final, [one.move for one in self.weighed[:1]])

    def lines(self, width: int) -> list[Line]:  # noqa: ARG002 (boards take what they need)
        position = self.reading.position
        if not self.weighed:
            name = position.variant.colours[position.to_move].name
            return [*_board(self.final), f"{name} can place nothing and passes"]
        best = self.weighed[0]
        return [
            *_board(self.final, best.move.mask),
            f"next: {drawing.move(position, best.move)}",
            (
                f"value {best.value}: {counted(best.squares, 'square')}, corners gained "
                f"{best.gained}, corners taken from the others {best.taken}"
            ),
            (
                f"the best of {counted(len(self.weighed), 'legal move')} by this measure; "
                "nothing is proven"
            ),
        ]


class ReplayAnswer(Answer):
    """A recorded game, played by the rules."""

    def __init__(
        self, record: Record, played: Replay, scoring: Scoring, verdict: Mapping[str, Any]
    ) -> None:
        """Keep the game.

        Args:
            record: the game as recorded.
            played: the game as played.
            scoring: which way of counting.
            verdict: ``verified`` and ``differences`` of a game recorded at a table; else empty.
        """
        self.record, self.played, self.scoring, self.verdict = record, played, scoring, verdict
        self.warnings = (*record.warnings, *played.warnings)
        self.yes = not verdict.get("differences")

    def document(self) -> Document:
        document = documents.replayed(self.played, self.scoring, self.record.warnings)
        return {**document, **self.verdict}

    def drawing(self) -> Drawing:
        return _drawing(self.played.final, [one.move for one in self.played.moves])

    def written(self, notation: str) -> str:
        if notation != "blksgf":
            return super().written(notation)
        return blksgf.write(self.record).rstrip("\n")

    def lines(self, width: int) -> list[Line]:  # noqa: ARG002 (boards take what they need)
        final = self.played.final
        rows = [
            [colour.name, score.squares, score.bonus, score.score]
            for colour, score in zip(
                final.variant.colours, counts(final, self.scoring), strict=True
            )
        ]
        return [
            *_board(final),
            Table(["colour", "squares", "bonus", "score"], rows),
            "",
            f"moves: {len(self.played.moves)}",
            f"game over: {_over(self.played.able)}",
            *self._verified(),
        ]

    def _verified(self) -> list[str]:
        if not self.verdict:
            return []
        if self.verdict["verified"]:
            return ["verified: the record says of the end what the rules give"]
        differences = (f"  {plain(line)}" for line in self.verdict["differences"])
        return ["", "not as recorded:", *differences]


def _board(position: Position, new: int = 0) -> list[Line]:
    head = f"{position.variant.title}; {drawing.COUNTED}"
    return [head, "", *drawing.board(position, new), ""]


def _drawing(position: Position, moves: Sequence[Move] = ()) -> Drawing:
    return Drawing(lambda: pictures.layout(position, moves))


def _over(able: Sequence[bool]) -> str:
    return "no" if any(able) else "yes, no colour can move"
