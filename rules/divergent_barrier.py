"""A barrier in a kernel that some threads skip while others wait at it.

## What it does
Reports `__syncthreads()` and the barriers of cooperative groups that live threads of the block can pass by: behind a
`break` or `continue`, in a loop or in one side of an `if`, where a value decides that differs between the threads of
a block (a thread's index, what it read, a clock, what an atomic operation returned). For a barrier of the whole grid
also a `return` before it, and values that differ between blocks.

A `return` before `__syncthreads()` is not reported: that barrier does not wait for threads that have ended. Nor is an
`if` after which the threads that skipped the barrier have nothing left to do. Tests such as `i < n`, which part the
threads only if the launch has more of them than `n`, count as uncertain.

## Why is this bad?
A barrier waits for all threads of the block that have not ended. Threads that pass it by meet the others at a later
barrier, out of step, or wait for them somewhere else: the kernel hangs or reads shared memory too early.

## Example
```python bad
import cupy as cp

smooth = cp.RawKernel(
    r'''
extern "C" __global__ void smooth(const float* x, float* y) {
    __shared__ float value[64];
    const int i = threadIdx.x;
    value[i] = x[i];
    __syncthreads();
    for (int step = 0; step < 1000; ++step) {
        if (value[i] < 1.0f) break;
        const float left = value[(i + 63) % 64];
        __syncthreads();  // # expect: CUP305
        value[i] = 0.5f * left;
        __syncthreads();
    }
    y[i] = value[i];
}
''',
    "smooth",
)
```

```python good
import cupy as cp

smooth = cp.RawKernel(
    r'''
extern "C" __global__ void smooth(const float* x, float* y) {
    __shared__ float value[64];
    const int i = threadIdx.x;
    value[i] = x[i];
    __syncthreads();
    for (int step = 0; step < 1000; ++step) {
        if (!__syncthreads_or(value[i] >= 1.0f)) break;
        const float left = value[(i + 63) % 64];
        __syncthreads();
        value[i] = 0.5f * left;
        __syncthreads();
    }
    y[i] = value[i];
}
''',
    "smooth",
)
```

## Fix
Let all threads of the block decide together: `__syncthreads_or(...)`, or one thread writes the decision to shared
memory and all read it after a barrier. Or move the barrier out of the branch.

## References
docs/cancellation.md: four ways that work.
CUDA C++ Programming Guide, "Synchronization Functions"; "Cooperative Groups", "Grid Synchronization".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import SkippedBarrier
from cupylint.findings import Premise, Related
from cupylint.rule import Diagnosis, Rule

_SKIPS = {
    "branch": "only the threads for which `{test}` decides so come here",
    "break": "threads leave the loop when `{test}` decides so for them",
    "continue": "threads go to the next pass when `{test}` decides so for them",
    "loop": "threads end the loop `{test}` at different times",
    "return": "threads have ended, since `{test}` decided so for them",
}

_DIVERGES = Premise("divergence", "some threads of a launch come to the barrier, and those that skip it matter")


def check(barrier: SkippedBarrier) -> Iterator[Diagnosis]:
    """A barrier that is not reached by all."""
    who = "blocks or threads" if barrier.grid else "threads of the block"
    skips = _SKIPS[barrier.how].format(test=barrier.test)
    fix = "let all threads decide together, with __syncthreads_or or one value in shared memory"
    if barrier.grid:
        fix = "a barrier of the grid waits for every thread of it: let all come here, and guard the work instead"
    yield Diagnosis(
        message=f"{barrier.kernel}: some {who} skip {barrier.barrier} while others wait at it",
        place=barrier.location,
        label=skips,
        related=(Related(barrier.test_location, "differs between threads"),),
        notes=(fix,),
        premises=() if barrier.certain else (_DIVERGES,),
    )


RULE = Rule(
    check,
    code="CUP305",
    name="divergent-barrier",
    severity="error",
    documentation=__doc__,
    needles=(b"RawKernel", b"RawModule", b"ElementwiseKernel", b"ReductionKernel", b"rawkernel"),
)
