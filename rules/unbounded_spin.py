"""A kernel's loop waits for a change of memory, with no bound.

## What it does
Reports loops in kernels that nothing but a write by other threads or by the host can end: no count of passes, no
clock. Says so too if the loop does not sleep between two looks. Off unless selected.

## Why is this bad?
If the write does not come (its stream waits for this kernel, or the writer has failed), the kernel never ends. A
running kernel cannot be stopped from outside but by ending the process.

## Example
```python bad
import cupy as cp

wait = cp.RawKernel(
    r'''
extern "C" __global__ void wait(volatile int* flag) {
    while (*flag == 0) {}  // # expect: CUP311
}
''',
    "wait",
)
```

```python good
import cupy as cp

wait = cp.RawKernel(
    r'''
extern "C" __global__ void wait(volatile int* flag) {
    const long long start = clock64();
    while (*flag == 0 && clock64() - start < 2000000000ll) __nanosleep(1000);
}
''',
    "wait",
)
```

## Fix
Give up after a number of passes or of clock ticks, and sleep with `__nanosleep` between two looks.

## References
docs/cancellation.md: four ways that work.
CUDA C++ Programming Guide, "Nanosleep Function"; "Time Function".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import EndlessSpin
from cupylint.rule import Diagnosis, Rule


def check(spin: EndlessSpin) -> Iterator[Diagnosis]:
    """A loop that may never end."""
    sleep = "" if spin.back_off else ", and sleep between two looks with __nanosleep"
    yield Diagnosis(
        message=f"{spin.kernel}: only a write of another thread or the host ends the loop on {spin.expression}",
        place=spin.location,
        label="waits without a bound",
        notes=(f"give up after a number of passes or of clock64() ticks{sleep}",),
    )


RULE = Rule(
    check,
    code="CUP311",
    name="unbounded-spin",
    severity="warning",
    documentation=__doc__,
    needles=(b"RawKernel", b"RawModule", b"ElementwiseKernel", b"ReductionKernel", b"rawkernel"),
    default=False,
)
