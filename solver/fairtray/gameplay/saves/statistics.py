"""What a player's results add up to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from fairtray.gameplay.saves.model import Key, Result


@dataclass(frozen=True, slots=True)
class Tally:
    """The games of one ruleset and mode.

    Attributes:
        key: ruleset and mode; the variant is empty.
        games: games that are over.
        best: the best score; None where none counts as a record.
        lines: lines cleared in all of them.
        moves: moves made in all of them.
        milliseconds: time played.
        stars: all stars earned.
        won: games won.
        variants: the same for each day of a daily and each challenge; empty where the
            mode has no variants.
    """

    key: Key
    games: int
    best: int | None
    lines: int
    moves: int
    milliseconds: int
    stars: int
    won: int
    variants: tuple[Tally, ...] = field(default=())


def tallies(results: Iterable[Result]) -> list[Tally]:
    """Return what results add up to, by ruleset and mode in alphabetical order."""
    groups: dict[Key, dict[Key, list[Result]]] = {}
    for result in results:
        key = result.key
        mode = Key(key.ruleset, key.digest, key.mode)
        groups.setdefault(mode, {}).setdefault(key, []).append(result)
    found = []
    for mode in sorted(groups, key=_order):
        variants = groups[mode]
        parts = tuple(
            _tally(key, variants[key]) for key in sorted(variants, key=_order) if key.variant
        )
        found.append(_tally(mode, [r for group in variants.values() for r in group], parts))
    return found


def _tally(key: Key, results: list[Result], variants: tuple[Tally, ...] = ()) -> Tally:
    return Tally(
        key,
        len(results),
        max((r.score for r in results if r.record), default=None),
        sum(r.lines for r in results),
        sum(r.moves for r in results),
        sum(r.milliseconds for r in results),
        sum(r.stars + r.bonus for r in results),
        sum(r.won for r in results),
        variants,
    )


def _order(key: Key) -> tuple[str, str, str, int, str]:
    # Challenge 10 comes after challenge 9.
    return key.ruleset, key.digest, key.mode, len(key.variant), key.variant
