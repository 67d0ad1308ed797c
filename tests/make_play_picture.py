"""Makes the picture of the table in docs/play.md. Run it after a change of what it shows.

    python tests/make_play_picture.py

The game is one of ``block-knock``, played by the solver's hints up to a move that clears two
lines while a combo runs, that piece still in hand.
"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from textual.pilot import Pilot

from fairtray.families.block.table import choose
from fairtray.families.block.table.sitting import best_placement
from fairtray.gameplay.table import PlayRequest
from fairtray_cli.table.app import Table
from fairtray_cli.table.folder import now

PICTURE = Path(__file__).parent.parent / "docs" / "play.svg"
SEED, MOST_MOVES = 2026, 300


def table() -> Table:
    """Return the table at which the picture is taken."""
    request = PlayRequest(now, ruleset="block-knock", seed=SEED)
    return Table(choose(request).sit_down(None, lambda: 0.0))


async def play(pilot: Pilot[None]) -> None:
    """Play up to the move that the picture shows."""
    sitting = pilot.app.sitting  # type: ignore[attr-defined]
    for _ in range(MOST_MOVES):
        sitting.hinted(best_placement(sitting.game.position))
        move = sitting.ghost.move
        if len(move.lines) > 1 and sitting.game.position.combo > 1 and sitting.game.score > 1000:
            break
        sitting.place()
    await pilot.press("down", "up")


def picture() -> str:
    """Return the picture."""
    app = table()

    async def run() -> str:
        async with app.run_test(size=(80, 24)) as pilot:
            await play(pilot)
            await app.workers.wait_for_complete()
            await pilot.pause()
            return app.export_screenshot()

    return plain(asyncio.run(run()))


def plain(svg: str) -> str:
    """Return the picture without fonts that a viewer would have to fetch from elsewhere."""
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = svg.replace("Fira Code", "monospace").replace("monospace, monospace", "monospace")
    return "\n".join(line.rstrip() for line in svg.splitlines() if line.strip()) + "\n"


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
