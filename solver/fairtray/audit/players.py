"""Who plays the games of an audit, and where they begin."""

from __future__ import annotations

from dataclasses import dataclass

from fairtray.core.board import Board
from fairtray.core.errors import Fault, InputError, echo, nearest
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

POLICIES = ("random", "greedy", "crowding", "tidy", "shuffled", "mixed", CORPUS)
"""The players, by the numbers the kernels know them by; the last is ``mixed`` from elsewhere."""

DEFAULT_POLICY = "mixed"

LONGEST_GAME = 60
"""Deals after which a game is given up, so that an audit sees many games."""


def policy_number(name: str) -> int:
    """Return the number of a policy's player.

    Raises:
        InputError: no policy has that name.
    """
    if name not in POLICIES:
        raise InputError(Fault("", f"no policy is called {echo(name)}", nearest(name, POLICIES)))
    return POLICIES.index(DEFAULT_POLICY if name == CORPUS else name)


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
