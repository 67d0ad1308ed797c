"""What a format of an audit's report is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Document = Mapping[str, Any]
"""A report: what ``fairtray audit --json`` prints."""


@dataclass(frozen=True, slots=True)
class Exporter:
    """A format that reports are written in.

    Attributes:
        name: what ``--format`` calls it.
        text: makes the text of a report, as a file holds it.
        endings: the endings of files that mean this format.
        terminal: makes the text for standard output where that may differ, as by the width
            and the colours of a terminal.
        beside: does what else goes with a report in this format.
    """

    name: str
    text: Callable[[Document], str]
    endings: tuple[str, ...] = ()
    terminal: Callable[[Document], str] | None = None
    beside: Callable[[Document], None] | None = None

    def on_stdout(self, document: Document) -> str:
        """Return a report's text for standard output."""
        return (self.terminal or self.text)(document)
