"""Threads, executors, queues, locks and tasks: one program each, which the simulator is asked about as well.

`_ordered` programs are right, `_unordered` ones have a marked race.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cupylint.runtime_checks.simulator import Options, run
from tests.programs import after_head, check_marks, every, marked

FOLDER = Path(__file__).parent / "concurrent"
PROGRAMS = sorted(FOLDER.glob("*.py"))
REUSES_MEMORY = {"class_worker_ordered", "class_worker_unordered"}
"""Programs in which memory is also reused too early, which depends on when their threads get their turns."""
NEW = {"async_taskgroup_unordered": (3, 11)}


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_findings(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert {row for row, _ in every(text)} == {row for row, _ in marked(text)}


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_the_simulator_agrees(path: Path) -> None:
    if path.stem in REUSES_MEMORY or sys.version_info < NEW.get(path.stem, (3,)):
        pytest.skip("its races depend on the schedule" if path.stem in REUSES_MEMORY else "needs a newer Python")
    text = path.read_text(encoding="utf-8")
    report = run(path, options=Options(schedules="none"))
    assert report.error == ""
    assert {race.later.row for race in report.races} == {row for row, _ in marked(text)}


def test_coroutines_given_to_code_that_is_not_seen_are_followed() -> None:
    check_marks(
        after_head(
            """
            import backend

            async def main():
                with s1:
                    b = x * 2
                return b + 1  # expect: CUP103

            backend.drive(main())
            """
        )
    )


def test_work_for_other_processes_is_not_followed() -> None:
    check_marks(
        after_head(
            """
            from concurrent.futures import ProcessPoolExecutor

            def job(k):
                with s1:
                    x.fill(k)

            with ProcessPoolExecutor() as pool:
                pool.submit(job, 1).result()  # expect: CUP206
            b = x + 1
            """
        )
    )


def test_what_a_thread_raises_is_not_raised_where_it_is_started() -> None:
    check_marks(
        after_head(
            """
            import threading

            def broken():
                raise ValueError

            def job():
                thread = threading.Thread(target=broken)
                thread.start()
                thread.join()
                with s1:
                    b = x * 2
                return b + 1  # expect: CUP103

            job()
            """
        )
    )


def test_a_barrier_leaves_doubt() -> None:
    """Which of two threads waits for the other is not followed: what they do after that is uncertain."""
    check_marks(
        after_head(
            """
            import threading

            barrier = threading.Barrier(2)

            def job(stream, first):
                with stream:
                    x[first : first + 9] = 1  # maybe: CUP102
                stream.synchronize()
                barrier.wait()
                with stream:
                    x.sum()
                stream.synchronize()

            threads = [threading.Thread(target=job, args=(s, 9 * k)) for k, s in enumerate([s1, s2])]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            """
        )
    )


def test_a_thread_that_never_ends_leaves_doubt() -> None:
    check_marks(
        after_head(
            """
            import queue
            import threading

            jobs = queue.Queue()

            def worker():
                while True:
                    a = jobs.get()
                    with s1:
                        a += 1

            thread = threading.Thread(target=worker)
            thread.start()
            jobs.put(x)
            thread.join()
            b = x + 1  # maybe: CUP101
            """
        )
    )
