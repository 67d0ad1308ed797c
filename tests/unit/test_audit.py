"""The audit: what depends on what, who checks whom, and what the report adds up."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy import stats

import cases
import strategies
from fairtray import notation, rulesets
from fairtray.audit import games, report, sample, summary, verify
from fairtray.audit.exact import SampleDeals
from fairtray.audit.run import CHUNK_DEALS, Plan, run
from fairtray.audit.verify import ArrayEngine
from fairtray.claims import deal_claims, select
from fairtray.core.errors import IllegalPlacement, InputError, InternalFault
from fairtray.dealers import registry
from fairtray.dealers.sources import BuiltinSource
from fairtray.engines.search.decide import decide
from fairtray.game import Placement, Position, replay
from fairtray.rulesets import Ruleset
from fairtray.rulesets.model import DealerSpec
from fairtray.runs import Progress


def plan_of(name: str, dealer: str | None = None, **options: Any) -> Plan:
    ruleset = rulesets.get(name)
    source = BuiltinSource(registry.spec_for(ruleset, dealer))
    claims = select(ruleset, options.pop("claims", ()))
    return Plan(ruleset, source, claims, **options)


def document(plan: Plan, workers: int = 1) -> dict[str, Any]:
    found = report.document(run(plan, workers))
    return json.loads(json.dumps(found, allow_nan=False))  # type: ignore[no-any-return]


def without_run(found: dict[str, Any]) -> dict[str, Any]:
    assert set(found["run"]) == {"seconds", "deals_per_second", "workers"}
    return {key: value for key, value in found.items() if key != "run"}


def sampled(name: str, dealer: str, count: int, policy: str = "mixed") -> sample.Sample:
    ruleset = rulesets.get(name)
    return games.self_play(ruleset, registry.spec_for(ruleset, dealer), policy, 5, 0, count)


# --- What the answer depends on ----------------------------------------------------


def test_the_answer_does_not_depend_on_the_number_of_workers() -> None:
    plan = plan_of("block-puzzle-19", "uniform", count=2 * CHUNK_DEALS + 100, seed=3, keep=4)
    plan = replace(plan, claims=("each-fits", "triple-placeable"))
    one, two = document(plan, 1), document(plan, 2)
    assert (one["run"]["workers"], two["run"]["workers"]) == (1, 2)
    assert without_run(one) == without_run(two)
    assert one["verdict"] == "refuted"
    assert [example["claim"] for example in one["counterexamples"]] == (
        ["each-fits"] * 4 + ["triple-placeable"] * 4
    )


def test_chunks_do_not_depend_on_each_other() -> None:
    plan = plan_of("block-knock", "uniform", count=2 * CHUNK_DEALS + 7, seed=1)
    chunks = list(plan.chunks())
    assert [chunk.size for chunk in chunks] == [CHUNK_DEALS, CHUNK_DEALS, 7]
    chunks = [replace(chunk, size=min(chunk.size, 150)) for chunk in chunks]
    alone = [summary.run_chunk(chunk) for chunk in reversed(chunks)][::-1]
    again = [summary.run_chunk(chunk) for chunk in chunks]
    for first, second in zip(alone, again, strict=True):
        assert first.deals == second.deals
        assert first.first == second.first
        np.testing.assert_array_equal(first.shapes, second.shapes)
        np.testing.assert_array_equal(first.fill, second.fill)
    # Other chunks are other games, and other seeds as well.
    others = [replace(plan, seed=seed) for seed in (2, 2**70)]
    different = [*chunks[:2], *(replace(chunks[0], request=other) for other in others)]
    samples = [games.sample_of(chunk) for chunk in different]
    assert len({found.trays.tobytes() for found in samples}) == len(samples)


def test_neighbouring_seeds_share_no_run_of_trays() -> None:
    """A dealer seeded with seed + k deals the same trays for neighbouring seeds, shifted."""
    trays = []
    for seed in (20_260_101, 20_260_102):
        for chunk in (0, 1):
            ruleset = rulesets.get("block-puzzle-19")
            spec = registry.spec_for(ruleset)
            found = games.self_play(ruleset, spec, "random", seed, chunk, 400)
            trays.append([tuple(tray) for tray in found.trays.tolist()])
    runs = [{tuple(t[i : i + 3]) for i in range(398)} for t in trays]
    assert all(len(r) == 398 for r in runs)
    assert len(set.union(*runs)) == 4 * 398


def test_games_begin_anew_and_deals_are_numbered() -> None:
    found = sampled("block-knock", "uniform", 600)
    start = (found.turn == 0).tolist()
    assert not found.boards[found.turn == 0].any()
    for row in range(1, 600):
        same = found.game[row] == found.game[row - 1]
        assert found.turn[row] == (found.turn[row - 1] + 1 if same else 0)
        assert same or found.game[row] == found.game[row - 1] + 1
        assert same != start[row]
    assert found.turn.max() < games.LONGEST_GAME
    assert found.games == found.game[-1] + 1


@pytest.mark.parametrize("policy", ["random", "greedy", "crowding", "tidy"])
def test_players_play_by_the_rules(policy: str) -> None:
    """The board of a deal is one that some placements of the tray before it lead to."""
    ruleset = rulesets.get({"rows": 3, "cols": 4, "catalogue": {"shapes": ["dot", "I2h", "O4"]}})
    spec = DealerSpec("sequential-fit")
    found = games.self_play(ruleset, spec, policy, 2, 0, 60)
    followed = 0
    for row in range(59):
        if found.turn[row + 1]:
            reached = {
                (end.board, end.slots)
                for end in ends(found.position(ruleset, row))
                if not end.slots
            }
            assert (found.board(ruleset, row + 1), ()) in reached
            followed += 1
    assert followed >= 30


def ends(position: Position) -> list[Position]:
    """Return every position that some placements lead to."""
    found: dict[tuple[object, ...], Position] = {}

    def search(position: Position) -> None:
        key = position.board, position.tray
        if key in found:
            return
        found[key] = position
        for slot in position.slots:
            for row, col in position.legal(position.tray[slot] or position.ruleset.shapes[0]):
                search(position.place(Placement(slot, row, col)).after)

    search(position)
    return list(found.values())


def test_players_reach_the_hard_boards() -> None:
    """Boards more than three quarters full are where a dealer fails, if it does."""
    fills = {}
    for policy in ("crowding", "tidy"):
        boards = sampled("block-knock", "sequential-fit", 1_500, policy).boards
        fills[policy] = np.bitwise_count(boards).sum(axis=1)
    assert (fills["crowding"] > 48).sum() >= 10
    assert fills["tidy"].mean() < fills["crowding"].mean() - 5
    assert (np.bitwise_count(sampled("block-knock", "sequential-fit", 5_000).boards) > 48).any()
    mixed = document(plan_of("block-knock", count=5_000))
    assert set(mixed["players"]) == {"random", "greedy", "crowding", "tidy", "shuffled"}
    shares = mixed["players"].values()
    assert max(shares) - min(shares) <= games.LONGEST_GAME * 2
    assert mixed["orders"]["0"] == 0
    assert all(mixed["orders"][str(n)] for n in range(1, 7))


# --- The array engine --------------------------------------------------------------


def random_witnesses(ruleset: Ruleset, count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return boards, trays and moves of which some are legal and many are not."""
    rng = random.Random(6)
    boards, trays, moves = [], [], []
    for _ in range(count):
        board = strategies._almost(ruleset, rng, rng.randint(0, 5), rng.uniform(0, 0.6))
        if rng.random() < 0.1:
            board |= rng.choice(ruleset.lines)
        tray = [rng.randrange(len(ruleset.shapes)) for _ in range(3)]
        position = Position(ruleset, board, tuple(ruleset.shapes[i] for i in tray))
        decision = decide(position)
        line = [(m.slot, m.row * ruleset.grid.cols + m.col) for m in decision.witness or ()]
        while len(line) < 3:
            line.append((len(line), rng.randrange(ruleset.grid.size)))
        boards.append(ruleset.grid.to_words(board))
        trays.append(tray)
        moves.append(corrupted(ruleset, line, rng))
    return np.array(boards, dtype=np.uint64), np.array(trays), np.array(moves)


