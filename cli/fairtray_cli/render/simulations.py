"""A simulation's report for a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tabulate import tabulate

from fairtray.core.errors import counted
from fairtray_cli.console import plain

_BAR = 40
"""Characters of the longest bar."""

_NAMES = {"moves": "moves", "points": "points", "lines": "lines cleared", "deals": "deals"}


def text(document: Mapping[str, Any]) -> str:
    """Return the report."""
    if "colours" in document:
        return _colours(document)
    blocks = [_head(document)]
    blocks += [_dealer(found, document) for found in document["dealers"]]
    if document["comparisons"]:
        blocks.append(_comparisons(document["comparisons"]))
    if "mode" in document:
        blocks += _endings(document["dealers"][0])
    return "\n\n".join(blocks)


def games_of(document: Mapping[str, Any]) -> int:
    """Return how many games a report covers."""
    if "colours" in document:
        return int(document["games"])
    return sum(dealer["games"] for dealer in document["dealers"])


def _head(document: Mapping[str, Any]) -> str:
    lines = [f"{document['title']}: {document['player']} plays, seed {document['seed']}"]
    if document["partial"]:
        lines.append("PARTIAL: interrupted; this covers the games that were over")
    if "mode" in document:
        lines += _mode(document)
    return "\n".join(lines)


def _mode(document: Mapping[str, Any]) -> list[str]:
    words = f"mode {plain(document['mode'])}"
    if document["challenge"] is not None:
        words += f", challenge {document['challenge']}"
    if document["date"] is not None:
        words += f", {document['date']}"
    if document["target"] is not None:
        words += f", won at {document['target']:,} points"
    return [words, *map(plain, document["notes"])]


def _endings(dealer: Mapping[str, Any]) -> list[str]:
    if not dealer["games"]:
        return []
    counts = ", ".join(f"{ending}: {count}" for ending, count in dealer["endings"].items())
    lines = [f"endings: {counts}"]
    if dealer["continued"]:
        lines.append(f"continued: {dealer['continued']} of {dealer['games']}")
    if dealer["stars"] is not None:
        lines.append(f"stars: {dealer['stars']}, each game by itself and none a record")
    return ["\n".join(lines)]


def _colours(document: Mapping[str, Any]) -> str:
    """Return the report on games in which each colour has a score of its own."""
    players = f"{document['player']} plays {document['colour']}, the solver the others"
    head = f"{document['title']}: {players}, seed {document['seed']}"
    rows = []
    for colour in document["colours"]:
        score = colour["score"]
        if score is not None:
            extremes = [number(score["min"]), number(score["max"])]
            mean, interval = number(score["mean"]), _interval(score["mean_interval"])
            rows.append([colour["colour"], mean, interval, *extremes, colour["first"]])
    headers = ["colour", "mean score", "95 % interval", "least", "most", "first or equal"]
    table = tabulate(rows, headers, tablefmt="simple")
    return "\n".join([head, counted(document["games"], "game"), "", table])


def _dealer(found: Mapping[str, Any], document: Mapping[str, Any]) -> str:
    head = f"dealer {plain(found['dealer'])}: {counted(found['games'], 'game')}"
    if found["cut"]:
        head += f", {found['cut']} of them cut at {counted(document['max_moves'], 'move')}"
    if found["refused"]:
        head += f", {found['refused']} of them ended as nothing could be dealt"
    if not found["games"]:
        return head
    rows = [_row(name, found[key]) for key, name in _NAMES.items() if found[key] is not None]
    table = tabulate(
        rows,
        ["", "mean", "95 % interval", "10 %", "25 %", "median", "95 % interval", "75 %", "90 %"],
        disable_numparse=True,
        colalign=("left", *["right"] * 8),
    )
    lines = [head, "", table]
    if found["cut"]:
        lines.append("≥: at least this much, as games were cut")
    return "\n".join([*lines, "", "moves of the games:", *_histogram(found["moves"]["histogram"])])


def _row(name: str, measure: Mapping[str, Any]) -> list[str]:
    quantiles = [_bound(q["value"], q["at_least"]) for q in measure["quantiles"]]
    middle = measure["quantiles"][2]
    return [
        name,
        _bound(measure["mean"], measure["at_least"]),
        _interval(measure["mean_interval"]),
        *quantiles[:3],
        _interval(middle["interval"]),
        *quantiles[3:],
    ]


def _bound(value: float, at_least: bool) -> str:
    return ("≥" if at_least else "") + number(value)


def number(value: float | None) -> str:
    """Return a number as people read it; nothing known is ``?``."""
    if value is None:
        return "?"
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.1f}"


def _interval(interval: Sequence[float | None]) -> str:
    return "–".join(number(end) for end in interval)


def _histogram(bins: Sequence[Mapping[str, int]]) -> list[str]:
    most = max(found["games"] for found in bins)
    labels = [_label(found) for found in bins]
    wide = max(len(label) for label in labels)
    counts = max(len(str(found["games"])) for found in bins)
    lines = []
    for label, found in zip(labels, bins, strict=True):
        # A single game must not vanish.
        bar = "#" * max(round(_BAR * found["games"] / most), min(found["games"], 1))
        lines.append(f"{label:>{wide}}  {found['games']:>{counts}}  {bar}".rstrip())
    return lines


def _label(found: Mapping[str, int]) -> str:
    first, last = found["start"], found["stop"] - 1
    return f"{first:,}" if first == last else f"{first:,}–{last:,}"


def _comparisons(comparisons: Sequence[Mapping[str, Any]]) -> str:
    against = comparisons[0]["against"]
    rows = [
        [
            plain(found["dealer"]),
            _times(found["geometric_ratio"], found),
            _times(found["mean_ratio"], found),
            f"{found['longer']} of {found['games']}",
            str(found["equal"]),
        ]
        for found in comparisons
    ]
    table = tabulate(
        rows,
        ["dealer", "geometric mean", "ratio of means", "longer", "equal"],
        disable_numparse=True,
        colalign=("left", *["right"] * 4),
    )
    lines = [
        f"moves against dealer {plain(against)}, game by game from the same random words:",
        "",
        table,
    ]
    if any(found["cut"] or found["against_cut"] for found in comparisons):
        lines.append("games were cut: the ratios are of the games as far as they were played")
    return "\n".join(lines)


def _times(ratio: Mapping[str, Any] | None, found: Mapping[str, Any]) -> str:
    if ratio is None:
        return "?"
    low, high = ratio["interval"]
    # Only where the other dealer's games are whole does a cut make it a lower bound.
    bound = "≥" if found["cut"] and not found["against_cut"] else ""
    return f"{bound}×{ratio['value']:.2f} ({low:.2f}–{high:.2f})"
