"""The built-in dealers: kernel and plain twin, what they promise, and what they draw."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy import stats

import oracle
import strategies
from fairtray import rulesets
from fairtray.audit import games
from fairtray.audit.sample import Sample
from fairtray.core.board import Board
from fairtray.core.errors import DealerError, InputError
from fairtray.core.shapes import Shape
from fairtray.dealers import registry
from fairtray.dealers.base import Deal, Words
from fairtray.engines.search.decide import decide
from fairtray.game import Position
from fairtray.rulesets import Ruleset
from fairtray.rulesets.model import DEALER_KINDS, DealerSpec

SEED = 20_261_129

NEVER_BY_CHANCE = 1e-9


@pytest.fixture
def one_deal_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every game end after its first deal: all deals are made on the start board."""
    monkeypatch.setattr(games, "LONGEST_GAME", 1)


def kernel_deals(
    ruleset: Ruleset, spec: DealerSpec, board: Board, count: int, seed: int = SEED
) -> Sample:
    """Return deals that the kernel makes on one board, one after another."""
    return games.self_play(replace(ruleset, start=board), spec, "random", seed, 0, count)


def plain_deals(
    ruleset: Ruleset, spec: DealerSpec, board: Board, count: int, seed: int = SEED
) -> Iterator[Deal]:
    """Yield the deals that the plain twin makes with the same words."""
    words = Words(seed, games._DEALER_STREAM, 0)
    dealer = registry.build(ruleset, spec)
    for _ in range(count):
        yield dealer.deal(board, words)


def tray_of(ruleset: Ruleset, sample: Sample, row: int) -> tuple[Shape, ...]:
    return tuple(ruleset.shapes[i] for i in sample.trays[row].tolist())


def boards_of_all_densities(ruleset: Ruleset, count: int) -> Iterator[Board]:
    rng = random.Random(4)
    for i in range(count):
        density = 0.15 + 0.85 * i / count
        board = rng.choice([strategies._random_board, strategies._random_board, almost])(
            ruleset, rng, density
        )
        # Games are not begun with a full line.
        yield strategies.opened(ruleset, board, rng)


def almost(ruleset: Ruleset, rng: random.Random, density: float) -> Board:
    return strategies._almost(ruleset, rng, rng.randint(2, 8), density)


# --- Kernel and plain twin ---------------------------------------------------------


@pytest.mark.usefixtures("one_deal_a_game")
@pytest.mark.parametrize("kind", registry.names())
@pytest.mark.parametrize("name", rulesets.builtin_names())
def test_kernel_and_plain_twin_make_the_same_deals(name: str, kind: str) -> None:
    """Deal after deal from one stream, so both leave the generator in the same state."""
    ruleset = rulesets.get(name)
    spec = registry.spec_for(ruleset, kind)
    outcomes: Counter[str] = Counter()
    for board in boards_of_all_densities(ruleset, 16):
        plain = list(plain_deals(ruleset, spec, board, 8))
        outcomes.update(deal.outcome for deal in plain)
        sample = kernel_deals(ruleset, spec, board, 8)
        for row, deal in enumerate(plain):
            assert tray_of(ruleset, sample, row) == deal.shapes
            assert ("fallback" if sample.fallback[row] else "kept") == deal.outcome
    assert outcomes["declined"] == 0, "with the single cell nothing needs to be declined"
    assert outcomes["fallback"] == 0 or kind == "retry"


