"""What may follow, and the choice by it, against brute force."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import oracle
import strategies
from fairtray import rulesets
from fairtray.core import shapes
from fairtray.core.errors import InputError
from fairtray.engines.search import following as following_module
from fairtray.engines.search import survival as module
from fairtray.engines.search.following import following
from fairtray.engines.search.outcomes import Outcomes
from fairtray.engines.search.survival import choose, survivors
from fairtray.game import Position
from fairtray.notation import parse_position
from fairtray.rulesets import Ruleset
from fairtray.rulesets.model import CatalogueEntry, DealerSpec

NAMES = ("dot", "I2h", "I2v", "V3-ne", "I3h", "I4v", "O4", "D2-0")


@st.composite
def games(draw: st.DrawFn) -> Ruleset:
    rows, cols = draw(st.integers(4, 5)), draw(st.integers(4, 5))
    plain = rulesets.get({"rows": rows, "cols": cols})
    chosen = draw(st.lists(st.sampled_from(NAMES), min_size=2, max_size=4, unique=True))
    catalogue = tuple(
        CatalogueEntry(shapes.named(name), draw(st.integers(1, 4)), draw(st.booleans()))
        for name in chosen
    )
    if all(entry.large for entry in catalogue):
        catalogue = (replace(catalogue[0], large=False), *catalogue[1:])
    return replace(
        plain,
        catalogue=catalogue,
        tray_size=draw(st.integers(1, 3)),
        max_large=draw(st.none() | st.integers(0, 3)),
        dealer=DealerSpec(draw(st.sampled_from(["uniform", "weighted", "retry", "unknown"]))),
    )


def chances(game: Ruleset) -> dict[tuple[int, ...], Fraction]:
    """Return the chance of each multiset, from one draw after the other."""
    entries = game.catalogue or ()
    uniform = game.dealer.kind == "uniform"
    free = game.dealer.kind in {"uniform", "weighted"} or game.max_large is None
    limit = game.tray_size if free else game.max_large
    assert limit is not None
    found: Counter[tuple[int, ...]] = Counter()
    for order in itertools.product(range(len(entries)), repeat=game.tray_size):
        chance = Fraction(1)
        for k, drawn in enumerate(order):
            large = sum(entries[i].large for i in order[:k])
            allowed = [
                1 if uniform else e.weight if large + e.large <= limit else 0 for e in entries
            ]
            # Once a draw was impossible nothing need be possible after it.
            chance *= Fraction(allowed[drawn], sum(allowed) or 1)
        found[tuple(sorted(order))] += chance  # type: ignore[assignment]
    return {tray: chance for tray, chance in found.items() if chance}  # type: ignore[misc]


@given(games())
def test_how_likely_each_tray_is(game: Ruleset) -> None:
    likely = following(game)
    assert likely.exact
    total = likely.total
    found = {
        tuple(tray): Fraction(weight, total)
        for tray, weight in zip(likely.trays.tolist(), likely.weights.tolist(), strict=True)
    }
    assert found == chances(game)


def share(game: Ruleset, board: int) -> Fraction:
    rules = strategies.oracle_rules(game)
    cells = strategies.cells_of(game, board)
    placed = Fraction(0)
    for tray, chance in chances(game).items():
        pieces = tuple(frozenset(game.shapes[i].cells) for i in tray)
        if oracle.placeable(rules, oracle.State(cells, pieces)):
            placed += chance
    return placed


@st.composite
def crowded(draw: st.DrawFn) -> Position:
    game = draw(games())
    size = game.grid.size
    filled = draw(st.sets(st.integers(0, size - 1), min_size=size // 2, max_size=size - 4))
    board = sum(1 << cell for cell in filled)
    tray = tuple(draw(st.lists(st.sampled_from(game.shapes), min_size=1, max_size=2)))
    return Position(game, board, tray)


@pytest.mark.plain
@given(crowded())
def test_the_choice_against_brute_force(position: Position) -> None:
    outcomes = Outcomes(position)
    assume(outcomes.complete)
    assume(len(outcomes) <= 30)
    game = position.ruleset
    ended = [outcomes.outcome(i) for i in range(len(outcomes))]
    shares = [share(game, outcome.final.board) for outcome in ended]
    total = following(game).total
    for outcome, expected in zip(ended[:3], shares, strict=False):
        assert Fraction(survivors(game, outcome.final.board), total) == expected
    surviving = choose(outcomes, "survival")
    assert surviving.exact
    assert surviving.rank == shares.index(max(shares))
    assert Fraction(surviving.placeable, surviving.total) == max(shares)
    products = [s * max(o.points, 1) for s, o in zip(shares, ended, strict=True)]
    assert choose(outcomes, "balanced").rank == products.index(max(products))


def test_a_choice_from_a_sample_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    position = strategies.example_positions(rulesets.get("bloky-8x8"), 12)[10]
    outcomes = Outcomes(position)
    exact = choose(outcomes, "survival")
    assert (exact.exact, exact.all_trays, exact.boards) == (True, True, len(outcomes))
    monkeypatch.setattr(module, "SAMPLED_BOARDS", 40)
    sampled = choose(outcomes, "survival", budget=0)
    assert (sampled.exact, sampled.boards) == (False, min(40, len(outcomes)))
    assert sampled.share <= exact.share
    assert choose(outcomes, "survival", budget=0) == sampled


def test_the_best_of_a_sample_are_compared_by_all_trays(monkeypatch: pytest.MonkeyPatch) -> None:
    outcomes = Outcomes(parse_position("block-knock:0xd9d900ef00aa01e7:I2h,O4,V5-ne").position)
    game = outcomes.position.ruleset
    monkeypatch.setattr(module, "FINALISTS", len(outcomes))
    everything = choose(outcomes, "survival", budget=0)
    assert everything.boards == len(outcomes)
    assert everything.rank == choose(outcomes, "survival").rank
    assert everything.rank > 0
    # One tray tells little; the share is by all trays nevertheless.
    monkeypatch.setattr(module, "SAMPLED_TRAYS", 1)
    monkeypatch.setattr(module, "FINALISTS", 5)
    few = choose(outcomes, "survival", budget=0)
    assert few.share == survivors(game, few.outcome.final.board) / few.total
    assert few.share <= everything.share


def test_trays_are_sampled_where_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    bloky = rulesets.get("bloky-8x8")
    every = following(bloky)
    monkeypatch.setattr(following_module, "MAX_TRAYS", 100)
    following_module._following.cache_clear()
    try:
        sample = following(bloky)
    finally:
        monkeypatch.undo()
        following_module._following.cache_clear()
    assert (every.exact, sample.exact) == (True, False)
    assert set(map(tuple, sample.trays.tolist())) <= set(map(tuple, every.trays.tolist()))
    assert np.all(sample.weights > 0)
    large = np.array([entry.large for entry in bloky.catalogue or ()])
    assert large[sample.trays].sum(axis=1).max() == bloky.max_large


def test_nothing_follows_without_a_catalogue() -> None:
    with pytest.raises(InputError, match="no catalogue"):
        following(rulesets.get({"rows": 4, "cols": 4}))
