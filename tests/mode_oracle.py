"""The modes once more, on sets of (row, column): the tests' own reading of ``docs/modes.md``.

Like ``oracle.py`` it takes nothing from the package. What a mode does is typed in from the
published rules; a table is a list of snapshots, and every question is answered by looking at
all cells. Only the pieces come from outside: ``deal`` is asked for them by number.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import oracle
from oracle import Cells, Rules, Tray

How = Literal["as dealt", "all fitting", "plain"]
Deal = Callable[[How, int, Cells], Tray | None]
"""From how to deal, the number of the deal and the board to a tray; None: no more pieces."""


@dataclass(frozen=True)
class Kind:
    """What a mode is.

    Attributes:
        undo: moves that can be taken back.
        continues: how often a stuck game goes on.
        rows: how many of the fullest rows a continue may empty.
        fitting: whether a continue deals pieces that fit.
        zen: whether nothing is counted and nothing ends.
        seconds: how long a game takes at most.
        target: from the number of the challenge (None for none) to the points that win.
    """

    undo: int = 0
    continues: int = 0
    rows: int = 0
    fitting: bool = False
    zen: bool = False
    seconds: int | None = None
    target: Callable[[int | None], int | None] = lambda _challenge: None


def _challenge_target(challenge: int | None) -> int:
    """Return 1500, and 500 more with every second challenge, after 20 with each."""
    target = 1500
    for k in range(2, (challenge or 1) + 1):
        if k % 2 == 1 or k > 20:
            target += 500
    return target


_EU = Kind(continues=1, rows=4)
_KNOCK = Kind(continues=1, fitting=True)

KINDS: dict[str, Kind] = {
    "bloky-8x8 free": Kind(),
    "bloky-8x8 daily": Kind(),
    "block-knock classic": _KNOCK,
    "block-knock challenge": replace(_KNOCK, target=_challenge_target),
    "block-knock daily": Kind(target=lambda _: 2500),
    "block-puzzle-19 classic": Kind(undo=2000),
    "eu-block-puzzle classic": _EU,
    "eu-block-puzzle daily": Kind(),
    "eu-block-puzzle zen": replace(_EU, zen=True),
    "eu-block-puzzle timed": replace(_EU, seconds=180),
    "eu-block-puzzle hardcore": _EU,
    "ten-ten classic": Kind(),
    "woodoku classic": Kind(),
    "block-blast classic": Kind(),
}
"""The published modes, by ruleset and name."""


def rules_of(ruleset: str, kind: Kind) -> Rules:
    """Return the rules of a mode: those of its game, without points in Zen."""
    rules = oracle.PUBLISHED[ruleset]
    if not kind.zen:
        return rules
    return Rules(rules.rows, rules.cols, rules.lines, per_cell=0, line_points=lambda _: 0)


class Snapshot(NamedTuple):
    """Everything that a move can change."""

    board: Cells
    tray: Tray
    combo: int
    idle: int
    score: int
    turn: int
    moves: int
    lines: int


class Table:
    """A game of a mode, played the slow way.

    Attributes:
        now: where it stands.
        ending: how it ended; None while it runs.
        used: continues used.
        seconds: time played.
    """

    def __init__(self, rules: Rules, kind: Kind, deal: Deal, start: Cells, target: int | None):
        self.rules = rules
        self.kind = kind
        self.deal = deal
        self.target = target
        self.now = Snapshot(start, (), 0, 0, 0, -1, 0, 0)
        self.past: list[Snapshot] = []
        self.ending: str | None = None
        self.used = 0
        self.seconds = 0.0
        self._look()

    def legal(self) -> list[oracle.Move]:
        """Return all moves, none when the game has ended."""
        if self.ending is not None:
            return []
        return [move for move, _ in oracle.moves(self.rules, self._state())]

    def place(self, move: oracle.Move) -> oracle.Played:
        """Make a legal move."""
        assert self.ending is None
        now = self.now
        played = oracle.play(self.rules, self._state(), move)
        self.past.append(now)
        after = played.after
        self.now = Snapshot(
            after.board,
            after.tray,
            after.combo,
            after.idle,
            now.score + played.points,
            now.turn,
            now.moves + 1,
            now.lines + len(played.lines),
        )
        if self.target is not None and self.now.score >= self.target:
            self.ending = "won"
        else:
            self._look()
        return played

    @property
    def can_undo(self) -> bool:
        """Whether a move can be taken back."""
        return self.ending is None and min(len(self.past), self.kind.undo) > 0

    def undo(self) -> None:
        """Take a move back."""
        assert self.can_undo
        # Only the last moves can be taken back: what lies further back is forgotten.
        self.past = self.past[-self.kind.undo :]
        self.now = self.past.pop()

    @property
    def can_continue(self) -> bool:
        """Whether a stuck game may go on."""
        return self.ending == "stuck" and self.used < self.kind.continues

    def go_on(self) -> None:
        """Go on with a stuck game."""
        assert self.can_continue
        self.used += 1
        self.ending = None
        self.past = []
        for _ in range(self.kind.rows):
            if self._fits():
                break
            self._empty_fullest()
        if self.kind.fitting:
            self._take(self.deal("all fitting", self.now.turn + 1, self.now.board))
        self._look()

    def forget(self) -> None:
        """Save and resume: nothing can be taken back any more."""
        if self.ending is None:
            self.past = []

    def tick(self, seconds: float) -> None:
        """Say how long the game has been played in all."""
        if self.ending is not None:
            return
        self.seconds = seconds
        if self.kind.seconds is not None and seconds >= self.kind.seconds:
            self.seconds = float(self.kind.seconds)
            self.ending = "time"

    # --- What follows from a move ------------------------------------------------------

    def _state(self) -> oracle.State:
        return oracle.State(self.now.board, self.now.tray, self.now.combo, self.now.idle)

    def _fits(self) -> bool:
        pieces = [piece for piece in self.now.tray if piece is not None]
        return any(oracle.fits(self.rules, self.now.board, piece) for piece in pieces)

    def _take(self, tray: Tray | None) -> None:
        assert tray is not None
        self.now = self.now._replace(tray=tray, turn=self.now.turn + 1)

    def _look(self) -> None:
        """Deal where the tray is used up, and see whether the game has ended."""
        if all(piece is None for piece in self.now.tray):
            tray = self.deal("as dealt", self.now.turn + 1, self.now.board)
            if tray is None:
                self.ending = "complete"
                return
            self._take(tray)
        if not self.kind.zen:
            self.ending = None if self._fits() else "stuck"
            return
        while not self._fits():
            self._take(self.deal("plain", self.now.turn + 1, self.now.board))
            if not self._fits():
                self._empty_fullest()

    def _empty_fullest(self) -> None:
        counts: dict[int, int] = {}
        for row, _ in self.now.board:
            counts[row] = counts.get(row, 0) + 1
        if not counts:
            return
        most = max(counts.values())
        fullest = min(row for row, count in counts.items() if count == most)
        left = frozenset(cell for cell in self.now.board if cell[0] != fullest)
        self.now = self.now._replace(board=left)


def stars(
    score: int,
    *,
    won: bool = False,
    challenge: int | None = None,
    daily: bool = False,
    record: int | None = None,
    today: int = 0,
) -> int:
    """Return the stars of a finished game of block-knock."""
    earned = 1
    for step in (2500, 5000, 7500, 10_000, 12_500):
        if score >= step:
            earned += 1
    if not daily and record is not None and score > record:
        earned += 2
    if challenge is not None and won and min(challenge, 20) > earned:
        earned = min(challenge, 20)
    while earned > 0 and today + earned > 60:
        earned -= 1
    return earned + 100 if daily and won else earned
