"""Streams that are not inherited by threads, and streams that a suspended generator or coroutine leaves behind."""

from __future__ import annotations

import pytest

from cupylint.findings import Finding, Premise
from tests.programs import after_head, check_marks, lint

CODES = ("CUP107", "CUP108")


def only(source: str) -> list[Finding]:
    """The findings about streams that are not where they seem to be."""
    return [finding for finding in lint(after_head(source)) if finding.code in CODES]


# -- threads ---------------------------------------------------------------------------------------

RUN = """
import threading

def job():
    {}

with {}:
    thread = threading.Thread(target=job)
    thread.start()
thread.join()
"""


@pytest.mark.parametrize(
    "body",
    [
        "print('no work')",
        "with s2: a = cp.ones(9)",
        "s2.use(); a = cp.ones(9)",
        "a = cp.asnumpy(x, stream=s2)",
        "with cp.cuda.Stream.null: a = cp.ones(9)",
    ],
)
def test_a_thread_that_chooses_its_stream_or_does_nothing(body: str) -> None:
    assert only(RUN.format(body, "s1")) == []


def test_a_thread_that_chooses_a_stream_for_some_of_its_work_means_the_default_for_the_rest() -> None:
    assert only(RUN.format("a = cp.ones(9); s2.use(); b = cp.ones(9)", "s1")) == []


def test_a_block_of_the_default_stream_is_as_good_as_none() -> None:
    assert only(RUN.format("a = cp.ones(9)", "cp.cuda.Stream.null")) == []


def test_a_blocking_stream_is_ordered_with_the_null_stream() -> None:
    (finding,) = only(RUN.format("a = cp.ones(9)", "cp.cuda.Stream()"))
    assert (finding.code, finding.severity) == ("CUP107", "warning")
    assert "results are right" in finding.notes[1]


def test_the_places_of_a_finding() -> None:
    (finding,) = only(RUN.format("a = cp.ones(9)", "s1"))
    assert (finding.code, finding.severity, finding.location.row) == ("CUP107", "error", 16)
    assert [related.location.row for related in finding.related] == [14, 12]
    assert finding.message == "the thread started here does not run on s1: its work goes to the null stream"
    assert finding.notes[-1] == "enter it in the function that the thread runs: `with s1:` around line 12"


def test_a_thread_started_after_the_block() -> None:
    check_marks(
        after_head(
            """
            import threading

            def job():
                cp.ones(9)

            thread = threading.Thread(target=job)
            with s1:
                cp.ones(9)
            thread.start()
            """
        )
    )


def test_each_way_to_start_a_thread() -> None:
    check_marks(
        after_head(
            """
            import asyncio
            import threading
            from concurrent.futures import ThreadPoolExecutor
            from multiprocessing.pool import ThreadPool

            def total(a):
                return a.sum()

            async def main():
                loop = asyncio.get_running_loop()
                s1.use()
                await asyncio.to_thread(total, x)  # expect: CUP107
                await loop.run_in_executor(None, total, x)  # expect: CUP107

            def parts(a):
                with ThreadPoolExecutor() as pool:
                    future = pool.submit(total, a)  # expect: CUP107
                    list(pool.map(total, [a, a]))  # expect: CUP107
                    return future.result()

            with s1:
                parts(x)
                threading.Timer(1, lambda: x.sum()).start()  # expect: CUP107
                with ThreadPool() as pool:
                    pool.apply(total, (x,))  # expect: CUP107
            asyncio.run(main())
            """
        )
    )


def test_an_initializer_chooses_the_stream() -> None:
    assert (
        only(
            """
            from concurrent.futures import ThreadPoolExecutor

            with s1:
                with ThreadPoolExecutor(initializer=s1.use) as pool:
                    pool.submit(cp.ones, 9).result()
            """
        )
        == []
    )


def test_pools_that_may_be_of_processes_and_streams_from_elsewhere_are_not_certain() -> None:
    assert (
        only(
            """
            def total(a):
                return a.sum()

            def first(pool):
                with s1:
                    pool.submit(total, x)

            def second(stream):
                import threading

                with stream:
                    threading.Thread(target=total, args=(x,)).start()
            """
        )
        == []
    )


# -- generators ------------------------------------------------------------------------------------

GENERATOR = """
import contextlib
import pytest

def batches():
    for k in range(3):
        with s1:
            batch = cp.full(9, k)
            yield batch

{}
"""


@pytest.mark.parametrize(
    ("use", "severity"),
    [
        ("for b in batches():\n    c = cp.ones(9)", "error"),
        ("with s2:\n    for b in batches():\n        c = cp.ones(9)", "error"),
        ("def outer():\n    yield from batches()\nfor b in outer():\n    c = cp.ones(9)", "error"),
        ("d = [cp.ones(9) for b in batches()]", "error"),
        ("", "warning"),
        ("iterator = batches()\na = next(iterator)\nc = cp.ones(9)", "warning"),
        ("for b in batches():\n    print(k)", None),
        ("for b in batches():\n    with s2:\n        c = cp.ones(9)", None),
        ("with s1:\n    for b in batches():\n        c = cp.ones(9)", None),
        ("for b in batches():\n    cp.asnumpy(x, stream=s2)", None),
        ("parts = list(batches())\nc = cp.ones(9)", None),
        ("manager = contextlib.contextmanager(batches)\nwith manager() as b:\n    c = cp.ones(9)", None),
    ],
)
def test_what_the_consumer_does_decides(use: str, severity: str | None) -> None:
    found = [(finding.code, finding.severity, finding.location.row) for finding in only(GENERATOR.format(use))]
    assert found == ([("CUP108", severity, 16)] if severity else [])


