"""The tests of draws: calibrated on sound dealers, awake to faults, the power as stated."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from fairtray import rulesets
from fairtray.audit import chances, draws, fairness, features
from fairtray.audit.games import self_play
from fairtray.audit.sample import UNKNOWN, Sample
from fairtray.audit.significance import POWER, event_p, smallest_bias
from fairtray.claims import draw_claims
from fairtray.claims.sequential_uniform import SequentialUniform
from fairtray.claims.uniform import Uniform
from fairtray.dealers.registry import spec_for
from fairtray.game import Placement, Position
from fairtray.rulesets.model import Ruleset


def tiny() -> Ruleset:
    """Five shapes on a 4x4 board."""
    ruleset = rulesets.get("bloky-8x8")
    entries = tuple((ruleset.catalogue or ())[i] for i in (0, 1, 2, 9, 10))
    grid = replace(ruleset.grid, rows=4, cols=4)
    lines = tuple(sum(grid.bit(r, c) for c in range(4)) for r in range(4))
    lines += tuple(sum(grid.bit(r, c) for r in range(4)) for c in range(4))
    return replace(
        ruleset,
        name="tiny",
        grid=grid,
        lines=lines,
        line_names=tuple(f"line {i}" for i in range(8)),
        catalogue=entries,
        max_large=None,
        digest="tiny",
    )


def made(trays: np.ndarray, *, turns: int = 10) -> Sample:
    """A sample of some trays on empty boards, in games of ``turns`` deals."""
    count, size = trays.shape
    rows = np.arange(count)
    unknown = np.full(count, UNKNOWN, dtype=np.int64)
    return Sample(
        boards=np.zeros((count, 1), dtype=np.uint64),
        trays=trays.astype(np.int64),
        game=rows // turns,
        turn=rows % turns,
        policy=unknown,
        score=rows % turns * 100,
        record=np.full(count, 500, dtype=np.int64),
        seed=unknown,
        line=unknown,
        fallback=np.zeros(count, dtype=np.bool_),
        orders=np.ones(count, dtype=np.int64),
        fits=np.ones((count, size), dtype=np.int64),
        witness=np.zeros((count, size, 2), dtype=np.int64),
        games=1,
    )


def sums_of(ruleset: Ruleset, sample: Sample, model: str = "uniform") -> draws.DrawSums:
    (claim,) = draw_claims([model])
    return draws.sum_draws(ruleset, sample, chances.chances(ruleset, sample, claim))


def by_id(ruleset: Ruleset, sums: draws.DrawSums) -> dict[str, fairness.Finding]:
    found = fairness.findings(ruleset, sums)
    assert len(found) == fairness.TESTS
    return {finding.id: finding for finding in found}


# --- Draw sets ---------------------------------------------------------------------


@pytest.mark.parametrize("name", ["block-knock", "eu-block-puzzle"])
def test_draw_sets_are_as_the_rules_define_them(name: str) -> None:
    ruleset = rulesets.get(name)
    sample = self_play(ruleset, spec_for(ruleset, "sequential-fit"), "crowding", 3, 0, 40)
    says = chances.chances(ruleset, sample, SequentialUniform())
    assert says.used.all()
    assert not says.impossible.any()
    fill = np.bitwise_count(sample.boards).sum(axis=1)
    for row in np.argsort(-fill)[:2].tolist():
        board = sample.board(ruleset, row)
        drawn = [ruleset.shapes[i] for i in sample.trays[row].tolist()]
        for slot in range(2):
            inside = set()
            for i, shape in enumerate(ruleset.shapes):
                position = Position(ruleset, board, (*drawn[:slot], shape))
                if position.fits(slot) and placeable(position):
                    inside.add(i)
            chance = says.shape[row, slot]
            assert set(np.flatnonzero(chance).tolist()) == inside
            assert chance[list(inside)] == pytest.approx(1 / len(inside))


def placeable(position: Position) -> bool:
    """Whether the plain engine finds an order, by trying everything."""
    if not position.slots:
        return True
    return any(
        placeable(position.place(Placement(slot, row, col)).after)
        for slot in position.slots
        for row, col in position.legal(position.tray[slot] or position.ruleset.shapes[0])
    )


def test_an_impossible_draw_ends_its_tray() -> None:
    ruleset = tiny()
    trays = np.array([[0, 1, 2], [0, -1, 2], [3, 3, 3]])
    says = chances.chances(ruleset, made(trays), Uniform())
    assert says.used.tolist() == [[True] * 3, [True, False, False], [True] * 3]
    assert says.impossible.tolist() == [[False] * 3, [False, True, False], [False] * 3]
    assert says.shape[1, 2].sum() == 0


def test_a_second_large_shape_is_drawn_again() -> None:
    ruleset = rulesets.get("bloky-8x8")
    large = [i for i, e in enumerate(ruleset.catalogue or ()) if e.large]
    trays = np.array([[large[0], 0, 1]])
    says = chances.chances(ruleset, made(trays), Uniform(), limited=True)
    assert says.shape[0, 0] == pytest.approx(np.full(37, 1 / 37))
    assert says.shape[0, 1, large].tolist() == [0] * len(large)
    assert says.shape[0, 1, 0] == pytest.approx(1 / (37 - len(large)))


# --- Calibration -------------------------------------------------------------------


def test_sums_add_up_over_chunks() -> None:
    ruleset = tiny()
    rng = np.random.default_rng(1)
    parts = [made(rng.integers(0, 5, (200, 3))) for _ in range(3)]
    total = draws.no_draws(ruleset)
    for part in parts:
        total.add(sums_of(ruleset, part))
    assert total.draws == 1800
    counts = np.bincount(np.concatenate([p.trays.ravel() for p in parts]), minlength=5)
    assert total.slots.d.sum(axis=0) + 360 == pytest.approx(counts)
    v = 1800 * (np.eye(5) / 5 - 1 / 25)
    assert total.slots.v.sum(axis=0) == pytest.approx(v)
    pairs = np.zeros((5, 5))
    for part in parts:
        for a, b, c in part.trays.tolist():
            pairs[a, b] += 1
            pairs[b, c] += 1
    assert total.pairs.d + total.pairs.expected == pytest.approx(pairs)


def test_p_values_of_sound_draws_are_even_or_larger() -> None:
    ruleset = tiny()
    rng = np.random.default_rng(2)
    p_values: dict[str, list[float]] = {}
    for _ in range(300):
        sums = sums_of(ruleset, made(rng.integers(0, 5, (200, 3))))
        for name, finding in by_id(ruleset, sums).items():
            p_values.setdefault(name, []).append(finding.p)
    for name, values in p_values.items():
        for level in (0.01, 0.1, 0.3):
            below = sum(p <= level for p in values)
            # A binomial count, at most five standard deviations above its mean.
            assert below <= 300 * level + 5 * math.sqrt(300 * level * (1 - level)), name
    # The omnibus tests are not merely conservative.
    for name in ("shapes", "slots", "pairs"):
        assert 0.02 <= np.mean(np.array(p_values[name]) <= 0.1) <= 0.2, name


def test_a_feature_is_centred_and_its_variance_right() -> None:
    ruleset = tiny()
    rng = np.random.default_rng(3)
    scores: dict[str, list[float]] = {feature.id: [] for feature in features.FEATURES}
    for _ in range(300):
        sums = sums_of(ruleset, made(rng.integers(0, 5, (100, 3))))
        for feature, (seen, mean, variance) in zip(features.FEATURES, sums.features, strict=True):
            if variance > 0:
                scores[feature.id].append((seen - mean) / math.sqrt(variance))
    for name, values in scores.items():
        # Nothing is rigid in uniform draws, all boards are empty, guesses are too few.
        if name in {"rigid", "size-by-fill", "after-6"}:
            continue
        assert len(values) == 300, name
        assert abs(np.mean(values)) < 5 / math.sqrt(300), name
        assert 0.8 < np.std(values) < 1.2, name


# --- Faults ------------------------------------------------------------------------


Trays = np.ndarray
Fault = Callable[[np.random.Generator, Trays], Trays]


def _now_and_then(share: float, change: Callable[[Trays, int], None]) -> Fault:
    """A fault that changes a row of the trays in some share of the deals."""

    def fault(rng: np.random.Generator, trays: Trays) -> Trays:
        for row in np.flatnonzero(rng.random(len(trays)) < share).tolist():
            if row > 0:
                change(trays, row)
        return trays

    return fault


def _set(trays: Trays, row: int, slot: int, shape: int) -> None:
    trays[row, slot] = shape


def _same_start(_: np.random.Generator, trays: Trays) -> Trays:
    trays[::10] = trays[0]
    return trays


FAULTY: dict[str, Fault] = {
    "ascending": lambda _, trays: np.sort(trays, axis=1),
    "same-in-tray": lambda rng, trays: np.array([rng.permutation(5)[:3] for _ in trays]),
    "repeated-slot": _now_and_then(0.2, lambda t, row: t.__setitem__(row, t[row - 1])),
    "single-shape": lambda _, trays: np.where(trays == 4, 3, trays),
    "shapes": lambda rng, trays: np.concatenate(
        [rng.permutation(np.repeat(np.arange(5), 6)) for _ in range(len(trays) // 10)]
    ).reshape(-1, 3),
    "after-6": lambda _, trays: np.resize(trays.ravel()[:256], trays.shape),
    "same-start": _same_start,
    "size": _now_and_then(0.2, lambda t, row: _set(t, row, row % 3, 4)),
    "size-by-turn": _now_and_then(
        0.6, lambda t, row: _set(t, row, row % 3, 4) if row % 10 > 6 else None
    ),
    "across": _now_and_then(0.3, lambda t, row: _set(t, row, 0, (t[row - 1, 2] + 1) % 5)),
    "pairs": _now_and_then(0.3, lambda t, row: _set(t, row, 1, (t[row, 0] + 1) % 5)),
    "byte-remainder": lambda rng, trays: rng.integers(0, 256, (10 * len(trays), 3)) % 37,
    "first-turn": lambda _, trays: np.where(trays == 2, 1, trays),
}


@pytest.mark.parametrize("kind", FAULTY)
def test_each_test_finds_its_own_fault(kind: str) -> None:
    ruleset = rulesets.get("block-blast") if kind == "byte-remainder" else tiny()
    if kind == "byte-remainder":
        ruleset = replace(ruleset, catalogue=(ruleset.catalogue or ())[:37], digest="37")
    rng = np.random.default_rng(4)
    trays = FAULTY[kind](rng, rng.integers(0, 5, (2000, 3)))
    found = by_id(ruleset, sums_of(ruleset, made(trays)))
    assert found[kind].p < 1e-9, found[kind]
    if kind == "shapes":
        assert "evenly" in found[kind].words
    if kind == "single-shape":
        assert found[kind].words == "O9 is never dealt"


def test_first_orientations_are_those_of_kinds_with_several() -> None:
    ruleset = rulesets.get("block-puzzle-19")
    first = features.first_orientations(ruleset.shapes)
    names = [shape.name for shape, mark in zip(ruleset.shapes, first, strict=True) if mark]
    assert names == ["I2h", "I3h", "I4h", "I5h", "V3-ne", "V5-ne"]


def test_field_09_orientation_modulo_their_number_is_found() -> None:
    ruleset = rulesets.get("block-puzzle-19")
    names = [shape.name for shape in ruleset.shapes]
    kinds = [["dot"], ["O4"], ["O9"], *([f"I{n}h", f"I{n}v"] for n in (2, 3, 4, 5))]
    kinds += [[f"V{n}-{c}" for c in ("ne", "se", "sw", "nw")] for n in (3, 5)]
    rng = np.random.default_rng(9)
    drawn = []
    for kind, turn in zip(rng.integers(0, 9, 30_000), rng.integers(0, 5, 30_000), strict=True):
        drawn.append(names.index(kinds[kind][turn % len(kinds[kind])]))
    counts = np.bincount(drawn, minlength=19) / 30_000
    assert counts[names.index("I2h")] == pytest.approx(3 / 45, rel=0.1)
    assert counts[names.index("V3-ne")] == pytest.approx(2 / 45, rel=0.1)
    found = fairness.findings(ruleset, sums_of(ruleset, made(np.reshape(drawn, (-1, 3)))))
    assert fairness.claim_p(found) < 1e-30


def test_field_11_neighbouring_seeds_that_share_trays_are_found() -> None:
    ruleset = rulesets.get("block-puzzle-19")
    trays = np.array(
        [
            np.random.default_rng(20260101 + day + tray).integers(0, 19, 3)
            for day, tray in itertools.product(range(20), range(10))
        ]
    )
    found = by_id(ruleset, sums_of(ruleset, made(trays)))
    assert found["after-3"].p < 1e-30


# --- Power -------------------------------------------------------------------------


def test_the_smallest_bias_is_found_as_often_as_stated() -> None:
    kinds, count, level = 19, 3000, 1e-6
    p = 1 / kinds
    expected = np.full(kinds, count * p)
    variance = expected * (1 - p)
    bias = smallest_bias(expected, variance, level)
    rng = np.random.default_rng(6)
    for factor, low, high in ((1.0, POWER - 0.04, 0.995), (0.7, 0.0, 0.6), (1.5, 0.99, 1.0)):
        share = p * (1 + factor * bias) / (1 + p * factor * bias)
        seen = rng.binomial(count, share, 2000)
        rate = np.mean([event_p(int(k), expected[0], variance[0]) <= level for k in seen])
        assert low <= rate <= high, (factor, rate)


def test_nothing_can_be_found_in_nothing() -> None:
    assert smallest_bias(np.zeros(3), np.zeros(3), 1e-6) == math.inf


@pytest.mark.parametrize("kinds", [1, 2, 8, 16, 32])
def test_no_shape_is_rarer_by_a_byte_where_their_number_divides_256(kinds: int) -> None:
    ruleset = rulesets.get("bloky-8x8")
    ruleset = replace(ruleset, catalogue=(ruleset.catalogue or ())[:kinds], max_large=None)
    assert len(ruleset.shapes) == kinds
    sample = made(np.random.default_rng(5).integers(0, kinds, (200, 3)))
    chance = chances.chances(ruleset, sample, Uniform())
    tables = features.values(ruleset, sample, chance)
    assert {table.shape for table in tables} == {(200, 3, kinds)}
    by_byte = next(i for i, f in enumerate(features.FEATURES) if f.id == "byte-remainder")
    assert not tables[by_byte].any()
    assert by_id(ruleset, sums_of(ruleset, sample))["byte-remainder"].p == 1