@pytest.mark.usefixtures("one_deal_a_game")
@pytest.mark.parametrize("kind", registry.names())
def test_twins_agree_with_weights_and_a_limit_and_another_tray_size(kind: str) -> None:
    ruleset = rulesets.get(
        {
            "rows": 6,
            "cols": 5,
            "lines": {"boxes": [3, 5]},
            "catalogue": {
                "shapes": [
                    {"name": "dot", "weight": 3},
                    {"name": "O4", "weight": 1_000},
                    {"name": "I3h", "weight": 7},
                    {"name": "D2-0", "weight": 1},
                    {"name": "odd", "rows": ["#.#", ".#."], "weight": 50},
                ]
            },
            "triple": {"size": 4, "max_large": 2, "large": ["O4", "odd"]},
        }
    )
    spec = DealerSpec("retry", 2) if kind == "retry" else registry.spec_for(ruleset, kind)
    fallbacks = 0
    for board in boards_of_all_densities(ruleset, 12):
        sample = kernel_deals(ruleset, spec, board, 10)
        for row, deal in enumerate(plain_deals(ruleset, spec, board, 10)):
            fallbacks += deal.outcome == "fallback"
            assert sample.fallback[row] == (deal.outcome == "fallback")
            assert tray_of(ruleset, sample, row) == deal.shapes
            assert len(deal.shapes) == 4
            large = sum(shape.name in {"O4", "odd"} for shape in deal.shapes)
            assert large <= 2 or kind in {"uniform", "weighted"}
    assert bool(fallbacks) == (kind == "retry")


# --- Guarantees --------------------------------------------------------------------


@pytest.mark.usefixtures("one_deal_a_game")
@pytest.mark.parametrize("name", rulesets.builtin_names())
def test_sequential_fit_keeps_both_guarantees(name: str) -> None:
    """Absolutely, on boards of every density without a full line; the oracle is the judge."""
    ruleset, rules = rulesets.get(name), oracle.PUBLISHED[name]
    spec = registry.spec_for(ruleset, "sequential-fit")
    for board in boards_of_all_densities(ruleset, 25):
        cells = strategies.cells_of(ruleset, board)
        sample = kernel_deals(ruleset, spec, board, 3, seed=board)
        for row in range(3):
            tray = tuple(frozenset(shape.cells) for shape in tray_of(ruleset, sample, row))
            assert all(oracle.fits(rules, cells, piece) for piece in tray)
            assert oracle.placeable(rules, oracle.State(cells, tray))


@pytest.mark.usefixtures("one_deal_a_game")
def test_any_fit_deals_one_that_fits() -> None:
    ruleset = rulesets.get("eu-block-puzzle")
    spec = registry.spec_for(ruleset)
    fitting: Counter[int] = Counter()
    for board in boards_of_all_densities(ruleset, 30):
        sample = kernel_deals(ruleset, spec, board, 20)
        for row in range(20):
            position = Position(ruleset, board, tray_of(ruleset, sample, row))
            fitting[sum(position.fits(slot) for slot in range(3))] += 1
    assert fitting[0] == 0
    # It does not promise that all three fit, and nobody should make it.
    assert min(fitting[1], fitting[2], fitting[3]) > 20


NO_SINGLE_CELL = rulesets.get(
    {"rows": 8, "cols": 8, "catalogue": {"shapes": ["O4", "I3h", "V3-ne"]}}
)

CHECKERED = NO_SINGLE_CELL.grid.mask(
    (r, c) for r, c in itertools.product(range(8), repeat=2) if (r + c) % 2
)
"""No two free cells lie side by side."""

ONE_HOLE = CHECKERED & ~NO_SINGLE_CELL.grid.mask([(0, 0), (0, 1), (1, 0), (1, 1)])
"""One 2x2 hole: after the square nothing of the catalogue is placeable any more."""


@pytest.mark.usefixtures("one_deal_a_game")
@pytest.mark.parametrize("kind", ["sequential-fit", "any-fit"])
def test_what_cannot_be_promised_is_declined(kind: str) -> None:
    spec = registry.spec_for(NO_SINGLE_CELL, kind)
    assert [d.outcome for d in plain_deals(NO_SINGLE_CELL, spec, CHECKERED, 5)] == ["declined"] * 5
    assert [d.shapes for d in plain_deals(NO_SINGLE_CELL, spec, CHECKERED, 2)] == [(), ()]
    with pytest.raises(DealerError, match=f"dealer {kind} cannot keep its promise"):
        kernel_deals(NO_SINGLE_CELL, spec, CHECKERED, 1)


