"""Saved counterexamples put to a dealer once more: fixed, or still failing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from fairtray.audit.exact import breaks, confirm
from fairtray.audit.games import sample_of
from fairtray.audit.replays import Questioner, Replayer
from fairtray.audit.request import AuditRequest, Chunk, Source
from fairtray.audit.saved import Saved
from fairtray.claims import AnswerClaim, claim_named
from fairtray.core.errors import Fault, InputError
from fairtray.dealers.registry import names, spec_for
from fairtray.dealers.session import Ask
from fairtray.dealers.sources import BuiltinSource, DealerSource
from fairtray.game import Position

FORMAT = "fairtray-again/1"

SEEDS = 100
"""Other seeds with which the game of a counterexample is played: a dealer whose random
numbers changed is not fixed by that. A built-in dealer plays ten times as many games."""

_CHUNK = 2_500


@dataclass(frozen=True, slots=True)
class Recheck:
    """What became of a counterexample.

    Attributes:
        saved: the counterexample.
        fails: whether it still breaks its claim.
        words: how that is known.
    """

    saved: Saved
    fails: bool
    words: str


def own_dealer(saved: Saved) -> BuiltinSource | None:
    """Return the dealer that a counterexample was found in; None unless it is built in."""
    if saved.run.dealer not in names():
        return None
    return BuiltinSource(spec_for(saved.position.ruleset, saved.run.dealer))


def recheck(saved: Saved, source: Source | None) -> Recheck:
    """Return whether a saved counterexample still breaks its claim.

    Args:
        saved: the counterexample.
        source: the dealer to ask; None, or recorded deals, to judge what was
            dealt when it was saved.

    Raises:
        DealerError: the dealer does not begin.
        InputError: the claim is about two answers, and there is no dealer to ask.
        InternalFault: two engines disagree.
    """
    claim = claim_named(saved.claim)
    if not isinstance(claim, AnswerClaim):
        if isinstance(source, DealerSource):
            return _dealt_again(saved, source)
        fails = breaks(saved.claim, saved.position)
        if fails:
            confirm(saved.claim, saved.position)
        words = "the deal as saved breaks it" if fails else "the deal as saved does not break it"
        return Recheck(saved, fails, words)
    if not isinstance(source, DealerSource) or not saved.asks or saved.seed is None:
        raise InputError(
            Fault(
                "",
                f"{saved.claim} needs a dealer that can be asked again",
                "name it with --dealer or --dealer-command",
            ),
            saved.path,
        )
    with (questions := Questioner(saved.position.ruleset, source, "again")).replayer:
        for seed in _seeds(saved.seed, SEEDS // 5):
            answers = questions.two_answers(claim, seed, saved.asks, saved.varied)
            if answers is not None:
                one, two = (", ".join(shape.name for shape in tray) for tray in answers)
                return Recheck(saved, True, f"with seed {seed}: {one}, and then {two}")
    return Recheck(saved, False, f"the same answers with {SEEDS // 5 + 1} seeds")


def document(rechecks: Sequence[Recheck]) -> dict[str, Any]:
    """Return what ``fairtray audit --again --json`` prints."""
    return {
        "format": FORMAT,
        "verdict": "still fails" if any(one.fails for one in rechecks) else "fixed",
        "again": [
            {
                "file": one.saved.path,
                "claim": one.saved.claim,
                "verdict": "still fails" if one.fails else "fixed",
                "words": one.words,
            }
            for one in rechecks
        ],
    }


def _dealt_again(saved: Saved, source: DealerSource) -> Recheck:
    if isinstance(source, BuiltinSource):
        row = _row(saved, source)
        if row is not None and breaks(saved.claim, row):
            return Recheck(saved, True, "dealt again in the same audit")
    tried = 0
    with Replayer(saved.position.ruleset, source, "again") as replayer:
        for seed, asks in _games(saved, 10 * SEEDS if isinstance(source, BuiltinSource) else SEEDS):
            answers = replayer.answers(seed, asks)
            tried += 1
            if not answers or not answers[-1]:
                continue
            position = Position(saved.position.ruleset, asks[-1].board, answers[-1])
            if breaks(saved.claim, position):
                confirm(saved.claim, position)
                names = ", ".join(shape.name for shape in answers[-1])
                return Recheck(saved, True, f"with seed {seed} it deals {names}")
    return Recheck(saved, False, f"not dealt any more in {tried} games")


def _row(saved: Saved, source: BuiltinSource) -> Position | None:
    """Return the deal that a built-in dealer makes at the same place of the same audit."""
    run, ruleset = saved.run, saved.position.ruleset
    if run.policy is None or run.dealer != source.name:
        return None
    request = AuditRequest(ruleset, source, (), seed=run.seed, policy=run.policy)
    sample = sample_of(Chunk(request, source, run.chunk, _CHUNK))
    rows = np.flatnonzero((sample.game == run.game) & (sample.turn == run.turn))
    return sample.position(ruleset, int(rows[0])) if len(rows) else None


def _games(saved: Saved, count: int) -> Iterator[tuple[int, Sequence[Ask]]]:
    """Yield games that end on the board of the counterexample, the saved one first."""
    asks = saved.asks or (Ask(saved.position.board),)
    boards = dict.fromkeys((asks[-1].board, saved.position.board, saved.dealt.board))
    for seed in _seeds(saved.seed or 0, count // len(boards)):
        for board in boards:
            yield seed, (*asks[:-1], replace(asks[-1], board=board))


def _seeds(first: int, others: int) -> Iterator[int]:
    yield first
    yield from (seed for seed in range(others) if seed != first)
