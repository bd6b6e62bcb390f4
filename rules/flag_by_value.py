"""A NumPy array is handed to a kernel that takes a pointer.

## What it does
Reports NumPy arrays, pinned ones too, among the arguments of a `RawKernel` whose parameter there is a pointer, and
among the arguments of a `cupyx.jit` kernel.

## Why is this bad?
A NumPy array of one element is passed by value: the kernel takes what it holds for an address. Any other one is a
TypeError. So a flag in pinned memory is never looked at, and the kernel reads some other memory or fails.

## Example
```python bad
import cupy as cp
import cupyx
import numpy as np

search = cp.RawKernel(
    r'''
extern "C" __global__ void search(volatile int* stop, unsigned int* tries) {
    while (*stop == 0 && *tries < 1000000000u) ++*tries;
}
''',
    "search",
)
stop = cupyx.zeros_pinned(1, dtype=np.int32)
tries = cp.zeros(1, dtype=cp.uint32)
search((1,), (1,), (stop, tries))  # expect: CUP308
```

```python good
import cupy as cp
import cupyx
import numpy as np

search = cp.RawKernel(
    r'''
extern "C" __global__ void search(volatile int* stop, unsigned int* tries) {
    while (*stop == 0 && *tries < 1000000000u) ++*tries;
}
''',
    "search",
)
stop = cupyx.zeros_pinned(1, dtype=np.int32)
tries = cp.zeros(1, dtype=cp.uint32)
search((1,), (1,), (np.uint64(stop.ctypes.data), tries))
```

## Fix
Pass the address of pinned memory, `np.uint64(flag.ctypes.data)`; the device can read there. Copy other arrays to the
device first: `cupy.asarray(x)`. See `docs/cancellation.md`.

## References
docs/cancellation.md: four ways that work.
CuPy documentation, "Raw kernels", "Kernel arguments".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import FlagByValue
from cupylint.rule import Diagnosis, Rule


def check(argument: FlagByValue) -> Iterator[Diagnosis]:
    """An array that the kernel cannot reach."""
    if argument.jit:
        message = f"{argument.array} is a NumPy array, which {argument.kernel} does not take: a TypeError"
        fix = f"copy it to the device: cupy.asarray({argument.array})"
    else:
        message = (
            f"{argument.array} is a NumPy array: {argument.kernel} takes its value for the address {argument.parameter}"
        )
        fix = f"pass np.uint64({argument.array}.ctypes.data) of a pinned array, or an array of CuPy"
    yield Diagnosis(
        message=message,
        place=argument.spot,
        label="on the host, and passed by value" if not argument.jit else "on the host",
        notes=(fix,),
    )


RULE = Rule(
    check,
    code="CUP308",
    name="flag-by-value",
    severity="error",
    documentation=__doc__,
    needles=(b"RawKernel", b"RawModule", b"rawkernel"),
)
