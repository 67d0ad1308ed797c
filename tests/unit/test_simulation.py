"""Whole games: replayed by the plain engine, planned by brute force, counted by scipy."""

from __future__ import annotations

import itertools
import json
import math
import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import scipy.stats
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

import oracle
import plain_players
from fairtray import rulesets
from fairtray.core import shapes
from fairtray.core.errors import InputError, PositionError
from fairtray.dealers.base import Words
from fairtray.dealers.registry import build, spec_for
from fairtray.dealers.sources import BuiltinSource
from fairtray.game import Position
from fairtray.rulesets import Ruleset
from fairtray.rulesets.model import CatalogueEntry, DealerSpec
from fairtray.simulation import report, statistics, weights
from fairtray.simulation.games import Game, GameBatch, Games, PositionPlayer, played
from fairtray.simulation.players import PLAYERS, Player, Sight, player_named
from fairtray.simulation.run import Plan, run

DEALERS = ("uniform", "weighted", "retry", "sequential-fit", "any-fit")


def job(ruleset: Ruleset, player: str, dealer: str, **changes: Any) -> GameBatch:
    source = BuiltinSource(spec_for(ruleset, dealer))
    plain = GameBatch(ruleset, source, player_named(player), 7, 0, 2, 60)
    return replace(plain, **changes)


def games_of(batch: GameBatch) -> Games:
    games = Games()
    for game in played(batch):
        games.append(game)
    return games


class _Deals:
    """The words of each deal of a game, begun as the kernel begins them."""

    def __init__(self, seed: int, number: int) -> None:
        self.game = Words(seed, 10, number)

    def next(self) -> Words:
        begin = [self.game.next() for _ in range(3)]
        words = Words(0)
        state = words.generator.state
        state["state"]["state"] = np.array([*begin, 1], dtype=np.uint64)
        words.generator.state = state
        for _ in range(12):
            words.next()
        return words


# --- Games against the plain engine ------------------------------------------------


def check(ruleset: Ruleset, wanted: GameBatch, number: int, game: Game) -> None:
    """Replay a game: its deals by the plain dealer, its moves by the plain engine."""
    assert isinstance(wanted.source, BuiltinSource)
    dealer = build(ruleset, wanted.source.spec)
    deals = _Deals(wanted.seed, number)
    position = Position(ruleset, ruleset.start, ())
    moves = lines = 0
    for turn in game.turns:
        assert not position.slots
        dealt = dealer.deal(position.board, deals.next())
        tray = tuple(ruleset.shapes[i] for i in turn.tray)
        assert dealt.shapes == tray
        position = replace(position, tray=tray)
        for placement in turn.moves:
            move = position.place(placement)
            position = move.after
            moves += 1
            lines += len(move.lines)
    assert (game.moves, game.lines, game.points) == (moves, lines, position.score)
    assert game.deals == len(game.turns)
    assert game.board == position.board
    if game.end == "cut":
        assert moves == wanted.most_moves
    elif game.end == "stuck":
        assert position.game_over
    else:
        assert not position.slots
        assert dealer.deal(position.board, deals.next()).outcome == "declined"


@pytest.mark.parametrize("name", ["block-knock", "eu-block-puzzle", "woodoku"])
@pytest.mark.parametrize("player", ["survival", "beam12", "greedy", "random"])
def test_a_game_replayed_by_the_plain_engine(name: str, player: str) -> None:
    ruleset = rulesets.get(name)
    for dealer in DEALERS:
        wanted = job(ruleset, player, dealer, count=1)
        (game,) = played(wanted, record=True)
        check(ruleset, wanted, 0, game)


@pytest.mark.parametrize("player", ["score", "tidy", "crowding", "shuffled"])
def test_the_other_players_replayed(player: str) -> None:
    ruleset = rulesets.get("bloky-8x8")
    wanted = job(ruleset, player, "retry", most_moves=30)
    for number, game in enumerate(played(wanted, record=True)):
        check(ruleset, wanted, number, game)


