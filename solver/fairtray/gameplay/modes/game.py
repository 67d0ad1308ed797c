"""A game as a player holds it: a shell that changes, over states that do not."""

from __future__ import annotations

import datetime as dt
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from fairtray.core.errors import Fault, IllegalPlacement, InputError, echo
from fairtray.daily.document import Daily
from fairtray.game import Move, Placement, Position
from fairtray.gameplay.modes import play, reading
from fairtray.gameplay.modes.actions import Action, placing
from fairtray.gameplay.modes.days import day_of, pieces_of_day, seed_of_day
from fairtray.gameplay.modes.mode import Mode, modes_of, practice_of
from fairtray.gameplay.modes.play import Ending, Event, State, Step
from fairtray.gameplay.modes.record import MAX_SECONDS, MAX_SEED, Record, to_document
from fairtray.gameplay.modes.stars import Stars, stars_of
from fairtray.gameplay.modes.supply import Supply
from fairtray.gameplay.modes.terms import Terms, dealer_of, rules_of, terms_of
from fairtray.notation.position import Tray

_MILLISECONDS = 1000


class Game:
    """One game, from its first deal to its end.

    Every position in it is immutable; the game is what moves from one to the next. Nothing
    here reads a clock or a generator: the time is handed in, and deals follow from seed,
    number of the deal and board.

    Use :meth:`begin`, :meth:`from_position` or :meth:`from_daily`.

    Attributes:
        terms: what it is played by.
        date: the day of a daily; None for any other game.
        actions: what the player did, in order.
        events: what the last action brought with it, such as new pieces.
    """

    def __init__(
        self,
        terms: Terms,
        step: Step,
        date: dt.date | None = None,
        *,
        clock: int = 0,
        actions: Sequence[Action] = (),
        origin: State | None = None,
        began_at: int = 0,
    ) -> None:
        """Hold a game at a step.

        Args:
            terms: what it is played by.
            step: its current state, with what happened just before.
            date: the day of a daily.
            clock: milliseconds played so far.
            actions: what the player did so far.
            origin: the state that the actions began with, where it is not the mode's own
                beginning; None where it is.
            began_at: milliseconds played at that state.
        """
        self.terms = terms
        self.date = date
        self.events: tuple[Event, ...] = step.events
        self.actions = list(actions)
        self.origin = origin
        self.began_at = began_at
        self._state = step.state
        self._clock = clock
        self._history: deque[State] = deque(maxlen=terms.mode.undo_limit)

    @classmethod
    def begin(
        cls,
        mode: Mode,
        *,
        seed: int | None = None,
        date: str | dt.date | None = None,
        challenge: int | None = None,
        key: bytes | None = None,
    ) -> Game:
        """Begin a game of a mode.

        Args:
            mode: the mode.
            seed: decides the pieces, a whole number from 0; not for a daily.
            date: the day of a daily, ``YYYY-MM-DD``; only for a daily.
            challenge: number of the challenge, from 1; only for a mode that has
                challenges, where it is 1 unless said.
            key: the key of a daily; None for the default one.

        Raises:
            InputError: an argument that is missing or that the mode has no use for.
        """
        if challenge is None and mode.challenges:
            challenge = 1
        if challenge is not None:
            mode.level(challenge)
        rules = rules_of(mode, challenge)
        if mode.daily:
            day = _needed_day(mode, seed, date)
            if mode.pieces is not None:
                return cls.from_daily(pieces_of_day(mode.ruleset, mode.pieces, day, key), mode)
            seed = seed_of_day(mode.ruleset.name, mode.name, day, key)
            terms = terms_of(mode, Supply(rules, dealer_of(mode), seed), challenge)
            return cls(terms, play.opened(terms), day)
        if date is not None or key is not None:
            raise InputError(
                Fault("date", f"mode {echo(mode.name)} is not a daily", "leave it out")
            )
        if seed is None:
            raise InputError(Fault("seed", "no seed to draw from", "a whole number from 0"))
        _check_seed(seed)
        terms = terms_of(mode, Supply(rules, dealer_of(mode), seed), challenge)
        return cls(terms, play.opened(terms))

    @classmethod
    def from_position(
        cls,
        position: Position,
        upcoming: Sequence[Tray] = (),
        *,
        mode: Mode | None = None,
        seed: int | None = None,
    ) -> Game:
        """Play on from a position, such as a file's or a counterexample's.

        Args:
            position: the position; an empty tray is dealt at once.
            upcoming: the trays known to follow.
            mode: the mode to play by, none with challenges or pieces of its own; None for
                practice: undo and hints, no record.
            seed: decides the pieces after those; None for none, so that the game is
                complete when all are placed.

        Raises:
            InputError: no piece and no seed, or a mode that a position cannot begin.
        """
        mode = practice_of(position.ruleset) if mode is None else mode
        if mode.challenges or mode.pieces is not None or mode.daily:
            raise InputError(
                Fault("mode", f"{echo(mode.name)} begins in its own way", "name another mode")
            )
        if seed is not None:
            _check_seed(seed)
        rules = rules_of(mode)
        position = replace(position, ruleset=rules)
        trays = tuple(tray for tray in (position.tray, *upcoming) if any(tray))
        supply = Supply(rules, dealer_of(mode), seed, trays)
        if not trays and not supply.endless:
            raise InputError(Fault("tray", "holds no piece, and none follows", "add pieces"))
        terms = Terms(mode, rules, supply, position.board, mode.winning_points)
        step = play.settled(terms, Step(State(replace(position, tray=()))))
        return cls(terms, step, origin=State(replace(position, tray=())))

    @classmethod
    def from_daily(cls, daily: Daily, mode: Mode | None = None) -> Game:
        """Play a day's pieces.

        Args:
            daily: the day.
            mode: the mode; None for the ruleset's own daily of as many pieces, or for
                practice where it has none.

        Raises:
            InputError: the mode's days have another number of pieces.
        """
        count = len(daily.pieces)
        if mode is None:
            mode = next((m for m in modes_of(daily.ruleset) if m.pieces == count), None)
        if mode is None:
            start = Position(daily.ruleset, daily.ruleset.start, daily.trays[0])
            game = cls.from_position(start, daily.trays[1:])
            game.date = day_of(daily.date)
            return game
        if mode.pieces != count:
            what = f"a day of {echo(mode.name)} does not have the {count} pieces of this one"
            raise InputError(Fault("mode", what, "name another mode"))
        rules = rules_of(mode)
        terms = terms_of(mode, Supply(rules, None, trays=daily.trays))
        return cls(terms, play.opened(terms), day_of(daily.date))

    # --- What there is to see ------------------------------------------------------

    @property
    def mode(self) -> Mode:
        """The mode."""
        return self.terms.mode

    @property
    def challenge(self) -> int | None:
        """Number of the challenge, from 1; None for no challenge."""
        return self.terms.challenge

    @property
    def target(self) -> int | None:
        """The score at which the game is won; None for none."""
        return self.terms.target

    @property
    def state(self) -> State:
        """The current state of the game, immutable."""
        return self._state

    @property
    def position(self) -> Position:
        """Board, tray, combo and score."""
        return self._state.position

    @property
    def tray(self) -> Tray:
        """The pieces on offer; None for a used slot."""
        return self.position.tray

    @property
    def turn(self) -> int:
        """Number of the deal on the tray, from 0."""
        return self._state.turn

    @property
    def moves(self) -> int:
        """Pieces placed so far."""
        return self._state.moves

    @property
    def lines(self) -> int:
        """Lines cleared so far."""
        return self._state.lines

    @property
    def score(self) -> int:
        """Points so far; 0 where the mode has none."""
        return self.position.score

    @property
    def points_shown(self) -> bool:
        """Whether the mode has points at all."""
        return self.mode.points

    @property
    def ending(self) -> Ending | None:
        """How the game ended; None while it runs."""
        return self._state.ending

    @property
    def won(self) -> bool:
        """Whether the target is reached."""
        return self.ending == "won"

    @property
    def hints_allowed(self) -> bool:
        """Whether the solver may help."""
        return self.mode.hints

    # --- What can be done ----------------------------------------------------------

    def place(self, placement: Placement) -> Move:
        """Place a piece; with the tray's last one the next pieces are dealt.

        Raises:
            IllegalPlacement: the rules do not allow it, or the game has ended; nothing is
                changed then.
        """
        if self.ending is not None:
            raise IllegalPlacement(
                Fault("", f"the game has ended ({self.ending})", "begin another one")
            )
        move, step = play.placed(self.terms, self._state, placement)
        if self.mode.undo_limit:
            self._history.append(self._state)
        self._go(step, placing(move, self._clock))
        return move

    @property
    def can_undo(self) -> bool:
        """Whether a move can be taken back; never once the game has ended."""
        return self.ending is None and bool(self._history)

    def undo(self) -> None:
        """Take the last move back: board, tray, score and lines are as before it.

        Raises:
            IllegalPlacement: there is nothing to take back, or the mode has no undo.
        """
        if not self.can_undo:
            why = "the game has ended" if self.ending else "there is no move to take back"
            if not self.mode.undo_limit:
                why = f"mode {self.mode.name} has no undo"
            raise IllegalPlacement(Fault("", why, "place a piece instead"))
        before = self._history.pop()
        if self.mode.undo_redeals and before.turn + 1 >= len(self.terms.supply.trays):
            # Listed trays come again as they are: passed over, they would be lost.
            before = replace(before, turn=self._state.turn)
        self._go(Step(before), Action("undo", self._clock))

    @property
    def can_continue(self) -> bool:
        """Whether the game is stuck and the mode still offers to continue."""
        return play.offered(self.terms, self._state) is not None

    def continue_game(self) -> None:
        """Go on with a stuck game, as its mode offers it. What was before cannot be undone.

        Raises:
            IllegalPlacement: it is not stuck, or the mode offers nothing (any more).
        """
        rule = play.offered(self.terms, self._state)
        if rule is None:
            why = f"mode {self.mode.name} offers no continue here"
            raise IllegalPlacement(Fault("", why, "begin another game"))
        self._history.clear()
        self._go(play.continued(self.terms, self._state, rule), Action("continue", self._clock))

    def forget(self) -> None:
        """Forget the moves that could be taken back, as when a saved game is taken up again."""
        if self._state.ending is None and self.mode.undo_limit and self.actions:
            self._history.clear()
            if self.actions[-1].kind != "resume":
                self.actions.append(Action("resume", self._clock))

    def _go(self, step: Step, action: Action) -> None:
        self._state = step.state
        self.events = step.events
        self.actions.append(action)

    # --- Time ----------------------------------------------------------------------

    @property
    def seconds(self) -> float:
        """How long the game was played so far, as the clock handed in has it."""
        return self._clock / _MILLISECONDS

    @property
    def clock(self) -> int:
        """The same in whole milliseconds."""
        return self._clock

    @property
    def seconds_left(self) -> float | None:
        """How much time is left; None where the mode does not limit it."""
        if self.mode.seconds is None:
            return None
        return max(self.mode.seconds - self.seconds, 0.0)

    def elapsed(self, seconds: float) -> None:
        """Say how long the game has been played in all; in a timed mode it may end by that.

        Args:
            seconds: from the beginning, pauses left out; counted in whole milliseconds.

        Raises:
            InputError: less than was said before, or no such time.
        """
        if not 0 <= seconds <= MAX_SECONDS:
            raise InputError(Fault("seconds", f"{seconds} is not a time", f"0 to {MAX_SECONDS}"))
        clock = round(seconds * _MILLISECONDS)
        if clock < self._clock:
            what = f"{seconds} is earlier than {self.seconds}"
            raise InputError(Fault("seconds", what, "hand in the whole time played"))
        if self.ending is not None:
            return
        self._clock = clock
        limit = self.mode.seconds
        if limit is not None and clock >= limit * _MILLISECONDS:
            self._clock = limit * _MILLISECONDS
            self._go(play.timed_out(self._state), Action("time", self._clock))

    # --- Files ---------------------------------------------------------------------

    def to_document(self, *, moves: bool = True) -> dict[str, Any]:
        """Return the JSON document of the game (``docs/modes.md``), saved and recorded in one.

        Args:
            moves: whether to write the moves so far: without them a long game stays small,
                but cannot be replayed from its beginning.
        """
        return to_document(self.record, moves=moves)

    @classmethod
    def from_document(cls, document: object, folder: Path | None = None) -> Game:
        """Return a game to continue with, at the exact position, with nothing to undo.

        Args:
            document: the decoded JSON document.
            folder: where the relative path of a ruleset starts.

        Raises:
            InputError: another format or version, or with every fault of the document.
        """
        return cls.resume(reading.from_document(document, folder))

    @property
    def record(self) -> Record:
        """The game as a file has it."""
        return Record(
            self.terms,
            self.date,
            self.origin,
            self.began_at,
            tuple(self.actions),
            self.state,
            self.clock,
        )

    @classmethod
    def resume(cls, record: Record) -> Game:
        """Return a game at the exact position that was saved; no earlier move can be undone."""
        game = cls(
            record.terms,
            Step(record.state),
            record.date,
            clock=record.clock,
            actions=record.actions,
            origin=record.origin,
            began_at=record.began_at,
        )
        game.forget()
        return game

    # --- Rewards -------------------------------------------------------------------

    def stars(self, *, record: int | None = None, stars_today: int = 0) -> Stars:
        """Return the stars of a finished game; none before its end.

        Args:
            record: the player's best earlier score in this mode; None for no earlier game.
            stars_today: stars earned today so far, won dailies left out.
        """
        if self.ending is None:
            return Stars(0, 0)
        return stars_of(
            self.mode,
            score=self.score,
            won=self.won,
            challenge=self.challenge,
            record=record,
            stars_today=stars_today,
        )


def _check_seed(seed: int) -> None:
    if not 0 <= seed <= MAX_SEED:
        what = f"the seed {echo(seed)} to draw from"
        raise InputError(Fault("seed", what, f"a whole number from 0 to {MAX_SEED}"))


def _needed_day(mode: Mode, seed: int | None, date: str | dt.date | None) -> dt.date:
    if seed is not None:
        raise InputError(Fault("seed", f"a date decides {echo(mode.name)}", "leave it out"))
    if date is None:
        raise InputError(Fault("date", f"mode {echo(mode.name)} needs one", "name a day"))
    return day_of(date)
