"""The answers about block games, each as a document, as lines, as a picture and as a proof."""

from __future__ import annotations

import math

from fairtray.core.errors import counted
from fairtray.core.errors import printable as plain
from fairtray.engines.check import CheckResult, Engine
from fairtray.engines.solve import INTERRUPTED
from fairtray.families.block import (
    documents,
    drawing,
    explanation,
    listing,
    outcomes,
    steps,
)
from fairtray.families.block.solution import Solution, follows
from fairtray.families.family import Answer, Document, SolveRequest
from fairtray.notation import Game, Played, Reading, compact_notation, position_json
from fairtray.pictures import Drawing, text
from fairtray.pictures.text import Line, Table
from fairtray.rulesets.model import Ruleset


class RulesetAnswer(Answer):
    """All numbers of a ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    def document(self) -> Document:
        return listing.document(self.rules)

    def lines(self, width: int) -> list[Line]:  # noqa: ARG002 (tables take what they need)
        return listing.details(self.rules)


class ShapesAnswer(Answer):
    """The shapes that a ruleset deals."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    def document(self) -> list[Document]:
        return listing.shape_documents(self.rules)

    def lines(self, width: int) -> list[Line]:
        rules = self.rules
        if rules.catalogue is None:
            return [f"{plain(rules.title)}: any shape is allowed"]
        head = f"{plain(rules.title)}: {counted(len(rules.catalogue), 'shape')}"
        large = sum(entry.large for entry in rules.catalogue)
        if rules.max_large is not None:
            head += f", {large} of them large (at most {rules.max_large} in a deal)"
        return [head, "", *listing.shape_lines(rules, width)]


