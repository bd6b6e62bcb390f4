"""An event recorded before the work that its waiter needs: the wait orders nothing of it.

## What it does
Reports an array that code which is not seen is given together with a stream, where that stream waits for an event
which was recorded before the array was written, on the stream that writes it.

Where the code that uses the array is seen, the race itself is found (CUP101, CUP102, CUP204), and an event that was
recorded too early is told with it.

## Why is this bad?
An event stands for the work that its stream was given until `record`. What comes later is not part of it, even if
it is issued before the wait. The wait is there, and the array may still be used before it is written.

## Example
```python bad
import cupy as cp
from filters import smooth

load = cp.cuda.Stream(non_blocking=True)
work = cp.cuda.Stream(non_blocking=True)
ready = load.record()
with load:
    x = cp.ones(1 << 20)
work.wait_event(ready)
smooth(x, stream=work)  # expect: CUP115
```

## Fix
Record when everything that the waiter needs was issued:
```python good
import cupy as cp
from filters import smooth

load = cp.cuda.Stream(non_blocking=True)
work = cp.cuda.Stream(non_blocking=True)
with load:
    x = cp.ones(1 << 20)
ready = load.record()
work.wait_event(ready)
smooth(x, stream=work)
```

## NCCL
What NCCL is given between `groupStart()` and `groupEnd()` goes to its streams at `groupEnd()`. An event that is
recorded inside the group covers none of it, and what waits for that event is found as a race (CUP101, CUP204).

## Limits
That the code which is called uses the array on the stream that it is given, and does not itself wait for the other
one, is likely and no more: the finding is a warning that names it. Calls that are given several streams, or whose
names sound like waiting, are left alone, and so are arrays that only the members of an object hold.

## References
CUDA Programming Guide, "Events" and "Explicit Synchronization"; CUDA Runtime API, `cudaStreamWaitEvent`; NCCL, "Group
Calls".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.explain import race_finding
from cupylint.facts import Race
from cupylint.rule import Diagnosis, Rule


def check(race: Race) -> Iterator[Diagnosis]:
    """A use, by code that is not seen, that the wait before it does not order."""
    if race.kind == "early" and race.memory == "device":
        yield race_finding(race)


RULE = Rule(
    check,
    code="CUP115",
    name="event-recorded-early",
    severity="error",
    documentation=__doc__,
    needles=((b"wait_event", b"record"),),
    follows_imports=True,
)
