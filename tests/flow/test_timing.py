"""Wall-clock intervals (CUP501): which of them leave device work out."""

from __future__ import annotations

from textwrap import dedent

import pytest

from tests.programs import after_head, check_marks, lint

HEAD = """\
import time
import timeit
from contextlib import contextmanager
from datetime import datetime
from functools import wraps

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()
"""

PROGRAMS = {
    "two readings": """
        t0 = time.time()
        b = a @ a
        t1 = time.time()  # expect: CUP501
        print(t1 - t0)
    """,
    "one expression": """
        t0 = time.perf_counter()
        b = a @ a
        print("took", 1e3 * (time.perf_counter() - t0), "ms")  # expect: CUP501
    """,
    "a loop of launches": """
        t0 = time.monotonic_ns()
        for _ in range(100):
            b = cp.matmul(a, a)
        elapsed = (time.monotonic_ns() - t0) / 1e9  # expect: CUP501
        print("{:.3f}".format(elapsed))
    """,
    "each round of a loop": """
        def measure(rounds):
            times = []
            deadline = time.time() + 5
            while time.time() < deadline:
                t0 = time.perf_counter()
                b = a @ a
                times.append(time.perf_counter() - t0)  # expect: CUP501
            return times
    """,
    "dates": """
        begin = datetime.now()
        b = cp.fft.fft(a)
        print((datetime.now() - begin).total_seconds())  # expect: CUP501
    """,
    "timeit": """
        print(timeit.timeit(lambda: cp.dot(a, a), number=10))  # expect: CUP501
        print(min(timeit.repeat(lambda: cp.dot(a, a).get(), number=10)))
    """,
    "a function that is handed the work": """
        def bench(function, *args):
            t0 = time.perf_counter()
            function(*args)
            return time.perf_counter() - t0  # expect: CUP501

        print(bench(cp.dot, a, a))
    """,
    "the same without a caller": """
        def bench(function, *args):
            t0 = time.perf_counter()
            function(*args)
            return time.perf_counter() - t0
    """,
    "a decorator": """
        def timed(function):
            @wraps(function)
            def wrapper(*args):
                t0 = time.time()
                result = function(*args)
                print(time.time() - t0)  # expect: CUP501
                return result
            return wrapper

        @timed
        def work(n):
            return cp.sort(cp.random.rand(n))

        work(100)
    """,
    "a context manager": """
        @contextmanager
        def clock():
            t0 = timeit.default_timer()
            yield
            print(timeit.default_timer() - t0)  # expect: CUP501

        with clock():
            b = a @ a
    """,
    "a class": """
        class Clock:
            def start(self):
                self.t0 = time.time()
            def stop(self):
                self.seconds = time.time() - self.t0  # expect: CUP501

        clock = Clock()
        clock.start()
        b = a @ a
        clock.stop()
        print(clock.seconds)
    """,
    "a helper that reads the clock": """
        def now(wait=True):
            if wait:
                cp.cuda.Device().synchronize()
            return time.perf_counter()

        t0 = now()
        b = a @ a
        print(now() - t0)
        t0 = now()
        b = a @ a
        print(now(wait=False) - t0)  # expect: CUP501
    """,
    "another stream is waited for": """
        t0 = time.time()
        with s:
            b = a @ a
        cp.cuda.Stream.null.synchronize()
        print(time.time() - t0)  # expect: CUP501
        s.synchronize()
    """,
    "stages": """
        t0 = time.time()
        b = a @ a
        t1 = time.time()  # expect: CUP501
        c = b @ a
        cp.cuda.Device().synchronize()
        t2 = time.time()
        print(t1 - t0, t2 - t1)
    """,
    "the clock is read before print reads the result": """
        t0 = time.time()
        b = (a @ a).sum()
        print(b, time.time() - t0)  # expect: CUP501
    """,
    "module is NumPy or CuPy": """
        def run(xp, n):
            x = xp.ones((n, n))
            t0 = time.time()
            y = x @ x
            print(time.time() - t0)  # expect: CUP501

        run(np, 10)
        run(cp, 10)
    """,
    "filling alone": """
        t0 = time.time()
        x = cp.ones((1000, 1000, 1000))
        print(time.time() - t0)  # expect: CUP501
    """,
    "results in a dict": """
        def measure():
            times = {}
            for name, n in (("small", 10), ("big", 1000)):
                x = cp.random.rand(n, n)
                t0 = time.perf_counter()
                y = x.dot(x)
                times[name] = time.perf_counter() - t0  # expect: CUP501
            return times
    """,
    "one of two ends is not waited for": """
        t0 = time.time()
        b = float((a @ a).sum())
        c = cp.sort(a)
        print(time.time() - t0)  # maybe: CUP501
    """,
    "code that is not seen": """
        import mylib

        t0 = time.time()
        b = a @ a
        mylib.report()
        print(time.time() - t0)  # maybe: CUP501
    """,
    "a wait on some paths": """
        def run(wait):
            t0 = time.time()
            b = a @ a
            if wait:
                cp.cuda.Device().synchronize()
            return time.time() - t0  # maybe: CUP501
    """,
}