class ShowAnswer(Answer):
    """A position as read."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.warnings = reading.warnings

    def document(self) -> Document:
        return position_json(self.reading.position, self.reading.upcoming)

    def lines(self, width: int) -> list[Line]:
        position = self.reading.position
        rules = position.ruleset
        lines: list[Line] = [f"{rules.title}; {text.COUNTED}", ""]
        lines += text.board(rules.grid, position.board)
        for i, tray in enumerate((position.tray, *self.reading.upcoming)):
            if i:
                lines += ["", f"then, tray {i + 1}:"]
            if tray:
                captions = [counted(s.size, "cell") if s else "" for s in tray]
                lines += ["", *text.tray(tray, captions, width)]
        if position.combo:
            since = f"{position.moves_since_clear} moves since a clear"
            lines += ["", f"combo: {position.combo}, {since}"]
        if position.score:
            lines += ["", f"score: {position.score}"]
        return lines

    def written(self, notation: str) -> str:
        if notation != "line":
            return super().written(notation)
        return compact_notation(self.reading.position, self.reading.upcoming)


class CheckAnswer(Answer):
    """Whether a tray can be placed."""

    def __init__(self, reading: Reading, result: CheckResult, engine: Engine) -> None:
        self.reading, self.result, self.engine = reading, result, engine
        self.yes = result.placeable
        self.warnings = reading.warnings

    def document(self) -> Document:
        return documents.checked(self.reading, self.result, self.engine)

    def drawing(self) -> Drawing:
        return steps.drawing(self.reading.position, self.result.moves or ())

    def proof(self) -> Document:
        from fairtray.families.block import proofs

        return proofs.of_check(self.reading.position, self.result, self.engine)

    def lines(self, width: int) -> list[Line]:
        position, result = self.reading.position, self.result
        rules = position.ruleset
        captions = [
            "" if shape is None else "fits" if position.fits(slot) else "does not fit"
            for slot, shape in enumerate(position.tray)
        ]
        lines: list[Line] = [f"{rules.title}; {text.COUNTED}", ""]
        lines += text.board(rules.grid, position.board)
        if position.tray:
            lines += ["", *text.tray(position.tray, captions, width)]
        for slot in position.slots:
            if not result.placeable and not position.fits(slot):
                lines += ["", *drawing.blocked(position, slot)]
        lines += ["", self._verdict()]
        lines.append(f"game over: {'yes, no piece fits' if position.game_over else 'no'}")
        if result.moves:
            lines += ["", "one way:"]
            lines += [drawing.sentence(i, move) for i, move in enumerate(result.moves, start=1)]
        return lines

    def _verdict(self) -> str:
        pieces = len(self.reading.position.slots)
        if not pieces:
            return "placeable: yes, there is nothing to place"
        how = "by both engines" if self.engine == "both" else f"by {self.engine}"
        of_all = f"of {math.factorial(pieces)} orders ({how})"
        if self.result.placeable:
            return f"placeable: yes, in {self.result.orders} {of_all}"
        return f"placeable: no, in none {of_all}"


class SolveAnswer(Answer):
    """The best line of a position, and what else was requested."""

    def __init__(self, reading: Reading, solution: Solution, request: SolveRequest) -> None:
        self.reading, self.solution, self.request = reading, solution, request
        self.warnings = reading.warnings
        self.interrupted = solution.result.stopped == INTERRUPTED
        notes = [*solution.notes]
        if reading.upcoming and not follows(reading, request):
            notes.append(documents.ONE_TRAY)
        if self.interrupted:
            notes.append("interrupted: the best line so far, which is not proven")
        self.notes = notes

    def document(self) -> Document:
        reading, solution, request = self.reading, self.solution, self.request
        alone = solution.width is None
        answer = documents.solved(reading, solution.result, request.engine, alone=alone)
        if solution.width is not None:
            answer["width"] = solution.width
        if solution.outcomes is not None and request.top is not None:
            answer |= outcomes.document(solution.outcomes, request.top)
        if request.objective != "score":
            chosen = solution.survival
            answer["objective"] = request.objective
            answer["survival"] = None if chosen is None else outcomes.survival_document(chosen)
        if solution.orders is not None:
            answer["orders"] = explanation.document(solution.orders)
            answer["explanation"] = explanation.text(
                reading.position, solution.first_tray(reading), solution.orders
            )
        if solution.notes:
            answer["warnings"] = [*documents.warnings(reading, alone=True), *solution.notes]
        return answer

    def drawing(self) -> Drawing:
        start = self.reading.position
        return steps.drawing(start, self.solution.result.moves, self.solution.end(start))

    def proof(self) -> Document:
        """Return the proof file of the answer, which is about the tray on offer alone."""
        from fairtray.families.block import proofs

        position, result = self.reading.position, self.solution.result
        return proofs.of_solve(position, result, self.request.engine)

    def lines(self, width: int) -> list[Line]:
        reading, solution = self.reading, self.solution
        position, result = reading.position, solution.result
        rules = position.ruleset
        lines: list[Line] = [f"{rules.title}; {drawing.legend(result.moves)}", ""]
        if not result.moves:
            lines += [*text.board(rules.grid, position.board), ""]
        for i, move in enumerate(result.moves, start=1):
            lines += [drawing.sentence(i, move), *drawing.move(move), ""]
        final = solution.end(position)
        for slot in final.slots:
            if not final.fits(slot):
                lines += [*drawing.blocked(final, slot), ""]
        lines.append(self._verdict())
        if solution.orders is not None:
            first = solution.first_tray(reading)
            lines += ["", *explanation.text(position, first, solution.orders)]
        if solution.survival is not None:
            lines += outcomes.survival_lines(solution.survival, self.request.objective)
        elif solution.outcomes is not None and self.request.top is not None:
            lines += ["", *outcomes.lines(solution.outcomes, self.request.top, width)]
        return lines

    def _verdict(self) -> str:
        reading, solution = self.reading, self.solution
        result, width = solution.result, solution.width
        trays = (reading.position.tray, *(reading.upcoming if width is not None else ()))
        pieces = sum(shape is not None for tray in trays for shape in tray)
        if not pieces:
            return "there is nothing to place"
        if not result.moves:
            return "no piece fits: the game is over"
        points = counted(result.points, "point")
        if solution.survival is not None:
            return f"{points} with all pieces placed"
        best = "no line earns more" if result.exact else "the best line found"
        if result.at_most is not None:
            best += f", not proven: none earns more than {result.at_most:,}"
        if width is not None:
            of_trays = f"of {counted(pieces, 'piece')} in {counted(len(trays), 'tray')} placed"
            if not result.exact:
                best += f" with {width:,} boards kept; a better one may exist"
            many = "all" if result.complete else len(result.moves)
            return f"{points} with {many} {of_trays}; {best}"
        if result.complete:
            return f"{points} with all pieces placed; {best}"
        return (
            f"{points} with {len(result.moves)} of {pieces} pieces placed: "
            f"no order places all; {best}"
        )


class ReplayAnswer(Answer):
    """Recorded moves, played by the rules."""

    def __init__(self, game: Game, played: Played) -> None:
        self.game, self.played = game, played
        self.warnings = (*game.warnings, *played.warnings)

    def document(self) -> Document:
        return documents.replayed(self.game, self.played)

    def drawing(self) -> Drawing:
        return steps.drawing(self.game.start, self.played.moves, self.played.final)

    def lines(self, width: int) -> list[Line]:  # noqa: ARG002 (tables take what they need)
        final = self.played.final
        rows = []
        for i, move in enumerate(self.played.moves, start=1):
            cleared = ", ".join(move.before.ruleset.line_names[line] for line in move.lines)
            place = move.placement
            earned = (move.points, move.combo, move.after.score)
            rows.append([i, move.shape.name, place.row + 1, place.col + 1, cleared, *earned])
        headers = ["move", "shape", "row", "column", "clears", "points", "combo", "score"]
        over = "yes, no piece left fits" if final.game_over else "no"
        return [
            f"{final.ruleset.title}; {text.COUNTED}",
            "",
            Table(headers, rows),
            "",
            *text.board(final.ruleset.grid, final.board),
            "",
            f"score: {final.score}",
            f"game over: {over}",
        ]
