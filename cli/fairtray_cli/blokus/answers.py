"""``check``, ``solve`` and ``replay`` for Blokus: what is asked, and what is printed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import click

from fairtray.families.blokus import blksgf, engines
from fairtray.families.blokus.engines import Engine
from fairtray.families.blokus.moves import legal_moves, turn, who_can_move
from fairtray.families.blokus.notation import Reading, parse_game, parse_position
from fairtray.families.blokus.position import Position
from fairtray.families.blokus.record import Record, Replay, play
from fairtray.families.blokus.scoring import Scoring, counts
from fairtray.families.blokus.sgf import is_sgf
from fairtray.families.blokus.solve import Best, Weighed, next_moves
from fairtray.families.blokus.variants import Variant, get
from fairtray_cli import modes
from fairtray_cli.blokus import asked, boards, documents, pictures
from fairtray_cli.console import coloured, out, out_json, warn
from fairtray_cli.failures import Exit
from fairtray_cli.options import naming
from fairtray_cli.render.boards import counted
from fairtray_cli.render.rules import table

Document = tuple[dict[str, Any], bool]
"""A JSON document, and whether the answer is yes."""


UNCONFIRMED = "CP-SAT has not confirmed this: it is too much for it, or it reached its limit"


def check(path: str, spec: str | None, text: str, *, engine: str, as_json: bool) -> int:
    """Answer ``fairtray check``: who can still move, and where the colour to move can."""
    _search_only(engine)
    with naming(path):
        reading = _read(text, spec)
    warn(reading.warnings)
    document, yes = checked(reading)
    pictures.write(asked.given().image, reading.position)
    if as_json:
        out_json(document)
    else:
        out("\n".join(_check_text(reading.position)))
    return Exit.YES if yes else Exit.NO


def checked(reading: Reading) -> Document:
    """Return the answer of ``check``; yes means that the colour to move can move."""
    document = documents.checked(reading)
    return document, bool(document["legal_moves"])


def check_line(text: str, spec: str | None, *, engine: str) -> Document:
    """Return the answer of ``check`` to one of many positions."""
    _search_only(engine)
    asked.refuse_image()
    return checked(_read(text, spec))


def solve(
    path: str,
    spec: str | None,
    text: str,
    *,
    engine: str,
    objective: str,
    as_json: bool,
) -> int:
    """Answer ``fairtray solve``: the best line for the colour to move, or its next move."""
    with naming(path):
        reading = _read(text, spec)
        if objective == "next":
            return _next(reading, as_json=as_json)
        scoring = _scoring()
        found, confirmed = engines.solve(reading.position, cast("Engine", engine), scoring)
    warn(reading.warnings)
    if engine != "search" and not confirmed:
        warn([UNCONFIRMED])
    pictures.write(asked.given().image, found.final, found.moves)
    if as_json:
        out_json(documents.solved(reading, found, scoring, engine, confirmed=confirmed))
    else:
        out("\n".join(_solve_text(reading.position, found, confirmed=confirmed)))
    return Exit.YES


def solve_line(text: str, spec: str | None, *, engine: str, objective: str) -> Document:
    """Return the answer of ``solve`` to one of many positions."""
    asked.refuse_image()
    reading = _read(text, spec)
    if objective == "next":
        weighed, final = _weighed(reading.position)
        return documents.weighed(reading, weighed, final), True
    scoring = _scoring()
    found, confirmed = engines.solve(reading.position, cast("Engine", engine), scoring)
    return documents.solved(reading, found, scoring, engine, confirmed=confirmed), True


def replay(path: str, spec: str | None, text: str, *, as_json: bool) -> int:
    """Answer ``fairtray replay``: what a recorded game comes to, or the game rewritten."""
    options = asked.given()
    if options.to and as_json:
        raise click.UsageError("only one of --to and --json can be given")
    with naming(path):
        record = _record(text, spec, options.number)
        played = play(record)
        rewritten = blksgf.write(record) if options.to else ""
        said = modes.table_said(text)
    warn([*record.warnings, *played.warnings])
    pictures.write(options.image, played.final, [one.move for one in played.moves])
    if options.to:
        out(rewritten.rstrip("\n"))
    elif as_json:
        out_json({**documents.replayed(played, _scoring(), record.warnings), **said})
    else:
        out("\n".join([*_replay_text(played), *modes.verdict(said)]))
    return Exit.NO if said.get("differences") else Exit.YES


def _search_only(engine: str) -> None:
    if engine != "search":
        raise click.UsageError(f"--engine {engine}: a Blokus position is checked by search only")


def _scoring() -> Scoring:
    return cast("Scoring", asked.given().scoring)


def _variant(spec: str | None) -> Variant | None:
    return None if spec is None else get(spec)


def _read(text: str, spec: str | None) -> Reading:
    """Return a position; of a recorded game in the Smart Game Format its last one."""
    if not is_sgf(text):
        return parse_position(text, _variant(spec))
    record = blksgf.parse(text, variant=_variant(spec))
    played = play(record)
    return Reading(turn(played.final), (*record.warnings, *played.warnings))


def _record(text: str, spec: str | None, number: int) -> Record:
    if is_sgf(text) or text.lstrip("\ufeff \t\r\n")[:1] != "{":
        return blksgf.parse(text, number, _variant(spec))
    return parse_game(text, _variant(spec))


def _next(reading: Reading, *, as_json: bool) -> int:
    weighed, final = _weighed(reading.position)
    warn(reading.warnings)
    made = [one.move for one in weighed[:1]]
    pictures.write(asked.given().image, final, made)
    if as_json:
        out_json(documents.weighed(reading, weighed, final))
    else:
        out("\n".join(_next_text(reading.position, weighed, final)))
    return Exit.YES


def _weighed(position: Position) -> tuple[list[Weighed], Position]:
    weighed = next_moves(position)
    if not weighed:
        return weighed, position
    best = weighed[0].move
    _, final = position.place(best.colour, position.variant.grid.cells(best.mask))
    return weighed, final


def _head(position: Position) -> str:
    return f"{position.variant.title}; {boards.COUNTED}"


def _check_text(position: Position) -> list[str]:
    rules = position.variant
    able = who_can_move(position)
    moves = legal_moves(position)
    rows = [
        [colour.name, "yes" if can else "no", len(left), score.squares, score.score]
        for colour, can, left, score in zip(
            rules.colours, able, position.left, counts(position), strict=True
        )
    ]
    mover = rules.colours[position.to_move].name
    lines = [_head(position), "", *boards.board(position, colour=coloured()), ""]
    lines += [table(rows, ["colour", "can move", "pieces left", "squares", "score"]), ""]
    by_piece = dict.fromkeys(position.left[position.to_move], 0)
    for move in moves:
        by_piece[move.piece] += 1
    fits = ", ".join(f"{name} {number}" for name, number in by_piece.items() if number)
    lines.append(f"{mover} to move: {counted(len(moves), 'legal move')}")
    if fits:
        lines.append(f"by piece: {fits}")
    lines.append(f"game over: {_over(able)}")
    return lines


def _over(able: Sequence[bool]) -> str:
    return "no" if any(able) else "yes, no colour can move"


def _solve_text(position: Position, found: Best, *, confirmed: bool) -> list[str]:
    name = position.variant.colours[position.to_move].name
    lines = [_head(position), "", *boards.board(found.final, _new(found), colour=coloured()), ""]
    lines += [f"{i}. {boards.move(position, move)}" for i, move in enumerate(found.moves, start=1)]
    lines += [""] if found.moves else []
    if not position.left[position.to_move]:
        what = "has nothing left to place"
    elif not found.moves:
        what = "can place nothing"
    elif found.complete:
        what = f"places all its pieces in {counted(len(found.moves), 'move')}"
    else:
        held = counted(len(position.left[position.to_move]), "piece")
        what = f"places {len(found.moves)} of {held}"
    lines.append(f"{name} {what} while the others pass: {counted(found.points, 'point')}")
    if found.exact:
        lines.append(f"proven best{' by both engines' if confirmed else ''}")
    else:
        lines.append(
            f"the best line found; none scores more than {found.upper_bound} "
            "(--engine both lets CP-SAT try a proof)"
        )
    return lines


def _new(found: Best) -> int:
    mask = 0
    for move in found.moves:
        mask |= move.mask
    return mask


def _next_text(position: Position, weighed: Sequence[Weighed], final: Position) -> list[str]:
    new = weighed[0].move.mask if weighed else 0
    lines = [_head(position), "", *boards.board(final, new, colour=coloured()), ""]
    if not weighed:
        name = position.variant.colours[position.to_move].name
        return [*lines, f"{name} can place nothing and passes"]
    best = weighed[0]
    return [
        *lines,
        f"next: {boards.move(position, best.move)}",
        (
            f"value {best.value}: {counted(best.squares, 'square')}, corners gained "
            f"{best.gained}, corners taken from the others {best.taken}"
        ),
        f"the best of {counted(len(weighed), 'legal move')} by this measure; nothing is proven",
    ]


def _replay_text(played: Replay) -> list[str]:
    final = played.final
    rules = final.variant
    scoring = _scoring()
    rows = [
        [colour.name, score.squares, score.bonus, score.score]
        for colour, score in zip(rules.colours, counts(final, scoring), strict=True)
    ]
    lines = [_head(final), "", *boards.board(final, colour=coloured()), ""]
    lines += [table(rows, ["colour", "squares", "bonus", "score"]), ""]
    return [*lines, f"moves: {len(played.moves)}", f"game over: {_over(played.able)}"]
