"""Verifying a daily file: everything in it is made or played again."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from fairtray.core.errors import IllegalPlacement, InputError
from fairtray.core.shapes import Shape
from fairtray.daily import bound, difficulty
from fairtray.daily.document import Daily, played, trays_of
from fairtray.daily.make import MAX_ATTEMPTS, Order, line, play_through, recorded
from fairtray.daily.stream import commitment
from fairtray.notation import RecordedMove


@dataclass(frozen=True, slots=True)
class Difference:
    """Something in a file that is not true.

    Attributes:
        field: where.
        what: what the file says and what is true.
    """

    field: str
    what: str

    def __str__(self) -> str:
        """Return both on one line."""
        return f"{self.field}: {self.what}"


def differences(daily: Daily, key: bytes, *, remake: bool = False) -> list[Difference]:
    """Return everything that is not true in a daily file; nothing when it all holds.

    Args:
        daily: what the file says.
        key: the key it is said to be made with.
        remake: whether to search witness and par again, too, and compare move by move.
            Without it a witness or par that is legal and earns what it says is true,
            whoever found it.
    """
    wrong = _of_key(daily, key)
    wrong += _of_moves(daily, "witness", daily.witness)
    if daily.par is not None:
        wrong += _of_moves(daily, "par.moves", daily.par.moves, daily.par.score)
    wrong += _of_numbers(daily)
    if remake and not wrong:
        wrong += _of_searches(daily)
    return wrong


def _of_key(daily: Daily, key: bytes) -> list[Difference]:
    """Return what differs in commitment, pieces and attempt."""
    expected = commitment(key)
    if daily.commitment != expected:
        return [
            Difference(
                "commitment",
                f"{daily.commitment} in the file, but the key's is {expected} "
                "(for a secret key, name its file with --key-file)",
            )
        ]
    try:
        order = Order(daily.ruleset, key, len(daily.pieces), 0)
    except InputError as error:
        return [Difference("pieces", f"no such day can be drawn: {error}")]
    date = dt.date.fromisoformat(daily.date)
    drawn = _drawn(order, date, daily.attempt)
    for i, (given, made) in enumerate(zip(daily.pieces, drawn, strict=True)):
        if given != made:
            what = f"{given.name} in the file, but the key gives {made.name}"
            return [Difference(f"pieces[{i}]", what)]
    if daily.attempt >= MAX_ATTEMPTS:
        return [Difference("attempt", f"{daily.attempt}, but at most {MAX_ATTEMPTS} are tried")]
    for earlier in range(daily.attempt):
        if play_through(daily.ruleset, _drawn(order, date, earlier)) is not None:
            what = f"{daily.attempt} in the file, but attempt {earlier} can be played through"
            return [Difference("attempt", what)]
    return []


def _drawn(order: Order, date: dt.date, attempt: int) -> tuple[Shape, ...]:
    return tuple(order.ruleset.shapes[i] for i in order.drawn(date, attempt))


def _of_moves(
    daily: Daily, field: str, moves: Sequence[RecordedMove], score: int | None = None
) -> list[Difference]:
    """Return what is not true of a play of the file's pieces."""
    try:
        done, final = played(daily.ruleset, daily.pieces, moves)
    except IllegalPlacement as error:
        what = "; ".join(str(f).replace("moves[", f"{field}[", 1) for f in error.faults)
        return [Difference(field, f"not legal: {what}")]
    wrong = []
    if len(done) < len(daily.pieces):
        wrong.append(
            Difference(field, f"{len(done)} moves, but there are {len(daily.pieces)} pieces")
        )
    if score is not None and final.score != score:
        wrong.append(
            Difference("par.score", f"{score} in the file, but its moves earn {final.score}")
        )
    return wrong


def _of_numbers(daily: Daily) -> list[Difference]:
    """Return what differs in the bound and the difficulty, where the file has them."""
    wrong = []
    ruleset = daily.ruleset
    if daily.at_most is not None:
        most = bound.most_points(ruleset, trays_of(ruleset, daily.pieces))
        if daily.at_most != most:
            wrong.append(Difference("at_most", f"{daily.at_most} in the file, but it is {most}"))
    if daily.difficulty is not None and ruleset.shapes:
        index = {shape: i for i, shape in enumerate(ruleset.shapes)}
        rated = difficulty.rate(ruleset, [index[shape] for shape in daily.pieces])
        wrong += [
            Difference(
                f"difficulty.{key}",
                f"{daily.difficulty.get(key)} in the file, but it is {rated.get(key)}",
            )
            for key in dict.fromkeys((*rated, *daily.difficulty))
            if daily.difficulty.get(key) != rated.get(key)
        ]
    return wrong


def _of_searches(daily: Daily) -> list[Difference]:
    """Return what differs when witness and par are searched again."""
    wrong = []
    witness = play_through(daily.ruleset, daily.pieces)
    if witness is None or recorded(witness) != daily.witness:
        wrong.append(Difference("witness", "the search gives another one"))
    par = daily.par
    if par is None:
        return wrong
    if not par.width:
        return [*wrong, Difference("par.width", "missing, so the search cannot be made again")]
    again = line(daily.ruleset, daily.pieces, par.width)
    moves = again.moves if again.complete or witness is None else witness
    if recorded(moves) != par.moves:
        wrong.append(
            Difference(
                "par.moves",
                f"a beam of width {par.width} gives other moves, "
                f"for {moves[-1].after.score} points",
            )
        )
    return wrong