@pytest.mark.usefixtures("one_deal_a_game")
def test_a_deal_is_declined_as_a_whole() -> None:
    """The first piece could be drawn and the second not: nothing at all is dealt."""
    spec = registry.spec_for(NO_SINGLE_CELL, "sequential-fit")
    (deal,) = plain_deals(NO_SINGLE_CELL, spec, ONE_HOLE, 1)
    assert deal == Deal((), "declined")
    with pytest.raises(DealerError, match="cannot keep its promise"):
        kernel_deals(NO_SINGLE_CELL, spec, ONE_HOLE, 1)
    one = replace(NO_SINGLE_CELL, tray_size=1)
    sample = kernel_deals(one, spec, ONE_HOLE, 50)
    fitting = {s for s in one.shapes if Position(one, ONE_HOLE, (s,)).fits(0)}
    assert len(fitting) == 3
    assert {tray_of(one, sample, row)[0] for row in range(50)} == fitting


@pytest.mark.usefixtures("one_deal_a_game")
@pytest.mark.parametrize("tries", [1, 3, 20])
def test_retry_deals_its_last_try_when_all_have_failed(tries: int) -> None:
    spec = DealerSpec("retry", tries)
    sample = kernel_deals(NO_SINGLE_CELL, spec, CHECKERED, 4)
    assert sample.fallback.all()
    assert not sample.orders.any()
    words = Words(SEED, games._DEALER_STREAM, 0)
    drawn = [
        tuple(NO_SINGLE_CELL.shapes[words.below(3)] for _ in range(3)) for _ in range(4 * tries)
    ]
    assert [tray_of(NO_SINGLE_CELL, sample, row) for row in range(4)] == drawn[tries - 1 :: tries]


@pytest.mark.usefixtures("one_deal_a_game")
def test_retry_deals_its_first_try_that_is_placeable() -> None:
    ruleset = rulesets.get("bloky-8x8")
    spec = registry.spec_for(ruleset)
    assert spec == DealerSpec("retry", 20)
    board = next(itertools.islice(boards_of_all_densities(ruleset, 10), 5, None))
    sample = kernel_deals(ruleset, spec, board, 100)
    words = Words(SEED, games._DEALER_STREAM, 0)
    large = {entry.shape for entry in ruleset.catalogue or () if entry.large}
    tries = 0
    for row in range(100):
        tray: tuple[Shape, ...] = ()
        while not tray or not decide(Position(ruleset, board, tray)).placeable:
            tries += 1
            tray = ()
            while len(tray) < 3:
                shape = ruleset.shapes[words.below(37)]
                if shape not in large or not large & set(tray):
                    tray += (shape,)
        assert tray_of(ruleset, sample, row) == tray
    assert 150 < tries < 2_000
    assert not sample.fallback.any()


@pytest.mark.usefixtures("one_deal_a_game")
@pytest.mark.parametrize(
    ("kind", "limited"),
    [("retry", True), ("sequential-fit", True), ("any-fit", True), ("uniform", False)],
)
def test_the_limit_of_large_shapes(kind: str, limited: bool) -> None:
    """The published dealers keep it; independent draws cannot."""
    ruleset = rulesets.get("bloky-8x8")
    sample = kernel_deals(ruleset, registry.spec_for(ruleset, kind), 0, 5_000)
    large = np.array([entry.large for entry in ruleset.catalogue or ()])
    counts = Counter(large[sample.trays].sum(axis=1).tolist())
    assert large.sum() == 9
    assert min(counts[0], counts[1]) > 1_000
    assert max(counts) == (1 if limited else 3)


# --- What is drawn -----------------------------------------------------------------


