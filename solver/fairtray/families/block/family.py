"""Block games as a family: what they answer, and where that is worked out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fairtray import rulesets
from fairtray.core import jsontext
from fairtray.core.files import STDIN, label, read_text
from fairtray.families.family import (
    Answer,
    CheckRequest,
    Document,
    Family,
    ReplayRequest,
    RequestError,
    Simulation,
    SimulationRequest,
    SolveRequest,
    Source,
)
from fairtray.notation import Reading, parse_game, parse_json, parse_position, play
from fairtray.pictures.text import Table
from fairtray.rulesets.model import Ruleset

if TYPE_CHECKING:
    from fairtray.gameplay.table import Choice, PlayRequest

_RECORDED = '"fairtray-game/'


class BlockGames(Family):
    """Games in which a tray of pieces is placed and full lines are cleared."""

    title = "block games"
    one = "a block game"
    deals = True

    def ruleset_names(self) -> Sequence[str]:
        return rulesets.builtin_names()

    def rules(self, spec: str) -> Ruleset:
        if spec == STDIN:
            return rulesets.registry.from_toml(read_text(STDIN), label(STDIN))
        return rulesets.get(spec)

    def summaries(self) -> list[Document]:
        from fairtray.families.block import listing

        return [listing.summary(rulesets.get(name)) for name in self.ruleset_names()]

    def overview(self) -> Table:
        from fairtray.families.block import listing

        return listing.overview([rulesets.get(name) for name in self.ruleset_names()])

    def described(self, rules: Ruleset) -> Answer:
        from fairtray.families.block.answers import RulesetAnswer

        return RulesetAnswer(rules)

    def pieces(self, rules: Ruleset) -> Answer:
        from fairtray.families.block.answers import ShapesAnswer

        return ShapesAnswer(rules)

    def show(self, source: Source) -> Answer:
        from fairtray.families.block.answers import ShowAnswer

        return ShowAnswer(_reading(source))

    def check(self, source: Source, request: CheckRequest) -> Answer:
        from fairtray.engines.check import check
        from fairtray.families.block.answers import CheckAnswer

        reading = _reading(source)
        return CheckAnswer(reading, check(reading.position, request.engine), request.engine)

    def solve(self, source: Source, request: SolveRequest) -> Answer:
        from fairtray.families.block import solution
        from fairtray.families.block.answers import SolveAnswer

        reading = _reading(source)
        solution.refuse(request)
        if not source.line:
            solution.refuse_limits(reading, request)
        return SolveAnswer(reading, solution.solve(reading, request), request)

    def replay(self, source: Source, request: ReplayRequest) -> Answer:  # noqa: ARG002
        from fairtray.families.block.answers import ReplayAnswer
        from fairtray.families.block.recorded import RecordedAnswer

        document = _recorded_document(source.text)
        if document is None:
            game = parse_game(source.text, source.rules, source=source.name)
            return ReplayAnswer(game, play(game))
        from fairtray.gameplay.modes.reading import from_document
        from fairtray.gameplay.modes.replay import replayed

        if source.rules is not None:
            raise RequestError(
                "ruleset", "is for games without one of their own, and this was recorded with one"
            )
        record = from_document(document, Path(source.name).parent)
        return RecordedAnswer(record, replayed(record))

    def simulation(self, rules: Ruleset, request: SimulationRequest) -> Simulation:
        from fairtray.families.block import simulation

        return simulation.simulation(rules, request)

    def table(self, request: PlayRequest) -> Choice:
        from fairtray.families.block.table import choose

        return choose(request)

    def questions(self, rules: Ruleset) -> int:
        from fairtray.engines.proof.facts import questions

        return questions(rules)

    def prove(
        self,
        rules: Ruleset,
        work: float,
        progress: Callable[[int], None],
        *,
        draw: bool = False,
    ) -> Answer:
        from fairtray.corpus import files
        from fairtray.engines.proof.facts import prove
        from fairtray.families.block.facts import FactsAnswer

        # Boards of the corpus, where there is one of this size.
        boards = files.boards(rules) if files.has_boards(rules) else ()
        found = prove(rules, boards, work_limit=work, progress=progress)
        return FactsAnswer(found, work, draw=draw)

    def verify(self, source: Source) -> Answer:
        from fairtray.families.block.proofs import VerifyAnswer
        from fairtray.prooffile.document import parse
        from fairtray.prooffile.verify import verify

        return VerifyAnswer(verify(parse(source.text, label(source.name))))


def _reading(source: Source) -> Reading:
    parse = parse_json if source.line else parse_position
    return parse(source.text, source.rules, source=source.name)


def _recorded_document(text: str) -> Mapping[str, object] | None:
    """Return a game recorded in a mode, of any version; None where a text is none."""
    if _RECORDED not in text or text.lstrip("\ufeff \t\r\n")[:1] != "{":
        return None
    from fairtray.gameplay.modes.reading import is_recorded_game

    document = jsontext.loads(text)
    return document if is_recorded_game(document) else None
