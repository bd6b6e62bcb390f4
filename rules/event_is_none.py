"""`Event.record()` returns None, so its result is no event.

## What it does
Reports a name, attribute or element that is given the result of `event.record()`.

## Why is this bad?
`event.record()` records in place and returns None; `stream.record()` is the one that returns an event. The
None fails later, or a `wait_event` gets nothing to wait for.

## Example
```python bad
import cupy as cp

stream = cp.cuda.Stream()
with stream:
    y = cp.ones(1 << 20)
    done = cp.cuda.Event().record()  # expect: CUP106
```

## Fix
```python good
import cupy as cp

stream = cp.cuda.Stream()
with stream:
    y = cp.ones(1 << 20)
done = stream.record()
```

## References
CuPy, `cupy.cuda.Event.record` and `cupy.cuda.Stream.record`.
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import NoneEvent
from cupylint.findings import Fix
from cupylint.rule import Diagnosis, Rule


def check(event: NoneEvent) -> Iterator[Diagnosis]:
    """The result of ``Event.record()`` is stored."""
    yield Diagnosis(
        message=f"{event.name} is None: Event.record() returns nothing",
        place=event.spot,
        label="returns None",
        notes=("`stream.record()` makes, records and returns an event",),
        candidates=(Fix.replacing(event.spot.location, event.instead),) if event.instead else (),
    )


RULE = Rule(
    check,
    code="CUP106",
    name="event-is-none",
    severity="error",
    documentation=__doc__,
    needles=(b"Event",),
)
