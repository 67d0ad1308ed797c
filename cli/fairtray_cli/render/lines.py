"""From the library's lines and tables to text: laid out, and coloured where that is wanted."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence

import click

from fairtray.pictures import text
from fairtray.pictures.text import Line, Table


def width() -> int:
    """Return the columns to fill: the terminal's, the COLUMNS variable's, or 80."""
    return max(20, shutil.get_terminal_size().columns)


def joined(lines: Iterable[Line], *, colour: bool) -> str:
    """Return the lines of an answer as one text."""
    return "\n".join(
        laid_out(line) if isinstance(line, Table) else finished(line, colour=colour)
        for line in lines
    )


def finished(line: str, *, colour: bool) -> str:
    """Return a line with its paint as escape sequences, or without it."""
    return text.finished(line, _styled) if colour else text.bare(line)


def _styled(words: str, style: str) -> str:
    parts = style.split()
    ways = {"bold", "dim", "reverse"}
    colours = [part for part in parts if part not in ways]
    flags = {part: True for part in parts if part in ways}
    return click.style(words, fg=colours[0] if colours else None, **flags)


def table(rows: Sequence[Sequence[object]], headers: Sequence[str]) -> str:
    """Return a table in the one style that all commands use."""
    return laid_out(Table(headers, rows))


def laid_out(given: Table) -> str:
    """Return a table as text."""
    from tabulate import tabulate

    return tabulate(
        given.rows,
        given.headers,
        tablefmt="simple",
        maxcolwidths=list(given.widths) or None,
        colalign=list(given.align) or None,
        disable_numparse=not given.numbers,
    )