def corrupted(
    ruleset: Ruleset, line: list[tuple[int, int]], rng: random.Random
) -> list[tuple[int, int]]:
    i = rng.randrange(3)
    slot, anchor = line[i]
    kind = rng.choice(["none", "none", "slot", "far", "negative", "moved", "order", "unplaced"])
    if kind == "slot":
        line[i] = ((slot + 1) % 3, anchor)
    elif kind == "far":
        line[i] = (slot, ruleset.grid.size + rng.randrange(3))
    elif kind == "negative":
        line[i] = rng.choice([(-1, anchor), (slot, -1), (3, anchor)])
    elif kind == "moved":
        line[i] = (slot, rng.randrange(ruleset.grid.size))
    elif kind == "order":
        line.reverse()
    elif kind == "unplaced":
        line[2] = (-1, -1)
    return line


@pytest.mark.parametrize("name", ["bloky-8x8", "woodoku", "eu-block-puzzle", "block-blast"])
def test_the_array_engine_replays_as_the_plain_engine_does(name: str) -> None:
    ruleset = rulesets.get(name)
    boards, trays, moves = random_witnesses(ruleset, 400)
    found = ArrayEngine(ruleset, ruleset.shapes).replay(boards, trays, moves)
    verdicts = []
    for i in range(400):
        board = ruleset.grid.from_words(boards[i].tolist())
        position = Position(ruleset, board, tuple(ruleset.shapes[s] for s in trays[i].tolist()))
        line = [
            # Python would count a negative anchor from the end of the row before.
            Placement(slot, *divmod(anchor, ruleset.grid.cols))
            for slot, anchor in moves[i].tolist()
        ]
        try:
            played = replay(position, line)
        except IllegalPlacement:
            verdicts.append(False)
        else:
            verdicts.append(not played[-1].after.slots)
    assert found.tolist() == verdicts
    assert 80 < sum(verdicts) < 320


