"""The modes of a ruleset as a player finds them, by name."""

from __future__ import annotations

from dataclasses import dataclass, fields

from fairtray.core.errors import Fault, InputError, echo, nearest
from fairtray.dealers import registry
from fairtray.rulesets.model import DealerSpec, Level, ModeRules, Ruleset
from fairtray.rulesets.modes import PRACTICE, UNDO_LIMIT

CLASSIC = "classic"
"""The mode of a ruleset that lists none: one endless game."""


MAX_CHALLENGE = 1_000_000
"""The last challenge that can be played or read from a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mode(ModeRules):
    """A way to play a ruleset: the mode's rules, with the game that they are a mode of.

    Attributes:
        ruleset: the game, as its file has it; see :func:`fairtray.gameplay.modes.terms.rules_of`
            for what a game of this mode is played by.
        dealer: who deals; None where nothing can be dealt.
        notes: what a player should know, such as that the true dealer is unknown.
    """

    ruleset: Ruleset
    dealer: DealerSpec | None = None
    notes: tuple[str, ...] = ()

    @property
    def challenges(self) -> bool:
        """Whether its games are challenges, counted from 1."""
        return bool(self.levels)

    def level(self, challenge: int) -> Level:
        """Return the target and the start board of a challenge, counted from 1.

        Raises:
            InputError: the mode has no challenges, or none of that number.
        """
        if not self.levels:
            raise InputError(Fault("challenge", f"mode {echo(self.name)} has none", "leave it out"))
        if not 1 <= challenge <= MAX_CHALLENGE:
            what = f"there is no {echo(challenge)}"
            raise InputError(Fault("challenge", what, f"count from 1 to {MAX_CHALLENGE}"))
        last = self.levels[min(challenge, len(self.levels)) - 1]
        beyond = max(challenge - len(self.levels), 0)
        return Level(last.target + beyond * self.further_points, last.start)


def modes_of(ruleset: Ruleset) -> tuple[Mode, ...]:
    """Return the modes of a ruleset in the order of its file; ``classic`` where it lists none."""
    dealer, notes = _dealer(ruleset)
    return tuple(
        Mode(
            ruleset=ruleset,
            dealer=dealer,
            notes=notes,
            **{part.name: getattr(rules, part.name) for part in fields(rules)},
        )
        for rules in ruleset.modes or (ModeRules(name=CLASSIC),)
    )


def mode_of(ruleset: Ruleset, name: str | None = None) -> Mode:
    """Return the mode of that name; the first one for None.

    Raises:
        InputError: the ruleset has no such mode; the message names those there are.
    """
    modes = modes_of(ruleset)
    for mode in modes:
        if name in {None, mode.name}:
            return mode
    known = ", ".join(mode.name for mode in modes)
    near = nearest(str(name), [mode.name for mode in modes])
    mend = f"{near if near.startswith('did') else 'choose one'} (there are: {known})"
    what = f"{ruleset.name} has no mode called {echo(name)}"
    raise InputError(Fault("mode", what, mend))


def practice_of(ruleset: Ruleset) -> Mode:
    """Return the mode in which the player's own positions are played: undo, hints, no record."""
    dealer, notes = _dealer(ruleset)
    return Mode(
        ruleset=ruleset,
        name=PRACTICE,
        undo_limit=UNDO_LIMIT,
        record=False,
        dealer=dealer,
        notes=notes,
    )


def _dealer(ruleset: Ruleset) -> tuple[DealerSpec | None, tuple[str, ...]]:
    if not ruleset.catalogue:
        return None, (f"{ruleset.name} has no catalogue, so nothing is dealt",)
    if ruleset.dealer.kind == "unknown":
        note = f"how {ruleset.name} deals is not known: each piece is drawn evenly by itself"
        return registry.spec_for(ruleset, "uniform"), (note,)
    return registry.spec_for(ruleset), ()
