"""The best different outcomes of a position, and how much choice it leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairtray_cli.render import boards, documents

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


def text(outcomes: Outcomes, top: int, width: int, *, colour: bool) -> list[str]:
    """Return the list of the best outcomes as lines, and the counts below it."""
    listed = _first(outcomes, top)
    lines = [f"the best {len(listed)} of {boards.counted(len(outcomes), 'different outcome')}:", ""]
    blocks = []
    for rank, outcome in enumerate(listed, start=1):
        grid = outcome.final.ruleset.grid
        moves = [boards.brief(move) for move in outcome.moves]
        picture = boards.board(grid, outcome.final.board, colour=colour)
        blocks.append([f"{rank}. {boards.counted(outcome.points, 'point')}", *moves, *picture])
    return [*lines, *boards.side_by_side(blocks, width), "", *_counts(outcomes.counts(), outcomes)]


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


def survival(chosen: Survival, objective: str) -> list[str]:
    """Return in words what may follow an outcome, and how it was chosen."""
    every = "all" if chosen.all_trays else "a sample of"
    percent = "100" if chosen.placeable == chosen.total else f"{100 * chosen.share:.4g}"
    where = f"({every} {chosen.trays:,} different trays, by how likely each is dealt)"
    lines = [f"afterwards {percent} % of the trays that may follow can be placed {where}"]
    aim = "share" if objective == "survival" else "product of points and share"
    if chosen.exact and chosen.boards == 1:
        lines.append("no other outcome is possible")
    elif chosen.exact:
        lines.append(f"of {chosen.boards:,} different outcomes none has a higher {aim}")
    else:
        lines.append(
            f"chosen by its {aim} among {chosen.boards:,} promising outcomes, by a sample of "
            "trays (fixed seed): a better one may exist"
        )
    return lines


def _counts(counts: Counts, outcomes: Outcomes) -> list[str]:
    if not outcomes.complete:
        return ["solutions: none, no sequence places all pieces"]
    solutions = boards.counted(counts.solutions, "sequence")
    places = "places" if counts.solutions == 1 else "place"
    ends = "ends" if counts.solutions == 1 else "end"
    ended = boards.counted(counts.boards, "different board")
    lines = [f"solutions: {solutions} {places} all pieces and {ends} in {ended}"]
    if counts.first_moves:
        lines.append(
            f"tightness: {counts.open_moves} of {counts.first_moves} first placements leave room "
            "for the other pieces"
        )
    return lines


def _first(outcomes: Outcomes, top: int) -> list[Outcome]:
    return [outcomes.outcome(rank) for rank in range(min(top, len(outcomes)))]
