"""What the table says: the title, the score, what a move did, how a game ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairtray.game import Move
from fairtray.play.modes import Event, Game
from fairtray.play.saves import Result
from fairtray_cli.render.boards import counted

if TYPE_CHECKING:
    from fairtray.families.blokus.game import BlokusTable
    from fairtray_cli.table.keeper import Keeper

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
    """Return the combo, and in how many moves it ends unless one of them clears."""
    position = game.position
    if not position.combo:
        return "no combo"
    left = game.terms.ruleset.scoring.combo.grace - position.moves_since_clear
    if left == 1:
        return f"combo {position.combo}: clear with the next move"
    return f"combo {position.combo}: clear within {left} moves"


def clock(seconds: float) -> str:
    """Return a time as minutes and seconds; what has begun of a second counts as a whole one."""
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
    """Return what came with a move, where it is worth a line."""
    texts = []
    for event in events:
        if event.kind == "rows-emptied":
            rows = ", ".join(str(row + 1) for row in event.rows)
            many = "row" if len(event.rows) == 1 else "rows"
            texts.append(f"{many} {rows} emptied")
        elif event.kind == "continued":
            texts.append("the game goes on")
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


def farewell(game: Game, keeper: Keeper) -> str:
    """Return what to say when the player has left."""
    text = f"{game.mode.ruleset.name}, {mode(game)}"
    if game.points_shown:
        text += f": {counted(game.score, 'point')}"
    if game.ending is not None:
        text += f"; {ending(game)}"
    return text + _kept(keeper)


def blokus_farewell(table: BlokusTable, keeper: Keeper) -> str:
    """Return the same of a game of Blokus."""
    rules = table.variant
    scores = zip(rules.colours, table.scores, strict=True)
    text = f"{rules.name}: {', '.join(f'{colour.name} {score}' for colour, score in scores)}"
    if table.ending is not None:
        text += "; the game is over"
    return text + _kept(keeper)


def _kept(keeper: Keeper) -> str:
    if keeper.store is None:
        return "; not saved"
    return "; saved" if keeper.saved is not None else ""
