"""What tracing costs: the time of programs run plainly, and traced.

    python -m tests.benchmarks.dynamic_cost          (in the root of the repository) in the simulator, processor time
    python -m tests.benchmarks.dynamic_cost cuda     on a device, time by the clock

Prints a table in Markdown and judges nothing. Plainly: simulated, without looking for races; or run. Each program runs
a second time, twice as long, so that a cost that grows with time would show.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from functools import partial

from cupylint.runtime_checks.dynamic.analysis import Analysis
from cupylint.runtime_checks.dynamic.cuda import tracing
from cupylint.runtime_checks.dynamic.simulated import trace
from cupylint.runtime_checks.simulator import Options, Report, run
from cupylint.runtime_checks.simulator.engine import Engine

HEAD = """\
import cupy as cp, cupyx
a, b = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
n, rounds = {size}, {rounds}
x, y, m, h = cp.zeros(n), cp.zeros(n), cp.zeros((100, 200)), cupyx.zeros_pinned(100)
cp.cuda.Device().synchronize()
"""
PROGRAMS = {
    "whole arrays of 1,000 on two streams, with events": (1000, 1000, """
for i in range(rounds):
    with a:
        x += 1
        z = x * 2 + y
    b.wait_event(a.record())
    with b: w = cp.sqrt(x).sum()
    a.wait_event(b.record())
"""),
    "the same, arrays of 100,000": (100_000, 250, """
for i in range(rounds):
    with a:
        x += 1
        z = x * 2 + y
    b.wait_event(a.record())
    with b: w = cp.sqrt(x).sum()
    a.wait_event(b.record())
"""),
    "columns of a matrix, no order": (10, 1000, """
for i in range(rounds):
    with (a if i % 2 else b): m[:, i % 200] += 1
"""),
    "the host fills a pinned array element by element": (100, 1000, """
for i in range(rounds // 100):
    for j in range(100): h[j] = i
    with a: x.set(h)
    a.synchronize()
"""),
    "a new stream each round": (100, 1000, """
for i in range(rounds):
    s = cp.cuda.Stream(non_blocking=True)
    with s: x += 1
    s.synchronize()
"""),
}  # fmt: skip


def seconds(action: Callable[[], object]) -> float:
    """Processor time."""
    start = time.process_time()
    action()
    return time.process_time() - start


def plainly(source: str, options: Options) -> Report:
    """Simulate without judging."""
    return run("program.py", options=options, source=source, engine=partial(Engine, judge=False))


def simulated(source: str) -> tuple[float, float]:
    """Seconds plainly, and traced, in the simulator."""
    options = Options(schedules="none")
    plainly(HEAD.format(size=1, rounds=1), options)
    return seconds(lambda: plainly(source, options)), seconds(lambda: trace("program.py", options, source))


def on_device(source: str) -> tuple[float, float]:
    """Seconds plainly, and traced, on a device that has compiled the kernels of the program."""
    program = compile(source, "program.py", "exec")

    def clock() -> float:
        start = time.perf_counter()
        exec(program, {"__name__": "program"})
        return time.perf_counter() - start

    clock()
    plain = clock()
    with tracing(Analysis().take):
        return plain, clock()


def main(argv: Sequence[str]) -> None:
    """Print the table."""
    measure = on_device if "cuda" in argv else simulated
    print("| program | rounds | plainly | traced | times |\n|---|---:|---:|---:|---:|")
    for name, (size, rounds, body) in PROGRAMS.items():
        for count in (rounds, 2 * rounds):
            source = HEAD.format(size=size, rounds=count) + body
            plain, traced = measure(source)
            print(f"| {name} | {count:,} | {plain:.2f} s | {traced:.2f} s | {traced / plain:.1f} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
