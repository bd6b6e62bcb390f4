"""A wait that misses its work, where another finding tells of that work."""

from __future__ import annotations

from textwrap import dedent

from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.findings import Finding

TIMED = """
    import time
    import cupy as cp

    def seconds(a):
        stream = cp.cuda.Stream(non_blocking=True)
        start = time.perf_counter()
        with stream:
            cp.fft.fft(a @ a)
        cp.cuda.Stream.null.synchronize()
        return time.perf_counter() - start
"""
RETURNED = """
    import cupy as cp

    def root(values):
        stream = cp.cuda.Stream(non_blocking=True)
        with stream:
            result = cp.sqrt(cp.asarray(values))
        cp.cuda.Stream.null.synchronize()
        return result
"""
ALONE = """
    import cupy as cp

    def warm_up(n):
        stream = cp.cuda.Stream(non_blocking=True)
        with stream:
            cp.ones((n, n)).sum()
        cp.cuda.Stream.null.synchronize()
"""


def found(text: str, settings: Settings | None = None) -> list[Finding]:
    return check_bytes(dedent(text).encode(), "echo.py", settings or Settings())


def test_a_time_that_is_read_too_early_names_the_wait() -> None:
    (time,) = found(TIMED)
    assert time.code == "CUP501"
    assert "line 10 waits for another stream, which has nothing to do" in time.notes


def test_a_race_that_names_the_wait_already_does_so_once() -> None:
    (race,) = found(RETURNED)
    assert race.code == "CUP103"
    assert [note for note in race.notes if "line 8" in note] == [
        "line 8 is on null, which does not wait for the non-blocking stream"
    ]


def test_what_is_not_told_tells_of_no_wait() -> None:
    (wait,) = found(RETURNED, Settings(min_confidence="high"))
    assert wait.code == "CUP117"


def test_alone_it_is_told_with_what_would_wait() -> None:
    (wait,) = found(ALONE)
    assert wait.message == (
        "this waits for null, which has nothing to do: the work (line 7) is on stream, which is non-blocking"
    )
    assert wait.fix is not None
    assert (wait.fix.code, wait.fix.place) == ("stream.synchronize()", wait.location)
