"""Which block game is sat down at: the saved one, a new one, or that of a file."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from fairtray.core import jsontext
from fairtray.core.errors import Fault, InputError
from fairtray.core.files import STDIN, label, read_text
from fairtray.daily import dates
from fairtray.daily import document as dailies
from fairtray.daily.stream import commitment, default_key
from fairtray.families.block.table.sitting import BlockSitting
from fairtray.gameplay.modes import PRACTICE, Game, Mode, mode_of
from fairtray.gameplay.modes.days import day_of, pieces_of_day
from fairtray.gameplay.saves import Key, Store
from fairtray.gameplay.table import Keeper, Opened, PlayRequest, resume
from fairtray.notation import parse_position
from fairtray.rulesets import DEFAULT, get, registry
from fairtray.rulesets.model import Ruleset

SEED_BITS = 48
"""Seeds of new games: whole numbers that any JSON reader holds exactly."""

_GAME, _DAILY = "fairtray-game/", "fairtray-daily/"


@dataclass(frozen=True, slots=True)
class BlockChoice:
    """A block game to sit down at.

    Attributes:
        request: which game, its ruleset read.
    """

    request: PlayRequest

    def key(self, store: Store | None) -> Key:
        """Return the key under which its games are saved."""
        return kind_of(self.request, store).key

    def sit_down(
        self, store: Store | None, clock: Callable[[], float], note: str = ""
    ) -> BlockSitting:
        """Return a sitting at the saved game, or at a new one."""
        found = open_game(self.request, store)
        notes = "\n".join(text for text in (note, found.note) if text)
        return BlockSitting(replace(found, note=notes), clock)


def choose(request: PlayRequest) -> BlockChoice:
    """Return the block game to play, once it is known that the options go together.

    Raises:
        InputError: they do not, or the file or the ruleset has faults.
    """
    if request.people is not None:
        raise InputError(Fault("--people", "means nothing in a block game", "leave it out"))
    spec = request.ruleset
    if spec is None and request.text is None:
        spec = DEFAULT
    if spec is not None:
        request = replace(request, ruleset=_ruleset(spec))
    # Bad input is reported even where nothing could be played.
    kind_of(request, None)
    return BlockChoice(request)


def _ruleset(spec: Any) -> Ruleset:
    if isinstance(spec, Ruleset):
        return spec
    if spec == STDIN:
        return registry.from_toml(read_text(STDIN), label(STDIN))
    try:
        return get(spec)
    except InputError as error:
        raise (error if error.source else error.located("--ruleset")) from None


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of game: how to begin one, and under which key it is saved.

    Attributes:
        key: the key.
        begin: begins one.
        counts: whether its results are entered.
        attempts: how many times it may be played; None for any number.
        notes: what to say of the file.
    """

    key: Key
    begin: Callable[[], Game]
    counts: bool = True
    attempts: int | None = None
    notes: tuple[str, ...] = ()


def kind_of(request: PlayRequest, store: Store | None) -> Kind:
    """Return what kind of game a request is for.

    Args:
        request: which game to play.
        store: the store, which knows the challenges that are won; None for no store.

    Raises:
        InputError: the file or an option is not right, or they do not go together.
    """
    if request.text is not None:
        return _of_file(request, request.text)
    if request.ruleset is None:
        raise ValueError("neither a file nor a ruleset")
    mode = mode_of(request.ruleset, request.mode)
    if mode.daily:
        return _daily(mode, request)
    if request.date is not None:
        what = f"mode {mode.name} of {mode.ruleset.name} is not a daily"
        raise InputError(Fault("--date", what, "leave it out"))
    if mode.challenges:
        challenge = request.challenge or _next_challenge(mode, store)
        return _drawn(mode, request, challenge, str(challenge))
    if request.challenge is not None:
        what = f"mode {mode.name} of {mode.ruleset.name} has no challenges"
        raise InputError(Fault("--challenge", what, "leave it out"))
    return _drawn(mode, request, None, "")


