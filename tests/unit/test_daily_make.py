"""Making and verifying days: every ruleset, every field, every kind of tampering."""

from __future__ import annotations

import copy
import datetime as dt
import functools
import json
from collections.abc import Callable
from typing import Any

import pytest

from fairtray import rulesets
from fairtray.core.errors import InputError
from fairtray.core.shapes import named
from fairtray.daily import dates, difficulty
from fairtray.daily.document import from_json, played, to_json
from fairtray.daily.make import DaysPlan, Order, make, play_through
from fairtray.daily.stream import commitment, default_key
from fairtray.daily.verify import differences
from fairtray.runs import run

DAY = dt.date(2026, 11, 29)
SECRET = bytes(range(32))


def order(name: str = "bloky-8x8", pieces: int = 30, width: int = 40) -> Order:
    return Order(rulesets.get(name), default_key(name), pieces, width)


@functools.cache
def document() -> str:
    return json.dumps(to_json(make(order(), DAY)))


@pytest.mark.parametrize("name", rulesets.builtin_names())
def test_every_ruleset_that_deals_triples_has_dailies(name: str) -> None:
    daily = make(order(name), DAY)
    assert len(daily.pieces) == len(daily.witness) == 30
    done, final = played(daily.ruleset, daily.pieces, daily.witness)
    assert len(done) == 30
    assert daily.par is not None
    assert daily.at_most is not None
    done, final = played(daily.ruleset, daily.pieces, daily.par.moves)
    assert len(done) == 30
    assert daily.par.score == final.score <= daily.at_most
    assert from_json(json.loads(json.dumps(to_json(daily)))) == daily
    assert differences(daily, default_key(name), remake=True) == []


def test_a_ruleset_written_in_place_and_another_number_of_pieces() -> None:
    rules = rulesets.get(
        {
            "rows": 5,
            "cols": 6,
            "name": "mine | yours",
            "start": ["......", ".#....", "......", "......", "......"],
            "catalogue": {"shapes": ["dot", {"name": "I2h", "weight": 3}, "V3-ne"]},
            "triple": {"size": 2},
        }
    )
    mine = Order(rules, SECRET, 8, 20)
    daily = make(mine, DAY)
    assert len(daily.pieces) == 8
    again = from_json(json.loads(json.dumps(to_json(daily))))
    assert differences(again, SECRET, remake=True) == []
    assert differences(again, default_key("mine | yours"))[0].field == "commitment"


def test_sequences_without_a_play_through_are_passed_over() -> None:
    """Squares and dots on a 3x3 board: a second square finds no room."""
    rules = rulesets.get(
        {"rows": 3, "cols": 3, "catalogue": {"shapes": ["O4", "I3h"]}, "triple": {"size": 2}}
    )
    mine = Order(rules, SECRET, 4, 20)
    days = [make(mine, DAY + dt.timedelta(days=n)) for n in range(12)]
    assert {day.attempt for day in days} > {0}
    for day in days:
        assert differences(day, SECRET) == []
        for attempt in range(day.attempt):
            drawn = [rules.shapes[i] for i in mine.drawn(dt.date.fromisoformat(day.date), attempt)]
            assert play_through(rules, drawn) is None


def test_a_game_without_points_has_play_throughs_too() -> None:
    rules = rulesets.get(
        {"rows": 6, "cols": 6, "scoring": {}, "catalogue": {"shapes": ["I3h", "O4", "V5-ne", "X5"]}}
    )
    day = make(Order(rules, SECRET, 30, 10), DAY)
    assert day.attempt == 0
    assert (day.par and day.par.score, day.at_most) == (0, 0)


def test_a_ruleset_that_nobody_can_play_through_is_refused() -> None:
    rules = rulesets.get(
        {"rows": 2, "cols": 2, "lines": {"rows": False, "cols": False},
         "catalogue": {"shapes": ["O4"]}, "triple": {"size": 2}}
    )  # fmt: skip
    with pytest.raises(InputError, match="none of 100 sequences of 2 pieces for 2026-11-29"):
        make(Order(rules, SECRET, 2, 0), DAY)


