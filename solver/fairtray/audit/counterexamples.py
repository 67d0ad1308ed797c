"""The counterexamples of an audit, shrunk."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from fairtray.audit.exact import breaks, confirm
from fairtray.audit.replays import Contradiction, Questioner, Tray
from fairtray.audit.request import Source
from fairtray.audit.shrink import least, shrink_game, shrink_position
from fairtray.audit.summary import Summary, Violation
from fairtray.claims import AnswerClaim, claim_named
from fairtray.claims.claim import VariedClaim
from fairtray.core.board import Board
from fairtray.dealers.session import Ask
from fairtray.dealers.sources import DealerSource
from fairtray.game import Position
from fairtray.rulesets.model import Ruleset

Question = TypeVar("Question")

BUDGET = 300
"""Games that a dealer is asked to play again to shrink one counterexample."""


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A deal, or two, that show that a claim is false.

    Attributes:
        claim: the claim's id.
        position: the board and the tray that show it, shrunk.
        dealt: the same as they were dealt.
        chunk: where in the audit it came up: chunk, game within the chunk, deal within the
            game.
        game: see ``chunk``.
        turn: see ``chunk``.
        seed: the seed of the game; -1 where there is none.
        line: the line of the file, for recorded deals; else -1.
        asks: what to tell a dealer, deal by deal, to see it again; empty where that is not
            known or does not show it again.
        varied: what to tell it instead of the last, where two answers should be one.
        other: the other of two answers.
    """

    claim: str
    position: Position
    dealt: Position
    chunk: int
    game: int
    turn: int
    seed: int
    line: int
    asks: tuple[Ask, ...] = ()
    varied: Ask | None = None
    other: Tray | None = None


def shrink_counterexamples(
    ruleset: Ruleset, source: Source, claims: tuple[str, ...], summary: Summary
) -> list[Counterexample]:
    """Return the counterexamples of an audit, in the order of the claims, made small.

    Raises:
        DealerError: the dealer does not begin any more.
        InternalFault: two engines disagree about one of them.
    """
    return list(_Shrinker(ruleset, source).all(claims, summary))


def counterexamples_of(
    ruleset: Ruleset, claims: tuple[str, ...], summary: Summary
) -> list[Counterexample]:
    """Return the counterexamples of an audit as they were dealt."""
    probes = summary.evidence.probes
    return [
        *(_of_deal(ruleset, v) for name in claims for v in summary.first.get(name, [])),
        *(_of_answers(ruleset, c) for name in claims if name in probes for c in probes[name].first),
    ]


def _of_deal(ruleset: Ruleset, violation: Violation) -> Counterexample:
    position = violation.position(ruleset)
    return Counterexample(
        claim=violation.claim,
        position=position,
        dealt=position,
        chunk=violation.chunk,
        game=violation.game,
        turn=violation.turn,
        seed=violation.seed,
        line=violation.line,
        asks=violation.asks,
    )


def _of_answers(ruleset: Ruleset, two: Contradiction) -> Counterexample:
    position = Position(ruleset, two.asks[-1].board, two.trays[0])
    return Counterexample(
        claim=two.claim,
        position=position,
        dealt=position,
        chunk=two.chunk,
        game=two.game,
        turn=two.asks[-1].turn,
        seed=two.seed,
        line=-1,
        asks=two.asks,
        varied=two.varied,
        other=two.trays[1],
    )


