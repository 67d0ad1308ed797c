"""The portable stream: its vectors, a port to JavaScript, and ten years of days."""

from __future__ import annotations

import datetime as dt
import itertools
import json
import shutil
import subprocess
from typing import Any

import pytest

import cases
from fairtray import rulesets
from fairtray.core.errors import InputError, RulesetError
from fairtray.daily import stream
from fairtray.daily.stream import Deck

FOLDER = cases.FIXTURES / "daily"
VECTORS = json.loads((FOLDER / "vectors.json").read_text(encoding="utf-8"))["cases"]


def deck_of(case: dict[str, Any]) -> Deck:
    return Deck(tuple(case["weights"]), tuple(case["large"]), case["tray_size"], case["max_large"])


@pytest.mark.parametrize("case", VECTORS, ids=lambda case: case["what"])
def test_vectors(case: dict[str, Any]) -> None:
    key = bytes.fromhex(case["key"])
    at = (key, case["ruleset"], case["date"], case["attempt"])
    assert list(stream.block(*at, 0)) == case["first_words"]
    assert stream.sequence(*at, deck_of(case), len(case["pieces"])) == case["pieces"]
    assert stream.commitment(key) == case["commitment"]


def test_the_vectors_show_every_branch() -> None:
    assert any(case["rejected"] > 20 for case in VECTORS)
    assert any(case["redrawn"] for case in VECTORS)
    assert any(case["words"] > 2 * stream.WORDS for case in VECTORS)
    assert any(case["date"].endswith("02-29") for case in VECTORS)
    bloky = next(case for case in VECTORS if case["ruleset"] == "bloky-8x8")
    assert {0, 36} <= set(bloky["pieces"])


def test_the_vectors_are_those_of_the_ruleset() -> None:
    case = VECTORS[0]
    deck = stream.deck_of(rulesets.get("bloky-8x8"))
    assert deck == deck_of(case)
    assert stream.default_key("bloky-8x8").hex() == case["key"]


def test_the_javascript_port_makes_the_same() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    done = subprocess.run(
        [node, str(FOLDER / "run.js"), str(FOLDER / "vectors.json")],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    made = json.loads(done.stdout)
    assert made == [{k: case[k] for k in ("first_words", "pieces")} for case in VECTORS]


def test_words_that_would_favour_an_index_are_passed_over() -> None:
    weights = (2**30, 2**30, 1)
    fair = sum(weights)
    assert stream.draw(iter([fair, 2**32 - 1, fair - 1]), weights) == 2
    assert stream.draw(iter([0]), weights) == 0
    assert stream.draw(iter([2**30]), weights) == 1


def test_a_second_large_shape_is_drawn_again_and_each_tray_begins_anew() -> None:
    deck = Deck((1, 1), (True, False), 3, 1)
    words = iter([0, 0, 0, 1, 0, 1, 0, 1, 1])
    assert stream.deal(words, deck, 6) == [0, 1, 1, 0, 1, 1]
    assert next(words, None) is None


def test_large_shapes_barred_altogether() -> None:
    deck = Deck((1, 1), (True, False), 3, 0)
    assert set(stream.sequence(b"k", "n", "2026-01-01", 0, deck)) == {1}


@pytest.mark.parametrize("rules", ["bloky-8x8", "block-puzzle-19"])
def test_ten_years_are_distinct_and_no_day_is_a_shifted_copy(rules: str) -> None:
    deck = stream.deck_of(rulesets.get(rules))
    key = stream.default_key(rules)
    first = dt.date(2024, 1, 1)
    days = [
        stream.sequence(key, rules, (first + dt.timedelta(days=n)).isoformat(), 0, deck)
        for n in range(3653)
    ]
    assert len({tuple(day) for day in days}) == len(days)
    for before, after in itertools.pairwise(days):
        for shift in range(1, 20):
            assert before[shift:] != after[:-shift]
            assert after[shift:] != before[:-shift]


def test_field_16_every_date_of_a_leap_year_is_its_own() -> None:
    case = cases.field("field-16")
    deck = stream.deck_of(rulesets.get("bloky-8x8"))
    first = dt.date(case["given"]["year"], 1, 1)
    days = {
        tuple(stream.sequence(b"k", "r", (first + dt.timedelta(days=n)).isoformat(), 0, deck))
        for n in range(366)
    }
    assert len(days) == case["expect"]["distinct_sequences"]


def test_field_11_no_day_begins_with_the_second_tray_of_its_neighbour() -> None:
    deck = stream.deck_of(rulesets.get("bloky-8x8"))
    seeds = [str(seed) for seed in cases.field("field-11")["given"]["seeds"]]
    first, second = (
        stream.sequence(b"k", "r", f"{seed[:4]}-{seed[4:6]}-{seed[6:]}", 0, deck) for seed in seeds
    )
    assert first[3:] != second[:-3]


def test_every_part_of_the_message_counts() -> None:
    at: list[Any] = [b"key", "name", "2026-01-01", 0, 0]
    other: list[Any] = [b"kez", "nama", "2026-01-02", 1, 1]
    seen = {stream.block(*at)}
    for i, part in enumerate(other):
        seen.add(stream.block(*at[:i], part, *at[i + 1 :]))
    assert len(seen) == 6


@pytest.mark.parametrize(
    ("weights", "large", "limit"),
    [((), (), None), ((0, 0), (False, False), None), ((2**32, 1), (False, False), None),
     ((-1, 2), (False, False), None),
     ((1, 1), (True, True), 1)],
)  # fmt: skip
def test_decks_that_nothing_can_be_drawn_from(
    weights: tuple[int, ...], large: tuple[bool, ...], limit: int | None
) -> None:
    with pytest.raises(RulesetError):
        Deck(weights, large, 3, limit)


@pytest.mark.parametrize("count", [0, -3, 1, 29])
def test_whole_trays_only(count: int) -> None:
    with pytest.raises(InputError, match="multiple of 3"):
        stream.sequence(b"k", "n", "2026-01-01", 0, Deck((1,), (False,)), count)


def test_a_ruleset_without_a_catalogue_has_no_dailies() -> None:
    with pytest.raises(RulesetError, match="deals no pieces"):
        stream.deck_of(rulesets.get({"rows": 8, "cols": 8}))
