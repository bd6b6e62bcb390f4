"""Threads, processes and tasks that leave doubt; more of them are in `tests/programs/threads` and `async`."""

from __future__ import annotations

from tests.programs import after_head, check_marks


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
