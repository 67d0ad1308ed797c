"""``fairtray play``: a table to play the games at."""

from __future__ import annotations

import importlib.util
import os
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fairtray_cli import options
from fairtray_cli.console import out, out_json
from fairtray_cli.failures import Exit
from fairtray_cli.options import completion
from fairtray_cli.options.types import FilePath, RulesetName
from fairtray_cli.table.folder import VARIABLE, folder_of, now, open_to_play

if TYPE_CHECKING:
    from fairtray.gameplay.saves import Store
    from fairtray.gameplay.table import Choice, PlayRequest

_BIGGEST_SEED = 10**18 - 1


@click.command("play")
@click.argument("file", required=False, shell_complete=completion.files)
@click.option(
    "--ruleset",
    type=RulesetName(),
    shell_complete=completion.games,
    metavar="RULESET",
    help="The game: a name (see 'fairtray rulesets') or the path of a ruleset file.  "
    "[default: the file's own, or bloky-8x8]",
)
@click.option(
    "--mode",
    metavar="NAME",
    shell_complete=completion.modes,
    help="The mode, see 'fairtray rulesets NAME'.  [default: its first]",
)
@click.option(
    "--challenge",
    type=click.IntRange(min=1, max=1_000_000),
    metavar="K",
    help="Which challenge.  [default: the one after the last that you have won]",
)
@click.option("--date", metavar="DATE", help="Which day of a daily, YYYY-MM-DD.  [default: today]")
@click.option(
    "--seed",
    type=click.IntRange(min=0, max=_BIGGEST_SEED),
    metavar="S",
    help="Begin a new game with these pieces; after a FILE, the pieces that follow it.",
)
@click.option(
    "--people",
    metavar="COLOURS",
    help="Blokus only: the colours that people play, with commas between; the solver plays the "
    "others.  [default: blue]",
)
@click.option("--new", is_flag=True, help="Begin a new game although one is saved.")
@click.option("--list", "listed", is_flag=True, help="Show the saved games and leave.")
@click.option("--scores", is_flag=True, help="Show best scores and statistics and leave.")
@click.option(
    "--export",
    type=FilePath(dir_okay=False),
    metavar="GAME",
    help="Write the saved game, or else the last one that ended, as a file for 'fairtray replay' "
    "and leave; - writes to stdout.",
)
@click.option(
    "--data",
    type=FilePath(file_okay=False),
    envvar=VARIABLE,
    metavar="FOLDER",
    help=f"Where games and scores are kept, also named by {VARIABLE}.  [default: the user's data "
    "folder]",
)
@options.as_json
def command(
    file: str | None,
    ruleset: str | None,
    mode: str | None,
    challenge: int | None,
    date: str | None,
    seed: int | None,
    people: str | None,
    new: bool,
    listed: bool,
    scores: bool,
    export: str | None,
    data: str | None,
    as_json: bool,
) -> int:
    """Play a game on the terminal, with keys or the mouse.

    Without FILE it continues the saved game of the ruleset and mode, or begins one. FILE
    is a position, a counterexample, a daily file or a recorded game to continue from; or a
    position in the one-line notation (see 'fairtray show').

    In Blokus (--ruleset blokus or duo) the solver plays every colour that people do not.

    Every move is saved at once. --json works with --list and --scores.
    """
    if sum((listed, scores, export is not None)) > 1:
        raise click.UsageError("--list, --scores and --export each go alone")
    if as_json and not (listed or scores):
        raise click.UsageError("--json goes with --list or --scores")
    folder = folder_of(data)
    if listed or scores:
        _show(folder, scores=scores, as_json=as_json)
        return Exit.YES
    from fairtray.gameplay.table import PlayRequest

    choice = _choose(
        PlayRequest(
            now,
            ruleset=ruleset,
            mode=mode,
            challenge=challenge,
            date=date,
            seed=seed,
            people=people,
            new=new,
        ),
        file,
    )
    if export is not None:
        _export(folder, choice, export)
        return Exit.YES
    _refuse_without_terminal()
    _refuse_without_textual()
    store = open_to_play(folder)
    try:
        out(_play(choice, store))
    finally:
        if store is not None:
            store.close()
    return Exit.YES


