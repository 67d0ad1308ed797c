"""An audit's report as text for a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click
from tabulate import tabulate

from fairtray_cli.render import boards, findings
from fairtray_cli.render.findings import percent

_COLOURS = {"refuted": "red", "holds": "green", "not refuted": "green"}


def text(document: Mapping[str, Any], width: int, *, colour: bool) -> str:
    """Return a report as tables.

    Args:
        document: the report, the counterexamples saved.
        width: columns of the terminal.
        colour: whether to colour.
    """
    document = findings.printable(document)
    lines = _heading(document)
    lines += ["", *_claims(document, colour=colour)]
    lines += ["", *_side_tables(document, width)]
    lines += ["", findings.proofs(document)]
    lines += _counterexamples(document, width, colour=colour)
    lines += ["", findings.effort(document), "", f"verdict: {_verdict(document, colour=colour)}"]
    return "\n".join(lines)


def _heading(document: Mapping[str, Any]) -> list[str]:
    rows = [list(fact) for fact in findings.facts(document)]
    return tabulate(rows, tablefmt="plain", disable_numparse=True).splitlines()


def _claims(document: Mapping[str, Any], *, colour: bool) -> list[str]:
    rows = [
        [claim["id"], _styled(claim["verdict"], colour=colour), *_figures(claim)]
        for claim in document["claims"]
    ]
    rows += [[claim["id"], "not claimed", *_figures(claim)] for claim in document["information"]]
    headers = ["claim", "verdict", "failures", "rate", "95 % bound", "promise"]
    return tabulate(
        rows, headers, disable_numparse=True, colalign=["left", "left", *["right"] * 3, "left"]
    ).splitlines()


def _figures(claim: Mapping[str, Any]) -> list[str]:
    statistic = claim["statistic"]
    return [
        f"{statistic['failures']:,}",
        percent(statistic["rate"]),
        f"< {percent(statistic['upper_95'])}",
        claim["promise"],
    ]


def _side_tables(document: Mapping[str, Any], width: int) -> list[str]:
    fill = [
        [
            f"{band['from']}-{band['to']}",
            f"{band['deals']:,}",
            percent(band["placeable"] / band["deals"]) if band["deals"] else "-",
        ]
        for band in document["fill"]
    ]
    orders = [
        [number, f"{count:,}", percent(count / document["deals"]) if document["deals"] else "-"]
        for number, count in findings.orders(document)
    ]
    right = ["right"] * 3
    blocks = [
        tabulate(
            fill,
            ["cells filled", "deals", "placeable"],
            disable_numparse=True,
            colalign=right,
        ).splitlines(),
        tabulate(
            orders, ["in orders", "deals", "share"], disable_numparse=True, colalign=right
        ).splitlines(),
    ]
    return boards.side_by_side(blocks, width)


def _counterexamples(document: Mapping[str, Any], width: int, *, colour: bool) -> list[str]:
    lines: list[str] = []
    for example in findings.examples(document):
        lines += ["", f"breaks {example.claim} ({boards.COUNTED}):"]
        lines += example.drawing(width, colour=colour)
        lines.append(f"reproduce: {example.reproduce}")
    return lines


def _verdict(document: Mapping[str, Any], *, colour: bool) -> str:
    verdict = _styled(document["verdict"], colour=colour)
    return verdict + findings.verdict_words(document)


def _styled(word: str, *, colour: bool) -> str:
    return click.style(word, fg=_COLOURS[word], bold=True) if colour else word
