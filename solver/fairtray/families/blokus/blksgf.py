"""Blokus games in the Smart Game Format: the field's exchange format, ``.blksgf``.

a1 is the lower left corner. Colours 1 to 4 own a20, t20, t1, a1; in a game of two colours
their properties are B and W. A piece is written as its cells, in the order a1, b1, … a2.
"""

from __future__ import annotations

import re

from fairtray.core.board import Mask
from fairtray.core.errors import Fault, InputError, NotationError, PositionError, echo
from fairtray.families.blokus import pieces, sgf
from fairtray.families.blokus.notation import start_for
from fairtray.families.blokus.position import components, initial
from fairtray.families.blokus.record import Cells, Properties, Record, Setup, Step, play
from fairtray.families.blokus.variants import BLOKUS, DUO, Variant

_GAMES = {
    "blokus": BLOKUS,
    "blokus two-player": BLOKUS,
    "blokus three-player": BLOKUS,
    "blokus duo": DUO,
}
"""The games by their ``GM``; fewer players share out the same four colours."""

_OLD_NAMES = {"BLUE": "1", "YELLOW": "2", "RED": "3", "GREEN": "4"}
"""What very old files call the moves of the colours."""

_SAME = {"1": "B", "2": "W", "B": "1", "W": "2"}
"""What games of two and of four colours call the same turn."""

_OTHER = re.compile(
    "AN|AP|BR|BT|C|CA|CP|CR|DD|DT|EV|FF|GC|GM|GN|ID|MA|N|ON|OT|P1|P2|P3|P4|PB|PC|PW|RE|RO|RU|"
    "SL|SO|SQ|TB|TR|TW|US|VW|WR|WT"
)
"""Properties that are not moves even where their values look like cells: texts and marks."""

_WRITTEN = {"GM", "CA", "FF"}
"""Root properties that are always rewritten."""


def parse(text: str, number: int = 1, variant: Variant | None = None) -> Record:
    """Return one of the games of a text.

    Args:
        text: the text of a file.
        number: which game, from 1.
        variant: the rules to use instead of the text's; None for the text's own.

    Raises:
        NotationError: no such game, or a fault in it; the message names the line.
    """
    found = sgf.parse(text)
    count = len(found.games)
    if not 1 <= number <= count:
        raise NotationError(Fault("", f"there is no game {number}", f"the file has {count}"))
    tree = found.games[number - 1]
    warnings = list(found.warnings)
    if count > 1:
        warnings.append(f"the file has {count} games; this is game {number}")
    if tree.variations:
        warnings.append(f"variations ignored: {tree.variations}; this is the main line")
    return _Reader(tree, variant, warnings).record()


class _Reader:
    """Reads the main line of one game."""

    def __init__(self, tree: sgf.Tree, variant: Variant | None, warnings: list[str]) -> None:
        self.tree = tree
        self.warnings = warnings
        self.moves = 0
        self.gm = next((v[0] for n, v in tree.nodes[0].properties if n == "GM"), None)
        self.rules = variant or self._variant()
        self.colours = {colour.sgf: i for i, colour in enumerate(self.rules.colours)}
        self.unused: dict[str, list[str]] = {}
        self._adopt()

    def _adopt(self) -> None:
        """Let the moves of a game of two colours do in one of four, and the other way round.

        Only where the game has none by its own names, and no third colour.
        """
        words = [_word(name) for node in self.tree.nodes for name, _ in node.properties]
        used = {word.removeprefix("A") for word in words}
        foreign = sorted(name for name in _SAME.keys() & used if name not in self.colours)
        if not foreign or used & {*self.colours, "3", "4"}:
            return
        for name in foreign:
            self.colours[name] = self.colours[_SAME[name]]
        taken = ", ".join(f"{name} for {_SAME[name]}" for name in foreign)
        self.warnings.append(f"this is {self.rules.title}, so {taken} is assumed")

    def record(self) -> Record:
        """Return the game."""
        steps = tuple(step for node in self.tree.nodes for step in self._steps(node))
        for name, lines in self.unused.items():
            times = f" ({len(lines)} times)" if len(lines) > 1 else ""
            self.warnings.append(
                f"{lines[0]}: {name} names cells, but is not a move or set-up of "
                f"{self.rules.title}, and is ignored{times}"
            )
        notes: Properties = () if self.gm is None else (("GM", (self.gm,)),)
        start = start_for(initial(self.rules), steps)
        return Record(start, steps, tuple(self.warnings), notes)

    def _variant(self) -> Variant:
        if self.gm is None:
            names = {name for node in self.tree.nodes for name, _ in node.properties}
            found = DUO if names & {"B", "W", "AB", "AW"} else BLOKUS
            self.warnings.append(f"no GM says which game this is; taken for {found.title}")
            return found
        known = _GAMES.get(" ".join(self.gm.casefold().split()))
        if known is None:
            raise NotationError(
                Fault(
                    f"line {self.tree.nodes[0].line}",
                    f"GM[{echo(self.gm)[1:-1]}] is another game",
                    "this reads Blokus (for two to four players) and Blokus Duo",
                )
            )
        return known

    def _steps(self, node: sgf.Node) -> list[Step]:
        try:
            return self._read(node)
        except InputError as error:
            raise NotationError(error.located("", f"line {node.line}").faults) from None

    def _read(self, node: sgf.Node) -> list[Step]:
        adds: list[tuple[int, Cells]] = []
        removes: list[Cells] = []
        moves: list[tuple[int, Cells]] = []
        to_move: int | None = None
        setting = False
        notes: list[tuple[str, tuple[str, ...]]] = []
        for name, values in node.properties:
            word = _word(name)
            if word in self.colours:
                moves.append((self.colours[word], self._move(name, values)))
            elif word[:1] == "A" and word[1:] in self.colours:
                setting = True
                adds += [(self.colours[word[1:]], self._cells(name, v)) for v in values]
            elif word == "AE":
                setting = True
                removes += [self._cells(name, value) for value in values]
            elif word == "PL":
                setting = True
                to_move = self._to_move(values[0])
            else:
                self._other(node, name, values)
                if node is not self.tree.nodes[0] or name not in _WRITTEN:
                    notes.append((name, tuple(values)))
        setup = Setup(tuple(adds), tuple(removes), to_move) if setting else None
        if len(moves) > 1:
            self.warnings.append(f"line {node.line}: a node with {len(moves)} moves")
        if not moves:
            where = f"line {node.line}"
            return [Step(where, None, None, setup, tuple(notes))] if setting or notes else []
        steps = []
        for colour, cells in moves:
            steps.append(Step(f"moves[{self.moves}]", colour, cells, setup, tuple(notes)))
            self.moves += 1
            setup, notes = None, []
        return steps

    def _to_move(self, value: str) -> int:
        word = _word(value.strip().upper())
        return self.colours[word] if word in self.colours else self.rules.colour(value)

    def _other(self, node: sgf.Node, name: str, values: list[str]) -> None:
        """Note down a property that is not used here if it may be a move or a pass."""
        if _OTHER.fullmatch(name):
            return
        try:
            cells = [cell for value in values for cell in self._cells(name, value)]
        except NotationError:
            return
        if cells or _word(name) in _SAME or name.isdigit():
            self.unused.setdefault(name, []).append(f"line {node.line}")

    def _move(self, name: str, values: list[str]) -> Cells:
        # Old files write a move as a list of cells, one a value.
        return self._cells(name, ",".join(values))

    def _cells(self, name: str, value: str) -> Cells:
        if not value.strip():
            return ()
        try:
            return tuple(self.rules.cell_at(word) for word in value.split(","))
        except NotationError as error:
            where = f"{name}[{echo(value)[1:-1]}]"
            raise NotationError(
                [Fault("", f"{where}: {fault.what}", fault.mend) for fault in error.faults]
            ) from None