def _choose(request: PlayRequest, file: str | None) -> Choice:
    """Return the game to play, once it is known that the options go together.

    Args:
        request: the options.
        file: a file, or a position in the one-line notation; None for none.

    Raises:
        InputError: the options do not go together, or the file or the ruleset has faults.
    """
    from fairtray import families
    from fairtray.core.errors import Fault, InputError
    from fairtray.core.files import STDIN, label, read_text
    from fairtray.notation import is_compact

    if file is None:
        return families.of_ruleset(request.ruleset).table(request)
    if file == STDIN:
        what = "a game needs the terminal, so a position cannot come from there"
        raise InputError(Fault("", what, "name a file"), label(STDIN))
    text, source = (file, "FILE") if is_compact(file) else (read_text(file), file)
    request = replace(
        request,
        text=text,
        source=source,
        # What only a configuration file sets is for games without a FILE.
        ruleset=request.ruleset if options.on_command_line("ruleset") else None,
        mode=request.mode if options.on_command_line("mode") else None,
    )
    return families.of_input(source, text, request.ruleset).table(request)


def _play(choice: Choice, store: Store | None) -> str:
    """Play a game; return what to say when the player has left.

    Raises:
        BaseException: a fault of our own that ended the game.
    """
    from fairtray_cli.table.app import Table

    # On the terminal a note about the store is soon covered.
    note = "this game is not saved" if store is None else store.report
    table = Table(choice.sit_down(store, time.monotonic, note))
    table.run()
    if table.fault is not None:
        raise table.fault
    return table.sitting.farewell()


def _refuse_without_terminal() -> None:
    """Refuse to play where there is not a terminal.

    Raises:
        InputError: there is none.
    """
    from fairtray.core.errors import Fault, InputError

    # Textual draws on stderr.
    streams = (
        ("standard input", sys.stdin),
        ("standard output", sys.stdout),
        ("standard error", sys.stderr),
    )
    for name, stream in streams:
        if stream is None or not stream.isatty():
            mend = "run it in one; --list and --scores need none"
            raise InputError(Fault("", "is not a terminal, and a game needs one", mend), name)
    if os.environ.get("TERM") == "dumb":
        what = "this terminal reports that it cannot be drawn on"
        raise InputError(Fault("TERM=dumb", what, "use another one"))


def _refuse_without_textual() -> None:
    """Refuse to play where the optional library that draws the table is missing.

    Raises:
        InputError: it is.
    """
    from fairtray.core.errors import Fault, InputError

    if importlib.util.find_spec("textual") is None:
        what = "needs Textual, which is not installed"
        raise InputError(Fault("", what, "pip install 'fairtray[play]'"), "fairtray play")


def _show(folder: Path, *, scores: bool, as_json: bool) -> None:
    from fairtray.gameplay.saves import Store
    from fairtray.gameplay.saves.statistics import tallies
    from fairtray_cli.table import listing

    today = now().date().isoformat()
    store = Store.open_to_read(folder)
    games = [] if store is None else store.saves()
    results = [] if store is None else store.results()
    if store is not None:
        store.close()
    if scores:
        found = tallies(results)
        stars = sum(result.stars + result.bonus for result in results if result.day == today)
        if as_json:
            out_json(listing.scores_document(found, stars))
        else:
            out(listing.scores(found))
    elif as_json:
        out_json(listing.saves_document(games))
    else:
        out(listing.saves(games))


def _export(folder: Path, choice: Choice, path: str) -> None:
    """Write a game of the store.

    Raises:
        InputError: there is none, it is damaged, or the file cannot be written.
    """
    import json

    from fairtray.core.errors import Fault, InputError
    from fairtray.core.files import STDIN, write_text
    from fairtray.gameplay.saves import Store

    store = Store.open_to_read(folder)
    document = None
    key = choice.key(store)
    if store is not None:
        with store:
            saved = store.latest(key)
            document = store.last_document(key) if saved is None else saved.document
    if document is None:
        what = f"no game of {key} is saved or has ended"
        raise InputError(Fault("", what, "see fairtray play --list"), str(folder))
    text = json.dumps(document, indent=2)
    if path == STDIN:
        out(text)
    else:
        write_text(Path(path), text + "\n")
