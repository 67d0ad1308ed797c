"""A table of Blokus: one to four of the colours are people's, the solver plays the rest.

It is built like :class:`fairtray.gameplay.modes.game.Game`: immutable positions, a shell that
goes from one to the next, and nothing that reads a clock or a generator. Nothing is dealt, so
a game is its moves, and a saved one is played again when it is opened.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from fairtray.core.errors import Fault, IllegalPlacement, InputError, echo
from fairtray.core.shapes import Cell
from fairtray.families.blokus.gamefile import MODE, people_of, read_table
from fairtray.families.blokus.moves import legal_moves, turn, who_can_move
from fairtray.families.blokus.notation import board_rows
from fairtray.families.blokus.position import Move, initial
from fairtray.families.blokus.scoring import counts
from fairtray.families.blokus.solve import next_moves
from fairtray.families.blokus.variants import BLOKUS, Variant
from fairtray.gameplay.modes.record import FORMAT


class BlokusTable:
    """One game of Blokus.

    Attributes:
        position: boards, hands and the colour to move.
        people: the indices of the colours that people play, in turn order.
        moves: what was placed so far, in order.
    """

    def __init__(self, people: Iterable[str | int] = (0,), variant: Variant = BLOKUS) -> None:
        """Begin a game.

        Args:
            people: the colours that people play, by name or index from 0; the solver
                plays the others, and all where it is empty.
            variant: the game.

        Raises:
            InputError: no such colour, or one twice.
        """
        self.people = people_of(variant, people)
        self.position = initial(variant)
        self.moves: list[Move] = []

    @property
    def variant(self) -> Variant:
        """The game."""
        return self.position.variant

    @property
    def to_move(self) -> int | None:
        """Index of the colour to move; None when the game is over."""
        return None if self.ending else self.position.to_move

    @property
    def ending(self) -> Literal["over"] | None:
        """``over`` when no colour can move; None while the game runs."""
        return None if any(self.can_move) else "over"

    @property
    def can_move(self) -> tuple[bool, ...]:
        """For each colour whether it has a legal move."""
        return who_can_move(self.position)

    @property
    def is_persons_turn(self) -> bool:
        """Whether a person is to move."""
        return self.to_move in self.people

    @property
    def legal(self) -> list[Move]:
        """The legal moves of the colour to move, none when the game is over."""
        return [] if self.ending else legal_moves(self.position)

    @property
    def scores(self) -> tuple[int, ...]:
        """The current score of each colour: squares placed and not placed, and bonuses."""
        return tuple(count.score for count in counts(self.position, "advanced"))

    def place(self, cells: Iterable[Cell]) -> Move:
        """Place the piece that covers these cells, for the colour to move.

        Colours that cannot move are skipped; the next one that can move then does.

        Raises:
            IllegalPlacement: the rules do not allow it, or the game is over; nothing is
                changed then.
        """
        colour = self.to_move
        if colour is None:
            raise IllegalPlacement(Fault("", "the game is over", "begin another one"))
        move, after = self.position.place(colour, cells)
        self.position = turn(after)
        self.moves.append(move)
        return move

    def choice(self) -> Move | None:
        """Return what the solver would play for the colour to move; None when it is over.

        The move of most squares, corners gained and corners taken together; see
        :func:`fairtray.families.blokus.solve.next_moves`.
        """
        return None if self.ending else next_moves(self.position)[0].move

    def advance(self) -> list[Move]:
        """Let the solver play until a person is to move or the game is over.

        Returns:
            The moves that it made.
        """
        made = []
        while not self.ending and not self.is_persons_turn:
            move = self.choice()
            if move is not None:
                made.append(self.place(self.variant.grid.cells(move.mask)))
        return made

    # --- Files -----------------------------------------------------------------------

    def to_document(self) -> dict[str, Any]:
        """Return the JSON document of the game (``docs/modes.md``)."""
        rules = self.variant
        names = [colour.name for colour in rules.colours]
        return {
            "format": FORMAT,
            "ruleset": rules.name,
            "mode": MODE,
            "people": [names[colour] for colour in self.people],
            "moves": [
                {
                    "colour": names[move.colour],
                    "piece": move.piece,
                    "cells": [list(cell) for cell in rules.grid.cells(move.mask)],
                }
                for move in self.moves
            ],
            "state": self._state(),
        }

    def _state(self) -> dict[str, Any]:
        names = [colour.name for colour in self.variant.colours]
        return {
            "board": board_rows(self.position),
            "to_move": None if self.to_move is None else names[self.to_move],
            "scores": dict(zip(names, self.scores, strict=True)),
            "ending": self.ending,
        }

    @classmethod
    def from_document(cls, document: object) -> BlokusTable:
        """Return a game to continue with, every move of it played again.

        Raises:
            InputError: with every fault of the document, with the move that the rules do
                not allow, or with what its state says otherwise than its moves.
        """
        replay = replay_table(document)
        if replay.differences:
            raise InputError([Fault(*text.split(": ", 1)) for text in replay.differences])
        return replay.table


@dataclass(frozen=True, slots=True)
class TableReplay:
    """A recorded game, played again by the rules.

    Attributes:
        table: the game after its last move.
        differences: where its state says otherwise than its moves, each with its place.
    """

    table: BlokusTable
    differences: tuple[str, ...]


def replay_table(document: object) -> TableReplay:
    """Return a recorded game played again.

    Raises:
        InputError: with every fault of the document, or with the move that the rules do
            not allow, named ``moves[i]``.
    """
    game = read_table(document)
    table = BlokusTable(game.people, game.variant)
    for i, (colour, piece, cells) in enumerate(game.moves):
        try:
            _check_turn(table, colour)
            move = table.place(cells)
        except IllegalPlacement as error:
            raise IllegalPlacement(error.located("", f"moves[{i}]").faults) from None
        if piece != move.piece:
            what = f"{echo(piece)} does not have these cells"
            raise IllegalPlacement(Fault(f"moves[{i}].piece", what, f"it is {move.piece}"))
    reached, recorded = table.to_document()["state"], game.state
    differences = [
        f"state.{key}: {echo(recorded[key])} is recorded, "
        f"but by the rules it is {echo(reached[key])}"
        for key in reached
        if recorded[key] != reached[key]
    ]
    return TableReplay(table, tuple(differences))


def _check_turn(table: BlokusTable, colour: int) -> None:
    if table.to_move not in {colour, None}:
        names = [known.name for known in table.variant.colours]
        what = f"{names[colour]} moves, but it is the turn of {names[table.position.to_move]}"
        raise IllegalPlacement(Fault("colour", what, "put the moves in order"))
