"""The result of a `with stream:` block is used after the block as if leaving it waited.

## What it does
Reports an access after a `with stream:` block, on the stream around the block or by the host, to an
array that the block's stream may still be using.

## Why is this bad?
Leaving the block only restores the stream that was current before. It waits for nothing. A
non-blocking stream is not ordered with the null stream either, so the code after the block reads
numbers that are not there yet.

## Example
```python bad
import cupy as cp

stream = cp.cuda.Stream(non_blocking=True)
x = cp.arange(1 << 20, dtype=cp.float32)
cp.cuda.Device().synchronize()
with stream:
    y = x * 2
print(y[0])  # expect: CUP103
```

## Fix
```python good
import cupy as cp

stream = cp.cuda.Stream(non_blocking=True)
x = cp.arange(1 << 20, dtype=cp.float32)
cp.cuda.Device().synchronize()
with stream:
    y = x * 2
stream.synchronize()
print(y[0])
```

## Limits
A blocking stream, `cp.cuda.Stream()`, is ordered with the null stream: using its results on null is right and is
not reported.

## References
CuPy, `cupy.cuda.Stream.__exit__`; CUDA Programming Guide, "Default Stream".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.explain import race_finding
from cupylint.facts import Race
from cupylint.rule import Diagnosis, Rule
from cupylint.skim import STREAM


def check(race: Race) -> Iterator[Diagnosis]:
    """A race between a block's work and what follows the block."""
    if race.kind == "array" and race.left is not None:
        yield race_finding(race)


RULE = Rule(
    check,
    code="CUP103",
    name="with-does-not-wait",
    severity="error",
    documentation=__doc__,
    needles=(STREAM, b"Thread"),
    follows_imports=True,
    fix="unsafe",
)
