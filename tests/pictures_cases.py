"""The positions whose pictures are kept as golden files, and how to draw them again.

Run ``python tests/pictures_cases.py`` after a change that is meant to be seen, and look at
every file before it is committed.
"""

from __future__ import annotations

import os
from pathlib import Path

import commandline

GOLDEN = Path(__file__).parent / "golden"

CASES = {
    "steps": ("solve", "block-knock:0xd9d900ef00aa01e7:I2h,O4,V5-ne:combo=1"),
    "crossed": ("solve", "bloky-8x8:0x7fbfdfeff7fbfdfe:O9,dot"),
    "boxes": ("solve", "woodoku:0x1bfdfeff7fbfdfeff7fbf:O9,dot"),
    "no-room": ("check", "5x7:0x2aaaaaaaa:O4,dot,-"),
}


def draw(name: str, image: Path) -> str:
    """Draw a case's picture; return what is printed, without colour."""
    command, position = CASES[name]
    return commandline.run(command, position, "--image", str(image)).out


if __name__ == "__main__":
    os.environ["NO_COLOR"] = "1"
    for case in CASES:
        printed = draw(case, GOLDEN / f"{case}.svg")
        (GOLDEN / f"{case}.txt").write_text(printed, encoding="utf-8")
