"""Numbered chunks of work: done by whatever executor there is, kept in a journal.

:func:`results` is the way in. A command cuts its work into *jobs*, small values that can be
pickled, and names a function of a module, ``do(job, tick)``, that makes a result of one. A
result must depend on its job alone. Then neither the number of workers nor the machines they
run on can be seen in what the results add up to.
"""

from fairtray.runs.crew import Crew, opened
from fairtray.runs.ordered import results
from fairtray.runs.processes import usable_cores
from fairtray.runs.records import Records
from fairtray.runs.ticks import Do, Tick, quiet

__all__ = ["Crew", "Do", "Records", "Tick", "opened", "quiet", "results", "usable_cores"]
