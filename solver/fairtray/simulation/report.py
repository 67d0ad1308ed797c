"""A simulation's report as one plain document, the same on any machine but for ``run``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from fairtray.simulation import statistics
from fairtray.simulation.games import ENDS, Games
from fairtray.simulation.run import Outcome
from fairtray.simulation.statistics import Interval, Ratio
from fairtray.versions import versions

FORMAT = "fairtray-simulation/1"

MEASURES = ("moves", "points", "lines", "deals")
"""What is told of games: pieces placed, score, lines cleared, trays dealt."""


def document(outcome: Outcome) -> dict[str, Any]:
    """Return the report.

    ``dealers`` has an entry for each dealer; ``comparisons`` one for each but the first,
    against the first. In ``per_game`` the games stand in the order of their numbers.
    """
    plan = outcome.plan
    return {
        "format": FORMAT,
        "partial": outcome.partial,
        "ruleset": plan.ruleset.name,
        "title": plan.ruleset.title,
        "ruleset_digest": plan.ruleset.digest,
        "player": plan.player.name,
        "seed": plan.seed,
        "asked": plan.games,
        "max_moves": plan.most_moves,
        "confidence": statistics.CONFIDENCE,
        "dealers": [
            _dealer(source.name, games)
            for source, games in zip(plan.sources, outcome.games, strict=True)
        ],
        "comparisons": _comparisons(outcome),
        "versions": versions(),
        "run": {
            "seconds": round(outcome.seconds, 3),
            "deals_per_second": round(
                sum(sum(games.deals) for games in outcome.games) / max(outcome.seconds, 1e-9)
            ),
            **outcome.ran,
        },
    }


def _dealer(name: str, games: Games) -> dict[str, Any]:
    ends = [ENDS[end] for end in games.ends]
    found: dict[str, Any] = {
        "dealer": name,
        "games": len(games),
        "cut": ends.count("cut"),
        "refused": ends.count("refused"),
    }
    for measure in MEASURES:
        values = getattr(games, measure)
        cut = [value for value, end in zip(values, ends, strict=True) if end == "cut"]
        found[measure] = measured(values, cut) if len(games) else None
    found["per_game"] = {measure: getattr(games, measure) for measure in MEASURES} | {"end": ends}
    return found


def measured(values: Sequence[int], cut: Sequence[int]) -> dict[str, Any]:
    """Return what there is to tell of some values; those of games that were cut are bounds."""
    return {
        "mean": statistics.mean(values),
        "mean_interval": _interval(statistics.mean_interval(values)),
        "at_least": bool(cut),
        "deviation": statistics.deviation(values),
        "min": min(values),
        "max": max(values),
        "total": sum(values),
        "quantiles": [
            {
                "share": found.share,
                "value": found.value,
                "interval": _interval(found.interval),
                "at_least": found.at_least,
            }
            for found in (statistics.quantile(values, q, cut) for q in statistics.QUANTILES)
        ],
        "histogram": [asdict(found) for found in statistics.histogram(values)],
    }


def _comparisons(outcome: Outcome) -> list[dict[str, Any]]:
    first, *others = outcome.games
    names = [source.name for source in outcome.plan.sources]
    found = []
    for name, games in zip(names[1:], others, strict=True):
        # After an interrupt one may have more games than the other.
        count = min(len(games), len(first))
        if not count:
            continue
        pairs = statistics.paired(games.moves[:count], first.moves[:count])
        cut = ENDS.index("cut")
        found.append(
            {
                "dealer": name,
                "against": names[0],
                "games": pairs.games,
                "cut": games.ends[:count].count(cut),
                "against_cut": first.ends[:count].count(cut),
                "longer": pairs.longer,
                "shorter": pairs.shorter,
                "equal": pairs.games - pairs.longer - pairs.shorter,
                "longer_share": _ratio(pairs.longer_share),
                "geometric_ratio": _ratio(pairs.geometric),
                "mean_ratio": _ratio(pairs.means),
            }
        )
    return found


def _ratio(ratio: Ratio | None) -> dict[str, Any] | None:
    if ratio is None:
        return None
    return {"value": ratio.value, "interval": _interval(ratio.interval)}


def _interval(interval: Interval) -> list[float | None]:
    return list(interval)
