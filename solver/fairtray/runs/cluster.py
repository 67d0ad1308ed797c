"""The workers of a Dask cluster as a team.

Dask itself moves the chunks of a worker that has died to others, and takes in workers that
come later. What is done here is the rest: one clear line for everything that can be wrong
with a cluster, and the certainty that each chunk was done by the same code as here.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import time
import urllib.parse
from collections import Counter
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from types import TracebackType
from typing import Any, Self, TypeVar

from fairtray.core.errors import Fault, InputError, echo
from fairtray.runs.interrupts import interrupts_deferred
from fairtray.runs.plan import ChunkResult, Plan, do_chunk, no_progress
from fairtray.versions import code_digest, versions

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")

_CONNECT_SECONDS = 10
"""Seconds for the scheduler to answer, and then for a first worker to be there."""

_CLOSE_SECONDS = 0.5

_COUNT_SECONDS = 5.0
"""Seconds between two looks at how many workers there are."""

_PATIENCE = 5.0
"""Seconds without workers, or without an answer, before the user is told what is waited for."""

_ANSWER_SECONDS = 2.0
"""Seconds for the scheduler to tell its workers in the middle of the work."""

_SCHEMES = ("tcp", "tls", "ws", "wss")


class Cluster:
    """A team of Dask workers; a context manager that connects to their scheduler.

    Args:
        address: the scheduler's, as in ``tcp://10.0.0.1:8786``; the protocol may be left out.
        isolated: whether no two chunks may run at once in one process.
        notify: told of what the user should know in the middle of the work, a line each.

    Attributes:
        workers: chunks that can be done at once, as last seen.
        chunks_by_worker: how many chunks each worker did, by its address.
    """

    warm = True

    def __init__(
        self,
        address: str,
        *,
        isolated: bool = False,
        notify: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.address = address
        self.workers = 0
        self.chunks_by_worker: Counter[str] = Counter()
        self._isolated = isolated
        self._expected = _fingerprint()
        self._counted = 0.0
        self._notify = notify
        self._trouble = ""
        """What is missing, as last seen; empty while all is well."""
        self._since = 0.0
        self._notified = False

    def __enter__(self) -> Self:
        """Connect.

        Raises:
            InputError: Dask is not installed, nobody answers, or there is no worker.
        """
        try:
            import distributed
        except ImportError:
            what, mend = "needs Dask, which is not installed", "pip install 'fairtray[cluster]'"
            raise self._error(what, mend) from None
        _hush()
        self._check_address()
        try:
            self._client = distributed.Client(
                self.address, timeout=_CONNECT_SECONDS, set_as_default=False
            )
        except (TimeoutError, OSError, ValueError) as error:
            raise self._error(
                f"no scheduler answers: {_reason(error)}",
                "start one with 'dask scheduler', and name the address that it prints",
            ) from None
        try:
            self._client.wait_for_workers(1, timeout=_CONNECT_SECONDS)
            self._count(_CONNECT_SECONDS)
        except (TimeoutError, OSError):
            self._close()
            mend = f"start some with 'dask worker {self.address}'"
            raise self._error("the scheduler has no workers", mend) from None
        except BaseException:
            self._close()
            raise
        self._executor = self._client.get_executor(pure=False)
        return self

    def _check_address(self) -> None:
        parts = urllib.parse.urlsplit(
            self.address if "://" in self.address else f"tcp://{self.address}"
        )
        try:
            port = parts.port
        except ValueError:
            port = None
        if parts.scheme not in _SCHEMES or not parts.hostname or port is None:
            raise self._error(
                "is not the address of a scheduler", "write it as in tcp://127.0.0.1:8786"
            )

    def size(self) -> int:
        """Return how many chunks can be done at once; workers may have come since."""
        self.watch()
        return self.workers

    def watch(self) -> None:
        """Count the workers now and then, and say when there have been none for long."""
        if time.monotonic() - self._counted > _COUNT_SECONDS:
            try:
                self._count()
            except OSError:
                # The chunks that are lost with a scheduler say what its loss means.
                self._counted = time.monotonic()
                self._note("its scheduler does not answer; waiting for it")

    def _note(self, trouble: str) -> None:
        """Say, once, what has been missing for long; an empty text ends it."""
        if trouble != self._trouble:
            if self._notified and not trouble:
                self._notify(f"{self.address}: the work continues")
            self._trouble, self._since, self._notified = trouble, time.monotonic(), False
        if trouble and not self._notified and time.monotonic() - self._since >= _PATIENCE:
            self._notified = True
            self._notify(f"{self.address}: {trouble} (Ctrl-C ends it)")

    def _count(self, patience: float = _ANSWER_SECONDS) -> None:
        threads: dict[str, int] = self._client.sync(
            self._client.scheduler.ncores, workers=None, callback_timeout=patience
        )
        self._note(
            "" if threads else "the scheduler has no workers left; waiting until one is started"
        )
        for place, count in threads.items():
            if self._isolated and count > 1:
                raise self._error(
                    f"worker {place} does {count} chunks at once in one process, which a "
                    "dealer's own code may not be made for",
                    "start workers with --nthreads 1",
                )
        self.workers = max(1, sum(threads.values()))
        self._counted = time.monotonic()

    def submit(self, plan: Plan[Chunk, Result, Any], chunk: Chunk) -> Future[ChunkResult[Result]]:
        """Have a chunk done."""
        # As bytes, so that a worker with other code can say so before it fails to read them.
        packed = pickle.dumps((plan, chunk))
        with interrupts_deferred():
            future: Future[ChunkResult[Result]] = self._executor.submit(
                _there, packed, self._expected
            )
        return future

    def result(self, future: Future[ChunkResult[Result]]) -> ChunkResult[Result]:
        """Return a chunk that is done.

        Raises:
            InputError: the cluster is not fit for it, or has gone.
            BrokenProcessPool: several workers died of this chunk.
        """
        from distributed import KilledWorker

        try:
            done = future.result()
        except KilledWorker as error:
            raise BrokenProcessPool(_reason(error)) from None
        except (CancelledError, asyncio.CancelledError):
            raise self._gone() from None
        except (ImportError, AttributeError, RuntimeError) as error:
            # Scheduler and workers look for the function that is called.
            if not _is_missing(error):
                raise
            raise self._error(
                f"scheduler or workers cannot import fairtray: {_reason(error)}",
                "install the same fairtray for both as here",
            ) from None
        self.chunks_by_worker[done.worker] += 1
        self._note("")
        return done

    def _gone(self) -> InputError:
        return self._error(
            "the scheduler has gone", "start it again, and run the same command again"
        )

    def count(self) -> int | None:
        """Return that it is not known before a chunk is finished."""
        return None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let the cluster go; it forgets what nobody waits for any more."""
        self._close()

    def _close(self) -> None:
        # A scheduler that is gone cannot say goodbye.
        with suppress(OSError, asyncio.TimeoutError):
            self._client.close(timeout=_CLOSE_SECONDS)

    def _error(self, what: str, mend: str) -> InputError:
        return InputError(Fault(echo(self.address), what, mend), "--cluster")


