"""A chunk's summary as a JSON value, and exactly the same summary again from it."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairtray.audit import features
from fairtray.audit.claims import CLAIMS
from fairtray.audit.draws import BANDS, DrawSums, Excess
from fairtray.audit.evidence import Evidence
from fairtray.audit.probes import PROBED, ProbeSums
from fairtray.audit.questions import Reask
from fairtray.audit.replays import Tray
from fairtray.audit.sample import POLICIES
from fairtray.audit.summary import Summary, Violation
from fairtray.audit.verify import Checks
from fairtray.core.shapes import Shape
from fairtray.dealers.session import Ask
from fairtray.rulesets.model import Ruleset
from fairtray.runs.arrays import from_numbers, numbers, packed, unpacked

F64 = NDArray[np.float64]

_COUNTS = ("deals", "games", "declined", "fallback", "outside", "skipped")
_VIOLATION_NUMBERS = ("chunk", "game", "turn", "score", "seed", "line")


def to_json(summary: Summary) -> dict[str, Any]:
    """Return a summary as a JSON value."""
    return {
        **{name: getattr(summary, name) for name in _COUNTS},
        "dealer": summary.dealer,
        "faults": list(summary.faults),
        "fill": numbers(summary.fill),
        "placeable": numbers(summary.placeable),
        "orders": numbers(summary.orders),
        "shapes": numbers(summary.shapes),
        "policies": numbers(summary.policies),
        "broken": summary.broken,
        "first": {
            claim: [_violation_json(v) for v in found]
            for claim, found in summary.first.items()
            if found
        },
        "checks": dataclasses.asdict(summary.checks),
        "draws": {model: _draws_json(sums) for model, sums in summary.evidence.draws.items()},
        "probes": _probes_json(summary.evidence.probes),
    }


def from_json(ruleset: Ruleset, value: Mapping[str, Any]) -> Summary:
    """Return the summary of a JSON value.

    Args:
        ruleset: the game of the audit that it belongs to.
        value: what :func:`to_json` returned, or what JSON made of that.

    Raises:
        KeyError: a part is missing.
        TypeError: a part is of another kind.
        ValueError: an array is of another size.
    """
    cells, kinds = ruleset.grid.size + 1, len(ruleset.shapes)
    first = {claim: [_violation(v) for v in found] for claim, found in value["first"].items()}
    return Summary(
        **{name: _number(value[name]) for name in _COUNTS},
        fill=from_numbers(value["fill"], (cells,)),
        placeable=from_numbers(value["placeable"], (cells,)),
        orders=from_numbers(value["orders"], (math.factorial(ruleset.tray_size) + 1,)),
        shapes=from_numbers(value["shapes"], (kinds,)),
        policies=from_numbers(value["policies"], (len(POLICIES),)),
        broken={claim: _number(value["broken"][claim]) for claim in CLAIMS},
        checks=Checks(**{name: _number(count) for name, count in value["checks"].items()}),
        evidence=Evidence(
            {model: _draws(ruleset, sums) for model, sums in value["draws"].items()},
            _probes(ruleset, value["probes"]),
        ),
        first={claim: first.get(claim, []) for claim in CLAIMS},
        dealer=str(value["dealer"]),
        faults=tuple(str(fault) for fault in value["faults"]),
    )


def _number(value: Any) -> int:
    if not isinstance(value, int):
        raise TypeError(f"{value!r} is no whole number")
    return value


# --- Deals -------------------------------------------------------------------------


def _violation_json(violation: Violation) -> dict[str, Any]:
    return {
        "claim": violation.claim,
        "board": violation.board,
        "tray": _tray_json(violation.tray),
        **{name: getattr(violation, name) for name in _VIOLATION_NUMBERS},
        "asks": _asks_json(violation.asks),
    }


def _violation(value: Mapping[str, Any]) -> Violation:
    return Violation(
        claim=str(value["claim"]),
        board=_number(value["board"]),
        tray=_tray(value["tray"]),
        asks=_asks(value["asks"]),
        **{name: _number(value[name]) for name in _VIOLATION_NUMBERS},
    )


def _reask_json(found: Reask) -> dict[str, Any]:
    return {
        "claim": found.claim,
        "seed": found.seed,
        "asks": _asks_json(found.asks),
        "varied": _asks_json([found.varied])[0] if found.varied else None,
        "trays": [_tray_json(tray) for tray in found.trays],
        "chunk": found.chunk,
        "game": found.game,
    }


def _reask(value: Mapping[str, Any]) -> Reask:
    one, two = value["trays"]
    return Reask(
        claim=str(value["claim"]),
        seed=_number(value["seed"]),
        asks=_asks(value["asks"]),
        varied=_asks([value["varied"]])[0] if value["varied"] else None,
        trays=(_tray(one), _tray(two)),
        chunk=_number(value["chunk"]),
        game=_number(value["game"]),
    )


def _tray_json(tray: Tray) -> list[Any]:
    """Return pieces with their names: two drawings of a shape may be called otherwise."""
    return [[shape.name, [list(cell) for cell in shape.cells]] for shape in tray]


def _tray(value: Sequence[Any]) -> Tray:
    return tuple(
        Shape(tuple((_number(row), _number(col)) for row, col in cells), str(name))
        for name, cells in value
    )


def _asks_json(asks: Sequence[Ask]) -> list[list[int]]:
    return [[ask.board, ask.turn, ask.score, ask.record] for ask in asks]


def _asks(value: Sequence[Sequence[Any]]) -> tuple[Ask, ...]:
    return tuple(Ask(*(_number(number) for number in ask)) for ask in value)


# --- Draws and probes --------------------------------------------------------------


def _draws_json(sums: DrawSums) -> dict[str, Any]:
    return {
        "draws": sums.draws,
        "impossible": sums.impossible,
        "slots": _excess_json(sums.slots),
        "bands": {name: _excess_json(band) for name, band in sums.bands.items()},
        "pairs": _excess_json(sums.pairs),
        "across": _excess_json(sums.across),
        "features": packed(sums.features),
        "reach": packed(sums.reach),
    }


def _draws(ruleset: Ruleset, value: Mapping[str, Any]) -> DrawSums:
    kinds, count = len(ruleset.shapes), len(features.FEATURES)
    return DrawSums(
        draws=_number(value["draws"]),
        impossible=_number(value["impossible"]),
        slots=_excess(value["slots"], ruleset.tray_size, kinds),
        bands={
            name: _excess(value["bands"][name], len(edges) + 1, kinds)
            for name, edges in BANDS.items()
        },
        pairs=_excess(value["pairs"], kinds, kinds),
        across=_excess(value["across"], kinds, kinds),
        features=unpacked(value["features"], (count, 3)),
        reach=unpacked(value["reach"], (count,)),
    )


def _excess_json(sums: Excess) -> dict[str, Any]:
    return {"d": packed(sums.d), "v": _covariance_json(sums.v), "expected": packed(sums.expected)}


def _excess(value: Mapping[str, Any], parts: int, kinds: int) -> Excess:
    return Excess(
        d=unpacked(value["d"], (parts, kinds)),
        v=_covariance(value["v"], parts, kinds),
        expected=unpacked(value["expected"], (parts, kinds)),
    )


def _covariance_json(v: F64) -> dict[str, str]:
    """Return covariances (B, S, S): one half of each where the other is exactly the same."""
    mirrored = v.transpose(0, 2, 1).astype(np.float64).view(np.int64) == v.view(np.int64)
    if not mirrored.all():
        return {"full": packed(v)}
    rows, cols = np.triu_indices(v.shape[1])
    return {"half": packed(v[:, rows, cols])}


def _covariance(value: Mapping[str, str], parts: int, kinds: int) -> F64:
    if "full" in value:
        return unpacked(value["full"], (parts, kinds, kinds))
    rows, cols = np.triu_indices(kinds)
    v = np.empty((parts, kinds, kinds))
    v[:, rows, cols] = v[:, cols, rows] = unpacked(value["half"], (parts, len(rows)))
    return v


def _probes_json(sums: ProbeSums) -> dict[str, Any]:
    """Return only what was asked: most audits ask little, and most chunks nothing."""
    return {
        claim: {
            "asked": sums.asked[claim],
            "differed": sums.differed[claim],
            "signs": numbers(sums.signs[claim]),
            "first": [_reask_json(found) for found in sums.first[claim]],
        }
        for claim in PROBED
        if sums.asked[claim] or sums.signs[claim].any()
    }


def _probes(ruleset: Ruleset, value: Mapping[str, Any]) -> ProbeSums:
    shape = (len(ruleset.shapes) + 1, 2)
    none: dict[str, Any] = {"asked": 0, "differed": 0, "signs": None, "first": []}
    found = {claim: value.get(claim, none) for claim in PROBED}
    return ProbeSums(
        asked={claim: _number(sums["asked"]) for claim, sums in found.items()},
        differed={claim: _number(sums["differed"]) for claim, sums in found.items()},
        signs={
            claim: np.zeros(shape, dtype=np.int64)
            if sums["signs"] is None
            else from_numbers(sums["signs"], shape)
            for claim, sums in found.items()
        },
        first={claim: [_reask(r) for r in sums["first"]] for claim, sums in found.items()},
    )
