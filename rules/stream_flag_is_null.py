"""`Stream(True)` is the null stream, not a non-blocking one.

## What it does
Reports `cupy.cuda.Stream` made with a true first argument, or with `null=True` beside `non_blocking=True`, if
something is done on it.

## Why is this bad?
The first parameter is `null`. Work on such a "stream" runs on the null stream, in order with every blocking
stream: nothing overlaps, and what looks like a second stream is the first.

## Example
```python bad
import cupy as cp

stream = cp.cuda.Stream(True)  # expect: CUP113
with stream:
    x = cp.ones(1 << 20)
```

## Fix
```python good
import cupy as cp

stream = cp.cuda.Stream(non_blocking=True)
with stream:
    x = cp.ones(1 << 20)
```

## References
CuPy, `cupy.cuda.Stream(null=False, non_blocking=False, ptds=False)`.
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import NullFlag
from cupylint.findings import Fix
from cupylint.rule import Diagnosis, Rule


def check(flag: NullFlag) -> Iterator[Diagnosis]:
    """A stream that is the null stream by mistake."""
    yield Diagnosis(
        message="this stream is the null stream: the first parameter of Stream is `null`, not `non_blocking`",
        place=flag.spot,
        label="this is the null stream",
        notes=("write Stream(non_blocking=True), or Stream.null if null is meant",),
        candidates=(Fix.replacing(flag.spot.location, flag.instead),) if flag.instead else (),
    )


RULE = Rule(
    check,
    code="CUP113",
    name="stream-flag-is-null",
    severity="error",
    documentation=__doc__,
    needles=(b"Stream",),
)
