"""The same kernel is built again in every round of a loop.

## What it does
Reports `RawKernel`, `RawModule`, `ElementwiseKernel` and `ReductionKernel` where one and the same kernel is made in
each round of a loop, there or in a function that is called there. Opt-in.

## Why is this bad?
The compiled code is cached, the kernel object is not: each new one looks its code up, hashes its source and loads
the module again, which can wait for all work on the device.

## Example
```python bad
import cupy as cp

x = cp.ones(1 << 20)
for step in range(100):
    scale = cp.ElementwiseKernel("T a", "T b", "b = 2 * a", "scale")  # expect: CUP511
    x = scale(x)
```

## Fix
Build it once:
```python good
import cupy as cp

scale = cp.ElementwiseKernel("T a", "T b", "b = 2 * a", "scale")
x = cp.ones(1 << 20)
for step in range(100):
    x = scale(x)
```
In a function, `@cupy.memoize(for_each_device=True)` or `functools.lru_cache` on what makes the kernel does the same.

## Limits
Kernels whose source is not the same in each round are not reported, nor those that a test inside the loop guards.

## References
CuPy user guide, "User-Defined Kernels".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import KernelBuiltAgain
from cupylint.findings import Related
from cupylint.rule import Diagnosis, Rule


def check(again: KernelBuiltAgain) -> Iterator[Diagnosis]:
    """A kernel made in each round."""
    loop = again.loop.line(again.spot)
    yield Diagnosis(
        message=f"the same {again.kind} is built in every round of the loop of {loop}: build it once",
        place=again.spot,
        label="built again each time",
        related=(Related(again.loop.location, "the loop", again.loop.beside(again.spot)),),
        notes=("build it before the loop, or in a function with @cupy.memoize(for_each_device=True)",),
    )


RULE = Rule(
    check,
    code="CUP511",
    name="kernel-built-in-loop",
    severity="info",
    documentation=__doc__,
    needles=(b"RawKernel", b"RawModule", b"ElementwiseKernel", b"ReductionKernel"),
    default=False,
    all_functions=True,
)
