"""Reading recorded games strictly: every fault is found and listed, each with its place."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from fairtray.core.errors import Fault, InputError, NotationError, counted, echo, nearest
from fairtray.core.shapes import Shape, named
from fairtray.game import Placement, Position
from fairtray.gameplay.modes.actions import Action, ActionKind, Placed
from fairtray.gameplay.modes.days import day_of
from fairtray.gameplay.modes.mode import MAX_CHALLENGE, Mode, mode_of, practice_of
from fairtray.gameplay.modes.play import ENDINGS, Ending, State
from fairtray.gameplay.modes.record import FORMAT, MAX_SECONDS, MAX_SEED, Record
from fairtray.gameplay.modes.supply import Supply
from fairtray.gameplay.modes.terms import Terms, dealer_of, rules_of, terms_of
from fairtray.notation import read_document, read_shape
from fairtray.notation.position import Tray
from fairtray.rulesets import get
from fairtray.rulesets.model import Ruleset
from fairtray.rulesets.modes import PRACTICE

_KEYS = (
    "format", "ruleset", "mode", "rules", "challenge", "date", "seed", "trays", "start", "moves",
    "state",
)  # fmt: skip
_NEEDED = ("ruleset", "mode", "moves", "state")
_POSITION_KEYS = ("board", "tray", "combo", "moves_since_clear", "score")
_COUNTS = ("moves", "lines", "continues")
_STATE_KEYS = (*_POSITION_KEYS, "turn", *_COUNTS, "ending", "seconds")
_RESULTS = ("lines", "points", "combo")
_PLACE_KEYS = ("slot", "shape", "row", "col", *_RESULTS, "at")
_OTHERS: tuple[ActionKind, ...] = ("undo", "continue", "time", "resume")

MAX_COUNT = 10**15
"""The largest number that a document may hold."""


def is_recorded_game(value: object) -> bool:
    """Return whether a decoded JSON value calls itself a recorded game, of any version."""
    given = value.get("format") if isinstance(value, Mapping) else None
    return isinstance(given, str) and given.startswith(FORMAT.partition("/")[0] + "/")


def from_document(value: object, folder: Path | None = None) -> Record:
    """Return the game that a decoded JSON value describes.

    That it reads well says nothing of whether it was played by the rules: see
    :func:`fairtray.gameplay.modes.replay.replayed`.

    Args:
        value: the value.
        folder: where the relative path of a ruleset starts.

    Raises:
        InputError: another format or version, or with every fault of the document.
    """
    if not isinstance(value, Mapping):
        what = f"{echo(value)} is no recorded game"
        raise NotationError(Fault("", what, f'write {{"format": "{FORMAT}", …}}'))
    given = value.get("format")
    if given != FORMAT:
        what = "missing" if "format" not in value else f"{echo(given)} is another format"
        raise NotationError(Fault("format", what, f"only {FORMAT} is read here"))
    return _Reader(value, folder).record()


class _Reader:
    """Reads a document of the right format, collecting its faults."""

    def __init__(self, value: Mapping[str, Any], folder: Path | None) -> None:
        self.value = value
        self.folder = folder
        self.faults: list[Fault] = []

    def fault(self, where: str, what: str, mend: str) -> None:
        self.faults.append(Fault(where, what, mend))

    def nested(self, where: str, error: InputError) -> None:
        self.faults += error.located("", where).faults

    def close(self) -> None:
        if self.faults:
            raise NotationError(self.faults)

    def record(self) -> Record:
        self.known(self.value, "", _KEYS)
        for key in _NEEDED:
            if key not in self.value:
                self.fault(key, "missing", "add it")
        self.close()
        mode = self.mode()
        challenge = self.challenge(mode)
        self.close()
        rules = rules_of(mode, challenge)
        self.digest(rules)
        supply = self.supply(mode, rules)
        date = self.date(mode)
        start, began_at = None, 0
        if "start" in self.value:
            start, began_at = self.state("start", rules)
        before = len(self.faults)
        state, clock = self.state("state", rules)
        # A time that is wrong itself says nothing of those of the moves.
        known = len(self.faults) == before
        actions = self.actions(rules, began_at, clock if known else MAX_SECONDS * 1000)
        self.close()
        terms = terms_of(mode, supply, challenge)
        if mode.name == PRACTICE:
            if start is None:
                raise NotationError(Fault("start", "missing", "add the position it began with"))
            board = start.position.board
            terms = Terms(mode, rules, supply, board)
        self.judge("state", terms, state, clock)
        if start is not None:
            self.judge("start", terms, start, began_at)
            if began_at > clock:
                self.fault("start.seconds", "is later than state.seconds", "times only grow")
        self.close()
        return Record(terms, date, start, began_at, actions, state, clock)

    # --- The head --------------------------------------------------------------------

    def mode(self) -> Mode:
        try:
            ruleset = get(self.value["ruleset"], self.folder)
        except InputError as error:
            raise error.located("", "ruleset") from None
        name = self.value["mode"]
        if name == PRACTICE:
            return practice_of(ruleset)
        return mode_of(ruleset, name if isinstance(name, str) else echo(name))

    def challenge(self, mode: Mode) -> int | None:
        given = self.value.get("challenge")
        if given is None:
            if mode.challenges:
                self.fault("challenge", "missing", "write its number, from 1")
            return None
        if type(given) is not int or not 1 <= given <= MAX_CHALLENGE or not mode.challenges:
            mend = f"a whole number from 1 to {MAX_CHALLENGE}"
            if not mode.challenges:
                mend = "the mode has no challenges"
            self.fault("challenge", f"{echo(given)} is not allowed", mend)
            return None
        return given

    def digest(self, rules: Ruleset) -> None:
        given = self.value.get("rules")
        if given is not None and given != rules.digest:
            what = f"{echo(given)} is not the digest of these rules"
            self.fault("rules", what, "it was played by others: read it with their ruleset")

    def supply(self, mode: Mode, rules: Ruleset) -> Supply:
        seed = self.value.get("seed")
        if seed is not None:
            seed = self.whole(seed, "seed", 0, MAX_SEED)
        given = self.value.get("trays", [])
        trays: list[Tray] = []
        if not isinstance(given, list) or not all(isinstance(tray, list) for tray in given):
            self.fault("trays", f"{echo(given)} is no list of trays", 'write [["I3h", …], …]')
        else:
            trays = [
                tuple(
                    None if piece is None else self.shape(piece, f"trays[{i}][{j}]", rules)
                    for j, piece in enumerate(tray)
                )
                for i, tray in enumerate(given)
            ]
            self.listed(mode, trays, seed)
        if seed is None and "trays" not in self.value:
            self.fault("seed", "missing", "add it, or trays")
        return Supply(rules, dealer_of(mode), seed, tuple(trays))

    def listed(self, mode: Mode, trays: Sequence[Tray], seed: int | None) -> None:
        """Note listed trays that no game of the mode can have been dealt."""
        where, name = "trays", echo(mode.name)
        if mode.pieces is not None:
            size = mode.ruleset.tray_size
            whole = all(len(tray) == size and None not in tray for tray in trays)
            if not whole or len(trays) * size != mode.pieces:
                what = f"are not the {counted(mode.pieces, 'piece')} of a day"
                self.fault(where, what, f"list {mode.pieces // size} trays of {size}")
            if seed is not None:
                self.fault("seed", "nothing follows the pieces of a day", "leave it out")
        elif where not in self.value:
            return
        elif mode.daily or mode.challenges or (mode.name != PRACTICE and "start" not in self.value):
            self.fault(where, f"mode {name} deals by itself", "leave them out")
        for i, tray in enumerate(trays):
            if not any(tray):
                self.fault(f"{where}[{i}]", "holds no piece", "drop it")

    def date(self, mode: Mode) -> dt.date | None:
        given = self.value.get("date")
        if given is None:
            if mode.daily:
                self.fault("date", "missing", "write the day, YYYY-MM-DD")
            return None
        if not mode.daily and mode.name != PRACTICE:
            self.fault("date", f"mode {echo(mode.name)} is no daily", "leave it out")
            return None
        try:
            return day_of(given)
        except InputError as error:
            self.faults += error.faults
            return None

    # --- States ----------------------------------------------------------------------

    def state(self, where: str, rules: Ruleset) -> tuple[State, int]:
        """Return a state and the milliseconds played at it; without meaning after a fault."""
        nothing = State(Position(rules, 0, ())), 0
        given = self.value[where]
        if not isinstance(given, Mapping):
            self.fault(where, f"{echo(given)} is no state", "write an object with board, tray, …")
            return nothing
        before = len(self.faults)
        self.known(given, where, _STATE_KEYS)
        for key in _STATE_KEYS:
            if key not in given:
                self.fault(f"{where}.{key}", "missing", "add it")
        for key in _POSITION_KEYS:
            # In a position null stands for what is left out; nothing is left out here.
            if key in given and given[key] is None:
                self.fault(f"{where}.{key}", "null is not allowed", "write what it was")
        if len(self.faults) > before:
            return nothing
        try:
            position = read_document({key: given[key] for key in _POSITION_KEYS}, rules).position
        except InputError as error:
            self.nested(where, error)
            position = nothing[0].position
        turn = self.whole(given["turn"], f"{where}.turn", -1)
        moves, lines, continues = (self.whole(given[k], f"{where}.{k}") for k in _COUNTS)
        clock = self.clock(given["seconds"], f"{where}.seconds")
        ending: Ending | None = next((e for e in ENDINGS if e == given["ending"]), None)
        if ending is None and given["ending"] is not None:
            mend = f"null, {', '.join(ENDINGS)}"
            self.fault(f"{where}.ending", f"{echo(given['ending'])} is no ending", mend)
        return State(position, turn, moves, lines, continues, ending), clock

    def judge(self, where: str, terms: Terms, state: State, clock: int) -> None:
        """Note what cannot be so in a game on these terms."""
        mode, position = terms.mode, state.position
        fitting = any(position.fits(slot) for slot in position.slots)
        begins = where == "start" and not position.slots
        reached = terms.target is not None and position.score >= terms.target
        over = mode.seconds is not None and clock >= mode.seconds * 1000
        true = {
            None: ((fitting and not reached) or begins) and not over,
            "stuck": not fitting and (mode.game_over or not position.board),
            "won": reached,
            "complete": not position.slots,
            "time": over,
        }[state.ending]
        if not true:
            what = f"{echo(state.ending)} does not go with the board, the tray and the rest"
            self.fault(f"{where}.ending", what, "take another copy of the file")
        allowed = mode.continues.per_game if mode.continues is not None else 0
        if state.continues > allowed:
            what = f"{state.continues} where {counted(allowed, 'continue')} can be"
            self.fault(f"{where}.continues", what, "take another copy of the file")

    # --- Moves -----------------------------------------------------------------------

    def actions(self, rules: Ruleset, began_at: int, clock: int) -> tuple[Action, ...]:
        given = self.value["moves"]
        if not isinstance(given, list):
            self.fault("moves", f"{echo(given)} is no list", "write a list of moves")
            return ()
        actions: list[Action] = []
        now = began_at
        for i, move in enumerate(given):
            where = f"moves[{i}]"
            if not isinstance(move, Mapping):
                self.fault(where, f"{echo(move)} is no move", "write an object")
                continue
            if "at" in move:
                before = len(self.faults)
                at = self.clock(move["at"], f"{where}.at")
                if now <= at <= clock:
                    now = at
                elif len(self.faults) == before:
                    what = f"{echo(move['at'])} is before the last move or after the end"
                    self.fault(f"{where}.at", what, "times only grow")
            other = [kind for kind in _OTHERS if move.get(kind) is True]
            if other:
                self.known(move, where, (other[0], "at"))
                actions.append(Action(other[0], now))
            else:
                actions.append(self.placing(move, where, rules, now))
        return tuple(actions)

    def placing(self, move: Mapping[str, Any], where: str, rules: Ruleset, clock: int) -> Action:
        self.known(move, where, _PLACE_KEYS)
        missing = [key for key in _PLACE_KEYS[:-1] if key not in move]
        for key in missing:
            self.fault(f"{where}.{key}", "missing", "add it")
        shape = named("dot")
        if "shape" in move:
            shape = self.shape(move["shape"], f"{where}.shape", rules)
        numbers = {
            key: self.whole(move.get(key, 0), f"{where}.{key}")
            for key in ("slot", "row", "col", *_RESULTS)
        }
        placement = Placement(numbers["slot"], numbers["row"], numbers["col"])
        placed = Placed(placement, shape, numbers["lines"], numbers["points"], numbers["combo"])
        return Action("place", clock, placed)

    # --- Single values -----------------------------------------------------------------

    def known(self, value: Mapping[str, Any], where: str, keys: Sequence[str]) -> None:
        for key in value:
            if key not in keys:
                word = echo(key)[1:-1]
                place = f"{where}.{word}" if where else word
                self.fault(place, "unknown key", nearest(key, keys))

    def whole(self, value: object, where: str, low: int = 0, high: int = MAX_COUNT) -> int:
        if type(value) is int and low <= value <= high:
            return value
        self.fault(where, f"{echo(value)} is not allowed", f"a whole number from {low}")
        return 0

    def clock(self, value: object, where: str) -> int:
        """Return a time in milliseconds."""
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if number and 0 <= value <= MAX_SECONDS:  # type: ignore[operator]
            return round(value * 1000)  # type: ignore[operator]
        self.fault(where, f"{echo(value)} is no time", f"seconds, 0 to {MAX_SECONDS}")
        return 0

    def shape(self, value: object, where: str, rules: Ruleset) -> Shape:
        try:
            return read_shape(value, rules)
        except InputError as error:
            self.nested(where, error)
            return named("dot")
