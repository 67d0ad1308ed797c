"""Reports on simulations as plain documents, the same on any machine but for ``run``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from fairtray.gameplay.modes.terms import dealer_of, rules_of
from fairtray.runs import RunResult
from fairtray.simulation import statistics
from fairtray.simulation.games import ENDS, Games
from fairtray.simulation.modes import CUT, ModeGames, ModePlan
from fairtray.simulation.run import Plan
from fairtray.simulation.statistics import Interval, Ratio
from fairtray.versions import versions

FORMAT = "fairtray-simulation/1"

MEASURES = ("moves", "points", "lines", "deals")
"""What is reported of games: pieces placed, score, lines cleared, trays dealt."""


def document(result: RunResult[Plan, tuple[Games, ...]]) -> dict[str, Any]:
    """Return the report.

    ``dealers`` has an entry for each dealer; ``comparisons`` one for each but the first,
    against the first. In ``per_game`` the games are in the order of their numbers.
    """
    plan = result.plan
    return {
        "format": FORMAT,
        "partial": result.partial,
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
            for source, games in zip(plan.sources, result.total, strict=True)
        ],
        "comparisons": _comparisons(plan, result.total),
        "versions": versions(),
        "run": {
            "seconds": round(result.seconds, 3),
            "deals_per_second": round(
                sum(sum(games.deals) for games in result.total) / max(result.seconds, 1e-9)
            ),
            **result.facts,
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


def _comparisons(plan: Plan, dealt: tuple[Games, ...]) -> list[dict[str, Any]]:
    first, *others = dealt
    names = [source.name for source in plan.sources]
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


# --- Games of a mode ---------------------------------------------------------------


def mode_document(result: RunResult[ModePlan, ModeGames]) -> dict[str, Any]:
    """Return the report on games of a mode: as :func:`document`, with what the mode has besides.

    Points are null in a mode without points.
    """
    plan = result.plan
    mode = plan.mode
    rules = rules_of(mode, plan.challenge)
    return {
        "format": FORMAT,
        "partial": result.partial,
        "ruleset": mode.ruleset.name,
        "title": mode.ruleset.title,
        "ruleset_digest": rules.digest,
        "mode": mode.name,
        "challenge": plan.challenge,
        "target": _target(plan),
        "date": None if plan.date is None else plan.date.isoformat(),
        "seconds_per_move": plan.seconds_per_move,
        "continues_taken": plan.continues,
        "notes": list(mode.notes),
        "player": plan.player.name,
        "seed": plan.seed,
        "asked": plan.games,
        "max_moves": plan.most_moves,
        "confidence": statistics.CONFIDENCE,
        "dealers": [_mode_games(plan, result.total)],
        "comparisons": [],
        "versions": versions(),
        "run": {"seconds": round(result.seconds, 3), **result.facts},
    }


def _target(plan: ModePlan) -> int | None:
    mode = plan.mode
    return mode.winning_points if plan.challenge is None else mode.level(plan.challenge).target


def _mode_games(plan: ModePlan, games: ModeGames) -> dict[str, Any]:
    mode = plan.mode
    spec = dealer_of(mode)
    named = [name for name in MEASURES if mode.points or name != "points"]
    entry: dict[str, Any] = {
        "dealer": _supply(plan, "" if spec is None else spec.kind),
        "games": len(games.moves),
        "cut": games.ends.count(CUT),
        "refused": 0,
        "endings": dict(sorted(Counter(games.ends).items())),
        "continued": sum(count > 0 for count in games.continues),
        "stars": sum(games.stars) if mode.ruleset.stars else None,
    }
    for name in MEASURES:
        values = getattr(games, name)
        cut = [value for value, end in zip(values, games.ends, strict=True) if end == CUT]
        entry[name] = measured(values, cut) if values and name in named else None
    entry["per_game"] = {name: getattr(games, name) for name in named}
    entry["per_game"]["continues"] = games.continues
    if mode.ruleset.stars:
        entry["per_game"]["stars"] = games.stars
    entry["per_game"]["end"] = games.ends
    return entry


def _supply(plan: ModePlan, kind: str) -> str:
    """Return what the report calls the source of the pieces."""
    return f"the pieces of {plan.date}" if plan.daily is not None else kind