def _word(name: str) -> str:
    return _OLD_NAMES.get(name, name)


def write(record: Record) -> str:
    """Return a game as a file; reading it gives the same game again.

    Raises:
        InputError: it starts from a position that the format cannot express, or has an
            illegal move.
    """
    rules = record.start.variant
    gm = dict(record.notes).get("GM", (rules.sgf,))
    root: list[tuple[str, list[str]]] = [("GM", list(gm)), ("FF", ["4"]), ("CA", ["UTF-8"])]
    steps = list(play(record).steps)
    root += _start(record)
    if steps and steps[0].cells is None and len(root) == 3:
        root += _properties(rules, steps.pop(0))
    nodes = [sgf.node(root), *(sgf.node(_properties(rules, step)) for step in steps)]
    return "(" + "\n".join(nodes) + ")\n"


def _start(record: Record) -> list[tuple[str, list[str]]]:
    """Return the set-up properties of a start other than the usual one."""
    start = record.start
    rules = start.variant
    found: list[tuple[str, list[str]]] = []
    for colour, board, left in zip(rules.colours, start.boards, start.left, strict=True):
        parts = list(components(rules, board))
        names = [piece_name(rules, part) for part in parts]
        expected = [name for name in pieces.all_names() if name not in names]
        if None in names or len(set(names)) < len(names) or list(left) != expected:
            raise PositionError(
                Fault(
                    "left",
                    f"{colour.name} holds other pieces than those not on the board",
                    "the Smart Game Format cannot say that; write the game as JSON",
                )
            )
        if parts:
            found.append((f"A{colour.sgf}", [_value(rules, part) for part in parts]))
    if found or start.to_move:
        found.append(("PL", [rules.colours[start.to_move].sgf]))
    return found


def piece_name(rules: Variant, part: Mask) -> str | None:
    """Return the name of the piece with these cells; None when they are none."""
    piece = pieces.of_cells(rules.grid.cells(part)) if part.bit_count() <= 5 else None
    return None if piece is None else piece.name


def _properties(rules: Variant, step: Step) -> list[tuple[str, list[str]]]:
    found: list[tuple[str, list[str]]] = []
    setup = step.setup
    if setup is not None:
        if setup.removes:
            found.append(("AE", [_value(rules, rules.grid.mask(c)) for c in setup.removes]))
        for i, colour in enumerate(rules.colours):
            added = [_value(rules, rules.grid.mask(c)) for c2, c in setup.adds if c2 == i]
            if added:
                found.append((f"A{colour.sgf}", added))
        if setup.to_move is not None:
            found.append(("PL", [rules.colours[setup.to_move].sgf]))
    if step.cells is not None and step.colour is not None:
        found.append((rules.colours[step.colour].sgf, [_value(rules, rules.grid.mask(step.cells))]))
    return found + [(name, list(values)) for name, values in step.notes]


def _value(rules: Variant, mask: Mask) -> str:
    cells = sorted(rules.grid.cells(mask), key=lambda cell: (-cell[0], cell[1]))
    return ",".join(map(rules.cell_name, cells))