def test_context_managers_and_fixtures_are_meant_to_leave_their_caller_on_a_stream() -> None:
    for decorator in ("contextlib.contextmanager", "pytest.fixture", "pytest.fixture(scope='module')"):
        source = GENERATOR.format("").replace("def batches", f"@{decorator}\ndef batches")
        assert only(source) == []


def test_a_block_around_nothing_but_the_yield_is_meant_for_the_consumer() -> None:
    assert only("def each():\n    with s1:\n        yield s1\nfor s in each():\n    c = cp.ones(9)") == []


def test_the_places_of_a_yield() -> None:
    (finding,) = only(GENERATOR.format("for b in batches():\n    c = cp.ones(9)"))
    assert [related.location.row for related in finding.related] == [14, 19]
    assert finding.message == "this leaves the consumer on s1: line 19 runs there, not on null"
    (finding,) = only(GENERATOR.format(""))
    assert finding.premises == (
        Premise("caller-stream", "the consumer issues device work before this function goes on"),
    )


# -- coroutines ------------------------------------------------------------------------------------

COROUTINES = """
import asyncio

async def pause():
    await asyncio.sleep(0)

async def at_once():
    return 1

async def work(stream):
    with stream:
        a = cp.ones(9)
        await {wait}
        b = cp.ones(9)

async def plain():
    c = cp.ones(9)

async def late():
    await asyncio.sleep(0)
    c = cp.ones(9)

async def quiet():
    await asyncio.sleep(0)
    print("tick")

{main}
"""
ROW = 20


@pytest.mark.parametrize(
    ("main", "severity"),
    [
        ("await asyncio.gather(work(s1), work(s2))", "error"),
        ("await asyncio.gather(work(s1), plain())", "error"),
        ("await asyncio.gather(late(), work(s1))", "error"),
        ("t = asyncio.create_task(plain())\n    await work(s1)", "error"),
        ("async with asyncio.TaskGroup() as g:\n        g.create_task(work(s1)); g.create_task(work(s2))", "error"),
        ("await asyncio.wait_for(work(s1), 1)", None),
        ("await work(s1)\n    await work(s2)", None),
        ("await asyncio.gather(plain(), work(s1))", None),
        ("await asyncio.gather(quiet(), work(s1))", None),
        ("await asyncio.gather(work(s1), work(s1))", None),
    ],
)
def test_what_other_tasks_do_decides(main: str, severity: str | None) -> None:
    source = COROUTINES.format(wait="pause()", main=f"async def main():\n    {main}\n\nasyncio.run(main())")
    found = [(finding.code, finding.severity, finding.location.row) for finding in only(source)]
    assert found == ([("CUP108", severity, ROW)] if severity else [])


@pytest.mark.parametrize("wait", ["asyncio.sleep(0)", "pause()", "asyncio.to_thread(print)", "s2.foreign()"])
def test_a_coroutine_that_the_file_does_not_run_is_a_warning(wait: str) -> None:
    found = only(COROUTINES.format(wait=wait, main="").replace("with stream:", "with s1:"))
    assert [(finding.severity, finding.location.row) for finding in found] == [("warning", ROW)]
    assert found[0].premises == (
        Premise("caller-stream", "another task issues device work before this function goes on"),
    )


def test_a_coroutine_that_is_not_suspended() -> None:
    assert only(COROUTINES.format(wait="at_once()", main="").replace("with stream:", "with s1:")) == []


def test_a_stream_from_elsewhere_may_be_the_default_one() -> None:
    assert only(COROUTINES.format(wait="pause()", main="")) == []


def test_a_test_runs_alone() -> None:
    source = (
        "import asyncio\nasync def test_it():\n    with s1:\n        a = cp.ones(9)\n        await asyncio.sleep(0)\n"
    )
    assert only(source) == []


def test_tasks_started_in_the_block_are_meant_to_run_on_its_stream() -> None:
    source = COROUTINES.format(
        wait="pause()",
        main="async def main():\n    with s1:\n        await asyncio.gather(late(), late())\n\nasyncio.run(main())",
    )
    assert only(source) == []


def test_the_places_of_an_await() -> None:
    main = "async def main():\n    await asyncio.gather(work(s1), plain())\n\nasyncio.run(main())"
    (finding,) = only(COROUTINES.format(wait="pause()", main=main))
    assert [related.location.row for related in finding.related] == [18, 24]
    assert finding.message == "this leaves another task on s1: line 24 runs there, not on null"
