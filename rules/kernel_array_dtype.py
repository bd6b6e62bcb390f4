"""An array is given to a kernel that reads its elements as another type.

## What it does
Reports arrays in launches of raw kernels whose dtype is not the type that the parameter points to, such as
`cp.zeros(4)`, which is `float64`, for `float*`. (Numbers of another width are CUP309.)

## Why is this bad?
CuPy passes the address and checks nothing: the kernel reads halves of numbers, or two numbers as one, and
where its type is the wider one it reads and writes behind the end of the array.

## Example
```python bad
import cupy as cp

scale = cp.RawKernel(
    r'''
extern "C" __global__ void scale(float* x, float factor) { x[threadIdx.x] *= factor; }
''',
    "scale",
)
x = cp.ones(256)
scale((1,), (256,), (x, cp.float32(0.5)))  # expect: CUP314
```

## Fix
Make the array with the dtype of the parameter, or convert it:
```python good
import cupy as cp

scale = cp.RawKernel(
    r'''
extern "C" __global__ void scale(float* x, float factor) { x[threadIdx.x] *= factor; }
''',
    "scale",
)
x = cp.ones(256, dtype=cp.float32)
scale((1,), (256,), (x, cp.float32(0.5)))
```

## Limits
Bytes, complex numbers, and kernels that cast pointers are left alone: there it may be meant. So are arrays that the
kernel never touches, functions that test a dtype, and signed integers for unsigned ones of the same width.

## References
CuPy documentation, "Raw kernels", "Kernel arguments".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import KernelArrayType
from cupylint.findings import Premise
from cupylint.rule import Diagnosis, Rule

_DTYPES = {
    "float": "float32", "double": "float64", "int": "int32", "unsigned int": "uint32", "unsigned": "uint32",
    "long": "int64", "long long": "int64", "unsigned long": "uint64", "unsigned long long": "uint64",
    "short": "int16", "unsigned short": "uint16", "half": "float16", "__half": "float16", "size_t": "uint64",
    "int32_t": "int32", "uint32_t": "uint32", "int64_t": "int64", "uint64_t": "uint64", "int16_t": "int16",
    "uint16_t": "uint16",
}  # fmt: skip


def check(fact: KernelArrayType) -> Iterator[Diagnosis]:
    """A kernel that reads nonsense."""
    what = "this array" if fact.text == "..." else f"`{fact.text}`"
    dtype = _DTYPES.get(fact.wanted)
    numbers = Premise("library-contract", f"{fact.kernel} means numbers, not their bits")
    yield Diagnosis(
        message=f"{what} is {fact.dtype}, and {fact.kernel} reads it as `{fact.wanted}* {fact.parameter}`",
        place=fact.spot,
        label=f"holds {fact.dtype}",
        notes=(f"make it with dtype=cp.{dtype}, or give the kernel {what}.astype(cp.{dtype})",) if dtype else (),
        premises=(numbers,) if fact.same_width else (),
    )


RULE = Rule(
    check,
    code="CUP314",
    name="kernel-array-dtype",
    severity="error",
    documentation=__doc__,
    needles=(b"RawKernel", b"RawModule"),
)