def test_a_game_that_ends_as_nothing_can_be_dealt() -> None:
    plain = rulesets.get({"rows": 3, "cols": 3})
    ruleset = replace(
        plain, catalogue=(CatalogueEntry(shapes.named("O4")),), dealer=DealerSpec("sequential-fit")
    )
    wanted = job(ruleset, "random", "sequential-fit", count=1)
    (game,) = played(wanted, record=True)
    check(ruleset, wanted, 0, game)
    assert (game.end, game.deals) == ("refused", 0)


def test_a_start_board_with_a_full_line() -> None:
    ruleset = replace(rulesets.get("bloky-8x8"), start=0xFF)
    for player in ("greedy", "beam12", "survival"):
        wanted = job(ruleset, player, "uniform", count=1, most_moves=9)
        (game,) = played(wanted, record=True)
        check(ruleset, wanted, 0, game)
        assert game.lines >= 1


def test_games_are_the_same_in_chunks_of_any_size() -> None:
    ruleset = rulesets.get("bloky-8x8")
    whole = games_of(job(ruleset, "greedy", "retry", count=5))
    parts = Games()
    for first, count in ((0, 2), (2, 1), (3, 2)):
        parts.extend(games_of(job(ruleset, "greedy", "retry", first=first, count=count)))
    assert parts == whole
    assert Games.from_json(json.loads(json.dumps(whole.to_json()))) == whole


def test_the_first_deal_of_paired_games_is_the_same() -> None:
    ruleset = rulesets.get("block-knock")
    trays = set()
    for dealer in ("retry", "sequential-fit", "any-fit", "uniform"):
        (game,) = played(job(ruleset, "random", dealer, count=1), record=True)
        trays.add(game.turns[0].tray)
    assert len(trays) == 1


# --- Plans against brute force -----------------------------------------------------

NAMES = ("dot", "I2h", "I2v", "V3-ne", "I3h", "O4", "L4-1", "S4-v", "T4-2")


def _thorough(name: str) -> Player:
    """Return a planning player that drops no state on a small board, and looks no further."""
    kind = "plan" if name == "beam12" else "sure"
    return replace(PLAYERS[name], kind=kind, width=1 << 13, room=1 << 14)


def _game(rows: int, cols: int) -> Ruleset:
    catalogue = tuple(CatalogueEntry(shapes.named(name)) for name in NAMES)
    plain = rulesets.get({"rows": rows, "cols": cols})
    return replace(plain, catalogue=catalogue, dealer=DealerSpec("uniform"))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    rows, cols = draw(st.integers(3, 4)), draw(st.integers(3, 5))
    ruleset = _game(rows, cols)
    board = draw(st.integers(0, (1 << (rows * cols)) - 1))
    tray = draw(st.lists(st.sampled_from(ruleset.shapes), min_size=1, max_size=3))
    return Position(ruleset, board, tuple(tray))


@settings(max_examples=60, deadline=None)
@given(positions(), st.sampled_from(["survival", "score", "beam12"]))
def test_a_plan_against_brute_force(position: Position, name: str) -> None:
    check_plan(position, name)


@pytest.mark.plain
@pytest.mark.parametrize("name", ["survival", "score", "beam12"])
def test_plans_of_known_positions(name: str) -> None:
    for board, tray in ((0x1248, ("I2h", "V3-ne", "dot")), (0x7EE5, ("O4", "I3h")), (0, ("T4-2",))):
        pieces = tuple(shapes.named(piece) for piece in tray)
        check_plan(Position(_game(4, 4), board, pieces), name)


def check_plan(position: Position, name: str) -> None:
    ruleset = position.ruleset
    player = _thorough(name)
    points, final = 0, position
    for placement in PositionPlayer(ruleset, player).moves(position):
        move = final.place(placement)
        points, final = points + move.points, move.after
    rules = plain_players.rules_of(ruleset)
    ends = plain_players.ends(rules, _state(position))
    reached = frozenset(ruleset.grid.cells(final.board))
    assert reached in ends
    pieces = [frozenset(shape.cells) for shape in ruleset.shapes]

    def value(board: oracle.Cells, earned: int) -> tuple[int, ...]:
        if name == "beam12":
            return (plain_players.by_hand(rules, board) + earned,)
        worth = plain_players.judge(rules, pieces, weights.learnt(), board)
        return (earned, worth) if name == "score" else (worth,)

    assert value(reached, points) == max(value(*end) for end in ends.items())
    assert final.game_over or not final.slots


