"""An audit's report as text for a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from fairtray_cli.console import coloured
from fairtray_cli.render import boards
from fairtray_cli.render.lines import width as terminal_width
from fairtray_cli.render.reports import findings
from fairtray_cli.render.reports.exporter import Exporter
from fairtray_cli.render.reports.findings import percent

_FILE_WIDTH = 100
"""Columns of a table in a file, where no terminal says."""

_COLOURS = {
    "refuted": "red",
    "inconclusive": "yellow",
    "holds": "green",
    "not refuted": "green",
}


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
    from tabulate import tabulate

    return tabulate(rows, tablefmt="plain", disable_numparse=True).splitlines()


def _claims(document: Mapping[str, Any], *, colour: bool) -> list[str]:
    claims = [(claim, _styled(claim["verdict"], colour=colour)) for claim in document["claims"]]
    claims += [(claim, "not claimed") for claim in document["information"]]
    exact = [
        [
            claim["id"],
            verdict,
            f"{claim['statistic']['failures']:,}",
            percent(claim["statistic"]["rate"]),
            f"< {percent(claim['statistic']['upper_95'])}",
            claim["promise"],
        ]
        for claim, verdict in claims
        if findings.counted(claim)
    ]
    lines = []
    if exact:
        headers = ["claim", "verdict", "failures", "rate", "95 % bound", "promise"]
        lines += _table(exact, headers, "llrrrl")
    by_tests = [(claim, verdict) for claim, verdict in claims if not findings.counted(claim)]
    if by_tests:
        rows = [
            [
                claim["id"],
                verdict,
                f"{claim['statistic']['p_value']:.2g}",
                _bias(claim["statistic"]["smallest_bias"]),
                claim["promise"],
            ]
            for claim, verdict in by_tests
        ]
        lines += [""] if lines else []
        lines += _table(rows, ["claim", "verdict", "p", "would have found", "promise"], "llrrl")
    # Figures alone do not say what they mean here.
    said = [
        f"{claim['id']}: {claim['words']}"
        for claim, _ in claims
        if not findings.counted(claim) or claim["verdict"] == findings.INCONCLUSIVE
    ]
    return [*lines, "", *said] if said else lines


def _bias(bias: float | None) -> str:
    return "-" if bias is None else percent(bias)


def _table(rows: list[list[str]], headers: Sequence[str], sides: str) -> list[str]:
    aligned = [{"l": "left", "r": "right"}[side] for side in sides]
    from tabulate import tabulate

    return tabulate(rows, headers, disable_numparse=True, colalign=aligned).splitlines()


def _side_tables(document: Mapping[str, Any], width: int) -> list[str]:
    blocks = [
        _table(findings.fill_rows(document), findings.FILL_HEADERS, "rrr"),
        _table(findings.order_rows(document), ["in orders", "deals", "share"], "rrr"),
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


def _in_a_file(document: Mapping[str, Any]) -> str:
    return text(document, _FILE_WIDTH, colour=False)


def _on_the_terminal(document: Mapping[str, Any]) -> str:
    return text(document, terminal_width(), colour=coloured())


EXPORTER = Exporter("table", _in_a_file, endings=(".txt",), terminal=_on_the_terminal)
