"""An audit's report as one HTML file: it loads nothing, runs nothing and can be mailed.

Only geometry is worked out here; the template lays it out, and escapes every text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fairtray.core.shapes import Cell, Shape, standard
from fairtray_cli.render.reports import findings
from fairtray_cli.render.reports.exporter import Exporter

_TEMPLATE = "audit.html.j2"
_PACKAGE = "fairtray_cli.render"


def text(document: Mapping[str, Any]) -> str:
    """Return a report as a self-contained HTML page."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader(_PACKAGE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    document = findings.printable(document)
    return environment.get_template(_TEMPLATE).render(
        verdict=document["verdict"],
        verdict_words=findings.verdict_words(document),
        ruleset=document["ruleset"],
        dealer=document["dealer"],
        facts=list(findings.facts(document)),
        claims=[_claim(claim) for claim in document["claims"]],
        information=[_claim(claim) for claim in document["information"]],
        again=findings.OTHER,
        examples=[_example(example) for example in findings.examples(document)],
        fill=_fill(document),
        orders=_orders(document),
        shapes=_shapes(document),
        banded=document["shapes_expected"] is not None,
        proofs=findings.proofs(document),
        effort=findings.effort(document),
    )


def _claim(claim: Mapping[str, Any]) -> dict[str, str]:
    return {
        "id": claim["id"],
        "verdict": claim["verdict"],
        "promise": claim["promise"],
        "words": claim["words"],
    }


def _example(example: findings.Example) -> dict[str, Any]:
    rows = example.rows
    filled = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#"]
    return {
        "claim": example.claim,
        "place": example.place,
        "reproduce": example.reproduce,
        "rows": len(rows),
        "cols": len(rows[0]),
        "cells": filled,
        "drawn": "\n".join(rows),
        "pieces": [
            {"caption": piece.caption, "fits": piece.fits, **_piece(piece.shape)}
            for piece in example.pieces
        ],
        "other": [_piece(shape) for shape in example.other],
    }


def _piece(shape: Shape | None) -> dict[str, Any]:
    cells: Sequence[Cell] = () if shape is None else shape.cells
    return {
        "name": "used" if shape is None else shape.name,
        "rows": 1 if shape is None else shape.height,
        "cols": 1 if shape is None else shape.width,
        "cells": cells,
    }


def _fill(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    most = max((band["deals"] for band in document["fill"]), default=0)
    return [
        {
            "name": f"{band['from']}–{band['to']}",
            "deals": f"{band['deals']:,}",
            "placeable": findings.share(band["placeable"], band["deals"], nothing="–"),
            "width": _scaled(band["deals"], most),
            "part": _scaled(band["placeable"], most),
        }
        for band in document["fill"]
    ]


def _orders(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    counts = findings.orders(document)
    most = max((count for _, count in counts), default=0)
    deals = document["deals"]
    return [
        {
            "name": number,
            "deals": f"{count:,}",
            "share": findings.share(count, deals, nothing="–"),
            "width": _scaled(count, most),
        }
        for number, count in counts
    ]


def _shapes(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    counts, expected = document["shapes"], document["shapes_expected"]
    tops: Iterable[int] = counts.values()
    if expected is not None:
        tops = [*tops, *(band["high"] for band in expected.values())]
    most = max(tops, default=0)
    total = sum(counts.values())
    rows = []
    for name, count in counts.items():
        band = None
        if expected is not None:
            low, high = expected[name]["low"], expected[name]["high"]
            band = {
                "words": f"{low:,}–{high:,}",
                "from": _scaled(low, most),
                "width": round(_scaled(high, most) - _scaled(low, most), 2),
                "outside": not low <= count <= high,
            }
        rows.append(
            {
                # A shape of the user's own has no drawing in a report, only its name.
                **(_piece(standard()[name]) if name in standard() else {"cells": ()}),
                "name": name,
                "count": f"{count:,}",
                "share": findings.share(count, total, nothing="–"),
                "width": _scaled(count, most),
                "band": band,
            }
        )
    return rows


def _scaled(value: float, most: float) -> float:
    """Return a length on an axis of 100 units."""
    return round(100 * value / most, 2) if most else 0.0


EXPORTER = Exporter("html", text, endings=(".html", ".htm"))
