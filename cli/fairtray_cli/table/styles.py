"""How drawn lines look: painted cells where there is colour, characters where there is none."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from fairtray.gameplay.table import Legend, Line

CELLS = {
    "empty": "#1d272d",
    "empty-odd": "#222d34",
    "filled": "#6f90a1",
    "filled-odd": "#648494",
    "last": "#a3c4d4",
    "last-odd": "#98b9c9",
    "new": "#3fb863",
    "new-odd": "#38a859",
    "wanted": "#f2c12e",
    "wanted-odd": "#e6b522",
    "crossed": "#d32f2f",
    "crossed-odd": "#c22828",
    "gone": "#ff9d3c",
    "gone-odd": "#f29030",
    "gone-new": "#c6ee74",
    "gone-new-odd": "#bae266",
    "frame": "#ffd9a0",
    "piece": "#6f90a1",
    "piece-held": "#3fb863",
    "piece-no-room": "#37474f",
    "corner": "#56656d",
    "ghost": "#eceff1",
    "ghost-wanted": "#c3b1e1",
    "ghost-blocked": "#d81b9a",
    "blue": "#3463bd",
    "blue-new": "#7fabff",
    "blue-start": "#22375f",
    "yellow": "#b58e1d",
    "yellow-new": "#f5d660",
    "yellow-start": "#514619",
    "red": "#a83a3a",
    "red-new": "#f08080",
    "red-start": "#552727",
    "green": "#357a40",
    "green-new": "#7fd68b",
    "green-start": "#204428",
}
"""The colour of each kind of cell; its characters are left out."""

WORDS = {
    "label": "#90a4ae",
    "caption": "#cfd8dc",
    "held": "bold #121212 on #7fd68b",
    "no-room": "#78909c",
    "used": "#607d8b",
    "score": "bold",
    "blue-name": "bold #ffffff on #3463bd",
    "yellow-name": "bold #000000 on #d4b03a",
    "red-name": "bold #ffffff on #a83a3a",
    "green-name": "bold #ffffff on #357a40",
}
"""The style of each kind of words, as Rich writes it."""

PLAIN = {"held": "reverse", "frame": "bold", "score": "bold"}
"""The styles where there is no colour."""


def text_of(lines: Sequence[Line], *, painted: bool) -> Text:
    """Return drawn lines as Rich's text.

    Args:
        lines: the lines.
        painted: whether to paint cells; their characters are shown otherwise.
    """
    text = Text(no_wrap=True, end="")
    for i, line in enumerate(lines):
        if i:
            text.append("\n")
        for span in line:
            if painted and span.style in CELLS:
                text.append(" " * len(span.text), f"on {CELLS[span.style]}")
            else:
                text.append(span.text, (WORDS if painted else PLAIN).get(span.style, ""))
    return text


def legend_of(legend: Legend, *, painted: bool) -> Text:
    """Return what the kinds of cells mean, one a line.

    Args:
        legend: style, characters and meaning of each.
        painted: whether to show colours instead of characters.
    """
    text = Text()
    shown = set()
    for style, characters, meaning in legend:
        if not painted:
            text.append(f"{characters:<8}{meaning}\n")
        elif style not in shown:
            shown.add(style)
            text.append("    ", f"on {CELLS[style]}").append(f"    {meaning}\n")
    return text
