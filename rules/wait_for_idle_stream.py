"""The host waits for a stream that has no work: what it means to wait for is on another one.

## What it does
Reports `stream.synchronize()`, mostly `cupy.cuda.Stream.null.synchronize()`, where nothing was put on that stream,
nor on one that it stands for, while work of the same function is under way on streams that the function has made,
and nothing waits for that work later.

## Why is this bad?
The wait returns at once. The null stream waits for blocking streams and stands for them, but not for those made with
`non_blocking=True`; any other stream stands for itself alone. What follows goes on while the work is still running:
results are handed out, files written and times taken too early, now and then.

## Example
```python bad
import cupy as cp


def prepare(plan, n):
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        plan.window = cp.hanning(n) ** 2
    cp.cuda.Stream.null.synchronize()  # expect: CUP117
```

## Fix
Wait for the stream that has the work:
```python good
import cupy as cp


def prepare(plan, n):
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        plan.window = cp.hanning(n) ** 2
    stream.synchronize()
```
Of several streams wait for each, or for all that the device does: `cp.cuda.Device().synchronize()`.

## Limits
A wait that finds anything to wait for, on whichever path or in whichever round of a loop, is not reported, nor one
in front of a proper wait for the same work. Streams that outlive the function are left alone: who made them, or is
given them, may wait for them.

## References
CUDA Runtime API, "Stream synchronization behavior"; CuPy User Guide, "Streams and Events".
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from cupylint.facts import IdleWait
from cupylint.findings import Edge, Fix, Lanes, Mark, Related, Side
from cupylint.rule import Diagnosis, Rule


def check(wait: IdleWait) -> Iterator[Diagnosis]:
    """A wait that returns at once, and the work that goes on."""
    here, work = wait.spot, wait.work
    which = f"{wait.of}, which is non-blocking" if wait.is_non_blocking else wait.of
    yield Diagnosis(
        message=f"this waits for {wait.lane}, which has nothing to do: the work ({work.line(here)}) is on {which}",
        place=here,
        label="returns at once",
        related=(Related(work.location, f"runs on {wait.of}", work.beside(here)),),
        accesses=(
            Side(work.location, work.filename, "write", wait.of),
            Side(here.location, here.filename, "wait", "host", host=True),
        ),
        notes=(f"wait for the stream that has the work{f': {wait.instead}' if wait.instead else ''}",),
        lanes=Lanes(
            (wait.of, "host"),
            (
                Mark(0, "access", work.row, work.code, os.path.basename(work.beside(here))),
                Mark(1, "access", here.row, here.code),
            ),
            (Edge(0, 1, missing=True),),
        ),
        candidates=(Fix.replacing(here.location, wait.instead),) if wait.instead else (),
        premises=wait.premises,
    )


RULE = Rule(
    check,
    code="CUP117",
    name="wait-for-idle-stream",
    severity="warning",
    documentation=__doc__,
    needles=((b"Stream", b"synchronize"),),
    fix="unsafe",
)
