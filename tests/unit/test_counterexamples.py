"""Asking again, shrinking, and putting saved counterexamples to a dealer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commandline import run
from fairtray import rulesets
from fairtray.audit.again import recheck
from fairtray.audit.counterexamples import Counterexample, shrink_counterexamples
from fairtray.audit.exact import breaks, confirm
from fairtray.audit.run import AuditResult, Plan
from fairtray.audit.run import run as audited
from fairtray.audit.saved import read_saved
from fairtray.audit.shrink import least, shrink_game, shrink_position
from fairtray.core import shapes
from fairtray.core.errors import InputError, InternalFault
from fairtray.dealers.registry import spec_for
from fairtray.dealers.session import Ask
from fairtray.dealers.sources import BuiltinSource, CallableSource
from fairtray.game import Position

FOLDER = Path(__file__).parents[2] / "fixtures" / "dealers" / "faulty"
KNOCK = rulesets.get("block-knock")


def audit(dealer: str, ruleset: str, claims: tuple[str, ...], count: int = 2500) -> AuditResult:
    source = CallableSource(f"{dealer}:deal", FOLDER)
    return audited(Plan(rulesets.get(ruleset), source, claims, count, keep=2), workers=1)


# --- Delta debugging ---------------------------------------------------------------


@given(st.lists(st.integers(0, 30), unique=True), st.sets(st.integers(0, 30), max_size=4))
def test_the_least_selection_is_what_is_needed(parts: list[int], needed: set[int]) -> None:
    needed &= set(parts)
    found = least(parts, lambda some: needed <= set(some))
    assert found == [part for part in parts if part in needed]


def test_nothing_can_be_left_out_of_the_least_selection() -> None:
    # Not monotone: the sum must be a multiple of seven and not empty.
    def shows(some: Any) -> bool:
        return len(some) > 0 and sum(some) % 7 == 0

    parts = [1, 2, 3, 4, 5, 6]
    assert shows(parts)
    found = least(parts, shows)
    assert shows(found)
    assert not any(shows(found[:i] + found[i + 1 :]) for i in range(len(found)))


def test_a_position_shrinks_to_what_breaks_the_claim() -> None:
    board = KNOCK.grid.parse(
        ["#.#.#.#.", ".#.#.#.#", "#.#.#.#.", ".#.#.#.#"] + ["#.#.#.#.", ".#.#.#.#"] * 2
    )
    tray = tuple(shapes.named(name) for name in ("O9", "I5h", "T4-0"))
    position = Position(KNOCK, board, tray, score=70)
    assert breaks("each-fits", position)
    small = shrink_position(position, lambda p: breaks("each-fits", p))
    assert breaks("each-fits", small)
    assert small.score == 0
    assert small.board & board == small.board
    # A few cells keep the 3x3 out; it takes many to keep a domino out.
    assert small.board.bit_count() <= 12
    sizes = sorted(shape.size for shape in small.tray if shape is not None)
    assert sizes[:2] == [1, 1]
    for row, col in KNOCK.grid.cells(small.board):
        fewer = Position(KNOCK, small.board & ~KNOCK.grid.bit(row, col), small.tray)
        assert not breaks("each-fits", fewer)
    assert KNOCK.full_lines(small.board) == []


def test_a_game_shrinks_to_the_deals_that_matter() -> None:
    asks = [Ask(board=0, turn=turn, score=10 * turn, record=50) for turn in range(9)]

    def shows(some: Any) -> bool:
        return any(ask.turn == 3 for ask in some) and some[-1].turn == 8

    found = shrink_game(asks, shows)
    assert [ask.turn for ask in found] == [3, 8]
    assert (found[-1].score, found[-1].record) == (0, 0)


def test_a_claim_about_two_answers_is_not_judged_by_one_position() -> None:
    with pytest.raises(InternalFault, match="reproducible is not one of"):
        breaks("reproducible", Position(KNOCK, 0, ()))


def test_a_tray_that_can_be_placed_is_not_confirmed() -> None:
    tray = (shapes.named("dot"),)
    with pytest.raises(InternalFault, match="search says not placeable, CP-SAT says feasible"):
        confirm("triple-placeable", Position(KNOCK, 0, tray))


# --- Shrunk with the dealer --------------------------------------------------------


@pytest.mark.parametrize(
    ("dealer", "ruleset", "claim"),
    [
        ("wraps", "block-knock", "each-fits"),
        ("each_alone", "block-knock", "triple-placeable"),
        ("outside_catalogue", "bloky-8x8", "in-catalogue"),
        ("two_large", "bloky-8x8", "large-limit"),
    ],
)
def test_a_dealer_deals_its_counterexample_again(dealer: str, ruleset: str, claim: str) -> None:
    outcome = audit(dealer, ruleset, (claim,))
    assert outcome.examples
    for example in outcome.examples:
        assert breaks(claim, example.position)
        assert breaks(claim, example.dealt)
        assert example.asks[-1].board == example.position.board
        assert len(example.asks) <= example.turn + 1
        assert example.position.board & example.dealt.board == example.position.board
        with CallableSource(f"{dealer}:deal", FOLDER).session(
            outcome.plan.ruleset, 0, ""
        ) as session:
            session.new_game(example.seed)
            answers = [session.deal(ask) for ask in example.asks]
        assert answers[-1] == example.position.tray
    # These dealers look at one board at a time: no other deal is needed.
    assert all(len(example.asks) == 1 for example in outcome.examples)


@pytest.mark.parametrize(
    ("dealer", "claim", "deals"),
    [
        ("ignores_seed", "reproducible", 1),
        ("undo_deals_anew", "undo-stable", 2),
        ("likes_square", "board-blind", 1),
        ("easier_when_low", "score-blind", 1),
        ("harder_near_record", "record-blind", 1),
    ],
)
def test_two_answers_that_should_be_one(dealer: str, claim: str, deals: int) -> None:
    ruleset = "block-knock" if claim in {"score-blind", "record-blind"} else "block-puzzle-19"
    outcome = audit(dealer, ruleset, (claim,))
    assert outcome.examples
    for example in outcome.examples:
        assert example.claim == claim
        assert example.other is not None
        assert example.other != example.position.tray
        assert (example.varied is None) == (claim in {"reproducible", "undo-stable"})
        assert len(example.asks) <= deals
    probes = outcome.summary.evidence.probes[claim]
    assert 0 < probes.differed <= probes.compared


def test_a_built_in_deal_shrinks_without_its_dealer() -> None:
    source = BuiltinSource(spec_for(KNOCK, "uniform"))
    plan = Plan(KNOCK, source, ("each-fits", "triple-placeable"), 500, keep=2)
    outcome = audited(plan, workers=1)
    assert len(outcome.examples) == 4
    for example in outcome.examples:
        assert example.asks == ()
        assert breaks(example.claim, example.position)
        assert example.position.board.bit_count() < example.dealt.board.bit_count()
    again = shrink_counterexamples(KNOCK, source, plan.claims, outcome.summary)
    assert tuple(again) == outcome.examples


# --- Saved and put to a dealer -----------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with saved counterexamples of two dealers; the current one is the dealers'."""
    monkeypatch.chdir(FOLDER)
    monkeypatch.setenv("COLUMNS", "80")
    for dealer, ruleset, claim in (
        ("wraps", "block-knock", "each-fits"),
        ("undo_deals_anew", "block-puzzle-19", "undo-stable"),
    ):
        options = ("--ruleset", ruleset, "--dealer", f"{dealer}:deal", "--claim", claim)
        where = str(tmp_path / dealer)
        assert run("audit", *options, "-n", "1000", "--keep", "1", "--save", where).code == 1
    return tmp_path


