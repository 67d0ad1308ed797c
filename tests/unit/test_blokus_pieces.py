"""The pieces of Blokus and their placements: derived, and equal to what grows by itself."""

from __future__ import annotations

from collections import Counter

import pytest

import blokus_oracle as oracle
import cases
from fairtray.core.errors import NotationError
from fairtray.families.blokus import pieces, tables, variants

NAMES = ["I1", "I2", "I3", "V3", "I4", "O4", "T4", "L4", "Z4"]
NAMES += ["F", "I5", "L5", "N", "P", "T5", "U", "V5", "W", "X", "Y", "Z5"]


def test_the_pieces_are_all_the_free_polyominoes() -> None:
    grown = set(oracle.pieces())
    assert len(grown) == 21
    drawn = [oracle.canonical(piece.orientations[0].cells) for piece in pieces.pieces()]
    assert len(drawn) == 21
    assert set(drawn) == grown
    assert [piece.name for piece in pieces.pieces()] == NAMES
    assert Counter(piece.size for piece in pieces.pieces()) == {1: 1, 2: 1, 3: 2, 4: 5, 5: 12}
    assert pieces.cells_of(pieces.all_names()) == 89


def test_orientations() -> None:
    by_size: Counter[int] = Counter()
    for piece in pieces.pieces():
        cells = {frozenset(form.cells) for form in piece.orientations}
        assert cells == oracle.forms(oracle.canonical(piece.orientations[0].cells))
        by_size[piece.size] += len(cells)
    assert by_size == {1: 1, 2: 2, 3: 6, 4: 19, 5: 63}
    assert sum(by_size.values()) == 91


def test_placements() -> None:
    assert tables.placement_count(variants.BLOKUS) == 30_433
    assert tables.placement_count(variants.DUO) == 13_729


@pytest.mark.parametrize("variant", variants.VARIANTS.values(), ids=variants.VARIANTS)
def test_every_placement_has_a_number(variant: variants.Variant) -> None:
    known = tables.tables(variant)
    for form in range(0, len(known.sizes), 7):
        for anchor in variant.grid.cells(variant.grid.from_words(known.anchors[form].tolist())):
            number = form * known.cells + anchor[0] * variant.grid.cols + anchor[1]
            piece, mask = tables.placed(variant, number)
            cells = list(variant.grid.cells(mask))
            assert min(r for r, _ in cells) == anchor[0]
            assert min(c for _, c in cells) == anchor[1]
            assert pieces.of_cells(cells) is piece


def test_names() -> None:
    assert pieces.named("v3").name == "V3"
    assert pieces.named("single").name == "I1"
    for wrong in ("Q", "", None, 7, [], "x" * 1000):
        with pytest.raises(NotationError, match="no piece is called"):
            pieces.named(wrong)
    assert pieces.of_cells([]) is None
    assert pieces.of_cells([(0, 0), (1, 1)]) is None
    assert pieces.of_cells([(0, c) for c in range(6)]) is None


def test_cells_by_name() -> None:
    assert variants.BLOKUS.cell_at("a1") == (19, 0)
    assert variants.BLOKUS.cell_at(" T20") == (0, 19)
    assert variants.DUO.cell_name((4, 4)) == "e10"
    assert variants.DUO.cell_name((9, 9)) == "j5"
    for cell in ((0, 0), (7, 12), (19, 19)):
        assert variants.BLOKUS.cell_at(variants.BLOKUS.cell_name(cell)) == cell
    for wrong in ("", "a", "1", "a-1", "a1b", "ä1", "a²", "a1000", "aa1"):
        with pytest.raises(NotationError, match="is not a cell"):
            variants.BLOKUS.cell_at(wrong)


def test_the_oracle_knows_nothing_of_the_package() -> None:
    source = (cases.ROOT / "tests" / "blokus_oracle.py").read_text(encoding="utf-8")
    assert "fairtray" not in source
