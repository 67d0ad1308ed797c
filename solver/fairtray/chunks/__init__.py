"""Numbered chunks of work: done by whatever executor there is, kept in a journal.

:func:`results` is the way in. A command cuts its work into *jobs*, small values that can be
pickled, and names a function of a module, ``do(job, tick)``, that makes a result of one. A
result must depend on its job alone. Then neither the number of workers nor the machines they
run on can be seen in what the results add up to.
"""

from fairtray.chunks.crew import Crew, opened
from fairtray.chunks.ordered import results
from fairtray.chunks.processes import usable_cores
from fairtray.chunks.records import Records
from fairtray.chunks.ticks import Do, Tick, quiet

__all__ = ["Crew", "Do", "Records", "Tick", "opened", "quiet", "results", "usable_cores"]
