import functools

import cupy as cp
import cupyx
import numpy as np

s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
step = cp.RawKernel(
    r"""
extern "C" __global__ void step(unsigned long long* tries) { ++*tries; }
""",
    "step",
)
tries = cp.zeros(100, dtype=cp.uint64)
flag = cupyx.zeros_pinned(1, dtype=np.int32)
cp.cuda.Device().synchronize()


@functools.lru_cache(maxsize=None)
def build():
    return cp.RawKernel('extern "C" __global__ void up(double* x) { x[0] += 1; }', "up")


makers = {"a": lambda: step}


def get(n):
    if n:
        return step
    return None


build()((1,), (1,), (x,))
makers["a"]()((1,), (1,), (tries,))
get(1)((1,), (1,), (tries,))