QUIET = {
    "data is made ready": """
        t0 = time.time()
        host = np.random.rand(1000)
        x = cp.asarray(host)
        print(time.time() - t0)
    """,
    "launch and total": """
        t0 = time.time()
        b = a @ a
        t1 = time.time()
        cp.cuda.Device().synchronize()
        t2 = time.time()
        print(t1 - t0, t2 - t0)
    """,
    "the name says it": """
        t0 = time.time()
        b = a @ a
        launch_time = time.time() - t0
        print(launch_time)
    """,
    "the text says it": """
        t0 = time.time()
        b = a @ a
        t1 = time.time()
        print(f"enqueued in {t1 - t0} s")
    """,
    "a time-out": """
        def run():
            t0 = time.time()
            while time.time() - t0 < 5:
                b = a @ a
    """,
    "now and then": """
        def run():
            last = time.time()
            for i in range(1000):
                b = a @ a
                if time.time() - last > 1:
                    print("step", i)
                    last = time.time()
    """,
    "unused": """
        t0 = time.time()
        b = a @ a
        t1 = time.time()
        warm = t1 - t0
    """,
    "the host only": """
        x = np.random.rand(1000)
        t0 = time.time()
        y = x @ x
        print(time.time() - t0)
    """,
    "an interval around other intervals": """
        t0 = time.time()
        for epoch in range(10):
            b = (a @ a).sum()
            print(epoch, float(b))
        print(time.time() - t0)
    """,
}

WAITS = """
    m = "{}".format(b)
    m = "%f" % b
    m = "%f %s" % (b, 1)
    m = f"{b:.3f}"
    m = str(b)
    print(b)
    m = float(b)
    m = b.item()
    m = b.get()
    m = cp.asnumpy(b)
    m = 1 if b else 0
    assert b > 0
    cp.save("x.npy", b)
    m = b[b > 0]
    cp.cuda.Device().synchronize()
    cp.cuda.Stream.null.synchronize()
    cp.cuda.get_current_stream().synchronize()
    cp.cuda.runtime.deviceSynchronize()
    cp.cuda.Event().synchronize() if cp.cuda.get_current_stream().record().synchronize() else None
    m = [float(v) for v in (b, b)]
"""


@pytest.mark.parametrize("name", PROGRAMS)
def test_interval(name: str) -> None:
    check_marks(HEAD + dedent(PROGRAMS[name]))


@pytest.mark.parametrize("name", QUIET)
def test_quiet(name: str) -> None:
    assert lint(HEAD + dedent(QUIET[name])) == []


@pytest.mark.parametrize("line", [line.strip() for line in WAITS.strip().splitlines()])
def test_everything_that_waits_counts(line: str) -> None:
    program = f"{HEAD}t0 = time.time()\nb = (a @ a).sum()\n{line}\nprint(time.time() - t0)\n"
    assert lint(program, maybe=True) == []


def test_the_fix_waits_before_the_second_reading() -> None:
    (found,) = lint(f"{HEAD}t0 = time.time()\nb = a @ a\nt1 = time.time()\nprint(t1 - t0)\n")
    assert found.fix is not None
    assert (found.fix.code, found.fix.before_row, found.fix.verified) == ("cp.cuda.Device().synchronize()", 15, True)
    assert [related.location.row for related in found.related] == [13, 14]


def test_many_functions_in_a_file_without_streams_are_all_followed() -> None:
    part = "def f{0}(x):\n    t0 = time.time()\n    y = cp.dot(x, x)\n    return time.time() - t0  # expect: CUP501\n\n"
    check_marks("import time\nimport cupy as cp\n\n" + "".join(part.format(number) for number in range(30)))


TIMER = """
    import time

    def begin():
        event = cp.cuda.Event()
        event.record()
        return time.perf_counter(), event

    def elapsed(begun):
        end = cp.cuda.Event()
        took = time.perf_counter() - begun[0]{mark}
        {rest}

    begun = begin()
    z = x @ y
    print(elapsed(begun))
    """


def test_a_timer_that_takes_the_time_of_the_device_by_events_takes_that_of_the_host_as_well() -> None:
    rest = "end.record(); end.synchronize(); return took, cp.cuda.get_elapsed_time(begun[1], end)"
    check_marks(after_head(TIMER.format(rest=rest, mark="")))
    check_marks(after_head(TIMER.format(rest="return took", mark="  # expect: CUP501")))