def _drawn(mode: Mode, request: PlayRequest, challenge: int | None, variant: str) -> Kind:
    seeds = [] if request.seed is None else [request.seed]

    def begin() -> Game:
        # The requested seed is for the first game only: the next one has other pieces.
        seed = seeds.pop() if seeds else secrets.randbits(SEED_BITS)
        return Game.begin(mode, seed=seed, challenge=challenge)

    return Kind(_key(mode, variant), begin)


def _daily(mode: Mode, request: PlayRequest) -> Kind:
    if request.seed is not None:
        what = f"the day decides the pieces of mode {mode.name}"
        raise InputError(Fault("--seed", what, "leave it out"))
    if request.challenge is not None:
        raise InputError(Fault("--challenge", f"mode {mode.name} has none", "leave it out"))
    day = request.now().date().isoformat()
    if request.date is not None:
        try:
            day = dates.parse(request.date).isoformat()
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


def _of_file(request: PlayRequest, text: str) -> Kind:
    for option, value in (("--date", request.date), ("--challenge", request.challenge)):
        if value is not None:
            raise InputError(Fault(option, "a file begins in its own way", "leave it out"))
    source = label(request.source)
    document = _document(text, source)
    form = str(document.get("format"))
    given = (request.ruleset, request.mode, request.seed)
    folder = Path(request.source).parent
    try:
        if form.startswith((_GAME, _DAILY)):
            if given != (None, None, None):
                what = "it already says what is played"
                hint = "leave out --ruleset, --mode and --seed"
                raise InputError(Fault("", what, hint))  # noqa: TRY301
            read = _recorded if form.startswith(_GAME) else _day
            return read(document, folder)
        return _position(request, text)
    except InputError as error:
        raise (error if error.source else error.located(source)) from None


def _document(text: str, source: str) -> Mapping[str, Any]:
    """Return the object that a text is; an empty one for a drawing or anything else."""
    if text.lstrip("\ufeff \t\r\n")[:1] != "{":
        return {}
    value = jsontext.loads(text.removeprefix("\ufeff"), source)
    return value if isinstance(value, Mapping) else {}


def _recorded(document: Mapping[str, Any], folder: Path) -> Kind:
    def begin() -> Game:
        return Game.from_document(document, folder)

    game = begin()
    return Kind(_key(game.mode, _fingerprint(document)), begin, counts=False)


def _day(document: Mapping[str, Any], folder: Path) -> Kind:
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


def _position(request: PlayRequest, text: str) -> Kind:
    reading = parse_position(text, request.ruleset, source=request.source)
    position = reading.position
    mode = None if request.mode is None else mode_of(position.ruleset, request.mode)

    def begin() -> Game:
        return Game.from_position(position, reading.upcoming, mode=mode, seed=request.seed)

    game = begin()
    fingerprint = _fingerprint({**game.to_document(), "moves": []})
    return Kind(_key(game.mode, fingerprint), begin, counts=False, notes=tuple(reading.warnings))


def _fingerprint(document: Mapping[str, Any]) -> str:
    text = json.dumps(document, sort_keys=True)
    return f"file {hashlib.sha256(text.encode()).hexdigest()[:12]}"


# --- Opening -----------------------------------------------------------------------------


def open_game(request: PlayRequest, store: Store | None) -> Opened[Game]:
    """Return the game to play: the saved one unless a new one is requested.

    Args:
        request: which game to play.
        store: the store; None to save nothing.

    Raises:
        InputError: the file or an option is not right; a daily that may be played once
            only has been played.
    """
    kind = kind_of(request, store)
    keeper = Keeper(store, kind.key, request.now, kind.counts)
    notes = list(kind.notes)
    game = None
    if store is not None:
        game, note = resume(store, keeper, lambda saved: Game.from_document(saved.document))
        notes.append(note)
    if game is not None and (request.new or request.seed is not None):
        keeper.record = game.mode.record and game.points_shown
        notes.append(keeper.leave_for_new(game))
        game = None
    if game is None:
        _refuse_again(kind, store)
        game = kind.begin()
    elif game.moves:
        notes.append("the saved game continues")
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
