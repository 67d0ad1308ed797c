"""What the family answers, in every form that commands print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fairtray.core.errors import Fault, RulesetError
from fairtray.families.family import (
    Answer,
    CheckRequest,
    Document,
    Family,
    ReplayRequest,
    SolveRequest,
    Source,
)
from fairtray.pictures import Drawing, Picture
from fairtray.pictures.model import CELL, EDGE, EMPTY, Box
from fairtray.pictures.text import Line, Table
from toyfamily.strip import GAMES, Rules, Strip, played, read_strip


@dataclass
class StripAnswer(Answer):
    """A position, what is said of it, and whether that is a yes."""

    position: Strip
    facts: Document
    yes: bool = True

    def document(self) -> Document:
        return {"ruleset": self.position.rules.name, "cells": self.position.cells, **self.facts}

    def lines(self, width: int) -> list[Line]:  # noqa: ARG002 (a strip is never too wide)
        return [self.position.cells, *(f"{key}: {value}" for key, value in self.facts.items())]

    def drawing(self) -> Drawing:
        return Drawing(self._picture)

    def _picture(self) -> Picture:
        cells = self.position.cells
        boxes = tuple(
            Box(i * CELL, 0, CELL - 1, CELL, EDGE if cell == "#" else EMPTY)
            for i, cell in enumerate(cells)
        )
        return Picture("a strip", CELL * len(cells), CELL, boxes, ())


class Strips(Family):
    """Dominoes on strips of cells."""

    title = "strips"
    one = "a strip"

    def ruleset_names(self) -> Sequence[str]:
        return tuple(GAMES)

    def rules(self, spec: str) -> Rules:
        if spec not in GAMES:
            raise RulesetError(Fault("", "is not a strip", f"one of {', '.join(GAMES)}"))
        return GAMES[spec]

    def summaries(self) -> list[Document]:
        return [{"name": rules.name, "cells": rules.size} for rules in GAMES.values()]

    def overview(self) -> Table:
        return Table(["strip", "cells"], [[rules.name, rules.size] for rules in GAMES.values()])

    def pieces(self, rules: Rules) -> Answer:
        return StripAnswer(Strip(rules, "##"), {"name": "domino"})

    def show(self, source: Source) -> Answer:
        return StripAnswer(read_strip(source.text, source.rules)[0], {})

    def check(self, source: Source, request: CheckRequest) -> Answer:  # noqa: ARG002
        position, _ = read_strip(source.text, source.rules)
        places = position.places()
        return StripAnswer(position, {"placeable": bool(places), "places": places}, bool(places))

    def solve(self, source: Source, request: SolveRequest) -> Answer:  # noqa: ARG002
        position, _ = read_strip(source.text, source.rules)
        line = position.best()
        *_, final = (position, *played(position, tuple(line)))
        return StripAnswer(final, {"points": len(line), "moves": line})

    def replay(self, source: Source, request: ReplayRequest) -> Answer:  # noqa: ARG002
        start, moves = read_strip(source.text, source.rules)
        *_, final = (start, *played(start, moves))
        return StripAnswer(final, {"score": len(moves), "game_over": not final.places()})
