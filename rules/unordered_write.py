"""An array is overwritten while another stream may still be reading or writing it.

## What it does
Reports each write to a device array (`out=`, `+=`, `x[...] = `, a kernel's output) that nothing orders
after an earlier read or write on another stream.

## Why is this bad?
The other stream may read the new numbers instead of the old ones, or its own write may land
last. Ring buffers whose producer does not wait for the consumer break in this way.

## Example
```python bad
import cupy as cp

load = cp.cuda.Stream(non_blocking=True)
work = cp.cuda.Stream(non_blocking=True)
x = cp.zeros(1 << 20, dtype=cp.float32)
cp.cuda.Device().synchronize()
with work:
    total = x.sum()
with load:
    x.fill(1)  # expect: CUP102
```

## Fix
```python good
import cupy as cp

load = cp.cuda.Stream(non_blocking=True)
work = cp.cuda.Stream(non_blocking=True)
x = cp.zeros(1 << 20, dtype=cp.float32)
cp.cuda.Device().synchronize()
with work:
    total = x.sum()
load.wait_event(work.record())
with load:
    x.fill(1)
```

The same is true of what MPI still sends: the array of an `Isend` is MPI's until `request.Wait()` has returned.

## Limits
A kernel whose source cannot be read may or may not write its arguments: findings that depend on that are
shown by `--maybe` only.

## References
CUDA Programming Guide, "Explicit Synchronization".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.explain import race_finding
from cupylint.facts import Race
from cupylint.rule import Diagnosis, Rule
from cupylint.skim import LENDER, REQUEST, STREAM


def check(race: Race) -> Iterator[Diagnosis]:
    """A race whose later access writes, unless it is about the end of a ``with`` (CUP103)."""
    if race.kind == "array" and race.later.mode == "write" and race.left is None and race.memory == "device":
        yield race_finding(race)


RULE = Rule(
    check,
    code="CUP102",
    name="unordered-write",
    severity="error",
    documentation=__doc__,
    needles=(STREAM, LENDER, REQUEST, b"Thread"),
    follows_imports=True,
    fix="unsafe",
)
