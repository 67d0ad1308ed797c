"""Which game is sat down at: the saved one, a new one, or that of a file."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairtray.core import jsontext
from fairtray.core.errors import Fault, InputError
from fairtray.core.files import label, read_text
from fairtray.daily import dates
from fairtray.daily import document as dailies
from fairtray.daily.stream import commitment, default_key
from fairtray.notation import is_compact, parse_position
from fairtray.play.modes import PRACTICE, Game, Mode, mode_of
from fairtray.play.modes.days import day_of, pieces_of_day
from fairtray.play.saves import Key, Store
from fairtray.rulesets.model import Ruleset
from fairtray_cli.table.clock import now
from fairtray_cli.table.keeper import Keeper, resumed

SEED_BITS = 48
"""Seeds of new games: whole numbers that any JSON reader holds exactly."""

_FORMAT = "format"
_GAME, _DAILY = "fairtray-game/", "fairtray-daily/"


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for on the command line.

    Attributes:
        ruleset: the ruleset; None for the file's own, or the default.
        file: the file to open, or a position in the one-line notation; None for none.
        mode: the mode's name; None for the first one.
        challenge: number of the challenge; None for the first one that is not won.
        date: the day of a daily; None for today.
        seed: decides the pieces of a new game; None for any.
        new: whether to begin anew although a game is saved.
    """

    ruleset: Ruleset | None
    file: str | None = None
    mode: str | None = None
    challenge: int | None = None
    date: str | None = None
    seed: int | None = None
    new: bool = False


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of game: how to begin one, and under which key it is kept.

    Attributes:
        key: the key.
        begin: begins one.
        counts: whether its results are entered.
        attempts: how many of them may be played; None for any number.
        notes: what to say of the file.
    """

    key: Key
    begin: Callable[[], Game]
    counts: bool = True
    attempts: int | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Opened:
    """A game to sit down at.

    Attributes:
        game: the game.
        keeper: what saves it.
        another: begins another one of its kind; None where there is none.
        note: what to say first; empty for nothing.
    """

    game: Game
    keeper: Keeper
    another: Callable[[], Game] | None = None
    note: str = ""


def kind_of(wish: Wish, store: Store | None) -> Kind:
    """Return what kind of game is asked for.

    Args:
        wish: what is asked for.
        store: the store, which knows the challenges that are won; None for none.

    Raises:
        InputError: the file or an option is not right, or they do not go together.
    """
    if wish.file is not None:
        return _of_file(wish, wish.file)
    if wish.ruleset is None:
        raise ValueError("neither a file nor a ruleset")
    mode = mode_of(wish.ruleset, wish.mode)
    if mode.daily:
        return _daily(mode, wish)
    if wish.date is not None:
        what = f"mode {mode.name} of {mode.ruleset.name} is no daily"
        raise InputError(Fault("--date", what, "leave it out"))
    if mode.challenges:
        challenge = wish.challenge or _next_challenge(mode, store)
        return _drawn(mode, wish, challenge, str(challenge))
    if wish.challenge is not None:
        what = f"mode {mode.name} of {mode.ruleset.name} has no challenges"
        raise InputError(Fault("--challenge", what, "leave it out"))
    return _drawn(mode, wish, None, "")


def _drawn(mode: Mode, wish: Wish, challenge: int | None, variant: str) -> Kind:
    seeds = [] if wish.seed is None else [wish.seed]

    def begin() -> Game:
        # The seed that was asked for is for the first game; another one shall be another.
        seed = seeds.pop() if seeds else secrets.randbits(SEED_BITS)
        return Game.begin(mode, seed=seed, challenge=challenge)

    return Kind(_key(mode, variant), begin)


def _daily(mode: Mode, wish: Wish) -> Kind:
    if wish.seed is not None:
        what = f"the day decides the pieces of mode {mode.name}"
        raise InputError(Fault("--seed", what, "leave it out"))
    if wish.challenge is not None:
        raise InputError(Fault("--challenge", f"mode {mode.name} has none", "leave it out"))
    day = now().date().isoformat()
    if wish.date is not None:
        try:
            day = dates.parse(wish.date).isoformat()
        except InputError as error:
            raise error.located("", "--date") from None

    def begin() -> Game:
        return Game.begin(mode, date=day)

    return Kind(_key(mode, day), begin, attempts=mode.attempts)


def _next_challenge(mode: Mode, store: Store | None) -> int:
    if store is None:
        return 1
    here = _key(mode, "")
    won = [
        int(result.key.variant)
        for result in store.results()
        if result.won and (result.key.ruleset, result.key.mode) == (here.ruleset, here.mode)
    ]
    return max(won, default=0) + 1


def _key(mode: Mode, variant: str) -> Key:
    # The rules as the ruleset has them: a mode's own weights go with its name.
    return Key(mode.ruleset.name, mode.ruleset.digest, mode.name, variant)


# --- Files ------------------------------------------------------------------------------


def _of_file(wish: Wish, file: str) -> Kind:
    for option, given in (("--date", wish.date), ("--challenge", wish.challenge)):
        if given is not None:
            raise InputError(Fault(option, "a file begins in its own way", "leave it out"))
    text, source = _read(file)
    document = _document(text, source)
    form = document.get(_FORMAT) if document is not None else None
    with_options = wish.ruleset is not None or wish.mode is not None or wish.seed is not None
    folder = Path(source).parent
    try:
        if document is not None and isinstance(form, str) and form.startswith((_GAME, _DAILY)):
            if with_options:
                what = "it says by itself what is played"
                mend = "leave out --ruleset, --mode and --seed"
                raise InputError(Fault("", what, mend))  # noqa: TRY301
            if form.startswith(_GAME):
                return _recorded(document, folder)
            return _day(document, folder)
        return _position(wish, text, source)
    except InputError as error:
        raise (error if error.source else error.located(label(source))) from None


def _read(file: str) -> tuple[str, str]:
    """Return a text, and what messages call it: a file's, or a position in one line itself."""
    return (file, "FILE") if is_compact(file) else (read_text(file), file)


