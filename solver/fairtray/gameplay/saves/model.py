"""What the store keeps: games in progress, and results of games that are over."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fairtray.core.databases import checksum


@dataclass(frozen=True, slots=True)
class Key:
    """Which games are compared with each other, and which one is resumed.

    Attributes:
        ruleset: the ruleset's name.
        digest: the digest of its rules: scores under other rules do not count here.
        mode: the mode's name.
        variant: what else sets a game apart: the day of a daily, the number of a
            challenge, the start of a game from a file; empty where nothing does.
    """

    ruleset: str
    digest: str
    mode: str
    variant: str = ""

    def __str__(self) -> str:
        """Return the key as people call it: ``block-knock, challenge 3``."""
        return f"{self.ruleset}, {self.mode} {self.variant}".rstrip()


@dataclass(frozen=True, slots=True)
class Saved:
    """A game in progress, or one that is over and may still be continued.

    Attributes:
        key: which game it is.
        document: all that is needed to resume it; only the caller knows what it means.
        score: points so far.
        moves: moves so far.
        lines: lines cleared so far.
        milliseconds: time played so far.
        saved_at: when, as the caller writes it (UTC, ISO 8601).
        id: the game's own name; empty until it is saved for the first time.
        revision: how often it has been saved.
        forked: whether the last save found that another window had continued the same
            game, so that this one has become a game of its own.
    """

    key: Key
    document: Mapping[str, Any]
    score: int
    moves: int
    lines: int
    milliseconds: int
    saved_at: str
    id: str = ""
    revision: int = 0
    forked: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """What a player had reached before a game ended.

    Attributes:
        record: the best score of the same key; None where there is none yet.
        stars_today: stars already earned on the same day with the same ruleset, those that
            count towards a day's limit.
    """

    record: int | None
    stars_today: int


@dataclass(frozen=True, slots=True)
class Result:
    """A game that is over.

    Attributes:
        id: the game's own name.
        key: which game it was.
        score: its points.
        moves: its moves.
        lines: lines cleared.
        milliseconds: time played.
        ending: what ended it.
        won: whether it was won.
        record: whether its score counts among the best ones.
        stars: stars earned that count towards a day's limit.
        bonus: stars earned on top of those.
        day: the player's day it ended on, ``YYYY-MM-DD``.
    """

    id: str
    key: Key
    score: int
    moves: int
    lines: int
    milliseconds: int
    ending: str
    won: bool
    record: bool
    stars: int
    bonus: int
    day: str


def encoded(document: Mapping[str, Any]) -> tuple[str, str]:
    """Return a document as text, with its checksum: SQLite would not notice a flipped bit."""
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return text, checksum(text)
