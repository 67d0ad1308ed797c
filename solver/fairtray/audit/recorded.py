"""Recorded deals: a file with one deal a line, of any length, in constant memory.

A line holds at least ``board`` and ``tray``; ``game``, ``turn`` and ``score`` tell where in
which game it was. The deals of a game stand together. Without ``game``, a turn that is not
larger than the one before begins another game; without ``turn``, the deals of a game are
counted from 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fairtray.audit.answers import decided
from fairtray.audit.sample import UNKNOWN, Sample
from fairtray.core.errors import Fault, InputError, NotationError, echo
from fairtray.core.files import STDIN, label, read_lines
from fairtray.core.jsontext import loads
from fairtray.core.shapes import Shape
from fairtray.dealers.answers import tray_of
from fairtray.notation.setup import MISSING, Setup, from_json
from fairtray.rulesets.model import Ruleset

if TYPE_CHECKING:
    from fairtray.audit.source import ChunkJob

I64 = NDArray[np.int64]

_LINE_BYTES = 256 * 1024
"""The longest line of a file of deals."""

_USUAL_LINE_BYTES = 200

_FAULTS_KEPT = 5


@dataclass(frozen=True, slots=True)
class RecordedDeal:
    """One deal of a file.

    Attributes:
        line: its line, from 1.
        board: the board.
        tray: the pieces.
        game: number of its game in the file, from 0.
        turn: number of the deal in the game.
        score: points before it; this and the next -1 where the file does not say.
        record: the player's best earlier score.
    """

    line: int
    board: int
    tray: tuple[Shape, ...]
    game: int
    turn: int
    score: int
    record: int


@dataclass(slots=True)
class RecordedBatch:
    """The deals of one chunk; the source of that chunk.

    Attributes:
        name: what the report calls the dealer.
        deals: the deals.
        games: games that begin among them.
        skipped: lines that could not be read.
        faults: what was wrong with the first of them.
    """

    name: str
    deals: list[RecordedDeal] = field(default_factory=list)
    games: int = 0
    skipped: int = 0
    faults: list[str] = field(default_factory=list)

    def skip(self, error: InputError) -> None:
        """Count a line that could not be read."""
        self.skipped += 1
        if len(self.faults) < _FAULTS_KEPT:
            self.faults.append(str(error))

    def sample(self, job: ChunkJob) -> Sample:
        """Return the deals with the answers of the search."""
        ruleset, deals = job.ruleset, self.deals
        index = {shape: i for i, shape in enumerate(ruleset.shapes)}
        words = [ruleset.grid.to_words(deal.board) for deal in deals]
        boards = np.array(words, dtype=np.uint64).reshape(-1, ruleset.grid.words)
        picked = [[index.get(shape, -1) for shape in deal.tray] for deal in deals]
        trays = np.array(picked, dtype=np.int64).reshape(-1, ruleset.tray_size)
        outside = {
            (row, slot): deals[row].tray[slot] for row, slot in np.argwhere(trays < 0).tolist()
        }
        answers = decided(ruleset, boards, trays, outside)
        facts = [(d.game, d.turn, d.score, d.record, d.line) for d in deals]
        columns = np.array(facts, dtype=np.int64).reshape(-1, 5).T
        game, turn, score, record, line = (np.ascontiguousarray(column) for column in columns)
        unknown = np.full(len(deals), UNKNOWN, dtype=np.int64)
        return Sample(
            boards=boards,
            trays=trays,
            game=game,
            turn=turn,
            policy=unknown,
            score=score,
            record=record,
            seed=unknown,
            line=line,
            fallback=np.zeros(len(deals), dtype=np.bool_),
            orders=answers.orders,
            fits=answers.fits,
            witness=answers.witness,
            games=self.games,
            outside=outside,
            skipped=self.skipped,
            faults=tuple(self.faults),
        )


@dataclass(frozen=True, slots=True)
class RecordedSource:
    """A file of recorded deals.

    Attributes:
        path: the file, plain or compressed with gzip; ``-`` for standard input.
        keep_going: whether bad lines are counted and skipped.
    """

    path: str
    keep_going: bool = False

    @property
    def name(self) -> str:
        """The file."""
        return label(self.path)

    def likely_deals(self) -> int:
        """Return about how many deals the file holds; 0 where nobody can know."""
        if self.path == STDIN or not Path(self.path).is_file():
            return 0
        return Path(self.path).stat().st_size // _USUAL_LINE_BYTES

    def batches(
        self, ruleset: Ruleset, count: int, size: int, outside: bool
    ) -> Iterator[RecordedBatch]:
        """Yield the deals in batches.

        Args:
            ruleset: the game.
            count: deals to read at most.
            size: deals of a batch.
            outside: whether a piece outside the catalogue makes no bad line.

        Raises:
            InputError: the file cannot be read or holds no deal, or a line cannot be read
                and is not to be skipped.
        """
        reader = _Reader(ruleset, outside)
        batch = RecordedBatch(self.name)
        found = 0
        for number, text in read_lines(self.path, _LINE_BYTES, unzip=True):
            if isinstance(text, str) and not text.strip():
                continue
            try:
                deal, begins = reader.read(number, text)
            except InputError as error:
                located = error.located(f"{self.name}, line {number}")
                if not self.keep_going:
                    raise located from None
                batch.skip(located)
                continue
            batch.games += begins
            batch.deals.append(deal)
            found += 1
            if len(batch.deals) == size or found == count:
                yield batch
                batch = RecordedBatch(self.name)
            if found == count:
                return
        if not found:
            raise self._nothing(batch)
        if batch.deals or batch.skipped:
            yield batch

    def _nothing(self, batch: RecordedBatch) -> InputError:
        if batch.skipped:
            first = batch.faults[0].removeprefix(f"{self.name}, ")
            what = f"not one of {batch.skipped} lines can be read; {first}"
            return InputError(Fault("", what), self.name)
        mend = 'write one deal a line: {"board": […], "tray": [s, s, s]}'
        return InputError(Fault("", "holds no deal", mend), self.name)


class _Reader:
    """Reads deals line by line, and tells games apart.

    Args:
        ruleset: the game.
        outside: whether a piece outside the catalogue is allowed.
    """

    def __init__(self, ruleset: Ruleset, outside: bool) -> None:
        self._ruleset = ruleset
        self._outside = outside
        self._known = frozenset(ruleset.shapes)
        self._key: object = None
        self._game = -1
        self._turn = -1

    def read(self, number: int, text: str | NotationError) -> tuple[RecordedDeal, bool]:
        """Return the deal of a line, and whether a game begins with it.

        Raises:
            InputError: with every fault of the line.
        """
        if isinstance(text, NotationError):
            raise text
        value = loads(text)
        setup = from_json(value)
        faults: list[Fault] = []
        self._check_ruleset(setup, faults)
        board = self._board(setup.board, faults)
        tray = self._tray(setup.tray, faults)
        turn = _number(value, "turn", faults)
        score = _number(value, "score", faults)
        record = _number(value, "record", faults)
        if faults:
            raise NotationError(faults)
        begins = self._advance(value.get("game"), turn)
        deal = RecordedDeal(number, board, tray, self._game, self._turn, score, record)
        return deal, begins

    def _check_ruleset(self, setup: Setup, faults: list[Fault]) -> None:
        told = setup.ruleset
        if isinstance(told, str) and told != self._ruleset.name:
            mend = f"name it with --ruleset {told}" if told.isprintable() else ""
            faults.append(Fault("ruleset", f"{echo(told)} is not {self._ruleset.name}", mend))

    def _board(self, rows: object, faults: list[Fault]) -> int:
        if rows is MISSING or not isinstance(rows, list):
            what = "missing" if rows is MISSING else f"{echo(rows)} is no list of rows"
            faults.append(Fault("board", what, 'write "board": ["..##", …]'))
            return 0
        try:
            return self._ruleset.grid.parse(rows)
        except NotationError as error:
            faults += error.located("", "board").faults
            return 0

    def _tray(self, pieces: object, faults: list[Fault]) -> tuple[Shape, ...]:
        if pieces is MISSING:
            faults.append(Fault("tray", "missing", 'write "tray": ["I3h", ["##", "#."], "dot"]'))
            return ()
        try:
            tray = tray_of(pieces, self._ruleset)
        except NotationError as error:
            faults += error.located("", "tray").faults
            return ()
        for slot, shape in enumerate(tray):
            if not self._outside and shape not in self._known:
                what = f"{echo(shape.name)} is not in the catalogue of {self._ruleset.name}"
                faults.append(Fault(f"tray[{slot}]", what, "check --claim in-catalogue"))
        return tray

    def _advance(self, key: object, turn: int) -> bool:
        """Take note of a deal; return whether a game begins with it."""
        begins = self._game < 0 or key != self._key
        if key is None and turn != UNKNOWN and turn <= self._turn:
            begins = True
        if begins:
            self._game += 1
            self._turn = -1
        self._key = key
        self._turn = self._turn + 1 if turn == UNKNOWN else turn
        return begins


def _number(value: dict[str, object], key: str, faults: list[Fault]) -> int:
    number = value.get(key)
    if number is None:
        return UNKNOWN
    if isinstance(number, int) and not isinstance(number, bool) and number >= 0:
        return number
    faults.append(Fault(key, f"{echo(number)} is no whole number", "write 0 or more"))
    return UNKNOWN
