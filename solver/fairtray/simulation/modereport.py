"""The report on games of a mode: that of other simulations, with what the mode has besides."""

from __future__ import annotations

from collections import Counter
from typing import Any

from fairtray.play.modes.terms import dealer_of, rules_of
from fairtray.simulation import statistics
from fairtray.simulation.modes import CUT, ModeGames, ModeOutcome, ModePlan
from fairtray.simulation.report import FORMAT, MEASURES, measured
from fairtray.versions import versions


def document(outcome: ModeOutcome) -> dict[str, Any]:
    """Return the report; points are null in a mode without points."""
    plan = outcome.plan
    mode = plan.mode
    rules = rules_of(mode, plan.challenge)
    return {
        "format": FORMAT,
        "partial": outcome.partial,
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
        "dealers": [_games(plan, outcome.games)],
        "comparisons": [],
        "versions": versions(),
        "run": {"seconds": round(outcome.seconds, 3), "workers": outcome.workers},
    }


def _target(plan: ModePlan) -> int | None:
    mode = plan.mode
    return mode.winning_points if plan.challenge is None else mode.level(plan.challenge).target


def _games(plan: ModePlan, games: ModeGames) -> dict[str, Any]:
    mode = plan.mode
    spec = dealer_of(mode)
    named = [name for name in MEASURES if mode.points or name != "points"]
    found: dict[str, Any] = {
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
        found[name] = measured(values, cut) if values and name in named else None
    found["per_game"] = {name: getattr(games, name) for name in named}
    found["per_game"]["continues"] = games.continues
    if mode.ruleset.stars:
        found["per_game"]["stars"] = games.stars
    found["per_game"]["end"] = games.ends
    return found


def _supply(plan: ModePlan, kind: str) -> str:
    """Return what the report calls the source of the pieces."""
    return f"the pieces of {plan.date}" if plan.daily is not None else kind
