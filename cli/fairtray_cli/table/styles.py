"""How each meaning looks where the terminal has colours; its character says the same without."""

from __future__ import annotations

STYLES = {
    "plain": "",
    "label": "#90a4ae",
    "frame": "bold #ffab40",
    "empty": "#5d727d on #1c262b",
    "empty-odd": "#5d727d on #222e34",
    "filled": "#67828f on #546e7a",
    "filled-odd": "#5f7986 on #4c6470",
    "last": "#85a4b4 on #6d8c9c",
    "last-odd": "#7e9cac on #668494",
    "new": "#7ccf8a on #2e8b3d",
    "wanted": "#9c7a12 on #f2c12e",
    "crossed": "bold #ffffff on #b71c1c",
    "gone": "bold #4e342e on #ffb74d",
    "gone-new": "bold #33691e on #c0e872",
    "caption": "#cfd8dc",
    "held": "bold reverse #b9f6ca",
    "no-room": "#78909c",
    "used": "#607d8b",
    "piece": "#7b97a5 on #607d8b",
    "piece-held": "#7ccf8a on #2e8b3d",
    "piece-no-room": "#607d8b on #263238",
}
"""The styles of :class:`fairtray_cli.table.drawing.Span`, as Rich and Textual write them."""
