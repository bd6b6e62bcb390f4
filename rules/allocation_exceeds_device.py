"""One array that is larger than the memory of the device.

## What it does
Works out shapes and dtypes through creation, arithmetic, broadcasting, reductions, indexing and calls, and reports
an operation whose result alone takes more bytes than the device has (`--device-memory`, 80 GiB unless it is given).

## Why is this bad?
The allocation raises `cupy.cuda.memory.OutOfMemoryError`, on every run that comes to it. Such sizes are seldom
meant: `float64` is the default dtype, and broadcasting two vectors makes a matrix.

## Example
```python bad
import cupy as cp

n = 200_000
distances = cp.zeros((n, n))  # expect: CUP401
```

## Fix
Make less: another dtype, a part at a time, a sparse matrix.

```python good
import cupy as cp

n = 20_000
distances = cp.zeros((n, n), dtype=cp.float32)
```

## Limits
A length that is not known counts as zero, and an array of which nothing is known takes no memory: what is reported
is a lower bound. A limit that the program sets on CuPy's pool before (`set_limit`, or `CUPY_GPU_MEMORY_LIMIT` in
`os.environ`) counts if it is known and smaller. Pinned memory is the host's, and not counted. Managed memory may be
larger than the device, so a file that uses it is left out. In a file that names `OutOfMemoryError` or `MemoryError`
findings are shown by `--maybe` only.

## References
CuPy, "Memory Management".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.explain_memory import LARGE_NUMBERS, memory_finding
from cupylint.facts import TooLarge
from cupylint.rule import Diagnosis, Rule


def check(fact: TooLarge) -> Iterator[Diagnosis]:
    """The result of one operation is larger than the device."""
    if fact.alone:
        yield memory_finding(fact)


RULE = Rule(
    check,
    code="CUP401",
    name="allocation-exceeds-device",
    severity="error",
    documentation=__doc__,
    needles=(*LARGE_NUMBERS, b"set_limit", b"MEMORY_LIMIT", b"kron"),
)