def test_again_tells_what_is_fixed(folder: Path) -> None:
    file = str(folder / "wraps" / "each-fits-1.json")
    result = run("audit", "--again", file, "--dealer", "wraps:deal")
    assert (result.code, result.err) == (1, "")
    assert result.out.startswith(f"STILL FAILS  {file}: each-fits: with seed ")
    assert result.out.endswith("1 of 1 still fails\n")
    result = run("audit", "--again", file, "--dealer", "sequential-fit")
    assert result.code == 0
    assert result.out.startswith(f"FIXED  {file}: each-fits: not dealt any more in ")
    # Without its dealer, which nobody named, the deal is judged as it was saved.
    result = run("audit", "--again", file)
    assert result.code == 1
    assert "the deal as saved breaks it" in result.out


def test_again_takes_a_whole_folder_and_prints_json(folder: Path) -> None:
    where = str(folder / "undo_deals_anew")
    result = run("audit", "--again", "--save", where, "--dealer", "undo_deals_anew:deal", "--json")
    assert result.code == 1
    (one,) = result.json["again"]
    assert (one["claim"], one["verdict"]) == ("undo-stable", "still fails")
    assert result.json["verdict"] == "still fails"
    result = run("audit", "--again", "--save", where, "--dealer", "uniform", "--json")
    assert (result.code, result.json["verdict"]) == (0, "fixed")


