# A short cut waits for nothing, and what takes time elsewhere is waited for in part only: both are left out.
import time

import cupy as cp


def scaled(x: cp.ndarray, kernel):
    if kernel.ndim == 0:
        return x * kernel
    for _ in range(20):
        x = x @ x
        if float(cp.abs(x).max()) < 1e-6:
            break
    for _ in range(20):
        x = cp.fft.fft(x)
        x = cp.sort(x) + x
    return x


def main(x: cp.ndarray, kernel):
    t0 = time.perf_counter()
    result = scaled(x, kernel)
    print("took", time.perf_counter() - t0)  # expect: CUP501
    return result
