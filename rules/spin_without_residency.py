"""Blocks of a kernel wait for each other, and the launch does not see to it that they all run.

## What it does
Reports `grid.sync()` in a kernel made without `enable_cooperative_groups=True`, and loops that wait until a counter
which every block advances has reached the number of blocks (`gridDim`), or until the last block has come.

## Why is this bad?
Blocks that do not fit on the device start when others have ended, and these wait for them: the kernel hangs. Such a
barrier works with few blocks and stops working with more, or on a smaller device. `grid.sync()` without a cooperative
launch ends with an error.

## Example
```python bad
import cupy as cp

relax = cp.RawKernel(
    r'''
extern "C" __global__ void relax(float* x, unsigned int* arrived) {
    x[blockIdx.x * blockDim.x + threadIdx.x] *= 0.5f;
    __threadfence();
    if (threadIdx.x == 0) {
        atomicAdd(arrived, 1);
        while (atomicAdd(arrived, 0) < gridDim.x) {}  // # expect: CUP307
    }
    __syncthreads();
    x[blockIdx.x * blockDim.x + threadIdx.x] += x[0];
}
''',
    "relax",
)
```

```python good
import cupy as cp

relax = cp.RawKernel(
    r'''
#include <cooperative_groups.h>
extern "C" __global__ void relax(float* x) {
    x[blockIdx.x * blockDim.x + threadIdx.x] *= 0.5f;
    cooperative_groups::this_grid().sync();
    x[blockIdx.x * blockDim.x + threadIdx.x] += x[0];
}
''',
    "relax",
    enable_cooperative_groups=True,
)
```

## Fix
Split the kernel in two: the second starts when all blocks of the first have ended. Or use `grid.sync()` with
`enable_cooperative_groups=True`; such a launch is refused, or made smaller with a warning, if the blocks do not fit.

## References
docs/cancellation.md: four ways that work.
CUDA C++ Programming Guide, "Cooperative Groups", "Grid Synchronization".
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import BlocksWait
from cupylint.findings import Premise, Related
from cupylint.rule import Diagnosis, Rule


def check(wait: BlocksWait) -> Iterator[Diagnosis]:
    """A wait of blocks for blocks in a kernel that is launched as any other."""
    if wait.cooperative is not False:
        return
    if wait.barrier:
        message = f"{wait.kernel}: {wait.expression} needs a cooperative launch, and the kernel is made without one"
        label = "fails without a cooperative launch"
        fix = "make the kernel with enable_cooperative_groups=True"
        if wait.jit:
            fix = "call grid.sync(): the function jit.cg.sync(grid) does not ask for a cooperative launch"
    else:
        message = f"{wait.kernel}: blocks wait at {wait.expression} for blocks that may not have room to start"
        label = "waits until every block has come"
        fix = "end the kernel here and go on in a second one, or use grid.sync() with enable_cooperative_groups=True"
    yield Diagnosis(
        message=message,
        place=wait.location,
        label=label,
        related=(Related(wait.made, "made here, without enable_cooperative_groups=True"),) if not wait.jit else (),
        notes=(fix,),
        premises=tuple(_premises(wait)),
    )


def _premises(wait: BlocksWait) -> Iterator[Premise]:
    if not wait.barrier:
        yield Premise("residency", "the launch has more blocks than the device runs at once")
    if not wait.certain:
        yield Premise("divergence", "all blocks are waited for")


RULE = Rule(
    check,
    code="CUP307",
    name="spin-without-residency",
    severity="error",
    documentation=__doc__,
    needles=(b"RawKernel", b"RawModule", b"ElementwiseKernel", b"ReductionKernel", b"rawkernel"),
)
