"""A loop that should look whether work is done waits for it instead.

## What it does
Reports `while` loops that do nothing but look, sleep and tell, and in which something waits for work that was issued
before the loop: `event.synchronize()`, `stream.synchronize()`, or reading an array (`.get()`, `int(x[0])`) that the
work is still writing, on a stream that is ordered after it.

## Why is this bad?
The first round waits until the work is done. The loop sees nothing of its progress, and what it should do meanwhile,
such as stopping the work, comes too late.

## Example
```python bad
import cupy as cp

scale = cp.ElementwiseKernel("float64 a", "float64 b", "b = a * 2", "scale")
x = cp.ones(1 << 20)
y = cp.empty_like(x)
stream = cp.cuda.Stream()
event = cp.cuda.Event()
scale(x, y, stream=stream)
event.record(stream)
given_up = False
while not given_up:
    event.synchronize()  # expect: CUP306
```

```python good
import time

import cupy as cp

scale = cp.ElementwiseKernel("float64 a", "float64 b", "b = a * 2", "scale")
x = cp.ones(1 << 20)
y = cp.empty_like(x)
stream = cp.cuda.Stream()
event = cp.cuda.Event()
scale(x, y, stream=stream)
event.record(stream)
while not event.done:
    time.sleep(0.001)
```

## Fix
Ask with `event.done` or `stream.done`, which do not wait, and sleep in between. Progress that a kernel reports is seen
in pinned host memory, or by a copy on another stream made with `non_blocking=True` if the kernel runs on such a one
too. See `docs/cancellation.md`.

## References
docs/cancellation.md: four ways that work.
CuPy, `cupy.cuda.Event.done`; CUDA Runtime API, `cudaEventQuery`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cupylint.facts import BlockingPoll
from cupylint.findings import Premise, Related
from cupylint.rule import Diagnosis, Rule

_FOR_ITSELF = Premise("intent", "the loop is not there for other threads or a graph")


def check(poll: BlockingPoll) -> Iterator[Diagnosis]:
    """A loop that stands still in its first round."""
    if poll.read:
        message = "this waits for the work that writes what it reads, so the loop sees nothing before the work is done"
        fix = "let the work write to pinned host memory, or read on a stream that does not wait for it"
    else:
        message = "this waits until the work is done, so the loop polls nothing: `done` polls"
        fix = f"`while not {'event' if poll.event else 'stream'}.done:` looks without waiting"
    yield Diagnosis(
        message=message,
        place=poll.spot,
        label="waits in the first round, and for nothing after that",
        related=(Related(poll.loop.location, "should look again and again", poll.loop.filename),),
        notes=(fix,),
        premises=() if poll.certain else (_FOR_ITSELF,),
    )


RULE = Rule(
    check,
    code="CUP306",
    name="poll-that-blocks",
    severity="warning",
    documentation=__doc__,
    needles=(re.compile(rb"(?m)^[ \t]*while\b"),),
)
