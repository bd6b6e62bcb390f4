"""A range that is measured inside another one records the event again from which that one is measured.

## What it does
Reports a context manager that records an event of its object before the `yield` and asks `get_elapsed_time` from that
event on after it, where the object counts or lists the ranges that are open, so that they are meant to be nested.

## Why is this bad?
An event keeps its last record only. When the inner range is over, the event tells when that one began, and the time
of the outer range leaves out all that came before: it looks faster than it is, without an error. On an H200 a range of
eleven products "takes" 2.7 ms where the last of them is a range of its own, and 29.9 ms with an event for each.

## Example
```python bad
from contextlib import contextmanager

import cupy as cp


class Profiler:
    def __init__(self):
        self.depth = 0
        self.begin, self.end = cp.cuda.Event(), cp.cuda.Event()

    @contextmanager
    def range(self, name):
        self.depth += 1
        self.begin.record()  # expect: CUP116
        yield
        self.end.record()
        self.end.synchronize()
        print("  " * self.depth, name, cp.cuda.get_elapsed_time(self.begin, self.end))
        self.depth -= 1
```

## Fix
Give each range its own event:
```python good
from contextlib import contextmanager

import cupy as cp


class Profiler:
    def __init__(self):
        self.depth = 0
        self.end = cp.cuda.Event()

    @contextmanager
    def range(self, name):
        self.depth += 1
        begin = cp.cuda.Event()
        begin.record()
        yield
        self.end.record()
        self.end.synchronize()
        print("  " * self.depth, name, cp.cuda.get_elapsed_time(begin, self.end))
        self.depth -= 1
```

## Limits
Where nothing shows that ranges are nested, and where the depth is tested before the event is recorded, nothing is
reported. Events that are recorded again in other ways, in a loop or by another thread, are not looked for.

## References
CUDA Runtime API, `cudaEventRecord`: a second call overwrites what the first one captured.
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import RecordedAgain
from cupylint.findings import Premise, Related
from cupylint.rule import Diagnosis, Rule

_NESTED = Premise("called-again", "a range is opened inside another one")


def check(again: RecordedAgain) -> Iterator[Diagnosis]:
    """An event that nested ranges share."""
    yield Diagnosis(
        message=f"a range inside another one records {again.event} again: the time of the outer one then begins there",
        place=again.spot,
        label="each range that is opened records the same event",
        related=(
            Related(again.asked.location, "the time since the last record is asked for here"),
            Related(again.nests.location, "ranges are meant to be nested"),
        ),
        notes=("make the event where the range begins, and keep it in a local name",),
        premises=(_NESTED,),
    )


RULE = Rule(
    check,
    code="CUP116",
    name="event-recorded-again",
    severity="error",
    documentation=__doc__,
    needles=((b"get_elapsed_time", b"contextmanager"),),
)
