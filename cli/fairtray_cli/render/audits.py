"""An audit's report as text for a terminal."""

from __future__ import annotations

from typing import Any

import click
from tabulate import tabulate

from fairtray.audit import report
from fairtray.audit.run import Outcome
from fairtray.rulesets.model import Ruleset
from fairtray_cli.render import boards

_COLOURS = {"refuted": "red", "holds": "green", "not refuted": "green"}


def text(outcome: Outcome, document: dict[str, Any], width: int, *, colour: bool) -> list[str]:
    """Return the lines of a report.

    Args:
        outcome: the audit.
        document: its report, the counterexamples saved.
        width: columns of the terminal.
        colour: whether to colour.
    """
    lines = _heading(document, outcome.plan.ruleset)
    lines += ["", *_claims(document, colour=colour)]
    lines += ["", *_side_tables(document, width)]
    lines += ["", _proofs(document)]
    lines += _counterexamples(outcome, document, width, colour=colour)
    lines += ["", _footer(document), "", f"verdict: {_verdict(document, colour=colour)}"]
    return lines


def _heading(document: dict[str, Any], ruleset: Ruleset) -> list[str]:
    rows = [
        ["ruleset", f"{document['ruleset']} ({ruleset.title})"],
        ["dealer", document["dealer"]],
        ["played by", _players(document)],
        ["deals", f"{document['deals']:,} in {document['games']:,} games"],
    ]
    if document["partial"]:
        rows.append(["partial", f"interrupted; {document['asked']:,} deals were asked for"])
    if document["fallback"]:
        share = _percent(document["fallback"] / document["deals"])
        rows.append(["dealt anyway", f"{document['fallback']:,} ({share}), all tries had failed"])
    if document["declined"]:
        rows.append(["declined", f"{document['declined']:,} times no deal could keep the promise"])
    rows.append(["seed", str(document["seed"])])
    return tabulate(rows, tablefmt="plain", disable_numparse=True).splitlines()


def _players(document: dict[str, Any]) -> str:
    shares = ", ".join(f"{name} {count:,}" for name, count in document["players"].items())
    return f"{document['policy']} ({shares})" if document["policy"] == "mixed" else shares


def _claims(document: dict[str, Any], *, colour: bool) -> list[str]:
    rows = [
        [claim["id"], _styled(claim["verdict"], colour=colour), *_figures(claim)]
        for claim in document["claims"]
    ]
    rows += [[claim["id"], "not claimed", *_figures(claim)] for claim in document["information"]]
    headers = ["claim", "verdict", "failures", "rate", "95 % bound", "promise"]
    return tabulate(
        rows, headers, disable_numparse=True, colalign=["left", "left", *["right"] * 3, "left"]
    ).splitlines()


def _figures(claim: dict[str, Any]) -> list[str]:
    statistic = claim["statistic"]
    return [
        f"{statistic['failures']:,}",
        _percent(statistic["rate"]),
        f"< {_percent(statistic['upper_95'])}",
        claim["promise"],
    ]


def _side_tables(document: dict[str, Any], width: int) -> list[str]:
    fill = [
        [
            f"{band['from']}-{band['to']}",
            f"{band['deals']:,}",
            _percent(band["placeable"] / band["deals"]) if band["deals"] else "-",
        ]
        for band in document["fill"]
    ]
    orders = [
        [number, f"{count:,}", _percent(count / document["deals"]) if document["deals"] else "-"]
        for number, count in document["orders"].items()
        if count or len(document["orders"]) < 10
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


def _proofs(document: dict[str, Any]) -> str:
    proofs = document["proofs"]
    return (
        f"proven: {proofs['witnesses_replayed']:,} placeable deals by replaying their placements, "
        f"{proofs['infeasible_by_cp_sat']:,} others by CP-SAT"
    )


def _counterexamples(
    outcome: Outcome, document: dict[str, Any], width: int, *, colour: bool
) -> list[str]:
    lines: list[str] = []
    pairs = zip(report.counterexamples(outcome), document["counterexamples"], strict=True)
    for violation, example in pairs:
        position = violation.position(outcome.plan.ruleset)
        captions = [
            "fits" if position.fits(slot) else "does not fit" for slot in range(len(position.tray))
        ]
        drawn = boards.board(position.ruleset.grid, position.board, colour=colour)
        tray = boards.tray(position.tray, captions, width, colour=colour)
        lines += ["", f"breaks {violation.claim} ({boards.COUNTED}):"]
        lines += boards.side_by_side([drawn, tray], width)
        lines.append(f"reproduce: {example['reproduce']}")
    return lines


def _footer(document: dict[str, Any]) -> str:
    run = document["run"]
    versions = ", ".join(f"{name} {version}" for name, version in document["versions"].items())
    return (
        f"{run['seconds']:.1f} s, {run['deals_per_second']:,} deals a second, "
        f"{boards.counted(run['workers'], 'process')} ({versions})"
    )


def _verdict(document: dict[str, Any], *, colour: bool) -> str:
    verdict = _styled(document["verdict"], colour=colour)
    broken = [c["id"] for c in document["claims"] if c["verdict"] == "refuted"]
    if broken:
        return f"{verdict} ({', '.join(broken)})"
    if not document["claims"]:
        return f"{verdict} (nothing is claimed)"
    return f"{verdict}: every claim held in every one of {document['deals']:,} deals"


def _styled(word: str, *, colour: bool) -> str:
    return click.style(word, fg=_COLOURS[word], bold=True) if colour else word


def _percent(rate: float) -> str:
    if rate == 0:
        return "0 %"
    return f"{100 * rate:.3g} %"