@pytest.mark.parametrize("name", ["bloky-8x8", "woodoku", "eu-block-puzzle"])
def test_the_array_engine_clears_as_the_plain_engine_does(name: str) -> None:
    ruleset = rulesets.get(name)
    rng = random.Random(1)
    boards = [strategies._almost(ruleset, rng, 4, rng.random()) for _ in range(100)]
    for _ in range(60):
        boards.append(
            boards[rng.randrange(100)] | rng.choice(ruleset.lines) | rng.choice(ruleset.lines)
        )
    boards += [0, ruleset.grid.full]
    engine = ArrayEngine(ruleset, ruleset.shapes)
    words = np.array([ruleset.grid.to_words(board) for board in boards], dtype=np.uint64)
    cells = engine.cleared(engine.unpack(words))
    for board, after in zip(boards, cells.tolist(), strict=True):
        expected = board
        for line in ruleset.full_lines(board):
            expected &= ~ruleset.lines[line]
        assert sum(1 << i for i, filled in enumerate(after) if filled) == expected


def test_the_array_engine_knows_what_fits() -> None:
    ruleset = rulesets.get("eu-block-puzzle")
    boards, trays, _ = random_witnesses(ruleset, 300)
    found = ArrayEngine(ruleset, ruleset.shapes).fitting(boards, trays)
    for i in range(300):
        board = ruleset.grid.from_words(boards[i].tolist())
        position = Position(ruleset, board, tuple(ruleset.shapes[s] for s in trays[i].tolist()))
        assert found[i].tolist() == [position.fits(slot) for slot in range(3)]


def test_the_array_engine_takes_no_deals() -> None:
    ruleset = rulesets.get("ten-ten")
    engine = ArrayEngine(ruleset, ruleset.shapes)
    boards, trays, moves = (array[:0] for array in random_witnesses(ruleset, 1))
    assert engine.replay(boards, trays, moves).shape == (0,)
    assert engine.fitting(boards, trays).shape == (0, 3)


# --- Who checks the search ---------------------------------------------------------


def verified(found: sample.Sample) -> verify.Checks:
    ruleset = rulesets.get("block-knock")
    return verify.verify(ruleset, ArrayEngine(ruleset, ruleset.shapes), found)


def last(found: sample.Sample, placeable: bool) -> int:
    """Return the last deal that is (or is not) placeable."""
    return int(np.flatnonzero((found.orders > 0) == placeable)[-1])


def claim_fits(found: sample.Sample) -> int:
    row, slot = np.argwhere(found.fits == 0)[-1]
    found.fits[row, slot] = 1
    return int(row)


def deny_fits(found: sample.Sample) -> int:
    row = last(found, placeable=True)
    found.fits[row, 2] = 0
    return row


