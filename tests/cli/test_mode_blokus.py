"""A table of Blokus: people and solver take turns, and every move is the oracle's as well."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

import blokus_cases
import blokus_oracle
import cases
from commandline import Fairtray
from fairtray.core.errors import IllegalPlacement, InputError
from fairtray.families.blokus.game import BlokusTable, replay_table
from fairtray.families.blokus.gamefile import is_blokus
from fairtray.families.blokus.solve import next_moves
from fairtray.families.blokus.variants import VARIANTS

FOLDER = cases.FIXTURES / "games" / "modes"
every_variant = pytest.mark.parametrize("name", VARIANTS)


def golden(name: str) -> dict[str, Any]:
    """Return the golden game of a variant."""
    found: dict[str, Any] = json.loads((FOLDER / f"{name}-table.json").read_text(encoding="utf-8"))
    return found


@every_variant
def test_the_game_replays_to_its_end(name: str) -> None:
    document = golden(name)
    assert is_blokus(document)
    found = replay_table(document)
    assert found.differences == ()
    assert found.table.ending == "over"
    assert found.table.to_document() == document
    assert BlokusTable.from_document(document).position == found.table.position


@every_variant
def test_the_oracle_plays_the_game_as_recorded(name: str) -> None:
    """Every turn: who could not move is passed over, and what was placed is legal."""
    document, rules = golden(name), VARIANTS[name]
    names = [colour.name for colour in rules.colours]
    size = rules.grid.rows, rules.grid.cols
    owners: dict[blokus_oracle.Cell, int] = {}
    held = [set(blokus_oracle.pieces()) for _ in names]
    lasts: list[int] = [0] * len(names)
    due = 0
    for i, move in enumerate(document["moves"]):
        colour = names.index(move["colour"])
        while due != colour:
            start = rules.starts[due]
            assert not blokus_oracle.legal_moves(size, owners, due, start, held[due]), i
            due = (due + 1) % len(names)
        cells = frozenset(map(tuple, move["cells"]))
        start = rules.starts[colour]
        assert not blokus_oracle.refusal(size, owners, colour, start, cells), i
        piece = blokus_oracle.canonical(cells)
        held[colour].remove(piece)
        owners |= dict.fromkeys(cells, colour)
        lasts[colour] = len(cells)
        due = (colour + 1) % len(names)
    scores = {}
    for colour, name_of in enumerate(names):
        start = rules.starts[colour]
        assert not blokus_oracle.legal_moves(size, owners, colour, start, held[colour])
        placed = sum(owner == colour for owner in owners.values())
        left = sum(map(len, held[colour]))
        scores[name_of] = placed - left
        if not left:
            scores[name_of] += 20 if lasts[colour] == 1 else 15
    assert document["state"]["scores"] == scores
    assert document["state"]["ending"] == "over"


@every_variant
def test_the_solver_plays_the_move_that_weighs_most(name: str) -> None:
    table = BlokusTable([1], VARIANTS[name])
    before = table.position
    made = table.advance()
    assert [move.colour for move in made] == [0]
    assert made[0] == next_moves(before)[0].move
    assert table.is_persons_turn
    assert table.advance() == []
    best = next_moves(table.position)[0].move
    assert table.choice() == best


def test_any_colours_can_be_people() -> None:
    assert BlokusTable().people == (0,)
    assert BlokusTable(["green", "blue"]).people == (0, 3)
    four = BlokusTable(range(4))
    for _ in range(8):
        assert four.advance() == []
        four.place(four.variant.grid.cells(four.legal[0].mask))
    assert BlokusTable(()).people == ()
    for given in (["pink"], [4], [-1], [0, "blue"], [True]):
        with pytest.raises(InputError, match="people: "):
            BlokusTable(given)


def test_a_whole_game_without_people_ends() -> None:
    table = BlokusTable((), VARIANTS["duo"])
    made = table.advance()
    assert table.moves == made
    assert (table.ending, table.to_move, table.choice(), table.legal) == ("over", None, None, [])
    with pytest.raises(IllegalPlacement, match="the game is over"):
        table.place([(0, 0)])


def test_what_is_illegal_changes_nothing() -> None:
    table = BlokusTable()
    before = table.position
    with pytest.raises(IllegalPlacement, match="first move not on the corner"):
        table.place([(5, 5)])
    assert (table.position, table.moves) == (before, [])


def test_legal_moves_are_the_oracles() -> None:
    table = BlokusTable(range(2), VARIANTS["duo"])
    for _ in range(6):
        expected = blokus_cases.legal_by_oracle(table.position, table.position.to_move)
        grid = table.variant.grid
        assert {frozenset(grid.cells(move.mask)) for move in table.legal} == expected
        table.place(grid.cells(table.legal[-1].mask))


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("people", ["pink"], "people: no colour is called 'pink'"),
        ("people", None, "people: null is not a list"),
        ("format", "fairtray-game/2", "format: 'fairtray-game/2' is another format; only"),
        ("mode", "classic", "mode: 'classic' is not allowed here; write 'table'"),
        ("mode", "a\nb\x1b[31m", r"mode: 'a\\nb\\x1b\[31m' is not allowed here; write 'table'"),
        ("state", 3, "state: 3 is not a state"),
        ("state.ending", None, r"state.ending: null is recorded, but by the rules it is 'over'"),
        ("state.scores", {}, r"state.scores: \{\} is recorded"),
        ("state.score", 3, r"state.score: unknown key; did you mean scores\?"),
        ("moves", {}, "moves: {} is not a list"),
        ("moves.0", 3, r"moves\[0\]: 3 is not a move"),
        ("moves.0.cell", 3, r"moves\[0\].cell: unknown key"),
        ("moves.0.colour", "pink", r"moves\[0\].colour: no colour is called 'pink'"),
        ("moves.0.colour", "yellow", r"moves\[0\].colour: yellow moves, but it is the turn of"),
        ("moves.0.cells", [[0]], r"moves\[0\].cells\[0\]: a list of 1; write exactly 2 entries"),
        ("moves.0.cells", [[0, 0], [9, 9]], r"moves\[0\]: blue, no piece"),
        ("moves.0.piece", "I1", r"moves\[0\].piece: 'I1' does not have these cells"),
    ],
)
def test_a_damaged_file_is_reported_with_its_place(path: str, value: object, message: str) -> None:
    changed = copy.deepcopy(golden("blokus"))
    *steps, last = path.split(".")
    at: Any = changed
    for step in steps:
        at = at[int(step)] if isinstance(at, list) else at[step]
    at[int(last) if isinstance(at, list) else last] = value
    with pytest.raises(InputError, match=message):
        BlokusTable.from_document(changed)


def test_a_missing_key_is_named() -> None:
    changed = golden("blokus")
    del changed["people"], changed["state"]
    with pytest.raises(InputError, match=r"people: missing; add it \| state: missing"):
        BlokusTable.from_document(changed)


@every_variant
def test_replay_checks_the_score(fairtray: Fairtray, name: str) -> None:
    path = FOLDER / f"{name}-table.json"
    result = fairtray("replay", str(path))
    assert (result.code, result.err) == (0, "")
    assert "verified: " in result.out
    changed = golden(name)
    assert fairtray("replay", "-", "--json", stdin=changed).json["verified"] is True
    first = next(iter(changed["state"]["scores"]))
    changed["state"]["scores"][first] += 1
    result = fairtray("replay", "-", stdin=changed)
    assert result.code == 1
    assert "not as recorded:\n  state.scores: " in result.out
    assert fairtray("replay", "-", "--json", stdin=changed).json["differences"]
    changed["moves"][0]["cells"] = [[3, 3]]
    assert fairtray("replay", "-", stdin=changed).code == 2
