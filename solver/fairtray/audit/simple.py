"""An audit in one call, for programs; the command line says more with :mod:`run` itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fairtray import rulesets
from fairtray.audit import report
from fairtray.audit.run import DEFAULT_ALPHA, DEFAULT_COUNT, Plan, run
from fairtray.audit.sample import DEFAULT_POLICY
from fairtray.audit.source import BuiltinSource, CallableSource, ProgramSource, Source
from fairtray.audit.verify import DEFAULT_LEVEL
from fairtray.claims import select
from fairtray.dealers import callables, program
from fairtray.dealers.channel import Limits
from fairtray.dealers.registry import spec_for


def run_audit(
    ruleset: rulesets.Ruleset | str,
    dealer: str | None = None,
    *,
    command: str | None = None,
    claims: tuple[str, ...] = (),
    count: int = DEFAULT_COUNT,
    seed: int = 0,
    policy: str = DEFAULT_POLICY,
    keep: int = 3,
    alpha: float = DEFAULT_ALPHA,
    verify: str = DEFAULT_LEVEL,
    workers: int = 1,
) -> dict[str, Any]:
    """Return the report of an audit: what ``fairtray audit --json`` prints.

    Nothing is written; counterexamples are in the report.

    Args:
        ruleset: a ruleset, its built-in name or the path of its file.
        dealer: a built-in dealer's name, or ``module:callable`` for a Python function, looked
            for from the current folder on; None for the ruleset's own dealer.
        command: a dealer program, in place of ``dealer``, as a shell would start it.
        claims: ids of the claims to check; none for all that the ruleset makes.
        count: deals to make.
        seed: any whole number from 0 on.
        policy: who plays, as ``--policy``.
        keep: counterexamples of each claim in the report.
        alpha: the probability of a false alarm, over all statistical claims together.
        verify: ``witness`` or ``cp-sat``, as ``--verify``.
        workers: processes to share the work. The report, its ``run`` apart, does not depend on
            it; with more than one, the calling program must be one that can be imported.

    Raises:
        TypeError: both ``dealer`` and ``command`` are given.
        InputError: an unknown name, faults in a ruleset, numbers that no audit can be made of.
        DealerError: the dealer failed.
    """
    rules = ruleset if isinstance(ruleset, rulesets.Ruleset) else rulesets.get(ruleset)
    source = _source(rules, dealer, command)
    wanted = select(rules, claims)
    plan = Plan(rules, source, wanted, count, seed, policy, keep, alpha, verify)
    return report.document(run(plan, workers))


def _source(rules: rulesets.Ruleset, dealer: str | None, command: str | None) -> Source:
    if dealer is not None and command is not None:
        raise TypeError("run_audit() takes dealer or command, not both")
    if command is None and (dealer is None or ":" not in dealer):
        return BuiltinSource(spec_for(rules, dealer))
    # What is not built in needs a catalogue just as well.
    spec_for(rules, "uniform")
    if command is not None:
        program.arguments(command)
        return ProgramSource(command, Limits(), None)
    target = str(dealer)
    callables.check_target(target)
    return CallableSource(target, Path.cwd())