def _hush() -> None:
    """Keep Dask's own log off stderr: everything that matters comes as an exception."""
    for name in ("distributed", "distributed.client", "distributed.core", "distributed.comm"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _reason(error: BaseException) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return echo(text, 160)[1:-1]


def _is_missing(error: BaseException | None) -> bool:
    """Return whether an error means that fairtray is not installed there."""
    while error is not None:
        if isinstance(error, ImportError) and "fairtray" in str(error):
            return True
        if isinstance(error, AttributeError) and _there.__name__ in str(error):
            return True
        error = error.__cause__ or error.__context__
    return False


def _fingerprint() -> dict[str, str]:
    """Return what must be the same on every machine that takes part."""
    return {**versions(), "code": code_digest()}


def _there(packed: bytes, expected: dict[str, str]) -> ChunkResult[Any]:
    """Do a chunk in a worker.

    Args:
        packed: the plan and the chunk, as a pickle.
        expected: what must be the same here.

    Raises:
        InputError: this worker would do it by other code.
    """
    from distributed import get_worker

    place = str(get_worker().address)
    found = _fingerprint()
    faults = [
        Fault(f"worker {place}", f"{name}: {found.get(name)} there, {value} here")
        for name, value in expected.items()
        if found.get(name) != value
    ]
    if faults:
        faults[-1] = Fault(faults[-1].where, faults[-1].what, "install the same versions there")
        raise InputError(faults, "--cluster")
    plan, chunk = pickle.loads(packed)  # noqa: S301 (Dask itself sends nothing but pickles)
    return do_chunk(plan, chunk, no_progress)._replace(worker=place)
