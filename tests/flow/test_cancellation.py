"""Kernels that are to be stopped from outside, and how they are launched: wrong programs and right ones."""

from __future__ import annotations

import pytest

from tests.programs import every

KERNELS = '''
import cupyx

CODE = r"""
extern "C" {
__global__ void search(volatile int* stop, unsigned long long* tries) {
    while (*stop == 0 && *tries < 1000000000000ull) ++*tries;
}
__global__ void first(volatile int* stop, unsigned long long* tries) {
    if (blockIdx.x > 0) return;
    while (*stop == 0 && *tries < 1000000000000ull) ++*tries;
}
__global__ void step(unsigned long long* tries) { ++*tries; }
__global__ void found(const double* x, volatile int* stop) {
    for (int i = 0; i < 1000 && *stop == 0; ++i) if (x[i] > 3.0) *stop = 1;
}
__global__ void drain(int* next, unsigned long long* tries) {
    for (int i = atomicAdd(next, 1); i < 100; i = atomicAdd(next, 1)) ++tries[i];
}
__global__ void count(double* x, int n) { if (threadIdx.x < n) x[threadIdx.x] += 1; }
__global__ void weigh(double* x, float weight) { x[threadIdx.x] *= weight; }
}
"""
module = cp.RawModule(code=CODE)
search, first, step, found = (module.get_function(name) for name in ("search", "first", "step", "found"))
drain, count, weigh = (module.get_function(name) for name in ("drain", "count", "weigh"))
stop = cp.zeros(1, dtype=cp.int32)
warm = cp.zeros(1, dtype=cp.int32)
tries = cp.zeros(100, dtype=cp.uint64)
flag = cupyx.zeros_pinned(1, dtype=np.int32)
cp.cuda.Device().synchronize()
'''


@pytest.mark.parametrize(("loaded", "late"), [("stop[0] = 1", True), ("stop.fill(1)", False), ("stop.fill(0)", True)])
def test_which_write_loads_the_kernel_of_fill(loaded: str, late: bool) -> None:
    """Measured: an assignment has another kernel than `fill`, and a zero has none."""
    program = f"""
import cupy as cp
{KERNELS.replace("import cupyx", "").replace("flag = cupyx.zeros_pinned(1, dtype=np.int32)", "")}
s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
{loaded}
stop.fill(0)
cp.cuda.Device().synchronize()
search((1,), (1,), (stop, tries), stream=s1)
with s2:
    stop.fill(1)
"""
    assert bool(every(program)) is late


def test_a_copy_that_a_kernel_watches_on_one_path_only() -> None:
    """On the other path nothing watches what ``flag`` was copied to, and the host writes it."""
    program = f"""
import sys
import cupy as cp
import numpy as np
{KERNELS}
s1 = cp.cuda.Stream(non_blocking=True)
stop.set(flag)
cp.cuda.Device().synchronize()
if len(sys.argv) > 1:
    s2 = cp.cuda.Stream(non_blocking=True)
    search((1,), (1,), (stop, tries), stream=s1)
else:
    s2 = cp.cuda.Stream(non_blocking=False)
flag[0] = 1
"""
    assert {code for _, code in every(program)} == {"CUP303"}
