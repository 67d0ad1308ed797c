"""A table at which people play: what is the same for every game, without any terminal.

A family of games brings a :class:`Choice`, which is a game to sit down at, and a
:class:`Sitting`, which says what each key does and what there is to see, as lines of marked
text. Whoever draws the table, such as ``fairtray play``, knows only these.
"""

from fairtray.gameplay.table.drawing import (
    LEFT,
    SCALES,
    TOP,
    Legend,
    Line,
    Scale,
    Span,
    board_size,
    cell_at,
    centred,
    joined,
    lines_of,
)
from fairtray.gameplay.table.hand import Ghost, Hand
from fairtray.gameplay.table.keeper import Keeper, resume
from fairtray.gameplay.table.sitting import Choice, Opened, PlayRequest, Screen, Sitting, Task

__all__ = [
    "LEFT",
    "SCALES",
    "TOP",
    "Choice",
    "Ghost",
    "Hand",
    "Keeper",
    "Legend",
    "Line",
    "Opened",
    "PlayRequest",
    "Scale",
    "Screen",
    "Sitting",
    "Span",
    "Task",
    "board_size",
    "cell_at",
    "centred",
    "joined",
    "lines_of",
    "resume",
]
