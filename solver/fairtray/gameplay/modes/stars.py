"""Stars: the reward for finished games, where a ruleset has one."""

from __future__ import annotations

from dataclasses import dataclass

from fairtray.gameplay.modes.mode import Mode
from fairtray.rulesets.modes import PRACTICE


@dataclass(frozen=True, slots=True)
class Stars:
    """What a finished game earns.

    Attributes:
        game: for the game itself, within what is left of the day's limit.
        day: for a won daily, on top of that limit.
    """

    game: int
    day: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.game + self.day


def stars_of(
    mode: Mode,
    *,
    score: int,
    won: bool,
    challenge: int | None = None,
    record: int | None = None,
    stars_today: int = 0,
) -> Stars:
    """Return the stars of a finished game; none where the ruleset gives none, or in practice.

    Args:
        mode: the mode that was played.
        score: the game's points.
        won: whether its target was reached.
        challenge: number of the challenge, from 1; None for no challenge.
        record: the player's best earlier score in this mode; None for no earlier game,
            which cannot be beaten.
        stars_today: what the limit of the day has been used up by already.
    """
    rule = mode.ruleset.stars
    if rule is None or mode.name == PRACTICE:
        return Stars(0, 0)
    earned = rule.base + min(score // rule.per_points, rule.per_points_max)
    beaten = record is not None and score > record
    if beaten and mode.name in rule.record_bonus_modes:
        earned += rule.record_bonus
    if won and challenge is not None:
        earned = max(earned, min(challenge, rule.challenge_max))
    left = max(rule.daily_limit - stars_today, 0)
    return Stars(min(earned, left), rule.won_daily if won and mode.daily else 0)
