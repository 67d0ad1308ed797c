"""What one game is played by, fixed before it begins."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fairtray.core.board import Board
from fairtray.gameplay.modes.mode import Mode
from fairtray.gameplay.modes.supply import Supply
from fairtray.rulesets.model import (
    CatalogueEntry,
    Combo,
    DealerSpec,
    Ruleset,
    Scoring,
    digested,
)


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of one game; nothing of them changes while it runs.

    Attributes:
        mode: the mode.
        ruleset: the rules, with the mode's own weights, shapes and points.
        supply: where the pieces come from.
        start: the board that the game begins with.
        target: the score at which it is won; None for never.
        challenge: number of the challenge, from 1; None where the mode has none.
    """

    mode: Mode
    ruleset: Ruleset
    supply: Supply
    start: Board
    target: int | None = None
    challenge: int | None = None


def terms_of(mode: Mode, supply: Supply, challenge: int | None = None) -> Terms:
    """Return the terms of a game that begins as its mode has it.

    Args:
        mode: the mode.
        supply: where the pieces come from; made for ``rules_of(mode, challenge)``.
        challenge: number of the challenge, from 1; None where the mode has none.

    Raises:
        InputError: a challenge that the mode does not have.
    """
    ruleset = rules_of(mode, challenge)
    if challenge is None:
        return Terms(mode, ruleset, supply, ruleset.start, mode.winning_points)
    level = mode.level(challenge)
    return Terms(mode, ruleset, supply, level.start, level.target, challenge)


def rules_of(mode: Mode, challenge: int | None = None) -> Ruleset:
    """Return the ruleset of a mode's games: its weights, its shapes, and points or none.

    The same object as ``mode.ruleset`` where nothing differs.
    """
    ruleset = mode.ruleset
    catalogue = ruleset.catalogue
    if catalogue is not None and (mode.weights or mode.stages):
        catalogue = (*_weighted(mode, catalogue), *_joined(mode, catalogue, challenge or 0))
    changed = catalogue != ruleset.catalogue or not mode.points
    if not changed:
        return ruleset
    scoring = ruleset.scoring
    if not mode.points:
        # Nothing earned and no combo counted, so that no number is there to be shown.
        scoring = Scoring(per_cell=0, lines=(0,) * len(scoring.lines), combo=Combo())
    return digested(replace(ruleset, catalogue=catalogue, scoring=scoring))


def dealer_of(mode: Mode) -> DealerSpec | None:
    """Return who deals a mode's games: one that heeds weights where the mode has some."""
    spec = mode.dealer
    if spec is not None and spec.kind == "uniform" and mode.weights:
        return DealerSpec("weighted")
    return spec


def _weighted(mode: Mode, catalogue: tuple[CatalogueEntry, ...]) -> list[CatalogueEntry]:
    return [
        replace(entry, weight=mode.weights.get(entry.shape.name, entry.weight))
        for entry in catalogue
    ]


def _joined(
    mode: Mode, catalogue: tuple[CatalogueEntry, ...], challenge: int
) -> list[CatalogueEntry]:
    """Return the entries of the shapes that have joined by a challenge.

    They weigh 1 where the mode has no weights of its own.
    """
    known = {entry.shape for entry in catalogue}
    smallest = min((entry.shape.size for entry in catalogue if entry.large), default=None)
    found = []
    for since, shapes in mode.stages:
        for shape in shapes:
            if challenge >= since and shape not in known:
                known.add(shape)
                large = smallest is not None and shape.size >= smallest
                found.append(CatalogueEntry(shape, mode.weights.get(shape.name, 1), large))
    return found
