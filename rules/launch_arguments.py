"""A kernel is launched with arguments of the wrong kind.

## What it does
Reports launches of raw kernels whose `grid` or `block` is no tuple, whose `args` is one array or number instead of a
tuple, or has more or fewer items than the kernel has parameters; numbers that the parameter reads as something else
(a Python float for `float`, an int for `double`); and arrays where the kernel takes a number.

Python's ints for shorter integers are not reported: they are read right as long as they fit.

## Why is this bad?
CuPy passes the bytes as they are and checks nothing: a Python float is a double, of which a `float` parameter reads
one half. `grid=4` is a TypeError. An array instead of a tuple of arguments is taken apart into its elements.

## Example
```python bad
import cupy as cp

scale = cp.RawKernel(
    r'''
extern "C" __global__ void scale(float* x, float factor) { x[threadIdx.x] *= factor; }
''',
    "scale",
)
x = cp.ones(256, dtype=cp.float32)
scale((1,), (256,), (x, 0.5))  # expect: CUP309
```

```python good
import cupy as cp
import numpy as np

scale = cp.RawKernel(
    r'''
extern "C" __global__ void scale(float* x, float factor) { x[threadIdx.x] *= factor; }
''',
    "scale",
)
x = cp.ones(256, dtype=cp.float32)
scale((1,), (256,), (x, np.float32(0.5)))
```

## Fix
Give numbers the type of the parameter: `np.float32(0.5)`. Write tuples, with the comma: `(blocks,)`.

## References
CuPy documentation, "Raw kernels", "Kernel arguments".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import LaunchArgument
from cupylint.rule import Diagnosis, Rule

_MESSAGES = {
    "grid": "the grid of {kernel} is {given}, and has to be {wanted}",
    "block": "the block of {kernel} is {given}, and has to be {wanted}",
    "args": "the arguments of {kernel} are {given}, and have to be {wanted}",
    "count": "{kernel} has {wanted} and is given {given}",
    "number": "{given}, which {kernel} reads as {wanted}",
    "array": "{kernel} takes a number, {wanted}, and is given {given}",
}
_LABELS = {
    "grid": "no tuple",
    "block": "no tuple",
    "args": "no tuple of arguments",
    "count": "not as many as parameters",
    "number": "another kind of number",
    "array": "an array, passed as its address",
}


def check(argument: LaunchArgument) -> Iterator[Diagnosis]:
    """A launch that fails, or whose kernel reads nonsense."""
    words = {"kernel": argument.kernel, "given": argument.given, "wanted": argument.wanted}
    yield Diagnosis(
        message=_MESSAGES[argument.kind].format(**words),
        place=argument.spot,
        label=_LABELS[argument.kind],
        notes=(f"write {argument.fix}",) if argument.fix else (),
        premises=argument.premises,
    )


RULE = Rule(
    check,
    code="CUP309",
    name="launch-arguments",
    severity="error",
    documentation=__doc__,
    needles=(b"RawKernel", b"RawModule", b"rawkernel"),
)