def test_days_do_not_depend_on_the_number_of_workers() -> None:
    days = dates.days_from(dt.date(2024, 2, 28), 3)
    plan = DaysPlan(order(width=5), tuple(days))
    alone = run(plan, 1).total
    assert run(plan, 2).total == alone
    assert [day.date for day in alone] == ["2024-02-28", "2024-02-29", "2024-03-01"]


Change = Callable[[dict[str, Any]], object]


def _swap(name: str) -> Change:
    def change(day: dict[str, Any]) -> None:
        moves = day[name] if name == "witness" else day["par"]["moves"]
        moves[0]["row"] = 7 - moves[0]["row"]

    return change


TAMPERED: dict[str, tuple[Change, str]] = {
    "date": (lambda d: d.update(date="2026-11-30"), "pieces["),
    "attempt": (lambda d: d.update(attempt=1), "pieces["),
    "attempts without end": (lambda d: d.update(attempt=10**12), "pieces["),
    "a piece": (lambda d: d["pieces"].__setitem__(7, "dot"), "pieces[7]"),
    "two pieces": (lambda d: d["pieces"].insert(0, d["pieces"].pop(1)), "pieces[0]"),
    "a piece less": (lambda d: d["pieces"].pop(), "pieces"),
    "a tray less": (lambda d: d.update(pieces=d["pieces"][:-3]), "witness"),
    "ruleset": (lambda d: d.update(ruleset="block-blast"), "pieces["),
    "witness: illegal": (_swap("witness"), "witness"),
    "witness: short": (lambda d: d["witness"].pop(), "witness"),
    "witness: none": (lambda d: d.update(witness=[]), "witness"),
    "witness: a slot": (lambda d: d["witness"][0].update(slot=2), "witness"),
    "par: score": (lambda d: d["par"].update(score=d["par"]["score"] + 10), "par.score"),
    "par: illegal": (_swap("par"), "par.moves"),
    "par: short": (lambda d: d["par"]["moves"].pop(), "par.moves"),
    "bound": (lambda d: d.update(at_most=d["at_most"] - 1), "at_most"),
    "difficulty": (lambda d: d["difficulty"].update(level=1), "difficulty.level"),
    "plays": (lambda d: d["difficulty"].update(plays=2), "difficulty.plays"),
    "a player": (lambda d: d["difficulty"]["greedy"].update(best=9), "difficulty.greedy"),
    "a third player": (lambda d: d["difficulty"].update(clever={}), "difficulty.clever"),
    "no player": (lambda d: d["difficulty"].pop("random"), "difficulty.random"),
    "commitment": (lambda d: d.update(commitment="0" * 64), "commitment"),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_every_tampering_is_found(what: str) -> None:
    change, field = TAMPERED[what]
    day = json.loads(document())
    change(day)
    found = differences(from_json(day), default_key("bloky-8x8"))
    assert any(d.field.startswith(field) for d in found), found


def test_a_later_attempt_is_found_even_if_all_else_fits() -> None:
    """A dealer that picks the attempt it likes best, and makes an honest file of it."""
    rules = rulesets.get("bloky-8x8")
    mine = order()
    pieces = tuple(rules.shapes[i] for i in mine.drawn(DAY, 1))
    day = make(mine, DAY)
    from fairtray.daily.make import recorded

    witness = play_through(rules, pieces)
    assert witness is not None
    dishonest = type(day)(
        rules, day.date, 1, pieces, recorded(witness), None, None, None, day.commitment
    )
    assert [d.field for d in differences(dishonest, mine.key)] == ["attempt"]


def test_remake_finds_a_width_that_is_not_so() -> None:
    day = json.loads(document())
    day["par"]["width"] = 3
    assert differences(from_json(day), default_key("bloky-8x8")) == []
    found = differences(from_json(day), default_key("bloky-8x8"), remake=True)
    assert [d.field for d in found] == ["par.moves"]


def test_a_file_without_the_optional_parts_verifies() -> None:
    day = json.loads(document())
    for key in ("par", "at_most", "difficulty"):
        del day[key]
    for move in day["witness"]:
        del move["slot"]
    assert differences(from_json(day), default_key("bloky-8x8")) == []


BAD: dict[str, tuple[Change, str]] = {
    "no format": (lambda d: d.pop("format"), "format: missing"),
    "version 2": (lambda d: d.update(format="fairtray-daily/2"), "another format"),
    "no pieces": (lambda d: d.pop("pieces"), "pieces: missing"),
    "pieces": (lambda d: d.update(pieces=3), "pieces: 3"),
    "a piece": (lambda d: d["pieces"].__setitem__(4, "I9h"), r"pieces\[4\]: no shape"),
    "a foreign piece": (lambda d: d["pieces"].__setitem__(4, "X5"), r"pieces\[4\]: .*catalogue"),
    "date": (lambda d: d.update(date="2026-02-30"), "date: there is no day 2026-02-30"),
    "date form": (lambda d: d.update(date="20261129"), "date: '20261129' is not a date"),
    "attempt": (lambda d: d.update(attempt=-1), "attempt: -1"),
    "attempt true": (lambda d: d.update(attempt=True), "attempt: true"),
    "commitment": (lambda d: d.update(commitment="abc"), "commitment: 'abc'"),
    "a key too many": (lambda d: d.update(parr=1), "parr: unknown key; did you mean par"),
    "ruleset": (lambda d: d.update(ruleset="bloky"), "ruleset: no ruleset is called"),
    "witness": (lambda d: d.update(witness={}), "witness"),
    "a move": (lambda d: d["witness"].__setitem__(3, [1, 2]), r"witness\[3\]"),
    "a row": (lambda d: d["witness"][3].update(row="1"), r"witness\[3\].row"),
    "par": (lambda d: d.update(par=600), "par: 600"),
    "par score": (lambda d: d["par"].update(score=1.5), "par.score"),
    "at_most": (lambda d: d.update(at_most="many"), "at_most"),
    "difficulty": (lambda d: d.update(difficulty=3), "difficulty: 3"),
}


@pytest.mark.parametrize("what", BAD)
def test_files_that_cannot_be_read(what: str) -> None:
    change, message = BAD[what]
    day = json.loads(document())
    change(day)
    with pytest.raises(InputError, match=message):
        from_json(day)


@pytest.mark.parametrize("value", [None, [], 3, "x", {}])
def test_what_is_no_daily_at_all(value: object) -> None:
    with pytest.raises(InputError):
        from_json(value)


def test_the_moves_have_the_form_of_a_recorded_game() -> None:
    day = json.loads(document())
    assert set(day["witness"][0]) == {"slot", "shape", "row", "col"}
    assert day["commitment"] == commitment(default_key("bloky-8x8"))
    assert copy.deepcopy(day) == day


def test_difficulty_falls_with_the_plays_that_finish() -> None:
    assert [difficulty.level(n) for n in (2000, 400, 399, 240, 120, 50, 49, 0)] == [
        1, 1, 2, 2, 3, 4, 5, 5,
    ]  # fmt: skip
    rules = rulesets.get("bloky-8x8")
    easy = difficulty.rate(rules, [0] * 30)
    assert easy["level"] == 1
    assert easy["random"]["finished"] == easy["greedy"]["finished"] == 1000
    assert easy["random"]["low"] <= easy["random"]["median"] <= easy["random"]["best"]
    square = rules.shapes.index(named("O9"))
    assert difficulty.rate(rules, [square] * 30)["level"] == 5


@pytest.mark.parametrize(
    ("pieces", "width"), [(31, 1), (0, 1), (-3, 1), (3000, 1), (30, -1), (30, 10**9)]
)
def test_orders_that_cannot_be(pieces: int, width: int) -> None:
    with pytest.raises(InputError):
        order(pieces=pieces, width=width)
