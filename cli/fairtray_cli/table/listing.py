"""Saved games, best scores and statistics, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fairtray.gameplay.saves import Saved
from fairtray.gameplay.saves.statistics import Tally
from fairtray_cli.console import plain
from fairtray_cli.render.lines import table

NO_SAVES = "no game is saved"
NO_SCORES = "no game has been played to its end"


def saves(games: Sequence[Saved]) -> str:
    """Return the table of the games in progress."""
    if not games:
        return NO_SAVES
    headers = ["ruleset", "mode", "score", "lines", "moves", "time", "saved"]
    rows = [
        [
            plain(game.key.ruleset),
            plain(f"{game.key.mode} {game.key.variant}".rstrip()),
            game.score,
            game.lines,
            game.moves,
            duration(game.milliseconds),
            f"{game.saved_at[:16].replace('T', ' ')} UTC",
        ]
        for game in games
    ]
    return table(rows, headers)


def saves_document(games: Sequence[Saved]) -> dict[str, Any]:
    """Return the games in progress as a JSON document."""
    return {
        "saves": [
            {
                "id": game.id,
                "ruleset": game.key.ruleset,
                "mode": game.key.mode,
                "variant": game.key.variant,
                "score": game.score,
                "lines": game.lines,
                "moves": game.moves,
                "seconds": game.milliseconds / 1000,
                "saved_at": game.saved_at,
            }
            for game in games
        ]
    }


def scores(tallies: Sequence[Tally]) -> str:
    """Return the table of best scores and statistics; each day and challenge has its own line."""
    if not tallies:
        return NO_SCORES
    headers = ["ruleset", "mode", "games", "best", "won", "lines", "moves", "time", "stars"]
    rows = [
        [
            plain(tally.key.ruleset),
            plain(f"{tally.key.mode} {tally.key.variant}".rstrip()),
            tally.games,
            "-" if tally.best is None else tally.best,
            tally.won,
            tally.lines,
            tally.moves,
            duration(tally.milliseconds),
            tally.stars,
        ]
        for whole in tallies
        for tally in (whole, *whole.variants)
    ]
    return table(rows, headers)


def scores_document(tallies: Sequence[Tally], stars_today: int) -> dict[str, Any]:
    """Return best scores and statistics as a JSON document."""
    return {
        "scores": [
            {
                **_numbers(tally),
                "rules": tally.key.digest,
                "variants": [
                    {"variant": part.key.variant, **_numbers(part)} for part in tally.variants
                ],
            }
            for tally in tallies
        ],
        "stars_today": stars_today,
    }


def _numbers(tally: Tally) -> dict[str, Any]:
    return {
        "ruleset": tally.key.ruleset,
        "mode": tally.key.mode,
        "games": tally.games,
        "best": tally.best,
        "won": tally.won,
        "lines": tally.lines,
        "moves": tally.moves,
        "seconds": tally.milliseconds / 1000,
        "stars": tally.stars,
    }


def duration(milliseconds: int) -> str:
    """Return a time as hours, minutes and seconds."""
    seconds = milliseconds // 1000
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
