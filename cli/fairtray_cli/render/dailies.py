"""Daily challenges as text, Markdown, HTML and iCalendar."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from fairtray import __version__
from fairtray.core.shapes import Shape
from fairtray.daily.difficulty import PLAYERS, PLAYS
from fairtray.daily.document import Daily
from fairtray_cli.console import plain
from fairtray_cli.render import boards
from fairtray_cli.render.lines import table

_TEMPLATE = "daily.html.j2"
_PACKAGE = "fairtray_cli.render"
_FOLD = 75


def text(daily: Daily, width: int, *, colour: bool = False) -> str:
    """Return a day for a terminal."""
    lines = [_title(daily), ""]
    for number, tray in enumerate(daily.trays, start=1):
        blocks = [
            [f"tray {number}", ""],
            *([plain(s.name), *boards.drawing(s, colour=colour)] for s in tray),
        ]
        lines += [*boards.side_by_side(blocks, width), ""]
    lines += _facts(daily)
    players = _players(daily)
    if players:
        lines += ["", table(players, ["player", "low", "median", "mean", "high", "finished"])]
    return "\n".join([*lines, "", f"commitment {daily.commitment}"])


def overview(days: Sequence[Daily]) -> str:
    """Return a table of days, one a line."""
    rows = [
        [day.date, day.attempt, "" if day.par is None else day.par.score, day.at_most, _level(day)]
        for day in days
    ]
    return table(rows, ["date", "attempt", "par", "at most", "difficulty"])


def _title(daily: Daily) -> str:
    title = f"{plain(daily.ruleset.title)}, daily of {daily.date}"
    skipped = boards.counted(daily.attempt, "sequence") + " skipped"
    return f"{title} ({skipped})" if daily.attempt else title


def _facts(daily: Daily) -> list[str]:
    facts = []
    if daily.par is not None:
        by = f" (a beam of width {daily.par.width})" if daily.par.width else ""
        facts.append(f"par {daily.par.score}{by}")
    if daily.at_most is not None:
        facts.append(f"no more than {daily.at_most} possible")
    level = _level(daily)
    if level is not None:
        facts.append(f"difficulty {level} of 5")
    return facts


def _level(daily: Daily) -> int | None:
    level = None if daily.difficulty is None else daily.difficulty.get("level")
    return level if type(level) is int else None


def _players(daily: Daily) -> list[list[object]]:
    """Return a row for each plain player; none where the file does not say."""
    rows: list[list[object]] = []
    for player in PLAYERS:
        result = (daily.difficulty or {}).get(player)
        if isinstance(result, Mapping):
            values = [plain(str(result.get(key, ""))) for key in ("low", "median", "mean", "high")]
            finished = plain(str(result.get("finished", "")))
            rows.append([player, *values, f"{finished} of {PLAYS}"])
    return rows


def markdown(daily: Daily) -> str:
    """Return a day as Markdown."""
    lines = [f"## {_title(daily)}", ""]
    for number, tray in enumerate(daily.trays, start=1):
        blocks = [[plain(s.name), *boards.drawing(s, colour=False)] for s in tray]
        lines += [f"Tray {number}", "", "```text", *boards.side_by_side(blocks, 72), "```", ""]
    lines += [f"* {fact}" for fact in _facts(daily)]
    players = _players(daily)
    if players:
        lines += [
            "",
            "| player | low | median | mean | high | finished |",
            "|---|---:|---:|---:|---:|---:|",
            *("| " + " | ".join(map(str, row)) + " |" for row in players),
        ]
    return "\n".join([*lines, "", f"Commitment `{daily.commitment}`"])


def html(days: Sequence[Daily]) -> str:
    """Return days as one self-contained HTML page: it loads nothing and runs nothing."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader(_PACKAGE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(_TEMPLATE).render(
        title=_title(days[0]) if len(days) == 1 else f"{len(days)} daily challenges",
        days=[
            {
                "title": _title(day),
                "trays": [[_drawn(shape) for shape in tray] for tray in day.trays],
                "facts": _facts(day),
                "players": _players(day),
                "commitment": day.commitment,
            }
            for day in days
        ],
    )


def _drawn(shape: Shape) -> dict[str, Any]:
    return {
        "name": plain(shape.name),
        "width": shape.width,
        "height": shape.height,
        "cells": [{"x": col, "y": row} for row, col in shape.cells],
    }


def calendar(days: Sequence[Daily]) -> str:
    """Return days as iCalendar (RFC 5545), an all-day event each; the same bytes every time."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:-//fairtray//fairtray {__version__}//EN",
    ]
    for day in days:
        date = dt.date.fromisoformat(day.date)
        stamp = f"{date:%Y%m%d}"
        lines += [
            "BEGIN:VEVENT",
            f"UID:{stamp}-{day.ruleset.digest[:12]}-{day.commitment[:12]}@fairtray",
            f"DTSTAMP:{stamp}T000000Z",
            f"DTSTART;VALUE=DATE:{stamp}",
            f"SUMMARY:{_escaped(', '.join([plain(day.ruleset.title), *_facts(day)]))}",
            f"DESCRIPTION:{_escaped(_pieces(day))}",
            "TRANSP:TRANSPARENT",
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    # The last line's end is written by whoever prints this.
    return "\r\n".join(folded for line in lines for folded in _folded(line)) + "\r"


def _pieces(day: Daily) -> str:
    trays = [
        f"tray {number}: {', '.join(plain(shape.name) for shape in tray)}"
        for number, tray in enumerate(day.trays, start=1)
    ]
    return "\n".join([*trays, f"commitment {day.commitment}"])


def _escaped(value: str) -> str:
    for mark in ("\\", ";", ","):
        value = value.replace(mark, f"\\{mark}")
    return value.replace("\n", "\\n")


def _folded(line: str) -> list[str]:
    """Return a line cut so that no part has more than 75 bytes, as the format requires."""
    parts = [""]
    for character in line:
        if len((parts[-1] + character).encode()) > _FOLD:
            parts.append(" ")
        parts[-1] += character
    return parts
