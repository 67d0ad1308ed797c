"""Asks a dealer again, with one input varied, to see what its deals depend on.

A probe is the beginning of a game that the audit played: what the dealer was told, deal by
deal, and the game's seed. Begun again with the same seed and told the same, a reproducible
dealer deals the same; told another score at the last deal, a dealer that is blind to the
score deals the same too. Each comparison is exact.

A dealer whose deals the seed does not decide is asked in pairs instead: the same beginning
once with a low and once with a high value of the input, in random order. If the input does
not matter, it is a coin's toss which of the two gets the larger pieces (or more of one
shape), and the exact sign test tells. How long a game has run is tested in that way for
every dealer, because another turn means other random numbers: one board, asked for over and
over, and the early deals held against the late ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from fairtray.audit.questions import (
    BOARD_BLIND,
    LENGTH_BLIND,
    REPRODUCIBLE,
    SCORE_BLIND,
    UNDO_STABLE,
    UNDONE,
    VARIED,
    Reask,
)
from fairtray.audit.replays import Tray, asks_until, play, session_of
from fairtray.audit.sample import Sample
from fairtray.audit.source import Askable, ChunkJob
from fairtray.dealers.base import Words
from fairtray.dealers.session import Ask, Session
from fairtray.rulesets.model import Ruleset

I64 = NDArray[np.int64]

PROBED = (*VARIED, LENGTH_BLIND, REPRODUCIBLE, UNDO_STABLE)
"""Every claim that is decided by asking again."""

PROBES = 16
"""Probes in a chunk, fewer in a small one."""

_LONGEST_PROBE = 12
_DEALS_FOR_A_PROBE = 10
_STAGE = 12
"""Deals of the early and of the late stage of a game; as many stages lie between."""

_STAGES = 4

PIECES_OF_A_STAGE = 3 * _STAGE

_PROBE_STREAM = 4
_FAR = 1_000_000


@dataclass(slots=True)
class ProbeSums:
    """What probes came to.

    Attributes:
        asked: comparisons made, by claim.
        differed: comparisons of two answers that were not the same, by claim.
        signs: by claim int64 (S + 1, 2): pairs in which the first and pairs in which the
            second member had more of each shape, and in the last row the larger pieces.
        first: the first differences of each claim.
    """

    asked: dict[str, int]
    differed: dict[str, int]
    signs: dict[str, I64]
    first: dict[str, list[Reask]]

    def add(self, other: ProbeSums, keep: int) -> None:
        """Add the sums of a later chunk."""
        for claim in PROBED:
            self.asked[claim] += other.asked[claim]
            self.differed[claim] += other.differed[claim]
            self.signs[claim] += other.signs[claim]
            self.first[claim] = (self.first[claim] + other.first[claim])[:keep]


def no_probes(ruleset: Ruleset) -> ProbeSums:
    """Return the sums over no probe."""
    kinds = len(ruleset.shapes)
    return ProbeSums(
        asked=dict.fromkeys(PROBED, 0),
        differed=dict.fromkeys(PROBED, 0),
        signs={claim: np.zeros((kinds + 1, 2), dtype=np.int64) for claim in PROBED},
        first={claim: [] for claim in PROBED},
    )


@dataclass(frozen=True, slots=True)
class _Probe:
    """The beginning of a game: its seed, what the dealer is told, its number in the chunk."""

    seed: int
    asks: tuple[Ask, ...]
    game: int


class Prober:
    """Asks the dealer of one chunk again.

    Args:
        job: the chunk.
        sample: its deals.
        source: its dealer.
    """

    def __init__(self, job: ChunkJob, sample: Sample, source: Askable) -> None:
        self._job, self._sample, self._source = job, sample, source
        self._words = Words(job.seed, _PROBE_STREAM, job.chunk)
        self._first_seed = self._words.below(2**30)
        self._index = {shape: i for i, shape in enumerate(job.ruleset.shapes)}
        self._sizes = np.array([shape.size for shape in job.ruleset.shapes], dtype=np.int64)
        self.sums = no_probes(job.ruleset)

    def run(self) -> ProbeSums:
        """Return what the probes of the chunk come to.

        Raises:
            DealerError: the dealer failed.
        """
        claims = set(self._job.claims)
        probes = list(self._probes())
        with self._session("probes") as session:
            base = [play(session, probe.seed, probe.asks) for probe in probes]
            same = self._reproduced(session, probes, base)
            for probe, trays in zip(probes, base, strict=True):
                if UNDO_STABLE in claims:
                    self._undo(session, probe)
                for claim in VARIED:
                    if claim in claims and same:
                        self._vary(session, claim, probe, trays)
                    elif claim in claims:
                        self._pair(session, claim, probe)
                if LENGTH_BLIND in claims:
                    self._early_and_late(session, probe)
        return self.sums

    def _session(self, purpose: str) -> Session:
        label = f"{purpose} of chunk {self._job.chunk}"
        return session_of(self._job.ruleset, self._source, self._first_seed, label)

    def _probes(self) -> Iterator[_Probe]:
        """Yield beginnings of games of the sample, spread over it."""
        sample = self._sample
        rows = np.flatnonzero((sample.turn >= 0) & (sample.turn < _LONGEST_PROBE))
        wanted = min(PROBES, max(2, len(rows) // _DEALS_FOR_A_PROBE))
        for i in range(wanted):
            row = int(rows[i * len(rows) // wanted])
            seed = int(sample.seed[row])
            yield _Probe(
                seed if seed >= 0 else self._first_seed + 1 + i,
                asks_until(self._job.ruleset, sample, row),
                int(sample.game[row]),
            )

    def _compare(self, claim: str, probe: _Probe, varied: Ask | None, one: Tray, two: Tray) -> None:
        self.sums.asked[claim] += 1
        if one == two:
            return
        self.sums.differed[claim] += 1
        if len(self.sums.first[claim]) < self._job.keep:
            found = Reask(
                claim, probe.seed, probe.asks, varied, (one, two), self._job.chunk, probe.game
            )
            self.sums.first[claim].append(found)

    def _reproduced(
        self, session: Session, probes: Sequence[_Probe], base: Sequence[Sequence[Tray]]
    ) -> bool:
        """Ask everything again, here and of a dealer begun anew; tell whether all was the same.

        The second time the games come in the opposite order, so that a dealer that goes
        on with the random numbers of the game before is found out.
        """
        other: dict[int, list[Tray]] = {}
        with self._session("probes again") as second:
            for i in reversed(range(len(probes))):
                other[i] = play(second, probes[i].seed, probes[i].asks)
        for i, probe in enumerate(probes):
            again = play(session, probe.seed, probe.asks)
            for turn, tray in enumerate(base[i]):
                here = replace(probe, asks=probe.asks[: turn + 1])
                two = again[turn] if again[turn] != tray else other[i][turn]
                self._compare(REPRODUCIBLE, here, None, tray, two)
                if two != tray:
                    break
        return self.sums.differed[REPRODUCIBLE] == 0

    def _undo(self, session: Session, probe: _Probe) -> None:
        """Go back some deals and forward again."""
        back = max(0, len(probe.asks) - 1 - UNDONE)
        played = play(session, probe.seed, probe.asks)
        again = [session.deal(ask) for ask in probe.asks[back:]]
        for turn, tray in enumerate(again, start=back):
            here = replace(probe, asks=probe.asks[: turn + 1])
            self._compare(UNDO_STABLE, here, None, played[turn], tray)
            if tray != played[turn]:
                break

    def _vary(self, session: Session, claim: str, probe: _Probe, trays: Sequence[Tray]) -> None:
        for varied in self._variants(claim, probe.asks[-1]):
            told = (*probe.asks[:-1], varied)
            answer = play(session, probe.seed, told)[-1]
            self._compare(claim, probe, varied, trays[-1], answer)

    def _variants(self, claim: str, ask: Ask) -> list[Ask]:
        """Return the same ask with another board, score or record."""
        if claim == BOARD_BLIND:
            fill = np.bitwise_count(self._sample.boards).sum(axis=1)
            rows = (int(fill.argmin()), int(fill.argmax()), self._words.below(len(fill)))
            boards = [self._sample.board(self._job.ruleset, row) for row in rows]
            found = [replace(ask, board=board) for board in boards]
        elif claim == SCORE_BLIND:
            near = ask.record - 1 - ask.record // 50
            scores = (0, near if near > 0 else 500, _FAR)
            found = [replace(ask, score=score) for score in scores]
        else:
            records = (0, ask.score + 1 + ask.score // 50, _FAR)
            found = [replace(ask, record=record) for record in records]
        return [other for other in found if other != ask]

    def _pair(self, session: Session, claim: str, probe: _Probe) -> None:
        """Ask with a low and with a high value, a coin deciding which comes first."""
        low, high = self._extremes(claim, probe)
        counts = {}
        for told in (low, high) if self._words.below(2) else (high, low):
            counts[told is low] = self._counts(play(session, probe.seed, told))
        self._sign(claim, counts[True], counts[False])

    def _extremes(self, claim: str, probe: _Probe) -> tuple[list[Ask], list[Ask]]:
        # As many deals whatever the probe's length: short ones would say little.
        asks = [replace(probe.asks[-1], turn=turn) for turn in range(_STAGE)]
        if claim == BOARD_BLIND:
            fill = np.bitwise_count(self._sample.boards).sum(axis=1)
            order = np.argsort(fill, kind="stable")
            picked = self._words.below(1 + len(order) // 10)
            ends = order[picked], order[-1 - picked]
            boards = [self._sample.board(self._job.ruleset, int(row)) for row in ends]
            low, high = ([replace(ask, board=board) for ask in asks] for board in boards)
        elif claim == SCORE_BLIND:
            low, high = ([replace(ask, score=score) for ask in asks] for score in (0, _FAR))
        else:
            asks = [replace(ask, score=max(ask.score, 1000)) for ask in asks]
            low = [replace(ask, record=ask.score + 1 + ask.score // 50) for ask in asks]
            high = [replace(ask, record=_FAR) for ask in asks]
        return low, high

    def _early_and_late(self, session: Session, probe: _Probe) -> None:
        """Ask for one board over and over, and hold the first deals against the last."""
        empty = self._words.below(2) == 0
        board = self._job.ruleset.start if empty else probe.asks[-1].board
        told = [Ask(board, turn) for turn in range(_STAGES * _STAGE)]
        trays = play(session, probe.seed, told)
        self._sign(LENGTH_BLIND, self._counts(trays[:_STAGE]), self._counts(trays[-_STAGE:]))

    def _counts(self, trays: Sequence[Tray]) -> I64:
        """Return int64 (S + 1,): how often each shape was dealt, and all cells together."""
        counts = np.zeros(len(self._sizes) + 1, dtype=np.int64)
        for tray in trays:
            for shape in tray:
                if shape in self._index:
                    counts[self._index[shape]] += 1
                counts[-1] += shape.size
        return counts

    def _sign(self, claim: str, one: I64, two: I64) -> None:
        self.sums.signs[claim][:, 0] += one > two
        self.sums.signs[claim][:, 1] += one < two
