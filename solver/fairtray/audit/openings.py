"""Where the games of an audit begin: on the ruleset's own board, or on hard ones."""

from __future__ import annotations

from dataclasses import dataclass

from fairtray.core.board import Board
from fairtray.corpus import files
from fairtray.dealers.base import Words
from fairtray.rulesets.model import Ruleset

CORPUS = "corpus"
"""The policy that begins each game on the next board of a corpus."""

CORPUS_GAME = 6
"""Deals after which a game from the corpus is given up: a chunk then reaches some 400 boards,
which is every board of a corpus."""

_OPENING_STREAM = 5
"""The streams below are those of dealers, players, seeds and probes."""


@dataclass(frozen=True, slots=True)
class Openings:
    """The boards that games begin with in turn.

    Attributes:
        boards: the boards; empty for the ruleset's own.
        first: which of them the first game of the chunk begins with.
        longest: deals after which a game is given up; None for the usual number.
    """

    boards: tuple[Board, ...] = ()
    first: int = 0
    longest: int | None = None


def openings(ruleset: Ruleset, policy: str, seed: int, chunk: int) -> Openings:
    """Return where the games of a chunk begin.

    Raises:
        InputError: the policy is ``corpus``, and no corpus has boards of the ruleset's kind.
    """
    if policy != CORPUS:
        return Openings()
    boards = files.boards(ruleset)
    first = Words(seed, _OPENING_STREAM, chunk).below(len(boards))
    return Openings(boards, first, CORPUS_GAME)
