"""What the table of a block game says: the score, what a move did, how a game ended."""

from __future__ import annotations

from fairtray.core.errors import counted
from fairtray.game import Move
from fairtray.gameplay.modes import Event, Game
from fairtray.gameplay.saves import Result

_ENDINGS = {
    "stuck": "no piece left fits",
    "complete": "all pieces are placed",
    "time": "the time is over",
}


def title(game: Game) -> str:
    """Return what is played: the game, its mode, and which day or challenge."""
    rules = game.mode.ruleset
    return f"{rules.title} · {mode(game)}"


def mode(game: Game) -> str:
    """Return the mode, with the day or the number of the challenge."""
    text = game.mode.name
    if game.challenge is not None:
        text += f" {game.challenge}"
    if game.date is not None:
        text += f" {game.date.isoformat()}"
    return text


def score(game: Game, best: int | None) -> list[str]:
    """Return the lines of the score: points, best, target, combo, lines, time, pieces left."""
    lines = []
    if game.points_shown:
        text = f"score {game.score:,}"
        if best is not None:
            text += f"   best {max(best, game.score):,}"
        lines.append(text)
        if game.target is not None:
            lines.append(f"target {game.target:,}")
        if game.terms.ruleset.scoring.combo.kind != "none":
            lines.append(combo(game))
    lines.append(f"lines {game.lines:,}   moves {game.moves:,}")
    if game.seconds_left is not None:
        lines.append(f"time left {clock(game.seconds_left)}")
    supply = game.terms.supply
    if not supply.endless:
        left = sum(shape is not None for tray in supply.trays[game.turn + 1 :] for shape in tray)
        lines.append(f"{counted(left, 'piece')} to follow" if left else "no pieces follow")
    return lines


def combo(game: Game) -> str:
    """Return the combo, and within how many moves a line must clear to keep it."""
    position = game.position
    if not position.combo:
        return "no combo"
    left = game.terms.ruleset.scoring.combo.grace - position.moves_since_clear
    if left == 1:
        return f"combo {position.combo}: clear with the next move"
    return f"combo {position.combo}: clear within {left} moves"


def clock(seconds: float) -> str:
    """Return a time as minutes and seconds, a part of a second rounded up."""
    whole = int(-(-seconds // 1))
    return f"{whole // 60}:{whole % 60:02}"


def moved(move: Move) -> str:
    """Return what a move did."""
    place = move.placement
    text = f"{move.shape.name} at row {place.row + 1}, column {place.col + 1}"
    if move.points:
        text += f": {counted(move.points, 'point')}"
    if move.lines:
        names = move.before.ruleset.line_names
        text += f", clears {', '.join(names[i] for i in move.lines)}"
    return text


def happened(events: tuple[Event, ...]) -> list[str]:
    """Return what else a move led to, as far as it is worth a line."""
    texts = []
    for event in events:
        if event.kind == "rows-emptied":
            rows = ", ".join(str(row + 1) for row in event.rows)
            many = "row" if len(event.rows) == 1 else "rows"
            texts.append(f"{many} {rows} emptied")
        elif event.kind == "continued":
            texts.append("the game continues")
    return texts


def ending(game: Game) -> str:
    """Return how a game ended."""
    if game.ending is None:
        return ""
    if game.ending == "won":
        return f"won: the target of {game.target:,} points is reached"
    return f"game over: {_ENDINGS[game.ending]}"


def earned(result: Result) -> str:
    """Return the stars of a result; empty where it brought none."""
    if not result.stars and not result.bonus:
        return ""
    text = f"{counted(result.stars, 'star')} earned"
    return f"{text}, and {result.bonus} for the day" if result.bonus else text


def farewell(game: Game) -> str:
    """Return what was played, and its current state."""
    text = f"{game.mode.ruleset.name}, {mode(game)}"
    if game.points_shown:
        text += f": {counted(game.score, 'point')}"
    return text if game.ending is None else f"{text}; {ending(game)}"
