"""A kernel's loop polls memory that the compiler may read only once.

## What it does
Reports loops in CUDA C and `cupyx.jit` kernels that wait for a change of memory which is neither declared `volatile`
nor read atomically, with nothing in the loop that makes the compiler read it again: no barrier, no fence, no atomic
operation, no store that could reach it. Loops that end by themselves are reported if what they test is called a flag
(`stop`, `done`, `ready` ...) or if they do nothing else.

## Why is this bad?
Nothing tells the compiler that somebody else writes there. It reads the flag once, keeps it in a register and tests
the register for ever: the kernel cannot be stopped. `const int* __restrict__` and `__ldg` are worse: they promise
that nobody writes, so that not even a barrier in the loop helps.

## Example
```python bad
import cupy as cp

search = cp.RawKernel(
    r'''
extern "C" __global__ void search(const int* stop, unsigned int* found) {
    unsigned int seed = threadIdx.x;
    while (*stop == 0) {  // # expect: CUP304
        seed = seed * 1664525u + 1013904223u;
    }
    found[threadIdx.x] = seed;
}
''',
    "search",
)
```

```python good
import cupy as cp

search = cp.RawKernel(
    r'''
extern "C" __global__ void search(volatile const int* stop, unsigned int* found) {
    unsigned int seed = threadIdx.x;
    while (*stop == 0) {
        seed = seed * 1664525u + 1013904223u;
    }
    found[threadIdx.x] = seed;
}
''',
    "search",
)
```

## Fix
Declare the parameter `volatile`, or read it with `atomicAdd(stop, 0)`. In `cupyx.jit`, which has no `volatile`, read
it with `jit.atomic_add(stop, 0, 0)`.

## References
docs/cancellation.md: four ways that work.
CUDA C++ Programming Guide, "Volatile Qualifier"; "Memory Fence Functions"; "Read-Only Data Cache Load Function".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import StaleFlag
from cupylint.rule import Diagnosis, Rule


def check(flag: StaleFlag) -> Iterator[Diagnosis]:
    """A loop that may look at its flag only once."""
    if flag.jit:
        fix = f"read it with jit.atomic_add({flag.name}, 0, 0): that is done again in every pass"
    elif flag.cached:
        fix = f"read `{flag.name}` through a volatile pointer instead of __ldg, which never sees a change"
    else:
        fix = f"declare `{flag.name}` volatile, or read it with atomicAdd: that is done again in every pass"
    yield Diagnosis(
        message=f"{flag.kernel} polls {flag.expression}, which the compiler may read once only: nothing says it varies",
        place=flag.location,
        label="may be read once, before the loop",
        notes=(fix,),
    )


RULE = Rule(
    check,
    code="CUP304",
    name="cancel-flag-not-volatile",
    severity="error",
    documentation=__doc__,
    needles=(b"RawKernel", b"RawModule", b"ElementwiseKernel", b"ReductionKernel", b"rawkernel"),
)