def assert_frequencies(found: Counter[Any], chances: dict[Any, float], count: int) -> None:
    """Hold counts against exact chances: the same support, and a chi-square."""
    assert math.isclose(sum(chances.values()), 1)
    assert set(found) <= set(chances), "something was drawn that cannot be"
    # Rare outcomes count together, as the test's approximation needs.
    common = [key for key in chances if chances[key] * count >= 5]
    missing = [key for key in chances if chances[key] * count >= 40 and key not in found]
    assert not missing, "something that can be drawn never was"
    observed = [found[key] for key in common]
    expected = [chances[key] * count for key in common]
    rest = count - sum(expected)
    if rest > 1e-6:
        observed.append(count - sum(observed))
        expected.append(rest)
    p = stats.chisquare(observed, expected).pvalue
    assert p > NEVER_BY_CHANCE
    # Too even is as wrong as too uneven.
    assert p < 1 - NEVER_BY_CHANCE


HARD_BOARDS = [
    ("block-knock", "##.###.#|#.######|.###...#|#.##.##.|##.#####|#####.##|..#.####|#.#.###."),
    ("block-knock", "##.##.#.|##..##.#|..##.###|#####..#|.##.####|##.##...|#.###.##|######.#"),
    ("block-knock", "####.###|.#######|#.#...#.|.###.###|##.#.##.|.##.#..#|##.###.#|##...###"),
    ("block-puzzle-19", ".#.##.#.|####.#.#|###.##..|#.#.####|##.#####|###.#.##|#.#...#.|.###...#"),
]
"""Few shapes fit, only some go together, and what was drawn changes what can be drawn."""


def drawn_board(ruleset: Ruleset, drawing: str) -> Board:
    board = ruleset.grid.parse(drawing.split("|"))
    assert ruleset.full_lines(board) == []
    return board


def sequential_chances(ruleset: Ruleset, board: Board) -> dict[tuple[Shape, ...], float]:
    """Return the chance of every tray by RULES: each piece uniform over its draw set."""
    rules = oracle.PUBLISHED[ruleset.name]
    cells = strategies.cells_of(ruleset, board)
    chances: dict[tuple[Shape, ...], float] = {(): 1.0}
    for _ in range(3):
        longer = {}
        placeable: dict[tuple[Shape, ...], bool] = {}
        for tray, chance in chances.items():
            draw_set = []
            for shape in ruleset.shapes:
                pieces = [frozenset(s.cells) for s in (*tray, shape)]
                if not oracle.fits(rules, cells, pieces[-1]):
                    continue
                # Whether some order will do does not depend on the order of the tray.
                key = tuple(sorted((*tray, shape), key=lambda s: s.name))
                if key not in placeable:
                    state = oracle.State(cells, tuple(pieces))
                    placeable[key] = oracle.placeable(rules, state)
                if placeable[key]:
                    draw_set.append(shape)
            for shape in draw_set:
                longer[*tray, shape] = chance / len(draw_set)
        chances = longer
    return chances


@pytest.mark.usefixtures("one_deal_a_game")
@pytest.mark.parametrize(("name", "drawing"), HARD_BOARDS)
def test_sequential_fit_draws_evenly_from_the_draw_sets(name: str, drawing: str) -> None:
    ruleset = rulesets.get(name)
    board = drawn_board(ruleset, drawing)
    chances = sequential_chances(ruleset, board)
    # The board must tell the rule from its neighbours.
    fitting = sum(Position(ruleset, board, (shape,)).fits(0) for shape in ruleset.shapes)
    assert len(chances) < 0.8 * fitting**3
    assert len({round(chance, 12) for chance in chances.values()}) > 4
    count = 40_000
    sample = kernel_deals(ruleset, registry.spec_for(ruleset, "sequential-fit"), board, count)
    found = Counter(tuple(ruleset.shapes[i] for i in tray) for tray in sample.trays.tolist())
    assert_frequencies(found, chances, count)


