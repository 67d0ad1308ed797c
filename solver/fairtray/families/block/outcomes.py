"""The best different outcomes of a position, and how much choice it leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairtray.core.errors import counted
from fairtray.families.block import documents, drawing
from fairtray.pictures import text

if TYPE_CHECKING:
    from fairtray.engines.search.outcomes import Counts, Outcome, Outcomes
    from fairtray.engines.search.survival import Survival


def document(outcomes: Outcomes, top: int) -> dict[str, object]:
    """Return the keys that ``--top`` adds to the document of ``solve``."""
    counts = outcomes.counts()
    return {
        "top": [
            {
                "points": outcome.points,
                "moves": [documents.scored(move) for move in outcome.moves],
                "board": outcome.final.ruleset.grid.draw(outcome.final.board),
            }
            for outcome in _first(outcomes, top)
        ],
        "outcomes": len(outcomes),
        "solutions": counts.solutions,
        "final_boards": counts.boards,
        "first_moves": counts.first_moves,
        "open_first_moves": counts.open_moves,
    }


def lines(outcomes: Outcomes, top: int, width: int) -> list[str]:
    """Return the list of the best outcomes as lines, and the counts below it."""
    listed = _first(outcomes, top)
    head = [f"the best {len(listed)} of {counted(len(outcomes), 'different outcome')}:", ""]
    blocks = []
    for rank, outcome in enumerate(listed, start=1):
        grid = outcome.final.ruleset.grid
        moves = [drawing.brief(move) for move in outcome.moves]
        picture = text.board(grid, outcome.final.board)
        blocks.append([f"{rank}. {counted(outcome.points, 'point')}", *moves, *picture])
    return [*head, *text.side_by_side(blocks, width), "", *_counts(outcomes.counts(), outcomes)]


def survival_document(chosen: Survival) -> dict[str, object]:
    """Return how an outcome was chosen by what may follow."""
    return {
        "share": chosen.share,
        "placeable_weight": chosen.placeable,
        "total_weight": chosen.total,
        "trays": chosen.trays,
        "all_trays": chosen.all_trays,
        "boards": chosen.boards,
        "exact": chosen.exact,
    }


def survival_lines(chosen: Survival, objective: str) -> list[str]:
    """Return in words what may follow an outcome, and how it was chosen."""
    every = "all" if chosen.all_trays else "a sample of"
    percent = "100" if chosen.placeable == chosen.total else f"{100 * chosen.share:.4g}"
    where = f"({every} {chosen.trays:,} different trays, by how likely each is dealt)"
    words = [f"afterwards {percent} % of the trays that may follow can be placed {where}"]
    aim = "share" if objective == "survival" else "product of points and share"
    if chosen.exact and chosen.boards == 1:
        words.append("no other outcome is possible")
    elif chosen.exact:
        words.append(f"of {chosen.boards:,} different outcomes none has a higher {aim}")
    else:
        words.append(
            f"chosen by its {aim} among {chosen.boards:,} promising outcomes, by a sample of "
            "trays (fixed seed): a better one may exist"
        )
    return words


def _counts(counts: Counts, outcomes: Outcomes) -> list[str]:
    if not outcomes.complete:
        return ["solutions: none, no sequence places all pieces"]
    solutions = counted(counts.solutions, "sequence")
    places = "places" if counts.solutions == 1 else "place"
    ends = "ends" if counts.solutions == 1 else "end"
    ended = counted(counts.boards, "different board")
    words = [f"solutions: {solutions} {places} all pieces and {ends} in {ended}"]
    if counts.first_moves:
        words.append(
            f"tightness: {counts.open_moves} of {counts.first_moves} first placements leave room "
            "for the other pieces"
        )
    return words


def _first(outcomes: Outcomes, top: int) -> list[Outcome]:
    return [outcomes.outcome(rank) for rank in range(min(top, len(outcomes)))]
