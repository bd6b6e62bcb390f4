"""A part of an array whose elements do not stand in a row is given to a kernel, or to a raw copy.

## What it does
Reports views such as `x.T`, `x[:, :4]` and `x[::2]` in launches of raw kernels whose other arguments, and whose source,
tell nothing of the distances between their elements; and raw copies of such a view's `nbytes`.

## Why is this bad?
A kernel and a raw copy get the address of the first element alone: they take the elements that follow in memory for
those of the view.

## Example
```python bad
import cupy as cp

double = cp.RawKernel(
    r'''
extern "C" __global__ void twice(const float* x, float* y, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] + x[i];
}
''',
    "twice",
)
x = cp.ones((512, 64), dtype=cp.float32)
left = x[:, :8]
y = cp.empty((512, 8), dtype=cp.float32)
double((16,), (256,), (left, y, left.size))  # expect: CUP313
```

## Fix
Give the kernel a copy whose elements stand in a row, or tell it the distances (`left.strides`):
```python good
import cupy as cp

double = cp.RawKernel(
    r'''
extern "C" __global__ void twice(const float* x, float* y, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] + x[i];
}
''',
    "twice",
)
x = cp.ones((512, 64), dtype=cp.float32)
left = cp.ascontiguousarray(x[:, :8])
y = cp.empty((512, 8), dtype=cp.float32)
double((16,), (256,), (left, y, left.size))
```

## Limits
Only arrays are followed that are made where it is seen, and of known lengths. `x.T` is reported beside another array of
several axes that is not turned: kernels may well count columns first.

## References
CuPy documentation, "Raw kernels"; NumPy documentation, "Internal memory layout of an ndarray".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import KernelArrayLayout
from cupylint.findings import Premise
from cupylint.rule import Diagnosis, Rule

_MESSAGES = {
    "turned": "{taker} gets only the address of {what}, whose axes are turned: it sees the elements in another order",
    "gaps": "{taker} gets only the address of {what}, which leaves elements out: it sees those between them, too",
    "copy": "{taker} copies the bytes that follow in memory, and {what} leaves elements out",
}


def check(fact: KernelArrayLayout) -> Iterator[Diagnosis]:
    """Work on other elements than those of the view."""
    what = f"`{fact.text}`" if fact.text not in ("", "...") else "this part"
    notes = ["use cp.ascontiguousarray(...), and copy back what is written to it"]
    if fact.kind == "copy":
        notes = ["use cp.copyto(...) or y[...] = x, which heed the distances between elements"]
    meant = Premise("library-contract", f"{fact.taker} takes the elements to stand in a row")
    yield Diagnosis(
        message=_MESSAGES[fact.kind].format(taker=fact.taker, what=what),
        place=fact.spot,
        label="elements that do not stand in a row",
        notes=tuple(notes),
        premises=() if fact.kind == "copy" else (meant,),
    )


RULE = Rule(
    check,
    code="CUP313",
    name="kernel-array-layout",
    severity="error",
    documentation=__doc__,
    needles=(b"RawKernel", b"RawModule", b"memcpy", b"copy_from"),
)
