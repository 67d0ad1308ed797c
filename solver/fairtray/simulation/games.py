"""Games of one player against one dealer, each a function of the seed and its number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from fairtray.core.board import Board
from fairtray.core.errors import Fault, PositionError
from fairtray.dealers.base import Words
from fairtray.dealers.session import Ask, Session
from fairtray.dealers.sources import BuiltinSource, DealerSource
from fairtray.engines.search.prepare import board_words
from fairtray.game import Placement, Position
from fairtray.rulesets.model import DealerSpec, Ruleset
from fairtray.simulation.players import Player, hand

Source = BuiltinSource | DealerSource
"""A dealer: a built-in one, or one that is asked deal by deal."""

ENDS = ("running", "stuck", "cut", "refused")
"""How a game ended, by the kernel's number: no piece left fits; the most moves were made; the
dealer could deal nothing. A finished game is never ``running``."""

_DEALS_AT_ONCE = 32
"""Deals that the kernel plays before Python is asked whether somebody pressed Ctrl-C."""

_GAME_STREAM, _SEED_STREAM = 10, 12
PLAYER_STREAM = 11
"""Streams of a seed, apart from those of audits."""


@dataclass(frozen=True, slots=True)
class GameBatch:
    """Some games in a row, and all that they depend on.

    Attributes:
        ruleset: the game, with a catalogue.
        source: the dealer.
        player: who plays.
        seed: the simulation's seed.
        first: number of the first game. Every game is a function of the seed and its number,
            so that it is the same in batches of any size.
        count: how many games.
        most_moves: moves after which a game is cut.
    """

    ruleset: Ruleset
    source: Source
    player: Player
    seed: int
    first: int
    count: int
    most_moves: int


@dataclass(frozen=True, slots=True)
class Turn:
    """One deal of a game and what was made of it.

    Attributes:
        tray: catalogue indices of the pieces.
        moves: the placements.
    """

    tray: tuple[int, ...]
    moves: tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """A game that is over.

    Attributes:
        moves: pieces placed.
        points: the score.
        lines: lines cleared.
        deals: trays dealt, the last of which was not placed completely unless it was cut.
        end: how it ended, one of ``ENDS``.
        turns: every deal, where a record was requested.
        board: the last board.
    """

    moves: int
    points: int
    lines: int
    deals: int
    end: str
    turns: tuple[Turn, ...] = ()
    board: Board = 0


@dataclass(slots=True)
class Games:
    """What games came to, one entry for each game, in order.

    Attributes:
        moves: pieces placed.
        points: scores.
        lines: lines cleared.
        deals: trays dealt.
        ends: how each ended, an index into ``ENDS``.
    """

    moves: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    deals: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self.moves)

    def append(self, game: Game) -> None:
        """Add a game at the end."""
        self.moves.append(game.moves)
        self.points.append(game.points)
        self.lines.append(game.lines)
        self.deals.append(game.deals)
        self.ends.append(ENDS.index(game.end))

    def extend(self, other: Games) -> None:
        """Add later games at the end."""
        self.moves += other.moves
        self.points += other.points
        self.lines += other.lines
        self.deals += other.deals
        self.ends += other.ends

    def to_json(self) -> dict[str, list[int]]:
        """Return it as plain lists."""
        return {
            "moves": self.moves,
            "points": self.points,
            "lines": self.lines,
            "deals": self.deals,
            "ends": self.ends,
        }

    @classmethod
    def from_json(cls, document: dict[str, list[int]]) -> Games:
        """Return what :meth:`to_json` wrote."""
        return cls(**{name: list(document[name]) for name in cls().to_json()})


def played(batch: GameBatch, *, record: bool = False) -> Iterator[Game]:
    """Yield the games of a batch as they end.

    Args:
        batch: the games.
        record: whether the games hold every deal and placement.

    Raises:
        DealerError: the dealer failed.
    """
    spec = batch.source.spec if isinstance(batch.source, BuiltinSource) else None
    table = Table(batch.ruleset, batch.player, spec, record=record)
    if spec is not None:
        for number in range(batch.first, batch.first + batch.count):
            yield table.game(batch, number)
        return
    first = Words(batch.seed, _SEED_STREAM).below(2**30)
    with batch.source.session(batch.ruleset, first + batch.first, f"game {batch.first}") as session:
        for number in range(batch.first, batch.first + batch.count):
            # Neighbouring games have neighbouring seeds, as the days of a calendar have.
            session.new_game(first + 1 + number)
            yield table.game(batch, number, session)


class Table:
    """Where games are played, one after the other.

    Args:
        ruleset: the game, with a catalogue.
        player: who plays.
        spec: the built-in dealer; None where another dealer deals.
        record: whether games hold every deal and placement.

    Attributes:
        index: the catalogue's shapes, by their numbers.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        player: Player,
        spec: DealerSpec | None = None,
        *,
        record: bool = False,
    ) -> None:
        import numpy as np

        from fairtray.engines import tables
        from fairtray.engines.kernels import deal, endless
        from fairtray.engines.kernels.search import MAX
        from fairtray.engines.search.prepare import score_of, tables_of

        self.index = {shape: i for i, shape in enumerate(ruleset.shapes)}
        self._ruleset = ruleset
        self._kernel = endless
        shapes = tables_of(ruleset, ruleset.shapes)
        known = hand(player, ruleset)
        self._fixed = (
            shapes,
            score_of(ruleset),
            tables.deal(ruleset, spec or DealerSpec("uniform")),
            tables.neighbours(ruleset),
            deal.workspace(shapes),
            known.bench,
            known.judge,
            known.ahead,
            known.number,
            known.style,
            known.width,
        )
        rows = _DEALS_AT_ONCE if record else 0
        self._trays = np.zeros((rows, ruleset.tray_size), dtype=np.int64)
        self._steps = np.zeros((rows, MAX, 2), dtype=np.int64)
        self._one_tray = np.zeros((1, MAX), dtype=np.int64)
        self._one_step = np.zeros((1, MAX, 2), dtype=np.int64)
        self._none = np.zeros(0, dtype=np.int64)

    def game(self, batch: GameBatch, number: int, session: Session | None = None) -> Game:
        """Play one game to its end; where there is a session, that one deals."""
        kernel = self._kernel
        board = board_words(self._ruleset, self._ruleset.start)
        state = self._begun()
        rng = Words(batch.seed, _GAME_STREAM, number).state
        player_rng = Words(batch.seed, PLAYER_STREAM, number).state
        turns: list[Turn] = []
        while state[kernel.END] == kernel.RUNNING:
            given, deals = self._none, _DEALS_AT_ONCE
            if session is not None:
                given, deals = self._asked(session, board, state), 1
            state[kernel.LOGGED] = 0
            self._steps[:] = -1
            kernel.play(
                *self._fixed,
                board,
                state,
                rng,
                player_rng,
                given,
                batch.most_moves,
                deals,
                self._trays,
                self._steps,
            )
            turns += self._logged(int(state[kernel.LOGGED]))
        moves, points, lines, deals, end = (
            int(state[i])
            for i in (kernel.MOVES, kernel.POINTS, kernel.LINES, kernel.DEALS, kernel.END)
        )
        last = self._ruleset.grid.from_words(board[0].tolist())
        return Game(moves, points, lines, deals, ENDS[end], tuple(turns), last)

    def tray(
        self, given: Sequence[int], board: Board, combo: int, since: int, rng: Any
    ) -> list[tuple[int, int, int]]:
        """Return how the player places some pieces, until none is left or none fits.

        Args:
            given: catalogue numbers of 1 to 5 pieces.
            board: the filled cells.
            combo: the combo counter.
            since: non-clearing moves since the last clear.
            rng: uint64 (4,): the player's generator; changed.

        Returns:
            (index into ``given``, row, column) of each move.
        """
        import numpy as np

        kernel = self._kernel
        state = self._begun()
        state[kernel.COMBO], state[kernel.SINCE] = combo, since
        self._one_step[:] = -1
        pieces = np.array(given, dtype=np.int64)
        kernel.play(
            *self._fixed,
            board_words(self._ruleset, board),
            state,
            np.zeros(4, dtype=np.uint64),
            rng,
            pieces,
            len(given) + 1,
            1,
            self._one_tray,
            self._one_step,
        )
        return [
            (slot, *divmod(anchor, self._ruleset.grid.cols))
            for slot, anchor in self._one_step[0].tolist()
            if slot >= 0
        ]

    def _begun(self) -> Any:
        import numpy as np

        return np.zeros(self._kernel.FIELDS, dtype=np.int64)

    def _asked(self, session: Session, board: Any, state: Any) -> Any:
        import numpy as np

        filled = self._ruleset.grid.from_words(board[0].tolist())
        deals, points = int(state[self._kernel.DEALS]), int(state[self._kernel.POINTS])
        tray = session.deal(Ask(filled, deals, points, 0))
        for shape in tray:
            if shape not in self.index:
                raise session.failure(
                    f"dealt {shape.name}, which is not in the catalogue of {self._ruleset.name}",
                    "deal only shapes that init listed",
                )
        return np.array([self.index[shape] for shape in tray], dtype=np.int64)

    def _logged(self, count: int) -> Iterator[Turn]:
        cols = self._ruleset.grid.cols
        for tray, steps in zip(
            self._trays[:count].tolist(), self._steps[:count].tolist(), strict=True
        ):
            moves = [Placement(slot, *divmod(anchor, cols)) for slot, anchor in steps if slot >= 0]
            yield Turn(tuple(tray), tuple(moves))


class PositionPlayer:
    """A player that is shown positions one by one, in a game that other code deals in.

    Args:
        ruleset: a ruleset with a catalogue.
        player: who plays.
        seed: the simulation's seed.
        game: number of the game; with the seed it decides the player's random choices.
    """

    def __init__(self, ruleset: Ruleset, player: Player, seed: int = 0, game: int = 0) -> None:
        self._table = Table(ruleset, player)
        self._rng = Words(seed, PLAYER_STREAM, game).state

    def moves(self, position: Position) -> list[Placement]:
        """Return how the player places the pieces on offer, until none is left or none fits.

        Raises:
            PositionError: a piece outside the catalogue.
        """
        index = self._table.index
        for slot in position.slots:
            shape = position.tray[slot]
            if shape not in index:
                raise PositionError(
                    Fault(f"tray[{slot}]", "not in the catalogue", "deal shapes of the catalogue")
                )
        if not position.slots:
            return []
        given = [index[shape] for shape in position.tray if shape is not None]
        steps = self._table.tray(
            given, position.board, position.combo, position.moves_since_clear, self._rng
        )
        return [Placement(position.slots[slot], row, col) for slot, row, col in steps]