def test_the_line_of_a_report_reproduces_it(folder: Path, tmp_path: Path) -> None:
    options = ("--ruleset", "block-knock", "--dealer", "easier_when_low:deal", "-n", "500")
    claim = ("--claim", "score-blind", "--keep", "1", "--json")
    found = run("audit", *options, *claim, "--save", str(tmp_path / "found")).json
    (example,) = found["counterexamples"]
    program, *words = example["reproduce"].split()
    assert program == "fairtray"
    assert run(*words).code == 1
    saved = json.loads(Path(example["file"]).read_text(encoding="utf-8"))
    assert saved["again"]["varied"]["score"] != saved["again"]["asks"][-1]["score"]
    assert folder.exists()


def test_a_built_in_dealer_is_asked_without_being_named(tmp_path: Path) -> None:
    where = str(tmp_path / "found")
    options = ("--ruleset", "block-knock", "--dealer", "uniform", "--claim", "each-fits")
    assert run("audit", *options, "-n", "300", "--keep", "1", "--save", where).code == 1
    result = run("audit", "--again", "--save", where)
    assert result.code == 1
    assert "dealt again in the same audit" in result.out
    assert run("audit", "--again", "--save", where, "--dealer", "sequential-fit").code == 0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda d: d.pop("again"), "again: names no claim"),
        (lambda d: d["again"].update(claim="fair"), "again: names no claim"),
        (lambda d: d["again"]["run"].pop("chunk"), "again.run.chunk: missing"),
        (lambda d: d["again"].update(run=3), "again.run: 3 is not an object"),
        (lambda d: d["again"].update(asks=3), "again.asks: 3 is not a list"),
        (lambda d: d["again"]["asks"][0].update(board=["x"]), "again.asks[0]"),
        (lambda d: d["again"]["asks"][0].update(turn="1"), "again.asks[0].turn"),
        (lambda d: d.update(ruleset="block-knok"), "did you mean block-knock?"),
    ],
)
def test_a_spoilt_file_is_bad_input(folder: Path, change: Any, words: str) -> None:
    path = folder / "wraps" / "each-fits-1.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    change(document)
    path.write_text(json.dumps(document), encoding="utf-8")
    complaint = run("audit", "--again", str(path), "--dealer", "wraps:deal").complaint
    assert words in complaint
    assert path.as_posix() in complaint


def test_what_again_cannot_do(folder: Path, tmp_path: Path) -> None:
    path = str(folder / "undo_deals_anew" / "undo-stable-1.json")
    assert "needs a dealer that can be asked again" in run("audit", "--again", path).complaint
    empty = tmp_path / "none"
    assert "no counterexamples are saved" in run("audit", "--again", "--save", str(empty)).complaint
    assert "--again" in run("audit", path).complaint
    with pytest.raises(InputError):
        recheck(read_saved(path), None)


def test_examples_know_where_they_came_up() -> None:
    (example, *_) = audit("wraps", "block-knock", ("each-fits",), 600).examples
    assert isinstance(example, Counterexample)
    assert example.seed > 0
    assert example.line == -1
