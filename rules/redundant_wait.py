"""A synchronisation orders nothing that is not in order already.

## What it does
Reports a `synchronize()` right after another wait that covers the same work, and `stream.wait_event(event)` where
the event was recorded on that very stream. On every path and in every round there must be nothing new to wait for.
Opt-in.

## Why is this bad?
It costs little, but it says something that is not true: readers look for the work that it waits for. Often it is
the trace of another wait that was meant.

## Example
```python bad
import cupy as cp

stream = cp.cuda.Stream(non_blocking=True)
with stream:
    y = cp.ones(1 << 20)
    host = y.get()
stream.synchronize()  # expect: CUP513
```

## Fix
```python good
import cupy as cp

stream = cp.cuda.Stream(non_blocking=True)
with stream:
    y = cp.ones(1 << 20)
    host = y.get()
```

## Limits
Only waits in one and the same function are compared. A wait at the start of a function may be for work of its
callers, and one after code that is not seen for work of that; neither is reported.

## References
CUDA Programming Guide, "Explicit Synchronization".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import RedundantWait
from cupylint.findings import Related
from cupylint.rule import Diagnosis, Rule


def check(wait: RedundantWait) -> Iterator[Diagnosis]:
    """A wait for nothing."""
    here = wait.spot.filename
    if wait.event or wait.stream:
        event = wait.event or "the event"
        message = f"{event} was recorded on {wait.stream} itself, whose work is in order anyway"
        label = "can be removed"
    else:
        message = "nothing was issued since the last wait: there is nothing to wait for"
        label = "can be removed"
    related: tuple[Related, ...] = ()
    if wait.earlier is not None:
        other = "" if wait.earlier.filename == here else wait.earlier.filename
        related = (Related(wait.earlier.location, "waited already here", other),)
    yield Diagnosis(
        message=message,
        place=wait.spot,
        label=label,
        related=related,
    )


RULE = Rule(
    check,
    code="CUP513",
    name="redundant-wait",
    severity="info",
    documentation=__doc__,
    needles=(b"synchronize", b"Synchronize", b"wait_event"),
    default=False,
    all_functions=True,
)