def test_a_clear_does_not_make_a_shape_fit_when_dealt() -> None:
    """A shape that fits only after a clear is not in the draw set although the tray would do."""
    ruleset = rulesets.get("block-knock")
    # Every row and column lacks one cell: a single cell clears two of them and makes room.
    board = drawn_board(
        ruleset, "#######.|.#######|#.######|##.#####|###.####|####.###|#####.##|######.#"
    )
    dealer = registry.build(ruleset, registry.spec_for(ruleset))
    entries = {entry.shape.name: entry for entry in ruleset.catalogue or ()}
    dot, bar = entries["dot"], entries["I5h"]
    tray = (dot.shape, bar.shape)
    assert decide(Position(ruleset, board, tray)).placeable
    assert dealer.in_draw_set(board, [], dot)  # type: ignore[attr-defined]
    assert not dealer.in_draw_set(board, [dot], bar)  # type: ignore[attr-defined]
    words = Words(1)
    assert all(set(dealer.deal(board, words).shapes) == {dot.shape} for _ in range(20))


@pytest.mark.usefixtures("one_deal_a_game")
@pytest.mark.parametrize("kind", ["uniform", "weighted"])
def test_independent_draws_follow_the_weights(kind: str) -> None:
    """``uniform`` ignores the catalogue's weights; trays are drawn piece by piece."""
    weights = [1, 2, 4, 8, 10]
    names = ["dot", "I2h", "O4", "I3v", "L4-0"]
    entries = [{"name": n, "weight": w} for n, w in zip(names, weights, strict=True)]
    ruleset = rulesets.get({"rows": 8, "cols": 8, "catalogue": {"shapes": entries}})
    share = [1 / 5] * 5 if kind == "uniform" else [weight / 25 for weight in weights]
    chances = {
        tray: math.prod(share[i] for i in tray) for tray in itertools.product(range(5), repeat=3)
    }
    count = 60_000
    sample = kernel_deals(ruleset, registry.spec_for(ruleset, kind), ruleset.grid.full >> 1, count)
    assert_frequencies(Counter(map(tuple, sample.trays.tolist())), chances, count)


@pytest.mark.usefixtures("one_deal_a_game")
def test_any_fit_deals_whole_sets_again() -> None:
    """Independent draws given that at least one fits, and not one that fits put among others."""
    ruleset = rulesets.get("eu-block-puzzle")
    rng = random.Random(0)
    board = strategies.opened(ruleset, strategies._random_board(ruleset, rng, 0.85), rng)
    position = Position(ruleset, board, ruleset.shapes)
    fits = [position.fits(slot) for slot in range(48)]
    q = sum(fits) / 48
    assert 2 < sum(fits) < 20
    # Chances of (which slots hold a fitting piece), at least one.
    chances = {
        pattern: math.prod(q if fit else 1 - q for fit in pattern) / (1 - (1 - q) ** 3)
        for pattern in itertools.product([True, False], repeat=3)
        if any(pattern)
    }
    count = 60_000
    sample = kernel_deals(ruleset, registry.spec_for(ruleset), board, count)
    patterns = np.array(fits)[sample.trays]
    assert_frequencies(Counter(map(tuple, patterns.tolist())), chances, count)
    for kind in (True, False):
        of_kind = [i for i in range(48) if fits[i] is kind]
        drawn = sample.trays[patterns == kind].tolist()
        assert_frequencies(Counter(drawn), dict.fromkeys(of_kind, 1 / len(of_kind)), len(drawn))


def test_a_dealer_never_looks_at_anything_but_the_board() -> None:
    """Combo and score are not even given to it; the same words give the same deal."""
    ruleset = rulesets.get("block-knock")
    dealer = registry.build(ruleset, registry.spec_for(ruleset))
    board = next(iter(boards_of_all_densities(ruleset, 3)))
    assert dealer.deal(board, Words(3)) == dealer.deal(board, Words(3))
    assert dealer.deal(board, Words(3)) != dealer.deal(board, Words(4))


# --- The registry ------------------------------------------------------------------


def test_every_kind_but_the_unknown_one_has_a_dealer() -> None:
    assert set(DEALER_KINDS) - set(registry.names()) == {"unknown"}


