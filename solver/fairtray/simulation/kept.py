"""What a simulation's journal says of it: all that its chunks depend on."""

from __future__ import annotations

from fairtray.audit.kept import dealer_of
from fairtray.audit.source import Source as AuditSource
from fairtray.core.errors import InternalFault
from fairtray.runs import Records
from fairtray.simulation.games import Games
from fairtray.simulation.run import CHUNK, Plan
from fairtray.versions import code_digest, versions


def records(plan: Plan) -> Records[Games]:
    """Return what the journal of a simulation holds."""
    ruleset = plan.ruleset
    return Records(
        kind="simulation",
        run={
            "ruleset": ruleset.name,
            "ruleset_digest": ruleset.digest,
            "shapes": " ".join(shape.name for shape in ruleset.shapes),
            "dealers": [_dealer(source) for source in plan.sources],
            "player": plan.player.name,
            "games": plan.games,
            "seed": plan.seed,
            "max_moves": plan.most_moves,
            "chunk_games": CHUNK[plan.player.kind],
            "versions": versions(),
            "code": code_digest(),
        },
        encode=Games.to_json,
        decode=Games.from_json,
    )


def _dealer(source: object) -> object:
    if not isinstance(source, AuditSource):
        raise InternalFault(f"a journal does not know dealers such as {source!r}")
    return dealer_of(source)
