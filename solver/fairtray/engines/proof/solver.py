"""A thin layer over CP-SAT: literals, clauses, parameters, one run. Nothing here knows a board.

Only ``cp_model_helper`` is imported: the module behind ``cp_model`` that holds the model
and the solver. ``cp_model`` itself imports pandas, which takes six times as long as all
that is needed here, and its expression objects cost more than the search they describe.
"""

from __future__ import annotations

import functools
import math
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from fairtray.core.errors import Fault, InputError, InternalFault

Lit = int
"""A literal: the index ``v`` of a variable, or ``~v`` for its negation, as CP-SAT writes it."""

Status = Literal["feasible", "infeasible", "undecided"]

SEED = 1

MOST_POINTS = 2**60
"""The largest objective that surely passes CP-SAT's own checks for overflow."""

AT_ONCE = 0.05
"""Work, in CP-SAT's count, that takes well under a second on any machine."""

_BOOL = (0, 1)


@functools.cache
def _helper() -> Any:
    """Return OR-Tools' module; imported late because the command line may not need it."""
    from ortools.sat.python import cp_model_helper

    return cp_model_helper


class Budget:
    """How long some runs may take together, and on how many threads.

    Attributes:
        workers: search threads.
    """

    def __init__(
        self, time_limit: float | None = None, work_limit: float | None = None, workers: int = 1
    ) -> None:
        """Start the clock.

        Args:
            time_limit: seconds from now, the building of models included; None for no limit.
            work_limit: CP-SAT's own count of work, the same on every machine; None for no
                limit.
            workers: search threads.

        Raises:
            InputError: fewer than one worker.
        """
        if workers < 1:
            # To CP-SAT 0 means as many as there are cores, which no two machines share.
            raise InputError(Fault("", f"{workers} workers", "ask for at least one"))
        self.workers = workers
        self._deadline = None if time_limit is None else time.monotonic() + time_limit
        self._work = work_limit

    @property
    def limited(self) -> bool:
        """Whether there is any limit."""
        return self._deadline is not None or self._work is not None

    @property
    def seconds(self) -> float | None:
        """What is left of the time; None without a limit."""
        return None if self._deadline is None else max(0.0, self._deadline - time.monotonic())

    @property
    def work(self) -> float | None:
        """What is left of the work; None without a limit."""
        return self._work

    def spend(self, work: float) -> None:
        """Take a run's work off what is left."""
        if self._work is not None:
            self._work = max(0.0, self._work - work)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run found.

    Attributes:
        status: ``feasible`` (with an objective: proven best), ``infeasible``, or
            ``undecided`` when a limit came first.
        values: the value of every variable when feasible; else empty.
        best_known: with an objective, the values of the best solution found, proven best or
            not; empty where there is none.
        bound: with an objective, what no solution can do better than; NaN where no solution
            was found, for CP-SAT then reports 0 whether it has proven that or nothing.
    """

    status: Status
    values: Sequence[int]
    best_known: Sequence[int] = ()
    bound: float = math.nan

    def true(self, literal: Lit) -> bool:
        """Return whether the literal holds in the solution."""
        return bool(self.values[literal]) if literal >= 0 else not self.values[~literal]


class Model:
    """A model of Boolean variables only, written straight into CP-SAT's own form."""

    def __init__(self) -> None:
        self._proto = _helper().CpModelProto()
        self._constraints = self._proto.constraints
        self._objective = False
        self.size = 0

    def literal(self) -> Lit:
        """Return a new variable."""
        self.size += 1
        return self.size - 1

    def literals(self, count: int) -> range:
        """Return that many new variables."""
        self.size += count
        return range(self.size - count, self.size)

    def clause(self, literals: Iterable[Lit]) -> None:
        """At least one holds."""
        self._constraints.add().bool_or.literals.extend(literals)

    def at_most_one(self, literals: Iterable[Lit]) -> None:
        """At most one holds."""
        self._constraints.add().at_most_one.literals.extend(literals)

    def exactly_one(self, literals: Iterable[Lit]) -> None:
        """Exactly one holds."""
        self._constraints.add().exactly_one.literals.extend(literals)

    def none_if(self, premises: Iterable[Lit], literals: Iterable[Lit]) -> None:
        """None of the literals holds where all premises do."""
        constraint = self._constraints.add()
        constraint.enforcement_literal.extend(premises)
        constraint.bool_and.literals.extend([~literal for literal in literals])

    def total(self, terms: Sequence[tuple[Lit, int]], low: int, high: int) -> None:
        """The sum of the coefficients of the variables that hold is within the bounds."""
        linear = self._constraints.add().linear
        linear.vars.extend([variable for variable, _ in terms])
        linear.coeffs.extend([coefficient for _, coefficient in terms])
        linear.domain.extend((low, high))

    def maximize(self, terms: Sequence[tuple[Lit, int]]) -> None:
        """Ask for the largest sum of the coefficients of the variables that hold.

        Raises:
            InputError: the sum could be too large for CP-SAT to count.
        """
        most = sum(abs(coefficient) for _, coefficient in terms)
        if most > MOST_POINTS:
            raise InputError(
                Fault("", f"points of up to {most}", f"CP-SAT counts no further than {MOST_POINTS}")
            )
        objective = self._proto.objective
        objective.vars.extend([variable for variable, _ in terms])
        # CP-SAT minimises; the factor turns the reported value back.
        objective.coeffs.extend([-coefficient for _, coefficient in terms])
        objective.scaling_factor = -1.0
        self._objective = True

    def run(self, budget: Budget, *, thorough: bool = False) -> Outcome:
        """Solve, once, with a fixed seed, within what is left of the budget.

        Args:
            budget: how long it may take.
            thorough: whether to look for structure and linear bounds first, as pays off
                where the proof that nothing is better is most of the work.

        Raises:
            InternalFault: CP-SAT calls the model invalid, or answers with something else
                than a proof or a limit.
        """
        helper = _helper()
        # All variables are alike, so that they are counted while building and made here.
        self._proto.merge_from(_variables(self.size))
        response = _solve(self._proto, budget, thorough)
        budget.spend(response.deterministic_time)
        status = response.status.name
        if status == "OPTIMAL" or (status == "FEASIBLE" and not self._objective):
            verdict: Status = "feasible"
        elif status == "INFEASIBLE":
            verdict = "infeasible"
        elif status in ("UNKNOWN", "FEASIBLE") and budget.limited:
            verdict = "undecided"
        else:
            raise InternalFault(
                f"CP-SAT answers {status}: {helper.CpSatHelper.validate_model(self._proto)}"
            )
        solution = list(response.solution)
        return Outcome(
            verdict,
            solution if verdict == "feasible" else [],
            solution if self._objective else [],
            response.best_objective_bound if self._objective and solution else math.nan,
        )


