"""A kernel reads elements of an array that other threads of the same launch write.

## What it does
Reports, in the source of a kernel, an array of the device that is changed in place while other threads need what was
in it, in shapes where this is certain:

- each thread writes its own element and reads a neighbour's (`u[i] = u[i - 1] + u[i + 1]`, `u[id + nx]`);
- each thread writes its own element and reads all of them, or the same one as all others (`p[j]` in a loop, `u[0]`);
- a block writes its part and another one reads it behind `__syncthreads()`, which orders the threads of one block only;
- all threads change one element (`total[0] += x[i]`).

## Why is this bad?
The threads of a launch run in no order, and nothing but the end of the launch orders its blocks. So some neighbours
are old and some are new, and of two additions one may get lost. On a small array the result is often right by luck,
and it differs from run to run on a large one.

## Example
```python bad
import cupy as cp

smooth = cp.RawKernel(
    r'''
extern "C" __global__ void smooth(float* u, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) {
        u[i] = 0.5f * u[i] + 0.25f * (u[i - 1] + u[i + 1]);  // # expect: CUP318
    }
}
''',
    "smooth",
)
```

## Fix
A second array, so that what is read is written by no thread; the caller exchanges the two after the launch:
```python good
import cupy as cp

smooth = cp.RawKernel(
    r'''
extern "C" __global__ void smooth(const float* u, float* v, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) {
        v[i] = 0.5f * u[i] + 0.25f * (u[i - 1] + u[i + 1]);
    }
}
''',
    "smooth",
)
```
Where one element is changed by all threads, `atomicAdd(&total[0], value)`. Where one part of the kernel needs all that
another part wrote, two kernels: the second one begins when the first one has ended.

## Limits
One finding for each array of a kernel. Only indices that are sums and products of thread numbers, parameters and
counters of loops are compared; tests such as `i % 2 == color` (red and black points), halves of an array, places that
are read from memory and values that are the same whoever comes first (`min`, `max`, a number) are left alone, and so
are kernels with fences, barriers of the grid and atomic operations whose result is used. Two parameters are taken to
be two arrays; what happens where a launch gives one array for both is CUP319.

## References
CUDA C++ Programming Guide, "Thread Hierarchy" (blocks must be able to run in any order) and "Memory Fence Functions".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import GlobalMemoryRace
from cupylint.findings import Related
from cupylint.rule import Diagnosis, Rule


def check(race: GlobalMemoryRace) -> Iterator[Diagnosis]:
    """An element that several threads of a launch use and one of them writes."""
    others = "other blocks" if race.blocks else "other threads"
    if race.how == "same":
        yield Diagnosis(
            message=f"{race.kernel}: all {'blocks' if race.blocks else 'threads'} change {race.element} at once, and "
            "additions get lost",
            place=race.location,
            label="read and written in two steps, between which another thread may write",
            notes=(f"`atomicAdd(&{race.element}, ...)` does both in one step",),
        )
        return
    barrier = ("__syncthreads() orders the threads of one block, and no other blocks",) if race.blocks else ()
    way = (
        "write to a second array and exchange the two after the launch"
        if race.how == "neighbour" or not race.blocks
        else "put what reads into a second kernel: it begins when this one has ended"
    )
    yield Diagnosis(
        message=f"{race.kernel}: {race.element} is read while {others} of the launch write {race.written}",
        place=race.location,
        label="old or new, as it happens",
        related=(Related(race.earlier, f"{others} write this array here"),),
        notes=(*barrier, way),
    )


RULE = Rule(
    check,
    code="CUP318",
    name="global-memory-race",
    severity="error",
    documentation=__doc__,
    needles=((b"RawKernel", b"Idx"), (b"RawModule", b"Idx"), (b"rawkernel", b"Idx")),
)