def _state(position: Position) -> oracle.State:
    return oracle.State(
        frozenset(position.ruleset.grid.cells(position.board)),
        tuple(frozenset(shape.cells) for shape in position.tray if shape is not None),
    )


@settings(max_examples=25, deadline=None)
@given(positions(), st.integers(0, 3))
def test_a_plan_that_looks_ahead_against_brute_force(position: Position, seed: int) -> None:
    ruleset = position.ruleset
    rules = plain_players.rules_of(ruleset)
    pieces = [frozenset(shape.cells) for shape in ruleset.shapes]
    rivals, trays, deep = 3, 6, 4
    sight = Sight(boards=rivals, trays=trays, deep=deep, width=1 << 10, room=1 << 12)
    player = replace(_thorough("survival"), kind="far", ahead=sight)
    final = position
    for placement in PositionPlayer(ruleset, player, seed).moves(position):
        final = final.place(placement).after

    def worth(board: oracle.Cells) -> int:
        return plain_players.judge(rules, pieces, weights.learnt(), board)

    ranked = sorted(
        ((worth(b), b) for b in plain_players.ends(rules, _state(position))), key=by_worth
    )
    values = [value for value, _ in ranked]
    # Equals are told apart by the order of the search, which is not the point here.
    assume(len(set(values[: rivals + 1])) == len(values[: rivals + 1]))
    reached = frozenset(ruleset.grid.cells(final.board))
    if final.slots or len(ranked) == 1:
        assert reached == ranked[0][1]
        return
    words = Words(seed, 11, 0)
    dealer = build(ruleset, DealerSpec("uniform"))
    drawn = [
        tuple(frozenset(shape.cells) for shape in dealer.deal(0, words).shapes)
        for _ in range(trays)
    ]
    event("danger" if any(not _placed(rules, ranked[0][1], tray) for tray in drawn) else "safe")
    if all(_placed(rules, ranked[0][1], tray) for tray in drawn):
        assert reached == ranked[0][1]
        return
    zero, step = weights.odds_scale()
    table = weights.odds(1 << 40)

    def odds(board: oracle.Cells) -> int:
        total = 0
        for tray in drawn[:deep]:
            ends = _placed(rules, board, tray)
            best = max((worth(end) for end in ends), default=None)
            index = 0 if best is None else min(max((best - zero) // step, 0), len(table) - 1)
            total += table[index]
        return total

    least = min(odds(board) for _, board in ranked[:rivals])
    assert reached in [board for _, board in ranked[:rivals] if odds(board) == least]


def by_worth(ranked: tuple[int, oracle.Cells]) -> int:
    return -ranked[0]


def _placed(rules: oracle.Rules, board: oracle.Cells, tray: tuple[oracle.Cells, ...]) -> list[Any]:
    """Return the boards that a tray can end in with all its pieces placed."""
    state = oracle.State(board, tray)
    if not oracle.placeable(rules, state):
        return []
    return list(plain_players.ends(rules, state))


def test_a_way_that_the_beam_misses_is_found() -> None:
    """The player that keeps one state a level loses its way, and takes the exact one."""
    ruleset = rulesets.get("bloky-8x8")
    rng = random.Random(3)
    narrow = replace(_thorough("survival"), width=1)
    missed = 0
    for _ in range(150):
        board = sum(1 << i for i in range(64) if rng.random() < 0.62)
        if ruleset.full_lines(board):
            continue
        tray = tuple(rng.choices(ruleset.shapes, k=3))
        position = Position(ruleset, board, tray)
        sure = PositionPlayer(ruleset, narrow).moves(position)
        unsure = PositionPlayer(ruleset, replace(narrow, kind="plan")).moves(position)
        missed += len(sure) > len(unsure)
        assert len(sure) >= len(unsure)
        for placement in sure:
            position = position.place(placement).after
        assert not position.slots or position.game_over
    assert missed


def test_a_mind_knows_only_the_catalogue() -> None:
    ruleset = rulesets.get("bloky-8x8")
    with pytest.raises(PositionError, match=r"tray\[1\]"):
        PositionPlayer(ruleset, player_named("greedy")).moves(
            Position(ruleset, 0, (None, shapes.named("X5")))
        )
    empty = Position(ruleset, 0, (None, None))
    assert PositionPlayer(ruleset, player_named("greedy")).moves(empty) == []


def test_a_mind_names_the_slots_that_are_left() -> None:
    ruleset = rulesets.get("bloky-8x8")
    position = Position(ruleset, 0, (None, shapes.named("dot"), None, shapes.named("O9")))
    moves = PositionPlayer(ruleset, player_named("random")).moves(position)
    assert sorted(move.slot for move in moves) == [1, 3]


def test_weights_serve_every_ruleset() -> None:
    for name in rulesets.builtin_names():
        ruleset = rulesets.get(name)
        found = weights.judge(ruleset)
        assert found.windows.shape == (1 << 16,)
        assert len(found.fits) == len(ruleset.shapes)
    document = weights.learnt()
    assert document["format"] == weights.FORMAT
    kind, members = weights.window_kinds()
    assert len(document["windows"]) == len(members) == kind.max() + 1
    for window in (0, 1, 0x8421, 0x1234, 0xFFFF):
        assert plain_players.smallest(window) == members[kind[window]].min()
        assert plain_players.kinds_of_windows()[plain_players.smallest(window)] == kind[window]


def test_the_survival_player_lives_longest() -> None:
    """Games of it that are cut still last longer than whole games of the others."""
    ruleset = rulesets.get("bloky-8x8")
    lives = {
        player: sum(games_of(job(ruleset, player, "uniform", count=6, most_moves=1000)).moves)
        for player in ("survival", "beam12", "greedy", "random")
    }
    assert lives["survival"] > 2 * lives["beam12"]
    assert lives["beam12"] > 3 * lives["greedy"] > 3 * lives["random"]


# --- Statistics --------------------------------------------------------------------

numbers = st.lists(st.integers(0, 10_000), min_size=2, max_size=200)


@given(numbers)
def test_means_against_scipy(values: list[int]) -> None:
    assert statistics.mean(values) == pytest.approx(np.mean(values), rel=1e-5)
    assert statistics.deviation(values) == pytest.approx(np.std(values, ddof=1), rel=1e-5)
    low, high = statistics.mean_interval(values)
    if len(set(values)) > 1:
        known = scipy.stats.ttest_1samp(values, 0).confidence_interval(0.95)
        assert (low, high) == pytest.approx((known.low, known.high), rel=1e-4, abs=1e-4)
    else:
        assert low == high == statistics.mean(values)


@given(numbers, st.sampled_from(statistics.QUANTILES))
def test_quantiles_against_scipy(values: list[int], share: float) -> None:
    found = statistics.quantile(values, share)
    assert found.value == np.quantile(values, share, method="inverted_cdf")
    assert not found.at_least
    # scipy's interval inverts the same binomial test; where it is open it says -inf or nan.
    known = scipy.stats.quantile_test(values, q=found.value, p=share).confidence_interval(0.95)
    for mine, theirs in zip(found.interval, known, strict=True):
        assert mine == theirs if mine is not None else not math.isfinite(theirs)


def test_a_quantile_covers_what_it_should() -> None:
    """Of many samples nearly all intervals hold the true median, and not needlessly many."""
    rng = random.Random(1)
    hits = 0
    for _ in range(1000):
        low, high = statistics.quantile([rng.randrange(10**9) for _ in range(60)], 0.5).interval
        assert low is not None
        assert high is not None
        hits += low <= 5 * 10**8 <= high
    assert 945 <= hits <= 985


def test_games_that_were_cut_make_bounds() -> None:
    values = [10, 20, 30, 40, 100, 100, 100, 100, 100, 100]
    cut = [100] * 6
    assert not statistics.quantile(values, 0.25, cut).at_least
    median = statistics.quantile(values, 0.5, cut)
    assert (median.value, median.at_least, median.interval[1]) == (100, True, None)


@given(st.lists(st.integers(0, 5_000), min_size=1, max_size=300))
def test_a_histogram_holds_every_game(values: list[int]) -> None:
    bins = statistics.histogram(values)
    assert 1 <= len(bins) <= 13
    for found in bins:
        assert found.games == sum(found.start <= value < found.stop for value in values)
    assert sum(found.games for found in bins) == len(values)
    assert all(a.stop == b.start for a, b in itertools.pairwise(bins))


@given(st.lists(st.tuples(st.integers(1, 900), st.integers(1, 900)), min_size=3, max_size=80))
def test_pairs_against_scipy(pairs: list[tuple[int, int]]) -> None:
    a, b = [x for x, _ in pairs], [y for _, y in pairs]
    found = statistics.paired(a, b)
    assert found.longer == sum(x > y for x, y in pairs)
    assert found.shorter == sum(x < y for x, y in pairs)
    logs = np.log(np.array(a) / np.array(b))
    assert found.geometric is not None
    assert found.geometric.value == pytest.approx(np.exp(logs.mean()), rel=1e-5)
    if logs.std() > 1e-9:
        known = scipy.stats.ttest_rel(np.log(a), np.log(b)).confidence_interval(0.95)
        ends = (math.exp(known.low), math.exp(known.high))
        assert found.geometric.interval == pytest.approx(ends, rel=1e-4)
    assert found.means is not None
    ratio = sum(a) / sum(b)
    residuals = np.array(a) - ratio * np.array(b)
    half = scipy.stats.t.ppf(0.975, len(a) - 1) * residuals.std(ddof=1) / math.sqrt(len(a))
    low, high = found.means.interval
    assert low == pytest.approx(ratio - half / np.mean(b), rel=1e-4, abs=1e-4)
    assert high == pytest.approx(ratio + half / np.mean(b), rel=1e-4, abs=1e-4)
    if found.longer_share is not None:
        tested = scipy.stats.binomtest(found.longer, found.longer + found.shorter)
        known_share = tested.proportion_ci(0.95)
        assert found.longer_share.interval == pytest.approx(tuple(known_share), abs=1e-5)


def test_pairs_without_anything_to_compare() -> None:
    alike = statistics.paired([0, 0], [0, 0])
    assert (alike.longer_share, alike.geometric, alike.means) == (None, None, None)


# --- Runs --------------------------------------------------------------------------


def _plan(**changes: Any) -> Plan:
    ruleset = rulesets.get("bloky-8x8")
    sources = tuple(BuiltinSource(spec_for(ruleset, name)) for name in ("uniform", "retry"))
    return replace(Plan(ruleset, player_named("random"), sources, 150, 5), **changes)


def test_a_run_does_not_depend_on_its_workers() -> None:
    one, two = run(_plan(), 1), run(_plan(), 2)
    documents = [report.document(outcome) for outcome in (one, two)]
    for document in documents:
        del document["run"]
    assert documents[0] == documents[1]
    assert [len(games) for games in one.total] == [150, 150]


def test_an_interrupted_run_keeps_what_is_over() -> None:
    told = 0

    def tick(count: int) -> None:
        nonlocal told
        told += count
        if told > 210:
            raise KeyboardInterrupt

    outcome = run(_plan(), 1, tick)
    assert outcome.partial
    assert [len(games) for games in outcome.total] == [100, 100]
    document = report.document(outcome)
    assert document["partial"]
    assert document["comparisons"][0]["games"] == 100


def test_an_interrupt_before_any_game_leaves_an_empty_report() -> None:
    def tick(_count: int) -> None:
        raise KeyboardInterrupt

    document = report.document(run(_plan(), 1, tick))
    assert [found["games"] for found in document["dealers"]] == [0, 0]
    assert document["comparisons"] == []
    assert document["dealers"][0]["moves"] is None


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"games": 0}, "games: 0 games"),
        ({"seed": -1}, "seed: -1 is negative"),
        ({"most_moves": 0}, "max-moves: 0 moves"),
        ({"sources": _plan().sources * 2}, "dealer: uniform is named twice"),
    ],
)
def test_plans_that_cannot_be(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        _plan(**changes)


def test_unknown_players() -> None:
    with pytest.raises(InputError, match="greedy"):
        player_named("gredy")