@pytest.mark.parametrize(
    ("name", "kind", "tries"),
    [
        ("bloky-8x8", "retry", 20),
        ("block-knock", "sequential-fit", 1),
        ("block-puzzle-19", "uniform", 1),
        ("eu-block-puzzle", "any-fit", 1),
        ("ten-ten", "uniform", 1),
    ],
)
def test_the_published_dealers(name: str, kind: str, tries: int) -> None:
    spec = registry.spec_for(rulesets.get(name))
    assert (spec.kind, spec.tries) == (kind, tries)


ALL_LARGE = {
    "rows": 4,
    "cols": 4,
    "catalogue": {"shapes": ["O4", "I3h"]},
    "triple": {"max_large": 2, "large_from_cells": 3},
    "dealer": {"kind": "retry", "tries": 3},
}


@pytest.mark.parametrize(
    ("ruleset", "dealer", "message"),
    [
        ("block-knock", "unifrom", r"no dealer is called 'unifrom'; did you mean uniform\?"),
        ("block-knock", "unknown", "no dealer is called 'unknown'"),
        ("block-blast", None, "how block-blast deals is not known; name a dealer with --dealer"),
        ({"rows": 4, "cols": 4}, "uniform", "has no catalogue to deal from"),
        (ALL_LARGE, None, "at most 2 large shapes, but every shape is large"),
        (ALL_LARGE, "any-fit", "at most 2 large shapes, but every shape is large"),
    ],
)
def test_dealers_that_cannot_be(
    ruleset: str | dict[str, Any], dealer: str | None, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        registry.spec_for(rulesets.get(ruleset), dealer)


def tray_names(tray: Sequence[Shape]) -> list[str]:
    return [shape.name for shape in tray]


def test_words_that_never_change_the_deals() -> None:
    """Golden deals: whoever changes what a seed deals must change them here, and say so."""
    ruleset = rulesets.get("block-knock")
    dealer = registry.build(ruleset, registry.spec_for(ruleset))
    words = Words(0)
    deals = [tray_names(dealer.deal(0, words).shapes) for _ in range(2)]
    assert deals == [["L4-0", "I5v", "V3-se"], ["I3h", "V3-se", "L4-1"]]


# --- Shapes that are never dealt ---------------------------------------------------

SOME_NEVER = rulesets.get(
    {
        "rows": 5,
        "cols": 5,
        "catalogue": {
            "shapes": [
                {"name": "dot", "weight": 0},
                {"name": "O4", "weight": 0.75},
                {"name": "I3h", "weight": 0.25},
                {"name": "V5-ne", "weight": 0},
                {"name": "V3-ne", "weight": 2},
            ]
        },
        "triple": {"max_large": 1, "large": ["V5-ne", "O4"]},
    }
)


@pytest.mark.usefixtures("one_deal_a_game")
@pytest.mark.parametrize("kind", [kind for kind in registry.names() if kind != "uniform"])
def test_a_shape_of_weight_0_is_never_dealt_by_either_twin(kind: str) -> None:
    spec = registry.spec_for(SOME_NEVER, kind)
    sizes: Counter[str] = Counter()
    for board in boards_of_all_densities(SOME_NEVER, 12):
        plain = list(plain_deals(SOME_NEVER, spec, board, 8))
        if plain[0].outcome == "declined":
            with pytest.raises(DealerError, match="cannot keep its promise"):
                kernel_deals(SOME_NEVER, spec, board, 1)
            sizes["declined"] += 1
            continue
        kept = list(itertools.takewhile(lambda deal: deal.outcome != "declined", plain))
        sample = kernel_deals(SOME_NEVER, spec, board, len(kept))
        for row, deal in enumerate(kept):
            assert tray_of(SOME_NEVER, sample, row) == deal.shapes
            sizes.update(shape.name for shape in deal.shapes)
    assert not {"dot", "V5-ne"} & set(sizes)
    assert sizes["O4"] > 0
    assert sizes["V3-ne"] > 0
    assert (sizes["declined"] > 0) == (kind in {"sequential-fit", "any-fit"})
