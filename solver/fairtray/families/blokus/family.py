"""Blokus as a family: what its games answer, and where that is worked out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from fairtray.core import jsontext
from fairtray.core.errors import Fault
from fairtray.families.blokus.scoring import Scoring
from fairtray.families.blokus.sgf import is_sgf
from fairtray.families.blokus.variants import VARIANTS, Variant, get
from fairtray.families.family import (
    Answer,
    CheckRequest,
    Document,
    Family,
    NotOffered,
    ReplayRequest,
    RequestError,
    Simulation,
    SimulationRequest,
    SolveRequest,
    Source,
)
from fairtray.pictures.text import Table

if TYPE_CHECKING:
    from fairtray.families.blokus.notation import Reading
    from fairtray.gameplay.table import Choice, PlayRequest

_RECORDED = '"fairtray-game/'


class Blokus(Family):
    """Games in which each colour places its 21 pieces corner to corner."""

    title = "Blokus"
    one = "Blokus"

    def ruleset_names(self) -> Sequence[str]:
        return tuple(VARIANTS)

    def rules(self, spec: str) -> Variant:
        return get(spec)

    def summaries(self) -> list[Document]:
        from fairtray.families.blokus import listing

        return listing.summaries()

    def overview(self) -> Table:
        from fairtray.families.blokus import listing

        return listing.overview()

    def described(self, rules: Variant) -> Answer:
        from fairtray.families.blokus.answers import RulesAnswer

        return RulesAnswer(rules)

    def pieces(self, rules: Variant) -> Answer:  # noqa: ARG002 (all games have the same)
        from fairtray.families.blokus.answers import PiecesAnswer

        return PiecesAnswer()

    def show(self, source: Source) -> Answer:  # noqa: ARG002 (none is shown)
        raise NotOffered(Fault("", "this is Blokus, which 'fairtray check' draws"))

    def check(self, source: Source, request: CheckRequest) -> Answer:
        from fairtray.families.blokus.answers import CheckAnswer

        if request.engine != "search":
            what = f"{request.engine}: a Blokus position is checked by search only"
            raise RequestError("engine", what)
        return CheckAnswer(_reading(source))

    def solve(self, source: Source, request: SolveRequest) -> Answer:
        from fairtray.families.blokus.answers import NextAnswer, SolveAnswer
        from fairtray.families.blokus.solve import next_moves, solve

        reading = _reading(source)
        if request.objective == "next":
            return NextAnswer(reading, next_moves(reading.position))
        scoring = _scoring(request.scoring)
        best, confirmed = solve(reading.position, request.engine, scoring)
        return SolveAnswer(reading, best, scoring, request.engine, confirmed=confirmed)

    def replay(self, source: Source, request: ReplayRequest) -> Answer:
        from fairtray.families.blokus import blksgf
        from fairtray.families.blokus.answers import ReplayAnswer
        from fairtray.families.blokus.notation import parse_game
        from fairtray.families.blokus.record import play

        if is_sgf(source.text) or source.text.lstrip("\ufeff \t\r\n")[:1] != "{":
            record = blksgf.parse(source.text, request.number or 1, source.rules)
        else:
            record = parse_game(source.text, source.rules)
        played = play(record)
        return ReplayAnswer(record, played, _scoring(request.scoring), _verdict(source.text))

    def simulation(self, rules: Variant, request: SimulationRequest) -> Simulation:
        from fairtray.families.blokus import simulation

        return simulation.simulation(rules, request)

    def table(self, request: PlayRequest) -> Choice:
        from fairtray.families.blokus.table import choose

        return choose(request)


def _scoring(name: str | None) -> Scoring:
    return cast("Scoring", name or "advanced")


def _reading(source: Source) -> Reading:
    """Return a position; of a recorded game in the Smart Game Format its last one."""
    from fairtray.families.blokus.notation import Reading, parse_position

    if not is_sgf(source.text):
        return parse_position(source.text, source.rules)
    from fairtray.families.blokus import blksgf
    from fairtray.families.blokus.moves import turn
    from fairtray.families.blokus.record import play

    record = blksgf.parse(source.text, variant=source.rules)
    played = play(record)
    return Reading(turn(played.final), (*record.warnings, *played.warnings))


def _verdict(text: str) -> dict[str, Any]:
    """Return what a game recorded at a table says of its end otherwise than its moves.

    Returns:
        ``verified`` and ``differences``; nothing where the text is not such a record.

    Raises:
        InputError: faults in the document, or a move that the rules do not allow.
    """
    if _RECORDED not in text or not text.lstrip("\ufeff \t\r\n").startswith("{"):
        return {}
    from fairtray.families.blokus.game import replay_table
    from fairtray.families.blokus.gamefile import is_blokus

    document = jsontext.loads(text)
    if not is_blokus(document):
        return {}
    differences = list(replay_table(document).differences)
    return {"verified": not differences, "differences": differences}
