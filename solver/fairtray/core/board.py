"""The grid, and boards as plain integers.

A board is a Python integer: bit ``row * cols + col`` is set when that cell is
filled, row 0 on top and column 0 on the left. The kernels see the same bits cut
into 64-bit words, lowest word first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from fairtray.core.errors import Fault, NotationError, counted, echo
from fairtray.core.shapes import EMPTY, FILLED, MAX_SIDE, Cell, Shape

Board = int
"""A set of cells of one grid, as bits ``row * cols + col``."""

Mask = int
"""The same, for cells that are not a board: a placement, a line."""

WORD_BITS = 64
_WORD = (1 << WORD_BITS) - 1

_MARKS = frozenset(FILLED + EMPTY)
_DIGITS = str.maketrans(FILLED + EMPTY, "1" * len(FILLED) + "0" * len(EMPTY))
"""The binary digit that each mark of a drawn row is."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A rectangular grid of at most 20 by 20 cells.

    Attributes:
        rows: number of rows.
        cols: number of columns.
    """

    rows: int
    cols: int

    def __post_init__(self) -> None:
        """Refuse sizes that nothing here can hold."""
        if not (1 <= self.rows <= MAX_SIDE and 1 <= self.cols <= MAX_SIDE):
            raise NotationError(
                Fault(
                    "", f"a board of {self.rows}x{self.cols}", f"1 to {MAX_SIDE} rows and columns"
                )
            )

    @property
    def size(self) -> int:
        """Number of cells."""
        return self.rows * self.cols

    @property
    def full(self) -> Board:
        """The board with every cell filled."""
        return (1 << self.size) - 1

    @property
    def words(self) -> int:
        """Number of 64-bit words that hold one board."""
        return -(-self.size // WORD_BITS)

    def bit(self, row: int, col: int) -> Mask:
        """Return the mask of one cell."""
        return 1 << (row * self.cols + col)

    def mask(self, cells: Iterable[Cell]) -> Mask:
        """Return the mask of some cells (each on the board)."""
        mask = 0
        for row, col in cells:
            mask |= self.bit(row, col)
        return mask

    def cells(self, mask: Mask) -> Iterator[Cell]:
        """Yield the cells of a mask in row-major order."""
        while mask:
            low = mask & -mask
            yield divmod(low.bit_length() - 1, self.cols)
            mask ^= low

    def anchors(self, shape: Shape) -> Iterator[Cell]:
        """Yield each (row, column) where the shape's bounding box lies on the board."""
        for row in range(self.rows - shape.height + 1):
            for col in range(self.cols - shape.width + 1):
                yield row, col

    def placed(self, shape: Shape, row: int, col: int) -> Mask:
        """Return the mask of a shape whose bounding box has its top-left corner there."""
        return self.mask((row + r, col + c) for r, c in shape.cells)

    def parse(self, rows: Sequence[object]) -> Board:
        """Return the board that ``rows`` draw: strings of ``#.`` or lists of 0/1.

        Raises:
            NotationError: with every fault: wrong number of rows, a row of wrong
                length or type, a character or number that is neither.
        """
        faults: list[Fault] = []
        board = 0
        if len(rows) != self.rows:
            faults.append(
                Fault("", counted(len(rows), "row"), f"this ruleset's board has {self.rows}")
            )
        for r, row in enumerate(rows[: self.rows]):
            board |= self._parse_row(r, row, faults)
        if faults:
            raise NotationError(faults)
        return board

    def _parse_row(self, r: int, row: object, faults: list[Fault]) -> Board:
        if isinstance(row, str) and len(row) == self.cols and _MARKS.issuperset(row):
            # The first cell is the lowest bit.
            return int(row[::-1].translate(_DIGITS), 2) << (r * self.cols)
        where = f"[{r}]"
        if not isinstance(row, (str, list, tuple)):
            faults.append(
                Fault(where, f"{echo(row)} is not a row", 'write a string such as "..##"')
            )
            return 0
        if len(row) != self.cols:
            faults.append(
                Fault(
                    where,
                    f"row {r} (counted from 0) has {counted(len(row), 'cell')}",
                    f"write {counted(self.cols, 'cell')}",
                )
            )
        board = 0
        for c, mark in enumerate(row[: self.cols]):
            if _is_mark(mark, FILLED, 1):
                board |= self.bit(r, c)
            elif not _is_mark(mark, EMPTY, 0):
                faults.append(
                    Fault(
                        f"{where}[{c}]", f"cell {echo(mark, 12)}", "use # or 1 filled, . or 0 empty"
                    )
                )
                break
        return board

    def draw(self, board: Board) -> list[str]:
        """Return the board as rows of ``#`` and ``.``."""
        return [
            "".join("#" if board & self.bit(r, c) else "." for c in range(self.cols))
            for r in range(self.rows)
        ]

    def to_words(self, board: Board) -> list[int]:
        """Return the board as 64-bit words, lowest first."""
        return [(board >> (WORD_BITS * w)) & _WORD for w in range(self.words)]

    def from_words(self, words: Iterable[int]) -> Board:
        """Return the board that some 64-bit words hold, lowest first."""
        board = 0
        for w, word in enumerate(words):
            board |= int(word) << (WORD_BITS * w)
        return board


def _is_mark(mark: object, characters: str, number: int) -> bool:
    if isinstance(mark, str):
        return len(mark) == 1 and mark in characters
    # bool is an int in Python, but "true" in a board is a mistake worth naming.
    return isinstance(mark, int) and not isinstance(mark, bool) and mark == number
