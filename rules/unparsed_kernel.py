"""The source of a kernel is not understood, so the kernel is not checked.

## What it does
Says where the source of a `RawKernel`, a `RawModule` or an elementwise kernel stops being CUDA C as this tool reads
it. Sources of which parts are known only when the program runs are not reported. Opt-in: of four such sources in
released packages three were right, as far as reading them tells.

## Why is this bad?
It may be right: a macro that stands where a statement should, or one that a compiler option defines, is enough. But
what is not understood is not checked: no rule about kernels looks at this function, and its arguments count as read
and written.

## Example
```python bad
import cupy as cp

add = cp.RawKernel(
    r'''
extern "C" __global__ void add(const float* x, float* y) {
    y[threadIdx.x] = x[threadIdx.x] OPERATOR y[threadIdx.x];  // # expect: CUP902
}
''',
    "add",
)
```

```python good
import cupy as cp

add = cp.RawKernel(
    r'''
extern "C" __global__ void add(const float* x, float* y) {
    y[threadIdx.x] = OPERATION(x[threadIdx.x], y[threadIdx.x]);
}
''',
    "add",
)
```

## Fix
Write macros so that their uses look like C: like a value, a call or a whole statement.

## References
CUDA C++ Programming Guide, "C++ Language Support".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import UnparsedKernel
from cupylint.rule import Diagnosis, Rule


def check(fact: UnparsedKernel) -> Iterator[Diagnosis]:
    """A source that could not be read."""
    yield Diagnosis(
        message="the kernel's source is not understood from here on, so the kernel is not checked",
        place=fact.location,
        label="not understood",
    )


RULE = Rule(
    check,
    code="CUP902",
    name="unparsed-kernel",
    severity="info",
    default=False,
    documentation=__doc__,
    needles=(b"RawKernel", b"RawModule", b"ElementwiseKernel", b"ReductionKernel"),
)
