"""A clock is read while device work that it is meant to time is still under way.

## What it does
Reports the second of two readings of a wall clock (`time.perf_counter()`, `time.time()`, `timeit.timeit(f)` ...)
whose difference is printed, stored or returned, where device work was issued in between and nothing waits for it.
A helper that times other code and never waits is one finding, with the places that use it. The fixture `benchmark` of
pytest-benchmark waits for nothing either.

## Why is this bad?
CuPy hands work to a stream and goes on. The clock then shows how long it took to issue the work, which is often
a hundred times less than the work takes: on an H200 a product of two 8192 x 8192 matrices "takes" 0.13 ms
without a wait, and 17.5 ms with one. The time turns up where the host waits next.

## Example
```python bad
import time

import cupy as cp

a = cp.random.rand(4096, 4096)
cp.cuda.Device().synchronize()
start = time.perf_counter()
b = a @ a
seconds = time.perf_counter() - start  # expect: CUP501
print(f"product: {seconds} s")
```

## Fix
Wait before the second reading, or use `cupyx.profiler.benchmark`:
```python good
import time

import cupy as cp

a = cp.random.rand(4096, 4096)
cp.cuda.Device().synchronize()
start = time.perf_counter()
b = a @ a
cp.cuda.Device().synchronize()
seconds = time.perf_counter() - start
print(f"product: {seconds} s")
```

## Limits
An interval that is only compared (a time-out) is not reported, nor one that is named after the cost of issuing
work (`launch`, `overhead`, `async` ...) or where a remark says so, nor one after which a second one with a wait is
measured, or whose work stands between two events that are asked for their time. Where part of the work is waited for, a
loop after the last wait is reported with a premise. Intervals that wait in each round of their loop, that leave out
single operations, work on single numbers, copies or work on a few numbers beside work of the host, that are also
compared with a limit, or that run code which is not seen are shown by `--maybe`. So is a remainder of
single elementwise operations after work that may have been waited for, or that code does which is not seen.

## References
CuPy user guide, "Performance Best Practices: Benchmarking"; CUDA C++ Best Practices Guide, "Timing".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from cupylint.facts import Spot, UnsyncedTiming
from cupylint.findings import USES_TOLD, Fix, Premise, Related, Side
from cupylint.rule import Diagnosis, Rule

_MEANT = Premise("intent", "the time of that work is wanted, and no code that is not seen here waits for it")


def check(timing: UnsyncedTiming) -> Iterator[Diagnosis]:
    """An interval that ends before the work in it does."""
    seen = None if timing.seen is None else _told(timing, timing.seen)
    yield replace(_told(timing, timing.spot), seen_from=seen)


def _told(timing: UnsyncedTiming, place: Spot) -> Diagnosis:
    """The finding at the second reading of the clock, or at a call that leads there."""
    last = timing.work[-1]
    where = "" if last.lane == "null" else f" on {last.lane}"
    more = f" and {timing.count - 1} more" if timing.count > 1 else ""
    read = timing.reading or timing.spot
    related = [(timing.start, "the interval starts here"), (last.spot, f"queued{where}, still under way")]
    related += [(read, "the clock is read here")] if read is not place else []
    used = [spot for spot in timing.used[:USES_TOLD] if spot is not place]
    fixes = [] if timing.fix is None else [Fix(timing.fix[0], timing.fix[1].row)]
    return Diagnosis(
        message=f"this time leaves out the work of {last.spot.line(place)}{more}: "
        "nothing waits for it before the clock is read",
        place=place,
        label="the clock is read while that work may still run" if read is place else "timed here, without a wait",
        related=(
            *(Related(spot.location, text, spot.beside(place)) for spot, text in related),
            *(Related(spot.location, "this is timed with it", spot.beside(place), is_use=True) for spot in used),
        ),
        accesses=(
            Side(last.spot.location, last.spot.filename, "write", last.lane),
            Side(read.location, read.filename, "clock", "host", host=True),
        ),
        notes=(
            "the call only queues the work: it returns long before the device is done",
            *(() if fixes else (f"wait {_where(timing)}: cupy.cuda.Device().synchronize()",)),
        ),
        candidates=tuple(fixes),
        premises=tuple(_premises(timing)),
    )


def _where(timing: UnsyncedTiming) -> str:
    """Where the wait is missing that no fix puts in."""
    one = timing.start.node is timing.spot.node
    return "at the end of the function that is timed" if one else "before the second reading"


def _premises(timing: UnsyncedTiming) -> Iterator[Premise]:
    """What has to be true where not all work in the interval is certainly left out."""
    if timing.part is not None:
        left, together = timing.part
        yield Premise("share", f"the {left} of {together} operations that it leaves out take time that matters")
    if timing.fixture:
        text = f"`{timing.fixture}` is the fixture of pytest-benchmark, which waits for nothing"
        yield Premise("library-contract", text)
    if not timing.certain:
        yield _MEANT


RULE = Rule(
    check,
    code="CUP501",
    name="timing-without-sync",
    severity="warning",
    documentation=__doc__,
    needles=(
        b"perf_counter", b"process_time", b"monotonic()", b"monotonic_ns()", b"default_timer", b"timeit",
        b"time()", b"time_ns()", b".now()", b"utcnow()", (b"def test", b"benchmark"),
        re.compile(rb"\bfrom[ \t]+time[ \t]+import\b[^\n;]*\b(?:time|monotonic)(?:_ns)?[ \t]+as\b"),
    ),
    imports_clocks=True,
    fix="unsafe",
)  # fmt: skip