def claim_placeable(found: sample.Sample) -> int:
    row = last(found, placeable=False)
    found.orders[row] = 1
    found.witness[row] = [[0, 0], [1, 0], [2, 0]]
    return row


def deny_placeable(found: sample.Sample) -> int:
    row = last(found, placeable=True)
    found.orders[row] = 0
    return row


def move_witness(found: sample.Sample) -> int:
    row = last(found, placeable=True)
    found.witness[row, 1] = found.witness[row, 0]
    return row


def drop_witness(found: sample.Sample) -> int:
    row = last(found, placeable=True)
    found.witness[row, 2] = -1
    return row


@pytest.mark.parametrize(
    ("tamper", "message"),
    [
        (claim_fits, "search and array engine differ on what fits"),
        (deny_fits, "search and array engine differ on what fits"),
        (claim_placeable, "a witness of the search does not replay"),
        (deny_placeable, "search says not placeable, CP-SAT says feasible"),
        (move_witness, "a witness of the search does not replay"),
        (drop_witness, "a witness of the search does not replay"),
    ],
)
def test_a_wrong_answer_of_the_search_does_not_pass(
    tamper: Callable[[sample.Sample], int], message: str
) -> None:
    found = sampled("block-knock", "uniform", 300)
    failing = int((found.orders == 0).sum())
    assert failing >= 5
    checks = verified(found)
    assert (checks.fits, checks.replayed, checks.infeasible) == (900, 300 - failing, failing)
    row = tamper(found)
    with pytest.raises(InternalFault, match=message) as caught:
        verified(found)
    assert caught.value.position is not None
    position = notation.parse_json(json.dumps(caught.value.position)).position
    assert position == found.position(rulesets.get("block-knock"), row)


# --- Claims ------------------------------------------------------------------------


def drawn_sample(name: str, board: list[str], trays: list[list[str]]) -> sample.Sample:
    """Return a sample of deals on one board, answered by the search."""
    ruleset = rulesets.get(name)
    found = sampled(name, "uniform", len(trays))
    index = {shape.name: i for i, shape in enumerate(ruleset.shapes)}
    numbers = np.array([[index[piece] for piece in tray] for tray in trays])
    words = np.array([ruleset.grid.to_words(ruleset.grid.parse(board))] * len(trays), np.uint64)
    found = replace(found, boards=words, trays=numbers)
    for row in range(len(trays)):
        position = found.position(ruleset, row)
        decision = decide(position)
        found.orders[row] = decision.orders
        found.fits[row] = decision.fits
    return found


BOARD = cases.field("field-10")["given"]["board"]
"""Three pieces fit on it one by one and not together."""

TRAYS = [
    ["dot", "dot", "dot"],
    ["O9", "R23", "V5-ne"],
    ["O9", "dot", "I2v"],
    ["I5v", "I4v", "V3-nw"],
    ["O9", "O9", "O4"],
]


def test_every_broken_promise_is_seen() -> None:
    found = drawn_sample("bloky-8x8", BOARD, TRAYS)
    ruleset = rulesets.get("bloky-8x8")
    deals = SampleDeals(ruleset, found)
    broken = {claim.name: claim.broken(deals).tolist() for claim in deal_claims()}
    assert broken == {
        "in-catalogue": [False] * 5,
        "some-fits": [False, True, False, False, True],
        "each-fits": [False, True, True, False, True],
        "triple-placeable": [decide(found.position(ruleset, row)).orders == 0 for row in range(5)],
        "large-limit": [False, True, False, False, True],
    }
    assert broken["triple-placeable"][0] is False
    assert broken["triple-placeable"][3] is True


@pytest.mark.parametrize("strange", [-1, -5, 37, 1_000])
def test_a_piece_outside_the_catalogue_is_seen(strange: int) -> None:
    found = drawn_sample("block-knock", BOARD, TRAYS)
    found.trays[2, 1] = strange
    (claim,) = deal_claims(["in-catalogue"])
    broken = claim.broken(SampleDeals(rulesets.get("block-knock"), found))
    assert broken.tolist() == [False, False, True, False, False]


