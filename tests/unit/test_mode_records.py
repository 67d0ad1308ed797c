"""Files of recorded games: every fault is found with its place, and nothing else breaks."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cases
from fairtray.core.errors import IllegalPlacement, InputError
from fairtray.core.shapes import named
from fairtray.game import Placement, Position
from fairtray.gameplay.modes import Game, mode_of
from fairtray.gameplay.modes.reading import from_document, is_recorded_game
from fairtray.gameplay.modes.replay import replayed
from fairtray.rulesets import get
from mode_cases import MODES

FOLDER = cases.FIXTURES / "games" / "modes"
Change = Callable[[dict[str, Any]], object]


def document(name: str = "block-puzzle-19-classic") -> dict[str, Any]:
    """Return a golden game."""
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def fault_of(change: Change, name: str = "block-puzzle-19-classic") -> str:
    """Return what reading a changed document complains of."""
    changed = document(name)
    change(changed)
    with pytest.raises(InputError) as caught:
        from_document(changed)
    return str(caught.value)


def _set(path: str, value: object) -> Change:
    """Return what sets the value at a path such as ``moves.3.at``."""
    *steps, last = path.split(".")

    def change(changed: dict[str, Any]) -> None:
        at: Any = changed
        for step in steps:
            at = at[int(step)] if isinstance(at, list) else at[step]
        at[int(last) if isinstance(at, list) else last] = value

    return change


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (_set("format", "fairtray-game/2"), "format: 'fairtray-game/2' is another format; only"),
        (lambda d: d.pop("format"), "format: missing"),
        (lambda d: d.pop("mode"), "mode: missing"),
        (lambda d: d.pop("seed"), "seed: missing; add it, or trays"),
        (_set("sed", 1), "sed: unknown key; did you mean seed?"),
        (_set("mode", "free"), "mode: block-puzzle-19 has no mode called 'free'"),
        (_set("mode", 3), "mode: block-puzzle-19 has no mode called '3'"),
        (_set("ruleset", "bloc"), "ruleset: no ruleset is called 'bloc'"),
        (_set("rules", "0" * 64), "is not the digest of these rules"),
        (_set("seed", -1), "seed: -1 is out of range"),
        (_set("seed", True), "seed: true is not a whole number"),
        (
            _set("seed", 10**18),
            "seed: 1000000000000000000 is out of range; write a whole number from 0",
        ),
        (_set("challenge", 3), "challenge: 3 is not allowed; the mode has no challenges"),
        (_set("date", "2026-11-30"), "date: mode 'classic' is not a daily"),
        (_set("trays", ["dot"]), "trays[0]: 'dot' is not a list"),
        (_set("trays", [["X5"]]), "trays[0][0]: 'X5'"),
        (_set("trays", [["dot"] * 3]), "trays: mode 'classic' deals by itself; leave them out"),
        (_set("trays", []), "trays: mode 'classic' deals by itself; leave them out"),
        (_set("moves", {}), "moves: {} is not a list"),
        (_set("moves.2", 7), "moves[2]: 7 is not a move"),
        (_set("moves.2", {}), "moves[2].slot: missing"),
        (_set("moves.0.rowe", 7), "moves[0].rowe: unknown key; did you mean row?"),
        (_set("moves.0.row", "1"), "moves[0].row: '1' is not a whole number"),
        (_set("moves.2.shape", "I9"), "moves[2].shape: "),
        (_set("moves.2.at", 0), "moves[2].at: 0 is before the last move"),
        (_set("moves.2.at", 10**8), "moves[2].at: 100000000 is before the last move or after"),
        (_set("moves.2.at", 10**10), "moves[2].at: 10000000000 is out of range"),
        (_set("state", []), "state: [] is not a state"),
        (lambda d: d["state"].pop("turn"), "state.turn: missing"),
        (_set("state.board", ["." * 8]), "state.board: 1x8 cells"),
        (_set("state.board.0", "....?..."), "state.board[0][4]: cell '?'"),
        (_set("state.tray", ["X5"]), "state.tray[0]: 'X5'"),
        (_set("state.lines", None), "state.lines: null is not a whole number"),
        (_set("state.combo", None), "state.combo: null is not a whole number"),
        (_set("state.tray", None), "state.tray: null is not a list"),
        (_set("state.turn", -2), "state.turn: -2 is out of range"),
        (_set("state.seconds", "soon"), "state.seconds: 'soon' is not a number"),
        (
            _set("state.ending", "lost"),
            "state.ending: 'lost' is not allowed here; write 'stuck' or 'won'",
        ),
        (_set("state.ending", None), "state.ending: null does not go with the board"),
        (_set("state.ending", "won"), "state.ending: 'won' does not go with"),
        (_set("state.ending", "complete"), "state.ending: 'complete' does not go with"),
        (_set("state.ending", "time"), "state.ending: 'time' does not go with"),
        (_set("state.board", ["." * 8] * 8), "state.ending: 'stuck' does not go with"),
        (_set("state.continues", 1), "state.continues: 1 where 0 continues can be"),
        (_set("start", {}), "start.board: missing"),
    ],
)
def test_a_fault_is_named_with_its_place(change: Change, fault: str) -> None:
    assert fault in fault_of(change)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("state.seconds", "soon"),
        ("moves.2.at", 10**10),
        ("moves.2.at", 10**8),
        ("moves.2.at", 0),
        ("moves.2.at", None),
    ],
)
def test_one_wrong_time_is_one_fault(path: str, value: object) -> None:
    """It used to be followed by a fault of every move after it."""
    changed = document()
    _set(path, value)(changed)
    with pytest.raises(InputError) as caught:
        from_document(changed)
    assert len(caught.value.faults) == 1


def test_all_faults_are_listed_at_once() -> None:
    def change(changed: dict[str, Any]) -> None:
        changed["seed"] = -1
        changed["moves"][0]["row"] = None
        changed["state"]["score"] = "many"

    text = fault_of(change)
    assert all(part in text for part in ("seed: ", "moves[0].row: ", "state.score: "))


def test_a_challenge_needs_its_number_and_a_daily_its_day() -> None:
    assert "challenge: missing" in fault_of(lambda d: d.pop("challenge"), "block-knock-challenge")
    too_far = fault_of(_set("challenge", 10**6 + 1), "block-knock-challenge")
    assert "challenge: 1000001 is out of range; write a whole number from 1 to 1000000" in too_far
    bad_day = fault_of(_set("date", "2026-13-01"), "eu-block-puzzle-daily")
    assert "date: there is no day 2026-13-01" in bad_day


@pytest.mark.parametrize("name", ["bloky-8x8-daily", "block-knock-daily"])
def test_a_daily_needs_its_day(name: str) -> None:
    assert "date: missing; write the day" in fault_of(lambda d: d.pop("date"), name)


@pytest.mark.parametrize(
    "trays",
    [
        [],
        [["dot"] * 3] * 9,
        [["dot"] * 3] * 11,
        [["dot"] * 5] * 6,
        [["dot", "dot", None]] * 10,
    ],
)
def test_a_daily_of_30_pieces_lists_30(trays: list[list[str | None]]) -> None:
    """Else anything dealt in any number would be a verified daily."""
    fault = fault_of(_set("trays", trays), "bloky-8x8-daily")
    assert "trays: are not the 30 pieces of a day; list 10 trays of 3" in fault


def test_nothing_is_drawn_in_a_daily_of_30_pieces() -> None:
    fault = fault_of(_set("seed", 1), "bloky-8x8-daily")
    assert "seed: nothing follows the pieces of a day; leave it out" in fault


@pytest.mark.parametrize("name", ["block-knock-challenge", "block-knock-daily"])
def test_what_begins_in_its_own_way_lists_no_trays(name: str) -> None:
    def change(changed: dict[str, Any]) -> None:
        changed["trays"] = [["dot"] * 3]
        changed["start"] = changed["state"]

    assert "deals by itself; leave them out" in fault_of(change, name)


def test_a_listed_tray_holds_pieces() -> None:
    game = Game.from_position(Position(get("bloky-8x8"), 0, (named("dot"),)))
    changed = game.to_document()
    changed["trays"] += [[], [None, None]]
    with pytest.raises(InputError, match=r"trays\[1\]: holds no piece.*trays\[2\]: holds no"):
        from_document(changed)


def test_a_game_that_has_reached_its_target_does_not_go_on() -> None:
    def change(changed: dict[str, Any]) -> None:
        changed["state"]["ending"] = None
        changed["state"]["tray"] = ["dot"]

    fault = fault_of(change, "block-knock-challenge")
    assert "state.ending: null does not go with" in fault


def test_a_game_does_not_end_before_it_starts() -> None:
    def change(changed: dict[str, Any]) -> None:
        changed["start"] = {**changed["state"], "seconds": changed["state"]["seconds"] + 1}
        changed["moves"] = []

    assert "start.seconds: is later than state.seconds" in fault_of(change)


def test_a_stuck_game_is_continued_at_the_time_it_was_stuck() -> None:
    changed = document("eu-block-puzzle-hardcore")
    moves = changed["moves"]
    number = next(i for i, move in enumerate(moves) if "continue" in move)
    moves[number]["at"] = changed["state"]["seconds"]
    for later in moves[number + 1 :]:
        later.pop("at", None)
    assert any(
        difference.startswith(f"moves[{number}].at: {changed['state']['seconds']} is recorded")
        for difference in replayed(from_document(changed)).differences
    )


def test_a_timed_game_does_not_run_past_its_time() -> None:
    """Time is over in the golden game, and a piece would fit: only the clock tells."""
    fault = fault_of(_set("state.ending", None), "eu-block-puzzle-timed")
    assert "state.ending: null does not go with" in fault


def test_a_practice_needs_its_start() -> None:
    rules = get("bloky-8x8")
    game = Game.from_position(Position(rules, 0, (named("dot"),)))
    changed = game.to_document()
    del changed["start"]
    with pytest.raises(InputError, match="start: missing"):
        from_document(changed)


@pytest.mark.parametrize("value", [None, 3, "x", [], [{}]])
def test_what_is_no_object_is_no_game(value: object) -> None:
    assert not is_recorded_game(value)
    with pytest.raises(InputError, match="is not a recorded game"):
        from_document(value)


# --- What the rules do not allow ------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (_set("moves.0.row", 7), "moves[0]: "),
        (_set("moves.0.shape", "dot"), "moves[0].shape: slot "),
        (_set("moves.1", {"time": True}), "moves[1].at: the time is not over"),
        (_set("moves.1", {"continue": True}), "moves[1]: mode classic offers no continue here"),
        (_set("moves.0", {"undo": True}), "moves[0]: there is no move to take back"),
        (lambda d: d["moves"].append({"undo": True}), "]: the game has ended"),
        (_set("seed", 10**6), "moves[0].shape: slot"),
    ],
)
def test_an_action_that_cannot_be_is_named(change: Change, fault: str) -> None:
    changed = document()
    change(changed)
    with pytest.raises(IllegalPlacement) as caught:
        replayed(from_document(changed))
    assert fault in str(caught.value)


def test_what_lies_before_a_resume_cannot_be_undone() -> None:
    game = Game.begin(mode_of(get("block-puzzle-19")), seed=1)
    shape = game.tray[0]
    assert shape is not None
    game.place(Placement(0, 0, 0))
    game = Game.from_document(game.to_document())
    recorded = game.to_document()
    assert recorded["moves"][-1] == {"resume": True}
    recorded["moves"].append({"undo": True})
    with pytest.raises(IllegalPlacement, match=r"moves\[2\]: there is no move to take back"):
        replayed(from_document(recorded))


@pytest.mark.parametrize(
    ("path", "value"), [("state.score", 1), ("state.lines", 0), ("state.turn", 3)]
)
def test_a_state_that_was_not_reached_shows(path: str, value: int) -> None:
    changed = document()
    _set(path, value)(changed)
    (difference,) = replayed(from_document(changed)).differences
    assert difference.startswith(f"{path}: {value} is recorded, but by the rules it is ")


# --- Anything at all -------------------------------------------------------------------


def _paths(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield path
    if isinstance(value, (dict, list)):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _paths(inner, (*path, key))


PATHS = {
    name: (text, list(_paths(text))[1:])
    for name in (f"{ruleset}-{mode}" for ruleset, mode in MODES)
    for text in [document(name)]
}
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(["dot", "X5", "bloky-8x8", "stuck", "........", "I3h"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=4,
)


@settings(deadline=None)
@given(data=st.data(), name=st.sampled_from(sorted(PATHS)), value=values)
def test_a_damaged_document_is_bad_input_or_a_game_that_differs(
    data: st.DataObject, name: str, value: object
) -> None:
    original, paths = PATHS[name]
    path = data.draw(st.sampled_from(paths))
    changed = copy.deepcopy(original)
    at: Any = changed
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    for ask in (from_document, Game.from_document, lambda d: replayed(from_document(d))):
        fault = _fault(lambda ask=ask: ask(changed))
        assert fault is None or "\n" not in str(fault)
        assert fault is None or all(part.where for part in fault.faults)


def _fault(ask: Callable[[], object]) -> InputError | None:
    try:
        ask()
    except InputError as error:
        return error
    return None
