"""Rulesets of block games and their shapes: as JSON documents and as lines for a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from fairtray.core.errors import counted
from fairtray.core.errors import printable as plain
from fairtray.families.family import Document
from fairtray.pictures import text
from fairtray.pictures.text import Line, Table
from fairtray.rulesets import file
from fairtray.rulesets.file import ModeTable
from fairtray.rulesets.model import CatalogueEntry, Combo, Ruleset
from fairtray.rulesets.weights import in_digits

_WRAP = 24


def summary(ruleset: Ruleset) -> Document:
    """Return the facts that the list of rulesets shows."""
    return {
        "name": ruleset.name,
        "title": ruleset.title,
        "rows": ruleset.grid.rows,
        "cols": ruleset.grid.cols,
        "shapes": None if ruleset.catalogue is None else len(ruleset.catalogue),
        "lines": len(ruleset.lines),
        "dealer": ruleset.dealer.kind,
        "claims": list(ruleset.claims),
        "assumed": list(ruleset.assumed),
        "digest": ruleset.digest,
    }


def document(rules: Ruleset) -> Document:
    """Return all numbers of a ruleset."""
    scoring = rules.scoring
    combo = scoring.combo
    return {
        **summary(rules),
        "line_names": list(rules.line_names),
        "start": rules.grid.draw(rules.start),
        "catalogue": None if rules.catalogue is None else shape_documents(rules),
        "triple": {
            "size": rules.tray_size,
            "max_large": rules.max_large,
            **({"refill": rules.refill} if rules.each_used else {}),
        },
        "scoring": {
            "per_cell": scoring.per_cell,
            "lines": list(scoring.lines),
            "combo": {
                "kind": combo.kind,
                "grace": combo.grace,
                "percents": list(combo.percents),
                "bonus": combo.bonus,
            },
            "perfect_clear": scoring.perfect_clear,
        },
        "dealer_tries": rules.dealer.tries,
        **rules.modes_document(),
    }


def shape_documents(rules: Ruleset) -> list[Document]:
    """Return the catalogue in order; empty when any shape is allowed."""
    return [
        {
            "name": entry.shape.name,
            "rows": list(entry.shape.rows),
            "cells": entry.shape.size,
            "weight": entry.weight,
            "large": entry.large,
        }
        for entry in rules.catalogue or ()
    ]


def overview(rulesets: Sequence[Ruleset]) -> Table:
    """Return the table of all rulesets."""
    rows = [
        [
            plain(rules.name),
            plain(rules.title),
            size(rules),
            shape_count(rules),
            line_kinds(rules),
            rules.dealer.kind,
            "\n".join(rules.claims) or "none",
            "\n".join(map(plain, rules.assumed)) or "nothing",
        ]
        for rules in rulesets
    ]
    headers = ["name", "title", "board", "shapes", "lines", "dealer", "claims", "assumed"]
    return Table(headers, rows, widths=[None, _WRAP, None, None, 12])


def size(rules: Ruleset) -> str:
    """Return the board's size, such as ``8x8``."""
    return f"{rules.grid.rows}x{rules.grid.cols}"


def shape_count(rules: Ruleset) -> str:
    """Return the number of shapes, or ``any``."""
    return "any" if rules.catalogue is None else str(len(rules.catalogue))


def line_kinds(rules: Ruleset) -> str:
    """Return how many lines of each kind there are, such as ``8 rows, 8 columns``."""
    plurals = {"row": "rows", "column": "columns", "box": "boxes", "region": "regions"}
    kinds = Counter(name.split()[0] for name in rules.line_names)
    texts = [f"{n} {kind if n == 1 else plurals[kind]}" for kind, n in kinds.items()]
    return ", ".join(texts) or "none"