def test_claims_are_those_of_the_ruleset_unless_others_are_named() -> None:
    knock, bloky = rulesets.get("block-knock"), rulesets.get("bloky-8x8")
    assert select(knock, ()) == knock.claims
    assert select(knock, ())[:3] == ("in-catalogue", "each-fits", "triple-placeable")
    assert select(knock, ("triple-placeable", "some-fits", "some-fits")) == (
        "some-fits",
        "triple-placeable",
    )
    assert "large-limit" in select(bloky, ())
    assert "triple-placeable" not in select(bloky, ())
    with pytest.raises(InputError, match="has no limit of large shapes; drop claim large-limit"):
        select(knock, ("large-limit",))
    with pytest.raises(InputError, match="no claim is called 'placeable'; did you mean"):
        select(knock, ("placeable",))


@pytest.mark.parametrize(
    "options",
    [{"count": 0}, {"count": -1}, {"count": 10**12 + 1}, {"seed": -1}, {"policy": "clever"}],
)
def test_audits_that_cannot_be(options: dict[str, Any]) -> None:
    (name,) = options
    with pytest.raises(InputError, match=name):
        plan_of("block-knock", **options)


# --- The report --------------------------------------------------------------------


@pytest.mark.parametrize("checked", [1, 2, 59, 10_000])
@pytest.mark.parametrize("share", [0, 1e-3, 0.3, 1])
def test_the_bound_is_that_of_clopper_and_pearson(checked: int, share: float) -> None:
    failures = round(share * checked)
    exact = stats.binomtest(failures, checked, alternative="less").proportion_ci(0.95)
    bound = report.upper_bound(failures, checked)
    assert bound == pytest.approx(exact.high, rel=1e-9)
    if failures < checked:
        assert bound == pytest.approx(stats.beta.ppf(0.95, failures + 1, checked - failures))
        # With that rate so few failures would be a one in twenty chance.
        assert stats.binom.cdf(failures, checked, bound) == pytest.approx(0.05)


def test_nothing_checked_is_nothing_known() -> None:
    assert report.upper_bound(0, 0) == 1


FIELDS = {
    "verdict", "deals", "claims", "counterexamples", "seed", "versions", "run", "partial",
    "ruleset", "dealer", "policy", "games", "declined", "fallback", "information", "orders",
    "fill", "shapes", "players", "proofs", "asked", "format",
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "dealer", "count"),
    [
        ("block-knock", None, 300),
        ("block-knock", "uniform", 300),
        ("bloky-8x8", None, 500),
        ("eu-block-puzzle", None, 120),
        ("woodoku", None, 120),
    ],
)
def test_the_sums_of_a_report(name: str, dealer: str | None, count: int) -> None:
    plan = plan_of(name, dealer, count=count, seed=9)
    found = document(plan)
    assert set(found) >= FIELDS
    assert (found["deals"], found["asked"], found["seed"]) == (count, count, 9)
    assert found["partial"] is False
    assert sum(band["deals"] for band in found["fill"]) == count
    assert sum(found["orders"].values()) == count
    assert sum(found["players"].values()) == count
    assert sum(found["shapes"].values()) == 3 * count
    assert list(found["shapes"]) == [shape.name for shape in plan.ruleset.shapes]
    placeable = count - found["orders"]["0"]
    assert sum(band["placeable"] for band in found["fill"]) == placeable
    assert all(0 <= band["placeable"] <= band["deals"] for band in found["fill"])
    assert list(found["orders"]) == [str(n) for n in range(7)]
    edges = [(band["from"], band["to"]) for band in found["fill"]]
    assert [n for low, high in edges for n in range(low, high + 1)] == list(
        range(plan.ruleset.grid.size + 1)
    )
    assert found["proofs"] == {
        "fits_recomputed": 3 * count,
        "witnesses_replayed": placeable,
        "infeasible_by_cp_sat": count - placeable,
        "agreed_by_cp_sat": 0,
        "level": "witness",
    }
    assert set(found["versions"]) >= {"fairtray", "numba", "numpy", "ortools"}
    assert found["information"] or found["claims"]
    claims = {claim["id"]: claim for claim in found["claims"] + found["information"]}
    assert [claim["id"] for claim in found["claims"]] == list(plan.claims)
    exact = {claim.name for claim in deal_claims()}
    limited = plan.ruleset.max_large is not None
    assert set(claims) >= (exact if limited else exact - {"large-limit"})
    for claim in (claims[name] for name in exact if name in claims):
        statistic = claim["statistic"]
        assert statistic["checked"] == count
        assert statistic["rate"] == statistic["failures"] / count
        assert statistic["upper_95"] > statistic["rate"]
        assert claim["verdict"] == ("refuted" if statistic["failures"] else "holds")
    assert claims["triple-placeable"]["statistic"]["failures"] == found["orders"]["0"]
    refuted = any(claim["verdict"] == "refuted" for claim in found["claims"])
    assert (found["verdict"] == "refuted") == refuted
    assert bool(found["counterexamples"]) == refuted


