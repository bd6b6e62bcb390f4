"""Arrays that are alive together are larger than the memory of the device.

## What it does
Follows which arrays are alive at each operation: those that a name, a list or an object refers to, views included,
and what the operation itself needs. Reports the first one at which they take more than the device has
(`--device-memory`, 80 GiB unless it is given), with a table of what is alive.

## Why is this bad?
CuPy's pool gives memory back when the last reference to an array goes, not earlier: a name that is not needed any
more still holds its bytes. The operation raises `cupy.cuda.memory.OutOfMemoryError`; sorting may raise a plain
`MemoryError`.

## Example
```python bad
import cupy as cp

left = cp.ones((60_000, 60_000))
right = cp.ones((60_000, 60_000))
both = left + right  # expect: CUP402
```

## Fix
Work in place, or with `out=`; give back with `del` what is not needed any more; use a smaller dtype; go through the
data in chunks. The notes of a finding say which of these are enough.

```python good
import cupy as cp

left = cp.ones((60_000, 60_000))
right = cp.ones((60_000, 60_000))
left += right
```

## Limits
All sizes are lower bounds: see CUP401. Memory of the libraries outside the pool (cuBLAS handles, the CUDA context,
some hundred megabytes), what the cached plans of earlier Fourier transforms keep, and free blocks that a living array
has split are not counted, so what just fits may still fail. Whole free blocks, those of other streams too, do not
matter: the pool gives them back to the device before it raises.

## References
CuPy, "Memory Management".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.explain_memory import LARGE_NUMBERS, memory_finding
from cupylint.facts import TooLarge
from cupylint.rule import Diagnosis, Rule


def check(fact: TooLarge) -> Iterator[Diagnosis]:
    """Each array fits, all of them do not."""
    if not fact.alone and not fact.rounds:
        yield memory_finding(fact)


RULE = Rule(
    check,
    code="CUP402",
    name="peak-exceeds-device",
    severity="error",
    documentation=__doc__,
    needles=(*LARGE_NUMBERS, b"set_limit", b"MEMORY_LIMIT", b"kron"),
)
