"""The corpora that ship, how they are made, and games that begin on them."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cases
import oracle
import strategies
from corpus_making import making
from fairtray import rulesets
from fairtray.audit import games
from fairtray.audit.games import self_play
from fairtray.audit.players import CORPUS, CORPUS_GAME, openings
from fairtray.audit.run import CHUNK_DEALS, Plan
from fairtray.core.errors import InputError
from fairtray.corpus import files
from fairtray.corpus.entry import KINDS, Entry
from fairtray.dealers import registry
from fairtray.dealers.sources import BuiltinSource
from fairtray.engines.proof.decide import decide
from fairtray.engines.proof.extremes import fewest_blockers
from fairtray.engines.proof.solver import Budget
from fairtray.rulesets import Ruleset

OF_8_AND_10 = [
    name
    for name in rulesets.builtin_names()
    if (grid := rulesets.get(name).grid).rows == grid.cols and grid.rows in {8, 10}
]
SMALL = rulesets.get(
    {"rows": 5, "cols": 5, "catalogue": {"shapes": ["dot", "I2h", "I3v", "V3-ne", "O4", "V5-nw"]}}
)


def some(entries: Sequence[Entry], step: int) -> list[Entry]:
    """Return every so many of some entries, all kinds among them."""
    return list(entries[::step])


def dealable(ruleset: Ruleset, entry: Entry) -> bool:
    large = {e.shape for e in ruleset.catalogue or () if e.large}
    tray = [shape for shape in entry.position.tray if shape is not None]
    limit = len(tray) if ruleset.max_large is None else ruleset.max_large
    return len(tray) == ruleset.tray_size and sum(shape in large for shape in tray) <= limit


@pytest.mark.parametrize("name", OF_8_AND_10)
def test_at_least_300_boards_ship(name: str) -> None:
    entries = files.corpus(name)
    ruleset = rulesets.get(name)
    assert len(entries) >= 300
    assert len({entry.id for entry in entries}) == len(entries)
    assert len({entry.position.board for entry in entries}) == len(entries)
    assert set(Counter(entry.kind for entry in entries)) == set(KINDS)
    for entry in entries:
        assert entry.position.ruleset == ruleset
        assert not ruleset.full_lines(entry.position.board)
        assert dealable(ruleset, entry)
        assert entry.serves, entry.id


@pytest.mark.parametrize("name", OF_8_AND_10)
def test_a_sample_of_verdicts_is_confirmed_by_both_engines(name: str) -> None:
    for entry in some(files.corpus(name), 23):
        assert making.agreed_orders(entry.position) == entry.orders, entry.id


@pytest.mark.parametrize("name", OF_8_AND_10)
def test_a_sample_of_verdicts_is_confirmed_by_the_oracle(name: str) -> None:
    crowded = [e for e in files.corpus(name) if e.position.board.bit_count() >= 36]
    for entry in some(crowded, 40):
        state = strategies.oracle_state(entry.position)
        rules = strategies.oracle_rules(entry.position.ruleset)
        assert len(oracle.orders(rules, state)) == entry.orders, entry.id


@pytest.mark.parametrize("name", OF_8_AND_10)
def test_boards_are_as_hard_as_their_kind_says(name: str) -> None:
    ruleset = rulesets.get(name)
    packing = replace(ruleset, lines=(), line_names=())
    for entry in some(files.corpus(name), 11):
        position = entry.position
        if entry.kind in {"blocks-one", "blocks-tray"}:
            held = [s for s in position.tray if s is not None]
            found = fewest_blockers(
                ruleset, held[:1] if entry.kind == "blocks-one" else held, Budget()
            )
            assert found.at_most == position.board.bit_count()
        elif entry.kind == "needs-clear":
            assert decide(replace(position, ruleset=packing)).status == "infeasible"
        elif entry.kind == "dense":
            assert position.board.bit_count() >= 0.6 * ruleset.grid.size


def test_an_entry_is_written_as_the_file_has_it() -> None:
    for name in files.corpus_names():
        text = (cases.FIXTURES / "boards" / f"{name}.jsonl").read_text(encoding="utf-8")
        lines = text.splitlines()
        assert [files.line(entry) for entry in files.corpus(name)] == lines


def test_a_wheel_holds_the_corpora_where_they_are_looked_for() -> None:
    project = tomllib.loads((cases.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert included["fixtures/boards"] == "fairtray/corpus/boards"
    assert Path(files.__file__).parent.parts[-2:] == ("fairtray", "corpus")
    assert {path.suffix for path in (cases.FIXTURES / "boards").iterdir()} == {".jsonl"}


def test_a_corpus_is_made_the_same_each_time() -> None:
    first, again = (list(making.make(SMALL, 1, 7)) for _ in range(2))
    assert [files.line(entry) for entry in first] == [files.line(entry) for entry in again]
    assert {entry.kind for entry in first} >= {"blocks-one", "one-order", "needs-clear", "dense"}
    assert len({entry.position.board for entry in first}) == len(first)
    other = list(making.make(SMALL, 1, 8))
    assert [e.position.board for e in other] != [e.position.board for e in first]


@pytest.mark.parametrize("description", [{}, {"catalogue": {"shapes": ["dot"]}, "lines": {}}])
def test_a_corpus_needs_a_catalogue_and_lines(description: dict[str, Any]) -> None:
    if "lines" in description:
        description = description | {"lines": {"rows": False, "cols": False}}
    with pytest.raises(InputError, match="no catalogue or no lines"):
        list(making.make(rulesets.get({"rows": 4, "cols": 4, **description}), 1))


# Games that begin on them


@pytest.mark.parametrize("dealer", ["sequential-fit", "uniform"])
def test_a_chunk_of_the_policy_reaches_every_board(dealer: str) -> None:
    ruleset = rulesets.get("bloky-8x8")
    spec = registry.spec_for(ruleset, dealer)
    found = self_play(ruleset, spec, CORPUS, 3, 0, CHUNK_DEALS)
    begun = [found.board(ruleset, row) for row in np.flatnonzero(found.turn == 0).tolist()]
    boards = files.boards(ruleset)
    assert set(begun) == set(boards)
    first = openings(ruleset, CORPUS, 3, 0).first
    assert begun == [boards[(first + game) % len(boards)] for game in range(len(begun))]
    assert found.turn.max() < CORPUS_GAME
    assert len(set(found.policy.tolist())) == 5


def test_chunks_begin_on_different_boards() -> None:
    ruleset = rulesets.get("ten-ten")
    assert len({openings(ruleset, CORPUS, 0, chunk).first for chunk in range(20)}) > 10
    assert openings(ruleset, "mixed", 0, 0).boards == ()


def test_a_dealer_that_no_kernel_can_call_meets_the_boards_too() -> None:
    ruleset = rulesets.get("ten-ten")
    source = BuiltinSource(registry.spec_for(ruleset, "uniform"))
    with source.session(ruleset, games.first_seed(0, 0), "chunk 0") as session:
        found = games.play(ruleset, session, CORPUS, 0, 0, 60, outside=True)
    begun = {found.board(ruleset, row) for row in np.flatnonzero(found.turn == 0).tolist()}
    assert len(begun) > 9
    assert begun <= set(files.boards(ruleset))


def test_a_dealer_that_declines_on_some_boards_goes_on_with_the_next() -> None:
    entries = [{"name": name} for name in ("I2h", "I5h", "O9")]
    ruleset = rulesets.get({"rows": 8, "cols": 8, "catalogue": {"shapes": entries}})
    found = self_play(ruleset, registry.spec_for(ruleset, "sequential-fit"), CORPUS, 0, 0, 500)
    assert found.declined > 0
    assert np.all(found.orders > 0)


def test_a_ruleset_of_ones_own_begins_on_boards_of_its_size() -> None:
    own = rulesets.get({"rows": 10, "cols": 10, "catalogue": {"shapes": ["dot", "O9"]}})
    assert set(files.boards(own)) in ({*files.boards(rulesets.get(n))} for n in OF_8_AND_10)


def test_where_no_corpus_suits_the_policy_is_refused() -> None:
    source = BuiltinSource(registry.spec_for(SMALL, "uniform"))
    with pytest.raises(InputError, match="no corpus has boards of custom's size and lines"):
        Plan(SMALL, source, (), policy=CORPUS)
