"""Writing positions so that reading them gives the same position back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fairtray.core import shapes
from fairtray.core.shapes import Shape
from fairtray.game import Position
from fairtray.notation.position import Tray
from fairtray.rulesets import registry
from fairtray.rulesets.model import Ruleset


def position_json(position: Position, upcoming: Sequence[Tray] = ()) -> dict[str, Any]:
    """Return the JSON form of a position: enough to read the same position again.

    A ruleset that is not built in is written out in place, so that the file stands
    by itself wherever it is copied to.
    """
    document: dict[str, Any] = {
        "ruleset": ruleset_json(position.ruleset),
        "board": position.ruleset.grid.draw(position.board),
        "tray": [shape_json(shape) for shape in position.tray],
        "combo": position.combo,
        "moves_since_clear": position.moves_since_clear,
        "score": position.score,
    }
    if upcoming:
        document["upcoming"] = [[shape_json(shape) for shape in tray] for tray in upcoming]
    return document


def shape_json(shape: Shape | None) -> str | list[str] | None:
    """Return a standard shape's name, any other shape's drawing, None for a used slot."""
    if shape is None:
        return None
    return shape.name if shapes.standard().get(shape.name) == shape else list(shape.rows)


def ruleset_json(ruleset: Ruleset) -> str | dict[str, Any]:
    """Return a built-in ruleset's name, or the rules of any other as an object.

    Only the rules are written, not modes, rewards or what is assumed: the object has
    the same ``digest``.
    """
    name = ruleset.name
    if name in registry.builtin_names() and registry.builtin(name).digest == ruleset.digest:
        return name
    grid = ruleset.grid
    document: dict[str, Any] = {"rows": grid.rows, "cols": grid.cols}
    if name != "custom" and name not in registry.builtin_names():
        document["name"] = name
    if ruleset.title != name:
        document["title"] = ruleset.title
    lines = _lines(ruleset)
    if lines:
        document["lines"] = lines
    if ruleset.start:
        document["start"] = grid.draw(ruleset.start)
    if ruleset.catalogue is not None:
        document["catalogue"] = {
            "shapes": [
                {"name": e.shape.name, "rows": list(e.shape.rows), "weight": e.weight}
                for e in ruleset.catalogue
            ]
        }
    document["triple"] = _triple(ruleset)
    document["scoring"] = _scoring(ruleset)
    dealer = ruleset.dealer
    if dealer.kind == "retry":
        document["dealer"] = {"kind": dealer.kind, "tries": dealer.tries}
    elif dealer.kind != "unknown":
        document["dealer"] = {"kind": dealer.kind}
    if ruleset.claims:
        document["claims"] = list(ruleset.claims)
    return document


def _lines(ruleset: Ruleset) -> dict[str, Any]:
    """Return the table of line regions; empty when it is rows and columns, the default."""
    grid = ruleset.grid
    kinds: dict[str, list[int]] = {"row": [], "column": [], "box": [], "region": []}
    for mask, name in zip(ruleset.lines, ruleset.line_names, strict=True):
        kinds[name.split()[0]].append(mask)
    table: dict[str, Any] = {}
    if not kinds["row"]:
        table["rows"] = False
    if not kinds["column"]:
        table["cols"] = False
    if kinds["box"]:
        last = max(grid.cells(kinds["box"][0]))
        table["boxes"] = [last[0] + 1, last[1] + 1]
    if kinds["region"]:
        table["regions"] = [[list(cell) for cell in grid.cells(m)] for m in kinds["region"]]
    return table


def _triple(ruleset: Ruleset) -> dict[str, Any]:
    table: dict[str, Any] = {"size": ruleset.tray_size}
    if ruleset.each_used:
        table["refill"] = ruleset.refill
    large = [entry.shape.name for entry in ruleset.catalogue or () if entry.large]
    if ruleset.max_large is not None:
        table["max_large"] = ruleset.max_large
    if large or ruleset.max_large is not None:
        table["large"] = large
    return table


def _scoring(ruleset: Ruleset) -> dict[str, Any]:
    scoring = ruleset.scoring
    combo = scoring.combo
    extras: dict[str, dict[str, Any]] = {
        "none": {},
        "streak": {"percents": list(combo.percents)},
        "grace": {"grace": combo.grace},
        "additive": {"bonus": combo.bonus},
    }
    return {
        "per_cell": scoring.per_cell,
        "lines": {"table": list(scoring.lines[1:])},
        "combo": {"kind": combo.kind, **extras[combo.kind]},
        "perfect_clear": {"points": scoring.perfect_clear},
    }
