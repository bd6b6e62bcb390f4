"""A wait on an event that was never recorded waits for nothing.

## What it does
Reports `stream.wait_event(event)` and `event.synchronize()` where no path has recorded the event yet.

## Why is this bad?
An event that was not recorded stands for an empty set of work. The wait returns at once, without
an error, and orders nothing.

## Example
```python bad
import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
ready = cp.cuda.Event()
s2.wait_event(ready)  # expect: CUP105
with s1:
    y = cp.ones(1 << 20)
ready.record(s1)
```

## Fix
Record first, then wait:
```python good
import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
ready = cp.cuda.Event()
with s1:
    y = cp.ones(1 << 20)
ready.record(s1)
s2.wait_event(ready)
```

## Limits
Events that other code can reach, and waits in loops that find the event recorded in a later
round (ring buffers), are not reported.

## References
CUDA Runtime API, `cudaStreamWaitEvent` and `cudaEventSynchronize`.
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import EmptyWait
from cupylint.findings import Related
from cupylint.rule import Diagnosis, Rule


def check(wait: EmptyWait) -> Iterator[Diagnosis]:
    """An event waited for before any record."""
    made = wait.created.line(wait.spot)
    note = f"`{wait.event}` is made in {made} and recorded nowhere before line {wait.spot.row}"
    related = [Related(wait.created.location, "made here", wait.created.beside(wait.spot))]
    if (later := wait.recorded_later) is not None:
        note = f"it is recorded in {later.line(wait.spot)}, after the wait: move the wait behind it"
        related.append(Related(later.location, "recorded here, too late", later.beside(wait.spot)))
    yield Diagnosis(
        message=f"{wait.event} was never recorded, so this waits for nothing (made in {made})",
        place=wait.spot,
        label="returns at once and orders nothing",
        related=tuple(related),
        notes=(note,),
    )


RULE = Rule(
    check,
    code="CUP105",
    name="event-never-recorded",
    severity="error",
    documentation=__doc__,
    needles=(b"Event",),
)