class _Shrinker:
    def __init__(self, ruleset: Ruleset, source: Source) -> None:
        self._ruleset = ruleset
        self._source = source

    def all(self, claims: tuple[str, ...], summary: Summary) -> Iterator[Counterexample]:
        examples = counterexamples_of(self._ruleset, claims, summary)
        if not isinstance(self._source, DealerSource) or not any(e.asks for e in examples):
            yield from (self._still(example) for example in examples)
            return
        questions = Questioner(self._ruleset, self._source, "shrinking")
        with questions.replayer:
            for example in examples:
                yield self._small(example, questions)

    def _small(self, example: Counterexample, questions: Questioner) -> Counterexample:
        if not example.asks:
            return self._still(example)
        claim = claim_named(example.claim)
        if isinstance(claim, AnswerClaim):
            return self._two_answers(example, claim, questions)
        return self._game(example, questions)

    def _still(self, example: Counterexample) -> Counterexample:
        """Shrink a deal by itself, whoever made it."""
        claim = example.claim
        small = shrink_position(example.position, lambda position: breaks(claim, position))
        confirm(claim, small)
        return replace(example, position=small, asks=())

    def _game(self, example: Counterexample, questions: Questioner) -> Counterexample:
        """Shrink the game that leads to a deal, the dealer dealing each time."""
        claim, seed = example.claim, example.seed

        def tray_of(asks: Sequence[Ask]) -> Tray | None:
            answers = questions.replayer.answers(seed, asks)
            return answers[-1] if answers else None

        def shows(asks: Sequence[Ask]) -> bool:
            tray = tray_of(asks)
            if not tray:
                return False
            return breaks(claim, Position(self._ruleset, asks[-1].board, tray))

        if not shows(example.asks):
            return self._still(example)
        asks = self._shortest(example.asks, _limited(shows))
        tray = tray_of(asks)
        position = Position(self._ruleset, asks[-1].board, tray or ())
        if not tray or not breaks(claim, position):
            # It dealt otherwise this time: no game shows it for certain.
            return self._still(example)
        confirm(claim, position)
        return replace(example, position=position, asks=asks)

    def _two_answers(
        self, example: Counterexample, claim: AnswerClaim, questions: Questioner
    ) -> Counterexample:
        """Shrink a question that has two answers."""
        seed, varied = example.seed, example.varied

        def variant(asks: Sequence[Ask]) -> Ask | None:
            """Return the last ask with the varied input, and only that, changed."""
            if varied is None or (isinstance(claim, VariedClaim) and claim.input == "board"):
                return varied
            return replace(varied, board=asks[-1].board)

        def shows(asks: Sequence[Ask]) -> bool:
            return questions.two_answers(claim, seed, asks, variant(asks)) is not None

        if not shows(example.asks):
            return example
        limited = _limited(shows)
        asks = tuple(
            self._shortest(example.asks, limited)
            if varied is None
            else self._same(example, limited)
        )
        trays = questions.two_answers(claim, seed, asks, variant(asks))
        if trays is None:
            return example
        position = Position(self._ruleset, asks[-1].board, trays[0])
        return replace(example, position=position, asks=asks, varied=variant(asks), other=trays[1])

    def _shortest(
        self, asks: tuple[Ask, ...], shows: Callable[[Sequence[Ask]], bool]
    ) -> tuple[Ask, ...]:
        return self._emptier(shrink_game(asks, shows), shows)

    def _same(
        self, example: Counterexample, shows: Callable[[Sequence[Ask]], bool]
    ) -> tuple[Ask, ...]:
        """Leave out deals and cells, but keep the input that is varied."""
        last = example.asks[-1]
        before = least(example.asks[:-1], lambda some: shows([*some, last]))
        return self._emptier((*before, last), shows)

    def _emptier(
        self, asks: tuple[Ask, ...], shows: Callable[[Sequence[Ask]], bool]
    ) -> tuple[Ask, ...]:
        grid = self._ruleset.grid
        *before, last = asks

        def with_board(board: Board) -> list[Ask]:
            return [*before, replace(last, board=board)]

        cells = least(list(grid.cells(last.board)), lambda some: shows(with_board(grid.mask(some))))
        return tuple(with_board(grid.mask(cells)))


def _limited(shows: Callable[[Question], bool]) -> Callable[[Question], bool]:
    """Return the same test, which says no once it has been called too often."""
    left = BUDGET

    def limited(question: Question) -> bool:
        nonlocal left
        left -= 1
        return left >= 0 and shows(question)

    return limited
