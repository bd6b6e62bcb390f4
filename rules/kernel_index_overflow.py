"""Indices of a kernel are computed in 32 bits, and a launch makes them larger.

## What it does
Reports a launch of a raw kernel whose grid, block and numbers are known and for which an index that the kernel computes
as `int` (or `unsigned int`) passes the largest number of its type, in a thread that the kernel's tests let through.

## Why is this bad?
The index wraps round to a negative or a small number, mostly without an error: other elements are read and
overwritten. It happens for large inputs only, which tests do not have.

## Example
```python bad
import cupy as cp

clear = cp.RawKernel(
    r'''
extern "C" __global__ void clear(unsigned char* x, int rows, int columns) {
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows && c < columns) x[r * columns + c] = 0;
}
''',
    "clear",
)
x = cp.ones((50_000, 50_000), dtype=cp.uint8)
clear((1563, 1563), (32, 32), (x, 50_000, 50_000))  # expect: CUP316
```

## Fix
Compute in 64 bits from the first product on:
```python good
import cupy as cp

clear = cp.RawKernel(
    r'''
extern "C" __global__ void clear(unsigned char* x, int rows, int columns) {
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows && c < columns) x[(long long)r * columns + c] = 0;
}
''',
    "clear",
)
x = cp.ones((50_000, 50_000), dtype=cp.uint8)
clear((1563, 1563), (32, 32), (x, 50_000, 50_000))
```

## Limits
Only sums, products and quotients of numbers that are known at the launch: sizes of arrays that the code tells, the
arguments, grid and block. Where one of them is not known, nothing is reported, nor for `%`, differences, and tests
other than `<`, `<=` and their opposites.

## References
CUDA C++ Programming Guide, "Built-in Variables"; C++ standard, "Additive operators" (overflow of `int` is undefined).
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import IndexOverflow
from cupylint.rule import Diagnosis, Rule


def check(found: IndexOverflow) -> Iterator[Diagnosis]:
    """A launch that is too large for the kernel."""
    yield Diagnosis(
        message=f"`{found.expression}` of {found.kernel} comes to {found.largest:,}, more than `{found.type}` holds",
        place=found.spot,
        label="with these sizes an index wraps round",
        notes=("compute it in 64 bits: `(long long)` before the first factor, and a `long long` to hold it",),
    )


RULE = Rule(
    check,
    code="CUP316",
    name="kernel-index-overflow",
    severity="error",
    documentation=__doc__,
    needles=(b"RawKernel", b"RawModule"),
)
