import time
from dataclasses import dataclass

import cupy as cp


@dataclass(frozen=True)
class Timing:
    name: str
    seconds: float


def measure(n):
    x = cp.ones((n, n))
    cp.cuda.Device().synchronize()
    start = time.perf_counter()
    y = x @ x
    elapsed = time.perf_counter() - start  # expect: CUP501
    return Timing("product", elapsed / 20), y