def _solve(proto: Any, budget: Budget, thorough: bool) -> Any:
    """Return CP-SAT's response, so that Ctrl-C ends the search and is raised here.

    CP-SAT's own handler would take the signal for good: after the first run the process
    would die of the next Ctrl-C, and nothing that it had finished would be kept. Without
    that handler Python notices the signal between two runs, which is soon enough for
    nearly all of them. Only a model that is not solved at once is worth a thread.
    """
    first = budget.work
    if threading.current_thread() is threading.main_thread():
        first = AT_ONCE if first is None else min(first, AT_ONCE)
    wrapper = _helper().SolveWrapper()
    wrapper.set_parameters(_parameters(budget, first, thorough))
    response = wrapper.solve(proto)
    if first == budget.work or response.status.name not in ("UNKNOWN", "FEASIBLE"):
        return response

    from concurrent.futures import ThreadPoolExecutor

    wrapper = _helper().SolveWrapper()
    wrapper.set_parameters(_parameters(budget, budget.work, thorough))
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(wrapper.solve, proto)
        try:
            return future.result()
        except BaseException:
            wrapper.stop_search()
            raise


@functools.lru_cache(maxsize=1024)
def _variables(count: int) -> Any:
    """Return a model of nothing but Boolean variables: to copy them is all but free."""
    proto = _helper().CpModelProto()
    for _ in range(count):
        proto.variables.add().domain.extend(_BOOL)
    return proto


def _parameters(budget: Budget, work: float | None, thorough: bool) -> Any:
    """Return the parameters, as a rule for models that are small and read only once.

    On models of a few hundred variables everything that looks for structure first takes
    longer than the search that it is to save. Not so where a sum is to be proven smallest:
    there the linear relaxation does in milliseconds what clauses take minutes for.
    """
    parameters = _helper().SatParameters()
    parameters.num_workers = budget.workers
    parameters.random_seed = SEED
    if thorough:
        parameters.linearization_level = 2
    else:
        parameters.cp_model_presolve = False
        parameters.cp_model_probing_level = 0
        parameters.symmetry_level = 0
        parameters.linearization_level = 0
    parameters.catch_sigint_signal = False
    seconds = budget.seconds
    if seconds is not None:
        parameters.max_time_in_seconds = seconds
    if work is not None:
        parameters.max_deterministic_time = work
    return parameters