def test_counterexamples_break_what_they_say() -> None:
    plan = plan_of("block-knock", "uniform", count=400, keep=5)
    found = document(plan)
    assert len(found["counterexamples"]) == 10
    for example in found["counterexamples"]:
        position = notation.parse_json(json.dumps(example["position"])).position
        dealt = {**example["position"], **example["again"]["dealt"]}
        whole = notation.parse_json(json.dumps(dealt)).position
        for shown in (position, whole):
            if example["claim"] == "each-fits":
                assert not all(shown.fits(slot) for slot in range(3))
            else:
                assert not decide(shown).placeable
        # Shrunk: some of its filled cells, none of its pieces larger.
        assert position.board & whole.board == position.board != whole.board
        pairs = zip(position.tray, whole.tray, strict=True)
        assert all(a is not None and b is not None and a.size <= b.size for a, b in pairs)
        deal = games.self_play(
            plan.ruleset, DealerSpec("uniform"), plan.policy, plan.seed, example["chunk"], 400
        )
        (row,) = np.flatnonzero((deal.game == example["game"]) & (deal.turn == example["turn"]))
        assert deal.board(plan.ruleset, row) == whole.board
        assert deal.position(plan.ruleset, row).tray == whole.tray


def test_no_counterexample_is_kept_when_none_is_asked_for() -> None:
    found = document(plan_of("block-knock", "uniform", count=200, keep=0))
    assert found["verdict"] == "refuted"
    assert found["counterexamples"] == []


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (2, 1), (1, 3), (2, 2), (1, 5), (2, 3), (1, 7)])
def test_bands_of_tiny_boards_count_each_deal_once(rows: int, cols: int) -> None:
    """Boards of fewer cells than there are bands; without lines they get full."""
    ruleset = rulesets.get(
        {
            "rows": rows,
            "cols": cols,
            "lines": {"rows": False, "cols": False},
            "catalogue": {"shapes": ["dot"]},
            "triple": {"size": 1},
            "dealer": {"kind": "uniform"},
        }
    )
    plan = Plan(ruleset, BuiltinSource(DealerSpec("uniform")), (), count=40)
    found = document(plan)
    # A game goes on until the one piece does not fit: the last deal is on the full board.
    assert found["orders"]["0"] > 0
    assert sum(band["deals"] for band in found["fill"]) == 40
    assert sum(band["placeable"] for band in found["fill"]) == found["orders"]["1"]
    numbers = [n for band in found["fill"] for n in range(band["from"], band["to"] + 1)]
    assert numbers == list(range(rows * cols + 1))


def test_an_interrupt_keeps_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    done = []

    def interrupted(chunk: Any, progress: Progress) -> summary.Summary:
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(summary.run_chunk(replace(chunk, size=50), progress))
        return done[-1]

    monkeypatch.setattr("fairtray.audit.run.run_chunk", interrupted)
    told: list[int] = []
    outcome = run(plan_of("block-knock", count=10 * CHUNK_DEALS), 1, told.append)
    assert outcome.partial
    assert outcome.summary.deals == 100
    assert told == [50, 50]
    assert report.document(outcome)["partial"] is True


# --- Every registered game ---------------------------------------------------------


@pytest.mark.parametrize("name", rulesets.builtin_names())
def test_every_game_can_be_audited(name: str) -> None:
    """With its own dealer, whose claims must hold; where that is unknown, with a uniform one."""
    ruleset = rulesets.get(name)
    own = None if ruleset.dealer.kind != "unknown" else "uniform"
    assert (own is None) == (name != "block-blast")
    found = document(plan_of(name, own, count=250))
    assert found["deals"] == 250
    assert found["declined"] == 0
    assert found["verdict"] != "refuted"
    assert "refuted" not in {claim["verdict"] for claim in found["claims"]}
    assert found["counterexamples"] == []
