"""A kernel that reads neighbours is given one array for what it reads and for what it writes.

## What it does
Reports a launch that gives one array for two parameters of a kernel, where a thread reads by the one parameter an
element that another thread of the launch writes by the other: neighbours, or an element that all threads read. Kernels
are `RawKernel`s, functions of a `RawModule`, and `ElementwiseKernel`s with `raw` parameters.

## Why is this bad?
The kernel is right for two arrays. Given one, it works in place: threads run in no order, so some neighbours are old
and some are new. On a small array the result is often right by luck.

## Example
```python bad
import cupy as cp

smooth = cp.ElementwiseKernel(
    "raw float64 u, int32 n",
    "float64 out",
    "out = i == 0 || i == n - 1 ? u[i] : 0.5 * (u[i - 1] + u[i + 1])",
    "smooth",
)
u = cp.random.rand(1 << 20)
for _ in range(50):
    smooth(u, u.size, u)  # expect: CUP319
```

## Fix
A second array, and an exchange of the two after each launch:
```python good
import cupy as cp

smooth = cp.ElementwiseKernel(
    "raw float64 u, int32 n",
    "float64 out",
    "out = i == 0 || i == n - 1 ? u[i] : 0.5 * (u[i - 1] + u[i + 1])",
    "smooth",
)
u = cp.random.rand(1 << 20)
v = cp.empty_like(u)
for _ in range(50):
    smooth(u, u.size, v)
    u, v = v, u
```

## Limits
Only launches where both arguments are certainly the same part of one array count: parts that overlap are left alone.
What is compared inside the kernel is what CUP318 compares.

## References
CUDA C++ Programming Guide, "Thread Hierarchy"; CuPy documentation, "User-Defined Kernels", "Raw argument specifiers".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import AliasedOperands
from cupylint.rule import Diagnosis, Rule


def check(given: AliasedOperands) -> Iterator[Diagnosis]:
    """A launch that makes a kernel work in place which cannot."""
    others = "other blocks" if given.blocks else "other threads"
    yield Diagnosis(
        message=f"{given.kernel} is given {given.array} as `{given.first}` and as `{given.second}`: "
        f"{given.read} is read while {others} write {given.written}",
        place=given.spot,
        label="the same array once more",
        notes=("write to a second array and exchange the two after the launch",),
    )


RULE = Rule(
    check,
    code="CUP319",
    name="aliased-kernel-operands",
    severity="error",
    documentation=__doc__,
    needles=(b"RawKernel", b"RawModule", b"ElementwiseKernel"),
)
