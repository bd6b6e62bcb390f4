"""A large temporary that broadcasting makes of small operands, and that a reduction makes small again.

## What it does
Reports an operation whose result broadcasting makes 16 times as large as its operands or more, if a reduction follows
that leaves 1/16 of it or less. Only temporaries of 1 GiB, or of an eighth of the device (`--device-memory`), count.

## Why is this bad?
The temporary is written and read once for nothing, which takes most of the time, and its bytes grow with the product
of both lengths: the program that runs today raises `OutOfMemoryError` with three times the data.

## Example
```python bad
import cupy as cp

a = cp.random.rand(1000, 320)
b = cp.random.rand(1000, 320)
distances = ((a[:, None, :] - b[None, :, :]) ** 2).sum(axis=2)  # expect: CUP403
```

## Fix
Some rows at a time; `cupyx.scipy.spatial.distance.cdist` for distances; `a @ b.T` for sums of products; a
`cupy.ReductionKernel`, which needs no temporary at all.

```python good
import cupy as cp

a = cp.random.rand(1000, 320)
b = cp.random.rand(1000, 320)
distances = (a * a).sum(axis=1)[:, None] + (b * b).sum(axis=1) - 2 * (a @ b.T)
```

## Limits
All shapes must be known. A temporary that does not even fit is CUP401 or CUP402.

## References
CuPy, "User-Defined Kernels".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.explain_memory import LARGE_NUMBERS, blow_up_finding
from cupylint.facts import BlowUp
from cupylint.rule import Diagnosis, Rule


def check(fact: BlowUp) -> Iterator[Diagnosis]:
    """Much is made for little."""
    yield blow_up_finding(fact)


RULE = Rule(
    check,
    code="CUP403",
    name="broadcast-blow-up",
    severity="warning",
    documentation=__doc__,
    needles=LARGE_NUMBERS,
)