def document_of(file: str) -> dict[str, Any] | None:
    """Return the object in a file; None where there is a drawing or something else.

    Raises:
        InputError: the file cannot be read, or is no JSON though it begins like it.
    """
    return _document(*_read(file))


def _document(text: str, source: str) -> dict[str, Any] | None:
    """Return the object that a text is; None where it is a drawing or something else."""
    if text.lstrip("\ufeff \t\r\n")[:1] != "{":
        return None
    value = jsontext.loads(text.removeprefix("\ufeff"), label(source))
    return value if isinstance(value, dict) else None


def _recorded(document: dict[str, Any], folder: Path) -> Kind:
    def begin() -> Game:
        return Game.from_document(document, folder)

    game = begin()
    return Kind(_key(game.mode, _fingerprint(document)), begin, counts=False)


def _day(document: dict[str, Any], folder: Path) -> Kind:
    daily = dailies.from_json(document, folder)

    def begin() -> Game:
        return Game.from_daily(daily)

    mode = begin().mode
    if mode.name == PRACTICE:
        return Kind(_key(mode, _fingerprint(document)), begin, counts=False)
    # The same day under a secret key has other pieces, and so is another game.
    variant = f"{daily.date} {daily.commitment[:8]}"
    if daily.commitment == commitment(default_key(daily.ruleset.name)):
        true = pieces_of_day(daily.ruleset, len(daily.pieces), day_of(daily.date))
        # And so has a file that lists other pieces than the day's.
        variant = daily.date if daily.pieces == true.pieces else _fingerprint(document)
    return Kind(_key(mode, variant), begin)


def _position(wish: Wish, text: str, source: str) -> Kind:
    from fairtray_cli.blokus import asked

    if source.endswith(".blksgf") or asked.written_for(text):
        what = "is Blokus, of which recorded games only are played on"
        raise InputError(Fault("", what, "begin one with --ruleset blokus"))
    reading = parse_position(text, wish.ruleset, source=source)
    position = reading.position
    mode = None if wish.mode is None else mode_of(position.ruleset, wish.mode)

    def begin() -> Game:
        return Game.from_position(position, reading.upcoming, mode=mode, seed=wish.seed)

    game = begin()
    fingerprint = _fingerprint({**game.to_document(), "moves": []})
    return Kind(_key(game.mode, fingerprint), begin, counts=False, notes=tuple(reading.warnings))


def _fingerprint(document: dict[str, Any]) -> str:
    text = json.dumps(document, sort_keys=True)
    return f"file {hashlib.sha256(text.encode()).hexdigest()[:12]}"


# --- Going on ----------------------------------------------------------------------------


def opened(wish: Wish, store: Store | None) -> Opened:
    """Return the game that is asked for: the saved one unless a new one is wanted.

    Args:
        wish: what is asked for.
        store: the store; None to keep nothing.

    Raises:
        InputError: the file or an option is not right; a daily that may be played once
            only has been played.
    """
    kind = kind_of(wish, store)
    keeper = Keeper(store, kind.key, kind.counts)
    notes = list(kind.notes)
    game = None
    if store is not None:
        game, note = resumed(store, keeper, lambda saved: Game.from_document(saved.document))
        notes.append(note)
    if game is not None and (wish.new or wish.seed is not None):
        keeper.record = game.mode.record and game.points_shown
        notes.append(keeper.leave_for_new(game))
        game = None
    if game is None:
        _refuse_again(kind, store)
        game = kind.begin()
    elif game.moves:
        notes.append("the saved game goes on")
    keeper.record = game.mode.record and game.points_shown
    notes += game.mode.notes
    another = kind.begin if kind.attempts is None else None
    return Opened(game, keeper, another, "\n".join(note for note in notes if note))


def _refuse_again(kind: Kind, store: Store | None) -> None:
    if kind.attempts is None or store is None:
        return
    played = [result for result in store.results() if result.key == kind.key]
    if len(played) >= kind.attempts:
        key = kind.key
        raise InputError(
            Fault(
                "--date",
                f"the {key.mode} of {key.ruleset} for {key.variant} has been played: "
                f"{played[-1].score:,} points",
                "name another day or another mode",
            )
        )
