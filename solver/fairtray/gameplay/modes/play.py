"""How a game goes from one state to the next: pure functions that change nothing in place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from fairtray.core.board import Board, Grid, Mask
from fairtray.game import Move, Placement, Position
from fairtray.gameplay.modes.terms import Terms
from fairtray.notation.position import Tray
from fairtray.rulesets.model import ContinueRule

Ending = Literal["stuck", "won", "complete", "time"]
"""``stuck``: no piece left fits. ``won``: the target is reached. ``complete``: every piece
of the supply is placed. ``time``: the clock has run out."""

ENDINGS: tuple[Ending, ...] = ("stuck", "won", "complete", "time")

EventKind = Literal["dealt", "rows-emptied", "continued", "stuck", "won", "complete", "time"]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened after a move, besides the move.

    Attributes:
        kind: ``dealt`` new pieces, ``rows-emptied`` by a rescue or a continue,
            ``continued`` by the player, or how the game has ended.
        rows: the rows that were emptied, from 0, in that order.
        turn: number of the deal that is on the tray then, from 0.
    """

    kind: EventKind
    turn: int
    rows: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """A game between two moves.

    Attributes:
        position: board, tray, combo and score.
        turn: number of the deal on the tray, from 0; -1 before the first.
        moves: pieces placed so far.
        lines: lines cleared by them.
        continues: how often the game was continued.
        ending: how it ended; None while it runs.
    """

    position: Position
    turn: int = -1
    moves: int = 0
    lines: int = 0
    continues: int = 0
    ending: Ending | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """What a transition leads to.

    Attributes:
        state: the state after it.
        events: what happened on the way, in order.
    """

    state: State
    events: tuple[Event, ...] = ()


def opened(terms: Terms) -> Step:
    """Return the beginning of a game: the start board with the first deal."""
    position = Position(terms.ruleset, terms.start, ())
    return settled(terms, Step(State(position)))


def placed(terms: Terms, state: State, placement: Placement) -> tuple[Move, Step]:
    """Return the move that a placement makes, and the state of the game after it.

    Raises:
        IllegalPlacement: the rules do not allow it.
    """
    move = state.position.place(placement)
    after = replace(
        state,
        position=move.after,
        moves=state.moves + 1,
        lines=state.lines + len(move.lines),
    )
    return move, settled(terms, Step(after))


def settled(terms: Terms, step: Step) -> Step:
    """Return the step with new pieces where the tray is used up, and its end where it has one."""
    if terms.target is not None and step.state.position.score >= terms.target:
        return _ended(step, "won")
    while not step.state.position.slots:
        state = step.state
        tray = terms.supply.deal(state.turn + 1, state.position.board)
        if tray is None:
            return _ended(step, "complete")
        step = _dealt(step, tray)
        if not tray:
            # The dealer cannot keep its promise here, so there is nothing to place.
            break
    if _any_fits(step.state):
        return step
    return _ended(step, "stuck") if terms.mode.game_over else rescued(terms, step)


def rescued(terms: Terms, step: Step) -> Step:
    """Return the step with pieces that fit, in a mode that never ends.

    Three new pieces come, drawn without a look at the board. If none of them fits either,
    the fullest rows are emptied, as many as the mode says; and so on until one fits. Where no
    pieces follow, the rows are emptied for those there are. On an empty board every piece of
    a catalogue fits, so that it comes to an end.
    """
    while True:
        state = step.state
        tray = terms.supply.deal_plainly(state.turn + 1, state.position.board)
        if tray is not None:
            step = _dealt(step, tray)
            if _any_fits(step.state):
                return step
        for _ in range(terms.mode.rescue_rows):
            step = _row_emptied(step)
        if _any_fits(step.state):
            return step
        if tray is None and not step.state.position.board:
            return _ended(step, "stuck")


def offered(terms: Terms, state: State) -> ContinueRule | None:
    """Return what is offered to a game that is stuck; None where it may not continue."""
    rule = terms.mode.continues
    open_still = rule is not None and state.continues < rule.per_game
    return rule if open_still and state.ending == "stuck" else None


def continued(terms: Terms, state: State, rule: ContinueRule) -> Step:
    """Return the state of a stuck game after its continue; board and score are kept.

    It may be stuck again: rows are emptied up to the mode's number, and what is left of
    the tray may not fit even then.
    """
    step = Step(replace(state, continues=state.continues + 1, ending=None))
    step = _with(step, Event("continued", state.turn))
    for _ in range(rule.empties_rows):
        if _any_fits(step.state):
            break
        step = _row_emptied(step)
        if not step.state.position.slots:
            # Stuck because nothing could be dealt: what is dealt now shows whether a piece fits.
            state = step.state
            step = _dealt(step, terms.supply.deal(state.turn + 1, state.position.board) or ())
    if rule.deals_fitting_pieces:
        turn = step.state.turn + 1
        tray = terms.supply.deal_fitting(turn, step.state.position.board)
        if tray:
            step = _dealt(step, tray)
    return settled(terms, step)


def timed_out(state: State) -> Step:
    """Return the end of a game whose time is up."""
    return _ended(Step(state), "time")


def _any_fits(state: State) -> bool:
    position = state.position
    return any(position.fits(slot) for slot in position.slots)


def _with(step: Step, event: Event) -> Step:
    return replace(step, events=(*step.events, event))


def _dealt(step: Step, tray: Tray) -> Step:
    state = step.state
    turn = state.turn + 1
    position = replace(state.position, tray=tray)
    return _with(
        replace(step, state=replace(state, position=position, turn=turn)), Event("dealt", turn)
    )


def _row_emptied(step: Step) -> Step:
    """Return the step with the fullest row emptied; it scores nothing and is not a move."""
    position = step.state.position
    grid = position.ruleset.grid
    row = fullest_row(grid, position.board)
    if row is None:
        return step
    board = emptied(grid, position.board, row)
    state = replace(step.state, position=replace(position, board=board))
    events = step.events
    if events and events[-1].kind == "rows-emptied":
        last = events[-1]
        return Step(state, (*events[:-1], replace(last, rows=(*last.rows, row))))
    return Step(state, (*events, Event("rows-emptied", state.turn, (row,))))


def _ended(step: Step, ending: Ending) -> Step:
    return _with(
        replace(step, state=replace(step.state, ending=ending)), Event(ending, step.state.turn)
    )


def row_mask(grid: Grid, row: int) -> Mask:
    """Return the cells of a row."""
    return ((1 << grid.cols) - 1) << (row * grid.cols)


def fullest_row(grid: Grid, board: Board) -> int | None:
    """Return the row with most filled cells, of several the topmost; None on an empty board."""
    filled = [(board & row_mask(grid, row)).bit_count() for row in range(grid.rows)]
    most = max(filled)
    return filled.index(most) if most else None


def emptied(grid: Grid, board: Board, row: int) -> Board:
    """Return the board without the filled cells of a row."""
    return board & ~row_mask(grid, row)
