"""Shared memory that one thread of a block writes and another one reads with no barrier in between.

## What it does
Reports, in the source of a kernel, an element of `__shared__` memory that threads write and others read although no
`__syncthreads()` lies between the two, in shapes where this is certain:

- one thread writes it (`if (threadIdx.x == 0)`), all read it;
- each thread writes its own element, and reads that of a neighbour (`s[i + 1]`, `s[63 - i]`, `tile[x][y]`) or one that
  is the same for all (`s[0]`, `s[k]` in a loop);
- it is set to zero, and other threads add to it with an atomic operation (a histogram), or read what they have added;
- a tree reduction without a barrier in its loop;
- the same the other way round: the element is overwritten before the others have read it, often by the next pass of a
  loop that has one barrier and needs two.

## Why is this bad?
The warps of a block run at their own pace. What is read is old or new as it happens: it is mostly right in a small
test, and not on another device or under load. Threads of one warp do not run in step either, since Volta.

## Example
```python bad
import cupy as cp

total = cp.RawKernel(
    r'''
extern "C" __global__ void total(const float* x, float* y) {
    __shared__ float part[256];
    const int i = threadIdx.x;
    part[i] = x[blockIdx.x * 256 + i];
    __syncthreads();
    for (int s = 128; s > 0; s >>= 1) {
        if (i < s) part[i] += part[i + s];  // # expect: CUP317
    }
    if (i == 0) y[blockIdx.x] = part[0];
}
''',
    "total",
)
```

## Fix
A barrier between the two, outside of the `if`:
```python good
import cupy as cp

total = cp.RawKernel(
    r'''
extern "C" __global__ void total(const float* x, float* y) {
    __shared__ float part[256];
    const int i = threadIdx.x;
    part[i] = x[blockIdx.x * 256 + i];
    __syncthreads();
    for (int s = 128; s > 0; s >>= 1) {
        if (i < s) part[i] += part[i + s];
        __syncthreads();
    }
    if (i == 0) y[blockIdx.x] = part[0];
}
''',
    "total",
)
```

## Limits
One finding for each array of a kernel. Where only the threads of one warp have a part in it (`if (i < 32)`), or the
memory is `volatile`, as code for devices before Volta has it, the finding is shown by `--maybe` only; there
`__syncwarp()` is enough. Pointers into shared memory, device functions, indices that are read from memory and
everything that may hold a barrier (functions that are not known, macros, `asm`) are left alone.

## References
CUDA C++ Programming Guide, "Synchronization Functions" and "Independent Thread Scheduling".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import SharedMemoryRace
from cupylint.findings import Premise, Related
from cupylint.rule import Diagnosis, Rule

_IN_STEP = Premise("divergence", "the threads of a warp do not run in step")


def check(race: SharedMemoryRace) -> Iterator[Diagnosis]:
    """An element that threads write and others read."""
    did = "written" if race.written else "read"
    does = "read" if not race.writes else "changed" if race.written else "overwritten"
    first = "another thread writes" if race.written else "other threads have read"
    again = " in the pass before" if race.again else ""
    yield Diagnosis(
        message=f"{race.kernel}: {race.element} is {does} with no barrier after {first} it{again}",
        place=race.location,
        label=f"{does} here: the threads of a block run at their own pace",
        related=(Related(race.earlier, f"{did} by other threads{again}"),),
        notes=(
            "__syncwarp() between the two orders them"
            if not race.certain
            else "__syncthreads() between the two orders them, outside of branches that not all threads take",
        ),
        premises=() if race.certain else (_IN_STEP,),
    )


RULE = Rule(
    check,
    code="CUP317",
    name="shared-memory-race",
    severity="error",
    documentation=__doc__,
    needles=((b"RawKernel", b"__shared__"), (b"RawModule", b"__shared__"), (b"rawkernel", b"shared_memory")),
)
