"""Auditing foreign dailies: each claim refuted by the dealer that breaks it, and no other."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from fairtray import rulesets
from fairtray.core.errors import InputError
from fairtray.daily import statistics, stream
from fairtray.daily.audit import Finding, audit
from fairtray.daily.foreign import Day, read_day
from fairtray.daily.make import play_through, recorded
from fairtray.daily.stream import Deck

RULES = rulesets.get("bloky-8x8")
DECK = stream.deck_of(RULES)
FIRST = dt.date(2026, 1, 1)
Dealer = Callable[[dt.date, int], Sequence[int]]


def honest(date: dt.date, _n: int) -> list[int]:
    return stream.sequence(b"some key of ours", RULES.name, date.isoformat(), 0, DECK)


def days(dealer: Dealer, count: int) -> list[Day]:
    dates = [FIRST + dt.timedelta(days=n) for n in range(count)]
    return [
        Day(f"day {n}", date, tuple(RULES.shapes[i] for i in dealer(date, n)))
        for n, date in enumerate(dates)
    ]


def verdicts(found: Sequence[Finding]) -> dict[str, str]:
    return {finding.id: finding.verdict for finding in found}


def test_an_honest_dealer() -> None:
    found = verdicts(audit(RULES, days(honest, 220)))
    assert found == {
        "same-for-all": "not tested",
        "distinct": "holds",
        "no-shifted-copy": "holds",
        "playable": "holds",
        "witness": "not tested",
        "in-catalogue": "holds",
        "large-limit": "holds",
        "frequencies": "not refuted",
        "first-shape": "not refuted",
        "first-step": "not refuted",
    }


def test_field_11_trays_shifted_by_one_day() -> None:
    """Tray k of a day is drawn from seed + k, so neighbours share nine of ten trays."""

    def shifted(date: dt.date, _n: int) -> list[int]:
        trays = [date + dt.timedelta(days=k) for k in range(10)]
        return [piece for tray in trays for piece in honest(tray, 0)[:3]]

    found = audit(RULES, days(shifted, 5))
    assert verdicts(found)["no-shifted-copy"] == "refuted"
    assert verdicts(found)["distinct"] == "holds"
    finding = next(f for f in found if f.id == "no-shifted-copy")
    assert finding.examples[0].startswith(
        "2026-01-02 from piece 1 on repeats 2026-01-01 from piece 4"
    )


def test_field_16_dates_that_collide() -> None:
    """Parts of a date joined without padding: 2026-1-11 and 2026-11-1 are one seed."""

    def collides(date: dt.date, _n: int) -> list[int]:
        seed = f"{date.year}{date.month}{date.day}"
        return stream.sequence(b"some key of ours", RULES.name, seed, 0, DECK)

    found = audit(RULES, days(collides, 310))
    assert verdicts(found)["distinct"] == "refuted"
    assert any("2026-11-01 has the pieces of 2026-01-11" in e for f in found for e in f.examples)


def test_zones_that_deal_otherwise() -> None:
    here, there = days(honest, 3), days(lambda d, n: honest(d + dt.timedelta(days=1), n), 3)
    assert verdicts(audit(RULES, [*here, *here]))["same-for-all"] == "holds"
    assert verdicts(audit(RULES, [*here, *there]))["same-for-all"] == "refuted"


def test_a_generator_seeded_with_the_date_deals_the_same_first_shape_all_year() -> None:
    def congruential(date: dt.date, _n: int) -> list[int]:
        state = int(f"{date:%Y%m%d}")
        pieces = []
        for _ in range(30):
            # MINSTD; its first output of neighbouring seeds differs by 16807 of 2**31.
            state = state * 16807 % (2**31 - 1)
            pieces.append(state * 37 // (2**31 - 1))
        return pieces

    found = verdicts(audit(RULES, days(congruential, 60)))
    assert found["first-shape"] == "refuted"
    assert found["first-step"] == "refuted"


def test_a_first_shape_that_walks_through_the_catalogue() -> None:
    """Every shape comes equally often, but tomorrow's is known."""

    def walks(date: dt.date, n: int) -> list[int]:
        return [n * 5 % 37, *honest(date, n)[1:]]

    found = verdicts(audit(RULES, days(walks, 74)))
    assert found["first-step"] == "refuted"


