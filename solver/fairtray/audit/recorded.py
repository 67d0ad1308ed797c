"""Recorded deals: a file with one deal a line, of any length, in constant memory.

A line holds at least ``board`` and ``tray``; ``game``, ``turn`` and ``score`` say where in
which game it was. The deals of a game are consecutive. Without ``game``, a turn that is not
larger than the one before begins another game; without ``turn``, the deals of a game are
counted from 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from fairtray.audit.request import AuditRequest, Chunk
from fairtray.audit.sample import UNKNOWN, Sample, decide_deals
from fairtray.claims.in_catalogue import InCatalogue
from fairtray.core.errors import Fault, InputError, NotationError, echo
from fairtray.core.files import STDIN, file_digests, label, read_lines
from fairtray.core.jsontext import loads
from fairtray.core.reading import (
    Anything,
    ListOf,
    Meaning,
    Needed,
    Place,
    Range,
    document,
    read_partly,
)
from fairtray.core.shapes import Shape
from fairtray.dealers.answers import tray_of
from fairtray.notation.pieces import PIECE
from fairtray.notation.position import HINTS, OWN_KEYS, ROW, SYNONYMS
from fairtray.rulesets.model import Ruleset

I64 = NDArray[np.int64]

_LINE_BYTES = 256 * 1024
"""The longest line of a file of deals."""

_USUAL_LINE_BYTES = 200

_FAULTS_KEPT = 5


@document(
    unknown="warning",
    ignored=OWN_KEYS,
    synonyms=SYNONYMS,
    hints=HINTS,
    # They may be anything in a position; here they are read, but not guessed at.
    exact={"game", "turn", "record"},
    noun="position",
    example='an object: {"board": …, "tray": …}',
)
@dataclass(frozen=True, slots=True)
class DealLine:
    """One deal of a file: the board that the pieces were dealt on, and when."""

    board: Annotated[
        Sequence[object] | None, ListOf(ROW, example='"board": ["..##", …]'), Needed()
    ] = None
    tray: Annotated[
        object,
        Anything(
            {"type": "array", "items": PIECE.described},
            example='"tray": ["I3h", ["##", "#."], "dot"]',
        ),
        Needed(),
    ] = None
    game: Annotated[object, Anything(), Meaning("deals of one game stand together")] = None
    turn: Annotated[int, Range(0), Meaning("number of the deal in its game")] | None = None
    score: Annotated[int, Range(0), Meaning("points before the deal")] | None = None
    record: Annotated[int, Range(0), Meaning("the player's best earlier score")] | None = None
    ruleset: Annotated[object, Anything()] = None
    combo: Annotated[object, Anything()] = None
    moves_since_clear: Annotated[object, Anything()] = None
    upcoming: Annotated[object, Anything()] = None
    moves: Annotated[object, Anything()] = None


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

    def sample(self, chunk: Chunk) -> Sample:
        """Return the deals with the answers of the search."""
        ruleset, deals = chunk.request.ruleset, self.deals
        index = {shape: i for i, shape in enumerate(ruleset.shapes)}
        words = [ruleset.grid.to_words(deal.board) for deal in deals]
        boards = np.array(words, dtype=np.uint64).reshape(-1, ruleset.grid.words)
        picked = [[index.get(shape, -1) for shape in deal.tray] for deal in deals]
        trays = np.array(picked, dtype=np.int64).reshape(-1, ruleset.tray_size)
        outside = {
            (row, slot): deals[row].tray[slot] for row, slot in np.argwhere(trays < 0).tolist()
        }
        answers = decide_deals(ruleset, boards, trays, outside)
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
        """Return about how many deals the file holds; 0 where that cannot be known."""
        if self.path == STDIN or not Path(self.path).is_file():
            return 0
        return Path(self.path).stat().st_size // _USUAL_LINE_BYTES

    def identity(self) -> dict[str, Any]:
        """Return whether bad lines are skipped, and the digest of the file."""
        if self.path == STDIN:
            raise InputError(
                Fault("", "standard input cannot be read again", "name a file of deals")
            )
        return {"keep_going": self.keep_going, "files": file_digests([self.path])}

    def batches(self, request: AuditRequest, size: int) -> Iterator[RecordedBatch]:
        """Yield the deals in batches of ``size``.

        Raises:
            InputError: the file cannot be read or holds no deal, or a line cannot be read
                and is not to be skipped.
        """
        reader = _Reader(request.ruleset, request.outside)
        batch = RecordedBatch(self.name)
        count = 0
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
            count += 1
            if len(batch.deals) == size or count == request.count:
                yield batch
                batch = RecordedBatch(self.name)
            if count == request.count:
                return
        if not count:
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
    """Reads deals line by line, and separates the games.

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
        line, log = read_partly(DealLine, value)
        if line is None:
            raise NotationError(log.faults)
        root = Place(log)
        self._check_ruleset(line.ruleset, root.at("ruleset"))
        board = self._board(line.board, root.at("board"))
        tray = self._tray(line.tray, root.at("tray"))
        log.sort(value)
        log.raise_faults(NotationError)
        begins = self._advance(line.game, UNKNOWN if line.turn is None else line.turn)
        score, record = (UNKNOWN if n is None else n for n in (line.score, line.record))
        deal = RecordedDeal(number, board, tray, self._game, self._turn, score, record)
        return deal, begins

    def _check_ruleset(self, named: object, at: Place) -> None:
        if isinstance(named, str) and named != self._ruleset.name:
            mend = f"name it with --ruleset {named}" if named.isprintable() else ""
            at.fault(f"{echo(named)} is not {self._ruleset.name}", mend)

    def _board(self, rows: Sequence[object] | None, at: Place) -> int:
        if rows is None:
            return 0
        try:
            return self._ruleset.grid.parse(rows)
        except NotationError as error:
            at.nested(error)
            return 0

    def _tray(self, pieces: object, at: Place) -> tuple[Shape, ...]:
        if at.touches_refused():
            return ()
        try:
            tray = tray_of(pieces, self._ruleset)
        except NotationError as error:
            at.nested(error)
            return ()
        for slot, shape in enumerate(tray):
            if not self._outside and shape not in self._known:
                what = f"{echo(shape.name)} is not in the catalogue of {self._ruleset.name}"
                at.at(slot).fault(what, f"check --claim {InCatalogue.id}")
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
