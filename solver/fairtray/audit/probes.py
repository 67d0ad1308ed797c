"""Asks a dealer again, with one input varied, to see what its deals depend on.

A probe is the beginning of a game that the audit played: what the dealer was told, deal by
deal, and the game's seed. Begun again with the same seed and the same inputs, a reproducible
dealer deals the same; with another score at the last deal, a dealer that is blind to the
score deals the same too. Each comparison is exact.

A dealer whose deals the seed does not decide plays pairs of games instead: the same beginning
once with a low and once with a high value of the input, in random order. If the input does
not matter, it is a coin's toss which of the two gets the larger pieces (or more of one
shape), and the exact sign test decides. How long a game has run is tested in that way for
every dealer, because another turn means other random numbers: one board, asked for over and
over, and the early deals compared with the late ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from fairtray.audit.replays import UNDONE, Contradiction, Tray, asks_until, play, session_of
from fairtray.audit.request import Chunk
from fairtray.audit.sample import Sample
from fairtray.claims import AnswerClaim, answer_claims
from fairtray.claims.claim import Changes, VariedClaim
from fairtray.dealers.base import Words
from fairtray.dealers.session import Ask, Session
from fairtray.dealers.sources import DealerSource
from fairtray.rulesets.model import Ruleset

I64 = NDArray[np.int64]

PROBES = 16
"""Probes in a chunk, fewer in a small one."""

_LONGEST_PROBE = 12
_DEALS_FOR_A_PROBE = 10
_STAGE = 12
"""Deals of the early and of the late stage of a game; as many stages lie between."""

_STAGES = 4

PIECES_OF_A_STAGE = 3 * _STAGE

_PROBE_STREAM = 4


@dataclass(slots=True)
class ProbeSums:
    """What the probes of one claim came to.

    Attributes:
        compared: pairs of answers that were compared.
        differed: those of them that were not the same.
        signs: int64 (S + 1, 2): pairs of games in which the first and in which the second had
            more of each shape, and in the last row the larger pieces.
        first: the first differences.
    """

    compared: int
    differed: int
    signs: I64
    first: list[Contradiction]

    def add(self, other: ProbeSums, keep: int) -> None:
        """Add the sums of a later chunk."""
        self.compared += other.compared
        self.differed += other.differed
        self.signs += other.signs
        self.first = (self.first + other.first)[:keep]


def no_probes(ruleset: Ruleset) -> ProbeSums:
    """Return the sums over no probe."""
    signs = np.zeros((len(ruleset.shapes) + 1, 2), dtype=np.int64)
    return ProbeSums(compared=0, differed=0, signs=signs, first=[])


@dataclass(frozen=True, slots=True)
class _Probe:
    """The beginning of a game: its seed, what the dealer is told, its number in the chunk."""

    seed: int
    asks: tuple[Ask, ...]
    game: int


class Prober:
    """Asks the dealer of one chunk again.

    Args:
        chunk: the chunk.
        sample: its deals.
        source: its dealer.
    """

    def __init__(self, chunk: Chunk, sample: Sample, source: DealerSource) -> None:
        self._request, self._chunk = chunk.request, chunk.number
        self._sample, self._source = sample, source
        ruleset = self._request.ruleset
        self._words = Words(self._request.seed, _PROBE_STREAM, self._chunk)
        self._first_seed = self._words.below(2**30)
        self._boards = _Boards(ruleset, sample, self._words)
        self._index = {shape: i for i, shape in enumerate(ruleset.shapes)}
        self._sizes = np.array([shape.size for shape in ruleset.shapes], dtype=np.int64)
        self._claims = answer_claims(self._request.claims)
        self._sums = {claim.name: no_probes(ruleset) for claim in self._claims}

    def run(self) -> dict[str, ProbeSums]:
        """Return what the probes of the chunk come to, by claim.

        Raises:
            DealerError: the dealer failed.
        """
        probes = list(self._probes())
        with self._session("probes") as session:
            base = [play(session, probe.seed, probe.asks) for probe in probes]
            reproducible = self._repeat(session, probes, base)
            for probe, trays in zip(probes, base, strict=True):
                for claim in self._of("undo"):
                    self._undo(session, claim, probe)
                for claim in self._claims:
                    if isinstance(claim, VariedClaim) and reproducible:
                        self._vary(session, claim, probe, trays)
                    elif isinstance(claim, VariedClaim):
                        self._pair(session, claim, probe)
                for claim in self._of("stages"):
                    self._early_and_late(session, claim, probe)
        return self._sums

    def _of(self, probe: str) -> list[AnswerClaim]:
        return [claim for claim in self._claims if claim.probe == probe]

    def _session(self, purpose: str) -> Session:
        label = f"{purpose} of chunk {self._chunk}"
        return session_of(self._request.ruleset, self._source, self._first_seed, label)

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
                asks_until(self._request.ruleset, sample, row),
                int(sample.game[row]),
            )

    def _compare(
        self, claim: AnswerClaim, probe: _Probe, varied: Ask | None, one: Tray, two: Tray
    ) -> None:
        sums = self._sums[claim.name]
        sums.compared += 1
        if one == two:
            return
        sums.differed += 1
        if len(sums.first) < self._request.keep:
            sums.first.append(
                Contradiction(
                    claim=claim.name,
                    seed=probe.seed,
                    asks=probe.asks,
                    varied=varied,
                    trays=(one, two),
                    chunk=self._chunk,
                    game=probe.game,
                )
            )

    def _repeat(
        self, session: Session, probes: Sequence[_Probe], base: Sequence[Sequence[Tray]]
    ) -> bool:
        """Ask everything again, here and in a new session; return whether all was the same.

        The second time the games come in the opposite order, so that a dealer that goes
        on with the random numbers of the game before is caught.
        """
        same = True
        other: dict[int, list[Tray]] = {}
        with self._session("probes again") as second:
            for i in reversed(range(len(probes))):
                other[i] = play(second, probes[i].seed, probes[i].asks)
        for i, probe in enumerate(probes):
            again = play(session, probe.seed, probe.asks)
            for turn, tray in enumerate(base[i]):
                here = replace(probe, asks=probe.asks[: turn + 1])
                two = again[turn] if again[turn] != tray else other[i][turn]
                for claim in self._of("again"):
                    self._compare(claim, here, None, tray, two)
                if two != tray:
                    same = False
                    break
        return same

    def _undo(self, session: Session, claim: AnswerClaim, probe: _Probe) -> None:
        """Go back some deals and forward again."""
        back = max(0, len(probe.asks) - 1 - UNDONE)
        played = play(session, probe.seed, probe.asks)
        again = [session.deal(ask) for ask in probe.asks[back:]]
        for turn, tray in enumerate(again, start=back):
            here = replace(probe, asks=probe.asks[: turn + 1])
            self._compare(claim, here, None, played[turn], tray)
            if tray != played[turn]:
                break

    def _vary(
        self, session: Session, claim: VariedClaim, probe: _Probe, trays: Sequence[Tray]
    ) -> None:
        """Begin again and change the input at the last deal."""
        last = probe.asks[-1]
        for changes in claim.variants(last, self._boards):
            varied = _changed(last, changes)
            if varied != last:
                answer = play(session, probe.seed, (*probe.asks[:-1], varied))[-1]
                self._compare(claim, probe, varied, trays[-1], answer)

    def _pair(self, session: Session, claim: VariedClaim, probe: _Probe) -> None:
        """Ask with a low and with a high value, a coin deciding which comes first."""
        last = probe.asks[-1]
        # As many deals whatever the probe's length: short ones would say little.
        low, high = (
            [replace(_changed(last, changes), turn=turn) for turn in range(_STAGE)]
            for changes in claim.extremes(last, self._boards)
        )
        counts = {}
        for asks in (low, high) if self._words.below(2) else (high, low):
            counts[asks is low] = self._counts(play(session, probe.seed, asks))
        self._sign(claim, counts[True], counts[False])

    def _early_and_late(self, session: Session, claim: AnswerClaim, probe: _Probe) -> None:
        """Ask for one board over and over, and hold the first deals against the last."""
        empty = self._words.below(2) == 0
        board = self._request.ruleset.start if empty else probe.asks[-1].board
        asks = [Ask(board, turn) for turn in range(_STAGES * _STAGE)]
        trays = play(session, probe.seed, asks)
        self._sign(claim, self._counts(trays[:_STAGE]), self._counts(trays[-_STAGE:]))

    def _counts(self, trays: Sequence[Tray]) -> I64:
        """Return int64 (S + 1,): how often each shape was dealt, and all cells together."""
        counts = np.zeros(len(self._sizes) + 1, dtype=np.int64)
        for tray in trays:
            for shape in tray:
                if shape in self._index:
                    counts[self._index[shape]] += 1
                counts[-1] += shape.size
        return counts

    def _sign(self, claim: AnswerClaim, one: I64, two: I64) -> None:
        signs = self._sums[claim.name].signs
        signs[:, 0] += one > two
        signs[:, 1] += one < two


class _Boards:
    """The boards of a sample, as claims choose among them."""

    def __init__(self, ruleset: Ruleset, sample: Sample, words: Words) -> None:
        self._ruleset, self._sample, self._words = ruleset, sample, words
        self._fill = np.bitwise_count(sample.boards).sum(axis=1)

    def _board(self, row: int) -> int:
        return self._sample.board(self._ruleset, row)

    def various(self) -> list[int]:
        """Return the emptiest, the fullest and any other board."""
        fill = self._fill
        rows = (int(fill.argmin()), int(fill.argmax()), self._words.below(len(fill)))
        return [self._board(row) for row in rows]

    def opposite(self) -> tuple[int, int]:
        """Return one of the emptiest boards and one of the fullest."""
        order = np.argsort(self._fill, kind="stable")
        picked = self._words.below(1 + len(order) // 10)
        return self._board(int(order[picked])), self._board(int(order[-1 - picked]))


def _changed(ask: Ask, changes: Changes) -> Ask:
    return replace(ask, **changes)
