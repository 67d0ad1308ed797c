"""Simulations of block games: against dealers, or in one of a ruleset's modes."""

from __future__ import annotations

from fairtray.core.errors import InputError
from fairtray.dealers.channel import Limits
from fairtray.dealers.sources import dealer_program, named_dealer
from fairtray.families.family import RequestError, Simulation, SimulationRequest
from fairtray.gameplay.modes import mode_of
from fairtray.gameplay.modes.days import day_of
from fairtray.rulesets.model import Ruleset
from fairtray.simulation import report
from fairtray.simulation.games import Source
from fairtray.simulation.modes import SECONDS_PER_MOVE, planned
from fairtray.simulation.players import player_named
from fairtray.simulation.run import Plan


def simulation(rules: Ruleset, request: SimulationRequest) -> Simulation:
    """Return the games to play.

    Raises:
        RequestError: an option that the games have no use for.
        InputError: a value that cannot be; its source, or the place of its fault, is the option.
    """
    try:
        player = player_named(request.player)
    except InputError as error:
        raise error.located("--player") from None
    if request.mode is None:
        for option in ("continues", "challenge", "date", "move_seconds"):
            if getattr(request, option) is not None:
                raise RequestError(option, "is for games of a mode: name one with --mode")
        plan = Plan(
            rules, player, _sources(rules, request), request.games, request.seed, request.max_moves
        )
        return Simulation(plan, request.games * len(plan.sources), report.document)
    if request.dealers or request.dealer_command is not None:
        option = "dealer" if request.dealers else "dealer_command"
        raise RequestError(option, "has no effect: a mode has a dealer of its own")
    date = None if request.date is None else day_of(request.date)
    seconds = SECONDS_PER_MOVE if request.move_seconds is None else request.move_seconds
    games_of_mode = planned(
        mode_of(rules, request.mode),
        player,
        games=request.games,
        seed=request.seed,
        most_moves=request.max_moves,
        challenge=request.challenge,
        date=date,
        seconds_per_move=seconds,
        continues=request.continues is not False,
    )
    return Simulation(games_of_mode, request.games, report.mode_document)


def _sources(rules: Ruleset, request: SimulationRequest) -> tuple[Source, ...]:
    names: tuple[str | None, ...] = request.dealers
    if not names and request.dealer_command is None:
        names = (None,)
    sources: list[Source] = []
    try:
        sources += [named_dealer(rules, name) for name in names]
    except InputError as error:
        raise (error if error.source else error.located("--dealer")) from None
    if request.dealer_command is not None:
        limits = Limits(request.start_limit, request.deal_limit)
        try:
            sources.append(dealer_program(rules, request.dealer_command, limits))
        except InputError as error:
            raise (error if error.source else error.located("--dealer-command")) from None
    return tuple(sources)
