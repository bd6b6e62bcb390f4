"""Two events are recorded around work on a stream that they say nothing of.

## What it does
Reports `get_elapsed_time(start, end)` where all work between the two records is on a stream that the record of
`end` does not wait for.

## Why is this bad?
`end.record()` marks the current stream, and no other one. The null stream waits for blocking streams, but nothing waits
for a non-blocking one, and two streams of one's own never wait for each other. So the events pass each other while
the work is still under way, or has not begun. Measured on an H100: 0.03 ms for a product that takes 21 ms.

## Example
```python bad
import cupy as cp

stream = cp.cuda.Stream(non_blocking=True)
start, end = cp.cuda.Event(), cp.cuda.Event()
x = cp.random.rand(4096, 4096)
cp.cuda.Device().synchronize()

start.record()
with stream:
    y = x @ x
end.record()
end.synchronize()
print(cp.cuda.get_elapsed_time(start, end))  # expect: CUP505
stream.synchronize()
```

## Fix
Record both events on the stream that the work is on:
```python good
import cupy as cp

stream = cp.cuda.Stream(non_blocking=True)
start, end = cp.cuda.Event(), cp.cuda.Event()
x = cp.random.rand(4096, 4096)
cp.cuda.Device().synchronize()

start.record(stream)
with stream:
    y = x @ x
end.record(stream)
end.synchronize()
print(cp.cuda.get_elapsed_time(start, end))
```

## Limits
Where some of the work is covered nothing is reported. Work on streams from elsewhere, which may be any stream, is left
alone; what code that is not seen may do in between is shown by `--maybe`.

## References
CuPy documentation, "Performance Best Practices", "Benchmarking"; CUDA C++ Programming Guide, "Events".
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from cupylint.facts import ElapsedElsewhere, Spot
from cupylint.findings import UNSEEN, Edge, Lanes, Mark, MarkKind, Related, Side
from cupylint.rule import Diagnosis, Rule


def check(elapsed: ElapsedElsewhere) -> Iterator[Diagnosis]:
    """An interval that the work in it has no part in."""
    first, last = elapsed.first or "the first event", elapsed.last or "the second event"
    here, work = elapsed.spot, elapsed.work
    places = (
        (elapsed.start, f"{first} is recorded here"),
        (work, f"the work is on {elapsed.lane}"),
        (elapsed.end, f"{last} is recorded on {elapsed.recorded_on}"),
    )
    yield Diagnosis(
        message=f"this time leaves out the work on {elapsed.lane}: {last} is recorded on {elapsed.recorded_on}, "
        "which does not wait for it",
        place=here,
        label=f"the time between {_moments(elapsed)}",
        related=tuple(Related(spot.location, text, spot.beside(here)) for spot, text in places),
        accesses=(
            Side(work.location, work.filename, "write", elapsed.lane),
            Side(here.location, here.filename, "clock", "host", host=True),
        ),
        notes=(f"record {' and '.join(_misplaced(elapsed))} on {elapsed.lane}, where the work is{_code(elapsed)}",),
        lanes=_lanes(elapsed),
        premises=() if elapsed.certain else (UNSEEN,),
    )


def _misplaced(elapsed: ElapsedElsewhere) -> list[str]:
    """The events that are to be recorded elsewhere."""
    last = elapsed.last or "the second event"
    return [last] if elapsed.started_on == elapsed.lane else [elapsed.first or "the first event", last]


def _moments(elapsed: ElapsedElsewhere) -> str:
    if elapsed.started_on == elapsed.recorded_on:
        return f"two moments of {elapsed.recorded_on}"
    return f"a moment of {elapsed.started_on} and one of {elapsed.recorded_on}"


def _lanes(elapsed: ElapsedElsewhere) -> Lanes | None:
    """The records on their lanes, the work on its own, and the wait that is missing."""
    if elapsed.lane == elapsed.recorded_on:
        return None
    names = tuple(dict.fromkeys((elapsed.lane, elapsed.started_on, elapsed.recorded_on)))
    here = elapsed.spot
    steps: tuple[tuple[str, MarkKind, Spot], ...] = (
        (elapsed.started_on, "operation", elapsed.start),
        (elapsed.lane, "access", elapsed.work),
        (elapsed.recorded_on, "access", elapsed.end),
    )
    marks = tuple(
        Mark(names.index(name), kind, spot.row, spot.code, os.path.basename(spot.beside(here)))
        for name, kind, spot in steps
    )
    return Lanes(names, marks, (Edge(1, 2, missing=True),))


def _code(elapsed: ElapsedElsewhere) -> str:
    """How the program may write it, where it can: an object's own events are recorded where the stream has no name."""
    events = _misplaced(elapsed)
    if elapsed.lane == "null" or not all(name.isidentifier() for name in (*events, elapsed.lane)):
        return ""
    return f": {', '.join(f'{event}.record({elapsed.lane})' for event in events)}"


RULE = Rule(
    check,
    code="CUP505",
    name="elapsed-of-other-stream",
    severity="warning",
    documentation=__doc__,
    needles=(b"get_elapsed_time", b"eventElapsedTime"),
)