def test_too_many_large_shapes_and_pieces_outside_the_catalogue() -> None:
    square = next(i for i, shape in enumerate(RULES.shapes) if shape.name == "O9")
    bad = days(lambda d, n: [square, square, *honest(d, n)[2:]], 2)
    found = audit(RULES, bad)
    assert verdicts(found)["large-limit"] == "refuted"
    foreign = read_day({"date": "2026-01-09", "pieces": ["X5", "dot", "dot"]}, RULES, "here")
    assert verdicts(audit(RULES, [foreign]))["in-catalogue"] == "refuted"


def test_favoured_shapes() -> None:
    found = audit(RULES, days(lambda d, n: [min(p, 24) for p in honest(d, n)], 40))
    assert verdicts(found)["frequencies"] == "refuted"


def test_draws_that_are_too_even() -> None:
    deck = Deck((1,) * 10, (False,) * 10)
    even = [[(n + k) % 10 for n in range(30)] for k in range(100)]
    assert statistics.frequencies(deck, even).p < 1e-6


def test_the_limit_of_large_shapes_is_no_unfairness() -> None:
    """Ten years of our own days: large shapes come less often, and that is as it should be."""
    sequences = [honest(FIRST + dt.timedelta(days=n), 0) for n in range(3650)]
    assert statistics.frequencies(DECK, sequences).p > 1e-3
    assert statistics.first_shapes(DECK, sequences).p > 1e-3
    unlimited = Deck(DECK.weights, DECK.large)
    assert statistics.frequencies(unlimited, sequences).p < 1e-6


def test_a_few_days_are_too_few() -> None:
    found = verdicts(audit(RULES, days(honest, 2)))
    assert found["first-shape"] == found["first-step"] == "inconclusive"


def test_a_day_that_cannot_be_played_is_left_open() -> None:
    """A search that finds nothing proves nothing."""
    square = next(i for i, shape in enumerate(RULES.shapes) if shape.name == "O9")
    found = verdicts(audit(RULES, days(lambda _d, _n: [square] * 30, 1)))
    assert found["playable"] == "inconclusive"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (3, "is not a day"),
        ({"pieces": ["dot"]}, "date"),
        ({"date": "2026-02-30", "pieces": ["dot"]}, "there is no day"),
        ({"date": "2026-02-03"}, "pieces"),
        ({"date": "2026-02-03", "pieces": ["nose"]}, r"pieces\[0\]"),
        ({"date": "2026-02-03", "pieces": ["dot"], "witness": 4}, "witness"),
        ({"date": "2026-02-03", "pieces": ["dot"], "witness": [{}]}, r"witness\[0\]"),
    ],
)
def test_days_that_cannot_be_read(value: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_day(value, RULES, "here")


def test_a_day_is_told_of_a_bad_witness_of_its_own_though_it_can_be_played() -> None:
    day = days(honest, 1)[0]
    played = play_through(RULES, day.pieces)
    assert played is not None
    good = recorded(played)
    known = [
        (good, "holds", ""),
        (good[:-1], "refuted", "it has 29 moves, but there are 30 pieces"),
        ((good[0], good[0], *good[2:]), "refuted", "moves[1]"),
    ]
    for witness, verdict, why in known:
        found = {f.id: f for f in audit(RULES, [replace(day, witness=tuple(witness))])}
        assert (found["witness"].verdict, found["playable"].verdict) == (verdict, "holds")
        assert [why in example for example in found["witness"].examples] == [True] * bool(why)
