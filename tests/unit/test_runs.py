import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context

import pytest

import chunk_cases as work
from chunk_cases import results


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_results_come_in_the_order_of_the_jobs_and_all_ticks_arrive(workers: int) -> None:
    ticks: list[int] = []
    found = list(results(work.slow_first, range(20), workers=workers, progress=ticks.append))
    assert found == [n * n for n in range(20)]
    assert sum(ticks) == 20 + sum(range(20))
    assert min(ticks) > 0 or workers == 1


def test_no_job_is_no_result_and_no_process() -> None:
    assert list(results(work.square, [], workers=2)) == []
    assert active_children() == []


@pytest.mark.parametrize("threads", [1, 4])
def test_any_executor_does(threads: int) -> None:
    ticks: list[int] = []
    with ThreadPoolExecutor(threads) as executor:
        found = results(
            work.slow_first, range(20), workers=threads, progress=ticks.append, executor=executor
        )
        assert list(found) == [n * n for n in range(20)]
        # It stays open for others.
        assert executor.submit(int, 3).result() == 3
    assert sum(ticks) == 20 + sum(range(20))


def test_an_executor_of_processes_does() -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        found = set(results(work.who, range(12), workers=2, executor=executor))
    assert os.getpid() not in found


@pytest.mark.parametrize("executor", [None, ThreadPoolExecutor])
def test_few_jobs_are_taken_ahead(executor: type[ThreadPoolExecutor] | None) -> None:
    taken = 0

    def jobs() -> Iterator[int]:
        nonlocal taken
        for job in range(100):
            taken += 1
            yield job

    lent = executor(2) if executor else None
    for done, _ in enumerate(results(work.square, jobs(), workers=2, executor=lent), 1):
        assert taken <= done + 8
    assert taken == 100
    if lent:
        lent.shutdown()


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_comes_when_it_is_its_turn(workers: int) -> None:
    found = results(work.refuse_three, range(20), workers=workers)
    assert [next(found) for _ in range(3)] == [0, 1, 4]
    with pytest.raises(ValueError, match="three is refused"):
        next(found)
    assert active_children() == []


def test_leaving_early_breaks_off_the_others() -> None:
    start = time.perf_counter()
    found = results(work.sleep_long, range(20), workers=2)
    assert next(found) == 0
    found.close()
    assert time.perf_counter() - start < 300
    assert active_children() == []


def test_a_worker_that_dies_is_told_of() -> None:
    with pytest.raises(BrokenProcessPool):
        list(results(work.die, range(20), workers=2))
    assert active_children() == []
