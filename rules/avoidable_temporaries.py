"""An expression on large arrays holds temporaries that work in place or one fused kernel would not need.

## What it does
Reports an expression of operations element by element (operators and ufuncs) that holds 64 MiB or more beside its
result, and at least as much as the result: temporaries that are alive at once, and the array that a name stood for
before it is assigned anew (`x = x + 1`); and one of 64 MiB or more that is only made to be copied into another array
(`y[:] = a * b`). The note says which lines do the same in place, or that one kernel would. Opt-in.

## Why is this bad?
CuPy makes an array for each operation. `a * b + c` holds the product and the sum at once; `x = x + 1` the old `x` and
the new one. So the program needs two or three times the memory of its data, and writes and reads it as often.

## Example
```python bad
import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
b = cp.ones((5000, 5000), dtype=cp.float32)
c = a * b + 1  # expect: CUP406
```

## Fix
Operators that work in place, `out=`, or one kernel: `cupy.fuse`, `cupy.ElementwiseKernel`.

```python good
import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
b = cp.ones((5000, 5000), dtype=cp.float32)
c = a * b
c += 1
```

## Limits
All shapes and dtypes must be known. A temporary that is given back before the next one is made does not count, nor
what is added in place (`y += a * b`), nor temporaries of other functions (`astype`, `a @ b`). An array that something
else still refers to is not taken to be free for a name that is assigned anew. Whether another stream still reads it
is not asked: what works in place may have to wait for that (CUP102).

## References
CuPy, "User-Defined Kernels", "Kernel Fusion".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.explain_savings import temporaries_finding
from cupylint.facts import Temporaries
from cupylint.rule import Diagnosis, Rule


def check(fact: Temporaries) -> Iterator[Diagnosis]:
    """More is held than is needed."""
    yield temporaries_finding(fact)


RULE = Rule(
    check,
    code="CUP406",
    name="avoidable-temporaries",
    severity="info",
    documentation=__doc__,
    needles=(b"000", b"1024", b"2048", b"4096", b"8192", b"16384", b"32768", b"65536", b"<<", b"**"),
    default=False,
)