def details(rules: Ruleset) -> list[Line]:
    """Return the lines that show one ruleset with all its numbers."""
    tables = rules.modes_document()
    facts: list[list[object]] = [
        ["name", plain(rules.name)],
        ["title", plain(rules.title)],
        ["board", size(rules)],
        ["lines", line_kinds(rules)],
        ["shapes", shape_count(rules)],
        ["pieces in a deal", _deal(rules)],
        ["large shapes in a deal", _large(rules)],
        ["dealer", _dealer(rules)],
        ["claims", ", ".join(rules.claims) or "none"],
        ["points for each cell", rules.scoring.per_cell],
        ["combo", combo(rules.scoring.combo)],
        ["perfect clear", _perfect(rules)],
        *_numbers("stars", tables["stars"]),
        *_numbers("undo", tables["undo"]),
        ["assumed", ", ".join(map(plain, rules.assumed)) or "nothing"],
        ["digest", rules.digest],
    ]
    lines: list[Line] = [Table(["what", "value"], facts)]
    most = most_lines(rules)
    points = [[n, rules.scoring.lines[n]] for n in range(1, most + 1)]
    lines += ["", Table(["lines at once", "points"], points)]
    modes = [
        [plain(mode.name), plain(key), plain(str(value))]
        for mode in rules.modes
        for key, value in _set_keys(mode.table) or [("", "")]
    ]
    if modes:
        lines += ["", Table(["mode", "what", "value"], modes)]
    return lines


def most_lines(rules: Ruleset) -> int:
    """Return the most lines that a placement of the catalogue can touch."""
    if rules.catalogue is None:
        return len(rules.lines)
    return max(rules.spanned_lines(shape) for shape in rules.shapes)


def combo(rule: Combo) -> str:
    """Return the combo rule in words."""
    if rule.kind == "grace":
        return (
            f"line points times the combo; ended by {counted(rule.grace, 'move')} "
            "in a row without a clear"
        )
    if rule.kind == "streak":
        steps = ", ".join(f"x{i + 1}: {p} %" for i, p in enumerate(rule.percents))
        return f"clearing moves in a row earn {steps} and so on of the line points"
    if rule.kind == "additive":
        return f"{rule.bonus} points more for each further clearing move in a row"
    return "none"


def _large(rules: Ruleset) -> str:
    large = [entry.shape.name for entry in rules.catalogue or () if entry.large]
    if rules.max_large is None:
        return "no limit"
    return f"at most {rules.max_large} of {', '.join(map(plain, large)) or 'none'}"


def _deal(rules: Ruleset) -> object:
    if not rules.each_used:
        return rules.tray_size
    return f"1, as soon as one of {counted(rules.tray_size, 'slot')} is used"


def _dealer(rules: Ruleset) -> str:
    kind = rules.dealer.kind
    return f"{kind}, {rules.dealer.tries} tries" if kind == "retry" else kind


def _perfect(rules: Ruleset) -> str:
    points = rules.scoring.perfect_clear
    return f"{points} points, not multiplied" if points else "no bonus"


def _numbers(name: str, values: Mapping[str, object]) -> list[list[object]]:
    return [[f"{name}: {key}".replace("_", " "), str(value)] for key, value in values.items()]


def _set_keys(mode: ModeTable) -> list[tuple[str, object]]:
    """Return what a mode sets that is not the default."""
    usual = file.plain(ModeTable())
    set_here = {k: v for k, v in file.plain(mode).items() if v != usual.get(k)}
    return [pair for key, value in set_here.items() for pair in _flat(key, value)]


def _flat(path: str, value: object) -> Iterator[tuple[str, object]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if inner is not None and key != "assumed":
                yield from _flat(f"{path}.{key}", inner)
    elif isinstance(value, list) and any(isinstance(inner, Mapping) for inner in value):
        for i, inner in enumerate(value):
            yield from _flat(f"{path}[{i}]", inner)
    elif isinstance(value, list):
        yield path, ", ".join(map(str, value))
    else:
        yield path, value


def shape_lines(rules: Ruleset, width: int) -> list[str]:
    """Return the drawings of a catalogue, named, as many in a row as ``width`` holds."""
    return text.side_by_side([_entry(entry) for entry in rules.catalogue or ()], width)


def _entry(entry: CatalogueEntry) -> list[str]:
    flags = ["large"] if entry.large else []
    if entry.weight == 0:
        flags.append("never dealt")
    elif entry.weight != 1:
        flags.append(f"x{in_digits(entry.weight)}")
    return [plain(entry.shape.name), *text.drawing(entry.shape), *flags]
